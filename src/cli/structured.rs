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
        ReportFormat::Yaml => {
            // Written whole, so that a reader that goes away is seen as what it is.
            let text = serde_yaml::to_string(report).map_err(io::Error::other)?;
            out.write_all(text.as_bytes())?;
        }
        ReportFormat::Json | ReportFormat::Table => {
            serde_json::to_writer_pretty(&mut *out, report).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
