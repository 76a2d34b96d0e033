//! Checked schedules as pictures: SVG, TikZ, text for a terminal, and a page that steps through.
//!
//! Violations come from the checker, and the blocks of nodes from the trace. A drawing adds only
//! the layout, and its bytes depend only on the schedule and the options.
//!
//! ```
//! use hockney_core::checker::Limits;
//! use hockney_draw::Drawing;
//! use hockney_core::topology::Topology;
//! use hockney_plan::question::{Choice, Question};
//!
//! let ring = Topology::parse("ring:8").unwrap();
//! let plan = Question::new("broadcast", ring).unwrap().plan(Choice::Default).unwrap();
//! let checked = plan.check_every_message(&Limits::default()).unwrap().checked;
//! let drawing = Drawing::of(&checked, "a broadcast");
//! assert!(drawing.text(100).unwrap().contains("a broadcast"));
//! ```

mod axis;
mod below;
mod bill;
mod classes;
mod collisions;
mod digest;
mod extra;
mod faults;
mod figures;
mod html;
mod lanes;
mod layout;
mod matrix;
mod palette;
mod panel;
mod plot;
mod scene;
mod shape;
mod sheet;
mod story;
mod svg;
mod text;
mod tikz;
mod width;

pub use axis::samples as places;
pub use digest::{data_address, digest};
pub use figures::{Extra, FIGURES, Figure, Made};
pub use html::{Parts, SCRIPT, filled, style};
pub use palette::{COLOURS, PAPERS};
pub use panel::Panel;
pub use plot::{Curve, Mark, Plot, write as write_plot};
pub use svg::{escaped, typeset};
pub use width::Width;

use thiserror::Error;

use hockney_core::checker::Checked;
use hockney_core::collective::Schedule;
use hockney_cost::Numbers;
use hockney_formula::Formula;
use story::Story;

/// The numbering of the nodes of a mesh or torus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// The last coordinate counts along a row.
    #[default]
    RowMajor,
    /// The last coordinate counts along a column.
    ColumnMajor,
}

/// The corner of node 0 of a mesh or torus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// At the bottom left, as the textbook draws it.
    #[default]
    BottomLeft,
    /// At the top left, as matrices are written.
    TopLeft,
}

/// The view of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The numbering along rows or columns.
    pub numbering: Numbering,
    /// The corner of node 0.
    pub origin: Origin,
}

/// The colours of an SVG picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// On white.
    #[default]
    Light,
    /// On dark paper.
    Dark,
    /// As the reader's system asks for.
    Auto,
}

/// A drawing: the schedule and the options.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The schedule with its violations.
    pub checked: &'a Checked,
    /// The title, one line.
    pub title: &'a str,
    /// The view of a grid.
    pub view: View,
    /// The colours of an SVG picture; pages have those that the reader's system asks for.
    pub colours: Colours,
    /// Whether an SVG or TikZ picture is a matrix of senders and receivers.
    pub matrix: bool,
    /// The pictures, in rows; none for an automatic choice.
    pub panels: &'a [Panel],
    /// What is written after the steps above each of them, if anything.
    pub captions: &'a [Option<&'static str>],
    /// What is drawn besides the schedule.
    pub extra: Extra,
    /// The width of the page; pages (`-f html`) and text have a width of their own.
    pub width: Width,
    /// The formula of its cost, if one is known, with its source.
    pub formula: Option<(&'a Formula, &'a str)>,
    /// Numbers of the model, with which a page computes the terms of the cost, if all are given.
    pub numbers: Option<&'a Numbers>,
}

/// The most nodes and switches that are drawn.
pub const MOST_VERTICES: u32 = 600;

/// The most messages that are drawn.
pub const MOST_MESSAGES: u128 = 12_000;

/// Why there is no drawing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawError {
    /// `ring:5000`, or an all-to-all of thousands of messages.
    #[error("{found} {what} are too many for a drawing, which has at most {most}")]
    TooLarge {
        /// The kind of objects that are too many.
        what: &'static str,
        /// How many there are.
        found: u128,
        /// How many are drawn at most.
        most: u128,
    },
    /// `--step 9` of eight steps.
    #[error("there is no step {step}: the schedule has {steps} steps")]
    NoSuchStep {
        /// The requested number.
        step: usize,
        /// How many steps there are.
        steps: usize,
    },
}

