//! One report, two notations: JSON and YAML. The only file that names serde_yaml.
//!
//! serde_yaml writes reports only. Schedules are written line by line by `document`, and read
//! through an event parser there, because serde_yaml forgets where a value stood.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::args::ReportFormat;
use super::failure::Failure;
use super::output;

/// Prints a report: what `page` writes for people, or the report itself for machines.
pub(crate) fn print<T: Serialize>(
    file: Option<&Path>,
    format: ReportFormat,
    report: &T,
    page: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    output::write_to(file, |out| match format {
        ReportFormat::Table => page(out),
        format => write(out, format, report),
    })
}

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
