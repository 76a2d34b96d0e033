//! The arguments of `draw`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::words::{Word, one_of};
use super::{AskArgs, LimitArgs};
use crate::draw::{Numbering, Origin};

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
    /// A figure of the textbook's chapter 4, such as 4.5.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = [
        "what", "MachineArgs", "OperationArgs", "AlgorithmArgs", "numbering",
    ])]
    pub(crate) figure: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Which steps: 1,2,7 for a picture each, 1-3 for one of all three, after2, end, or all.
    #[arg(long, value_name = "LIST")]
    pub(crate) steps: Option<String>,
    /// Along what the nodes of a mesh or torus are numbered [default: row-major].
    #[arg(long, value_parser = one_of(NUMBERINGS))]
    pub(crate) numbering: Option<Numbering>,
    /// In which corner node 0 of a mesh or torus stands [default: bottom-left].
    #[arg(long, value_parser = one_of(ORIGINS))]
    pub(crate) origin: Option<Origin>,
    /// The format.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: DrawFormat,
    /// Write to a file instead; it is replaced only when the whole is there.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    #[default]
    Svg,
    Html,
    Tikz,
    Text,
}

pub(super) const NUMBERINGS: &[Word<Numbering>] =
    &[("row-major", "", Numbering::RowMajor), ("column-major", "", Numbering::ColumnMajor)];

pub(super) const ORIGINS: &[Word<Origin>] =
    &[("bottom-left", "", Origin::BottomLeft), ("top-left", "", Origin::TopLeft)];
