//! Checked schedules as pictures: SVG, TikZ, text for a terminal, and a page that steps through.
//!
//! What is wrong is what the checker says; what nodes hold is what the trace says. A drawing adds
//! where things stand and nothing else, and its bytes depend on the schedule and the options only.
//!
//! ```
//! use hockney::internal::checker::Limits;
//! use hockney::internal::draw::{Drawing, View};
//! use hockney::internal::topology::Topology;
//! use hockney::{Choice, Question};
//!
//! let ring = Topology::parse("ring:8").unwrap();
//! let plan = Question::new("broadcast", ring).unwrap().plan(Choice::Default).unwrap();
//! let checked = plan.check_every_message(&Limits::default()).unwrap().checked;
//! let (title, view) = ("a broadcast", View::default());
//! let drawing =
//!     Drawing { checked: &checked, title, view, panels: &[], formula: None, numbers: None };
//! assert!(drawing.text().unwrap().contains("a broadcast"));
//! ```

mod axis;
mod bill;
mod digest;
mod faults;
mod figures;
mod html;
mod lanes;
mod layout;
mod matrix;
mod panel;
mod plot;
mod scene;
mod shape;
mod story;
mod svg;
mod text;
mod tikz;

use std::fmt;

pub use axis::samples as places;
pub use digest::digest;
pub use figures::{FIGURES, Figure, Made};
pub use html::{Parts, SCRIPT, style};
pub use panel::Panel;
pub use plot::{Curve, Mark, Plot, write as write_plot};
pub use svg::escaped;

use crate::checker::Checked;
use crate::cost::Numbers;
use crate::formula::Formula;
use story::Story;

/// Which numbers follow each other along a row of a mesh or torus, or up a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// The last coordinate counts along a row.
    #[default]
    RowMajor,
    /// The last coordinate counts along a column.
    ColumnMajor,
}

/// In which corner node 0 of a mesh or torus stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// At the bottom left, as the textbook draws it.
    #[default]
    BottomLeft,
    /// At the top left, as matrices are written.
    TopLeft,
}

/// How a grid is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Whether numbers run along rows or columns.
    pub numbering: Numbering,
    /// Where node 0 stands.
    pub origin: Origin,
}

/// What to draw and how.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The schedule with its faults.
    pub checked: &'a Checked,
    /// What it is about, in a line.
    pub title: &'a str,
    /// How a grid is looked at.
    pub view: View,
    /// Which pictures, side by side; none for a choice that suits the schedule.
    pub panels: &'a [Panel],
    /// The formula of its cost, if one is known, and where it is from.
    pub formula: Option<(&'a Formula, &'a str)>,
    /// Numbers of the model, by which a page weighs the terms of the cost where they are complete.
    pub numbers: Option<&'a Numbers>,
}

/// The most nodes and switches that are drawn.
pub const MOST_VERTICES: u32 = 600;

/// The most messages that are drawn.
pub const MOST_MESSAGES: u128 = 12_000;

/// Why there is no drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// `ring:5000`, or an all-to-all of thousands of messages.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: u128,
        /// How many are drawn at most.
        most: u128,
    },
    /// `--step 9` of eight steps.
    NoSuchStep {
        /// What was asked for.
        step: usize,
        /// How many steps there are.
        steps: usize,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what, found, most } => {
                write!(f, "there are {found} {what}, and at most {most} are drawn")
            }
            Self::NoSuchStep { step, steps } => {
                write!(f, "there is no step {step}: the schedule has {steps} steps")
            }
        }
    }
}

impl std::error::Error for DrawError {}

impl Drawing<'_> {
    /// One SVG picture.
    ///
    /// # Errors
    /// A schedule too large to be looked at, and a step that there is not.
    pub fn svg(&self) -> Result<String, DrawError> {
        Ok(svg::write(&self.sheet()?))
    }

    /// One `tikzpicture`, to be read into a LaTeX document.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn tikz(&self) -> Result<String, DrawError> {
        Ok(tikz::write(&self.sheet()?))
    }

    /// Characters for a terminal.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn text(&self) -> Result<String, DrawError> {
        self.small_enough()?;
        let panels = self.chosen()?;
        Ok(text::write(self, &Story::of(self.checked.schedule()), &panels))
    }

    /// A page that steps through the schedule; a summary of who talks to whom where it is large.
    pub fn html(&self) -> String {
        html::write(self)
    }

    /// The same without the page around it, for one that shows more than the drawing.
    pub fn parts(&self) -> Parts {
        html::made(self)
    }

    fn sheet(&self) -> Result<scene::Sheet, DrawError> {
        self.small_enough()?;
        let panels = self.chosen()?;
        let story = Story::of(self.checked.schedule());
        Ok(scene::sheet(self, &story, &panels))
    }

    fn small_enough(&self) -> Result<(), DrawError> {
        let schedule = self.checked.schedule();
        let vertices = schedule.topology.vertices();
        if vertices > MOST_VERTICES {
            let (found, most) = (u128::from(vertices), u128::from(MOST_VERTICES));
            return Err(DrawError::TooLarge { what: "nodes and switches", found, most });
        }
        let found = schedule.messages();
        if found > MOST_MESSAGES {
            return Err(DrawError::TooLarge { what: "messages", found, most: MOST_MESSAGES });
        }
        Ok(())
    }

    /// The panels that were asked for, or those that suit.
    fn chosen(&self) -> Result<Vec<Panel>, DrawError> {
        let schedule = self.checked.schedule();
        let steps = schedule.steps();
        for panel in self.panels {
            let last = panel.steps().end;
            if last > steps {
                return Err(DrawError::NoSuchStep { step: last, steps });
            }
        }
        if self.panels.is_empty() {
            return Ok(panel::suitable(schedule, self.checked.report().is_valid()));
        }
        Ok(self.panels.to_vec())
    }
}