/// Whether a picture or a text can show a schedule; a matrix and a page can show any.
///
/// # Errors
/// [`DrawError::TooLarge`].
pub fn small_enough(schedule: &Schedule) -> Result<(), DrawError> {
    let few = |what, found: u128, most: u128| {
        if found > most { Err(DrawError::TooLarge { what, found, most }) } else { Ok(()) }
    };
    few("nodes and switches", schedule.topology.vertices().into(), MOST_VERTICES.into())?;
    few("messages", schedule.messages(), MOST_MESSAGES)
}

impl<'a> Drawing<'a> {
    /// A drawing without any choice.
    pub fn of(checked: &'a Checked, title: &'a str) -> Self {
        Drawing {
            checked,
            title,
            view: View::default(),
            colours: Colours::default(),
            matrix: false,
            panels: &[],
            captions: &[],
            extra: Extra::None,
            width: Width::default(),
            formula: None,
            numbers: None,
        }
    }

    /// One SVG picture.
    ///
    /// # Errors
    /// A schedule that is too large to draw, and a step that does not exist.
    pub fn svg(&self) -> Result<String, DrawError> {
        Ok(svg::write(&self.sheet()?, self.colours))
    }

    /// One `tikzpicture`, to be read into a LaTeX document.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn tikz(&self) -> Result<String, DrawError> {
        Ok(tikz::write(&self.sheet()?))
    }

    /// The same picture as SVG and as TikZ, which takes half the time of both.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn svg_and_tikz(&self) -> Result<(String, String), DrawError> {
        let sheet = self.sheet()?;
        Ok((svg::write(&sheet, self.colours), tikz::write(&sheet)))
    }

    /// Characters for a terminal.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn text(&self, width: usize) -> Result<String, DrawError> {
        small_enough(self.checked.schedule())?;
        let panels = self.chosen()?;
        Ok(text::write(self, &Story::of(self.checked), &panels, width))
    }

    /// A page that steps through the schedule; for a large schedule, a summary of senders and
    /// receivers.
    pub fn html(&self) -> String {
        html::write(self)
    }

    /// The same without the page around it, for a page that contains more than the drawing.
    pub fn parts(&self) -> Parts {
        html::made(self)
    }

    fn sheet(&self) -> Result<sheet::Sheet, DrawError> {
        if self.matrix {
            let steps = self.checked.schedule().steps();
            let all = [Panel::Steps { first: 1, last: steps }];
            self.exist()?;
            let panels = if self.panels.is_empty() { &all } else { self.panels };
            return Ok(matrix::sheet(self, panels));
        }
        small_enough(self.checked.schedule())?;
        let panels = self.chosen()?;
        let mut story = Story::of(self.checked);
        classes::mark_slowest(self, &mut story);
        let sheet = sheet::sheet(self, &story, &panels);
        let crowded = || sheet.listed > 0 || !collisions::collisions(&sheet).is_empty();
        // Nobody asked for one picture of all steps, and it cannot be read.
        if self.panels.is_empty() && panels.len() == 1 && crowded() {
            return Ok(sheet::sheet(self, &story, &Panel::all(story.steps.len())));
        }
        Ok(sheet)
    }

    /// What could be misread in the picture, in words: texts on texts or nodes, or nearer to
    /// another arrow or node than to their own. And how many of all its texts are listed below it.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn collisions(&self) -> Result<(Vec<String>, usize, usize), DrawError> {
        let sheet = self.sheet()?;
        Ok((collisions::collisions(&sheet), sheet.listed, sheet.owners.len()))
    }

    /// Whether the schedule has all steps that were asked for.
    fn exist(&self) -> Result<(), DrawError> {
        let steps = self.checked.schedule().steps();
        for panel in self.panels {
            let last = panel.steps().end;
            if last > steps {
                return Err(DrawError::NoSuchStep { step: last, steps });
            }
        }
        Ok(())
    }

    /// The panels that were asked for, or those that suit.
    fn chosen(&self) -> Result<Vec<Panel>, DrawError> {
        self.exist()?;
        let schedule = self.checked.schedule();
        if self.panels.is_empty() {
            return Ok(panel::suitable(schedule, self.checked.report().is_valid()));
        }
        Ok(self.panels.to_vec())
    }
}
