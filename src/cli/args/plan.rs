//! The command line of `plan` and `draw`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::words::{Word, one_of};
use super::{AskArgs, LimitArgs};
use hockney_core::trace::Operator;
use hockney_draw::{Colours, Numbering, Origin, Width};

pub(super) const PLAN_EXAMPLES: &str = "\
Examples:
  hockney plan broadcast -t ring:8
  hockney plan all-gather -t mesh -p 16 -f trace
  hockney plan reduce -t hypercube -d 3 --root 101 -o reduce.yaml";

#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present = "composition")]
    pub(crate) collective: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Plan the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = "Collective", hide_short_help = true, conflicts_with_all = [
        "collective", "MachineArgs", "OperationArgs", "AlgorithmArgs", "NumberArgs", "values", "op",
        "numbering", "origin", "compact",
    ])]
    pub(crate) composition: Option<String>,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: PlanFormat,
    /// Values that nodes start with in a trace, such as 3,1,4,1.
    #[arg(long, help_heading = "Output", value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) values: Option<String>,
    /// The numbering of the nodes of a mesh or torus [default: row-major].
    #[arg(long, help_heading = "Machine", hide_short_help = true, value_parser = one_of(NUMBERINGS))]
    pub(crate) numbering: Option<Numbering>,
    /// Arrange the data of a trace like the grid, with node 0 in this corner.
    #[arg(long, help_heading = "Output", hide_short_help = true, value_parser = one_of(ORIGINS))]
    pub(crate) origin: Option<Origin>,
    /// The operator that combines the values of a trace.
    #[arg(long, help_heading = "Output", hide_short_help = true, default_value = "sum", value_parser = one_of(&Operator::NAMES))]
    pub(crate) op: Operator,
    /// Write the messages of one node only, as templates, where all nodes send alike.
    #[arg(long, help_heading = "Output")]
    pub(crate) compact: bool,
    /// Check every message, also those of templates.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true)]
    pub(crate) every_message: bool,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    #[default]
    Yaml,
    Json,
    #[value(alias = "text")]
    Table,
    Trace,
}

pub(super) const DRAW_EXAMPLES: &str = "\
Examples:
  hockney draw broadcast -t ring:8 -f text
  hockney draw --figure 4.5 -o figure.svg
  hockney draw schedule.yaml -f html -o page.html";

#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// A collective to plan, a schedule file, or a collective and a file of lines.
    #[arg(value_name = "COLLECTIVE | FILE | COLLECTIVE FILE", num_args = 0..=2)]
    pub(crate) what: Vec<String>,
    /// A figure of the textbook's chapter 4, such as 4.5, or scatter-hypercube and others.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = [
        "what", "MachineArgs", "OperationArgs", "AlgorithmArgs", "numbering",
    ])]
    pub(crate) figure: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// The steps: 1,2,7 draws one picture each, 1-3 one of all three; after2, end, or all.
    #[arg(long, help_heading = "Output", value_name = "LIST")]
    pub(crate) steps: Option<String>,
    /// Draw a matrix of senders and receivers, for any number of nodes.
    #[arg(long, help_heading = "Output")]
    pub(crate) matrix: bool,
    /// The numbering of the nodes of a mesh or torus [default: row-major].
    #[arg(long, help_heading = "Machine", hide_short_help = true, value_parser = one_of(NUMBERINGS))]
    pub(crate) numbering: Option<Numbering>,
    /// The corner of node 0 of a mesh or torus [default: bottom-left].
    #[arg(long, help_heading = "Output", hide_short_help = true, value_parser = one_of(ORIGINS))]
    pub(crate) origin: Option<Origin>,
    /// The colours of an SVG picture; auto follows the dark mode of the reader [default: light].
    #[arg(long, help_heading = "Output", hide_short_help = true, value_parser = one_of(COLOURS))]
    pub(crate) colours: Option<Colours>,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: DrawFormat,
    /// The same as -f pdf; needs rsvg-convert.
    #[arg(long, help_heading = "Output", hide_short_help = true, conflicts_with_all = ["format", "png"])]
    pub(crate) pdf: bool,
    /// The same as -f png; needs rsvg-convert.
    #[arg(long, help_heading = "Output", hide_short_help = true, conflicts_with = "format")]
    pub(crate) png: bool,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

/// The width of what is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wide {
    /// Of text.
    Columns(usize),
    /// Of a picture.
    Page(Width),
}

pub(super) fn wide(text: &str) -> Result<Wide, String> {
    let columns = text.parse().ok().map(Wide::Columns);
    columns.or_else(|| Width::parse(text).map(Wide::Page)).ok_or_else(|| {
        "expected a number of columns, or for a picture 100 to 10000 pixels in pt, mm or px, such as 345pt"
            .to_owned()
    })
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    #[default]
    Svg,
    Html,
    Tikz,
    Text,
    Pdf,
    Png,
}

impl DrawArgs {
    /// The format that was asked for.
    pub(crate) fn format(&self) -> DrawFormat {
        match (self.pdf, self.png) {
            (true, _) => DrawFormat::Pdf,
            (_, true) => DrawFormat::Png,
            _ => self.format,
        }
    }
}

const NUMBERINGS: &[Word<Numbering>] =
    &[("row-major", Numbering::RowMajor), ("column-major", Numbering::ColumnMajor)];

const COLOURS: &[Word<Colours>] =
    &[("light", Colours::Light), ("dark", Colours::Dark), ("auto", Colours::Auto)];

const ORIGINS: &[Word<Origin>] =
    &[("bottom-left", Origin::BottomLeft), ("top-left", Origin::TopLeft)];
