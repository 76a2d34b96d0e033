//! One report, two notations: JSON and YAML. The only file that names serde_yaml.
//!
//! serde_yaml writes reports only. Schedules are written line by line by `document`, and read
//! through an event parser there, because serde_yaml forgets where a value stood.

use std::io::{self, Write};

use serde::Serialize;

use super::args::ReportFormat;
use super::failure::Failure;

/// Writes a report as JSON or YAML.
pub(crate) fn write<T: Serialize>(
    out: &mut dyn Write,
    format: ReportFormat,
    report: &T,
) -> Result<(), Failure> {
    match format {
        ReportFormat::Yaml => serde_yaml::to_writer(out, report).map_err(io::Error::other)?,
        ReportFormat::Json | ReportFormat::Table => {
            serde_json::to_writer_pretty(&mut *out, report).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
