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
//! let checked = plan.check_every_message(&Limits::default()).unwrap();
//! let drawing = Drawing::of(&checked, "a broadcast");
//! assert!(drawing.text(100).unwrap().contains("a broadcast"));
//! ```

mod chart;
mod classes;
mod faults;
mod figures;
mod html;
mod ladder;
mod lanes;
mod layout;
mod matrix;
mod plot;
mod scene;
mod shape;
mod sheet;
mod story;
mod svg;
mod text;
mod tikz;

use std::fmt;
use std::ops::{Range, RangeInclusive};

pub use figures::{Extra, FIGURES, Figure, PlannedFigure};
pub use html::{PageParts, SCRIPT, data_address, digest, filled, style};
pub use plot::{Curve, Plot, PlotMark, samples as places, write as write_plots};
pub use shape::{COLOURS, PAPERS};
use story::Story;
pub use svg::{escaped, typeset};
use thiserror::Error;

use hockney_base::number::Rational;
use hockney_core::checker::Checked;
use hockney_core::collective::Schedule;
use hockney_cost::Numbers;
use hockney_formula::Formula;

/// The numbering of the nodes of a mesh or torus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridOrder {
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
    pub numbering: GridOrder,
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
        Ok(self.picture()?.svg())
    }

    /// One `tikzpicture`, to be read into a LaTeX document.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn tikz(&self) -> Result<String, DrawError> {
        Ok(self.picture()?.tikz())
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

    /// A page of these parts of the drawing and nothing else.
    pub fn html(&self, parts: &PageParts) -> String {
        html::page(self, parts)
    }

    /// A page that steps through the schedule, in parts; for a large schedule, a summary of senders and receivers.
    pub fn parts(&self) -> PageParts {
        html::made(self)
    }

    /// The picture, with what was left out of it.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn picture(&self) -> Result<Picture, DrawError> {
        let colours = self.colours;
        Ok(Picture { sheet: self.sheet()?, colours })
    }

    fn sheet(&self) -> Result<sheet::Sheet, DrawError> {
        self.exist()?;
        if self.matrix {
            return Ok(self.as_matrix());
        }
        small_enough(self.checked.schedule())?;
        let mut story = Story::of(self.checked);
        classes::mark_slowest(self, &mut story);
        if self.panels.is_empty() {
            return Ok(ladder::page(self, &story));
        }
        Ok(ladder::asked(self, &story, self.panels))
    }

    fn as_matrix(&self) -> sheet::Sheet {
        let steps = self.checked.schedule().steps();
        let all = [Panel::Steps { first: 1, last: steps }];
        matrix::sheet(self, if self.panels.is_empty() { &all } else { self.panels })
    }

    /// What is written beside the arrows of a panel: the step where several have arrows, and the data where they are wanted.
    fn labels(&self, panel: &Panel, data: bool) -> lanes::Labels {
        lanes::Labels { steps: panel.steps().len() > 1 || self.extra == Extra::Steps, data }
    }

    /// What could be misread in the picture, in words: texts on texts or nodes, or nearer to
    /// another arrow or node than to their own. And how many of all its texts are listed below it.
    ///
    /// # Errors
    /// As [`Drawing::svg`].
    pub fn collisions(&self) -> Result<(Vec<String>, usize, usize), DrawError> {
        let sheet = self.sheet()?;
        Ok((sheet::collisions(&sheet), sheet.listed, sheet.owners.len()))
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
            return Ok(ladder::suitable(schedule, self.checked.report().is_valid()));
        }
        Ok(self.panels.to_vec())
    }
}

/// A picture, to be written in several formats.
#[derive(Clone, Debug)]
pub struct Picture {
    sheet: sheet::Sheet,
    colours: Colours,
}

impl Picture {
    /// The picture as SVG.
    pub fn svg(&self) -> String {
        svg::write(&self.sheet, "", self.colours)
    }

    /// The picture as a `tikzpicture`.
    pub fn tikz(&self) -> String {
        tikz::write(&self.sheet)
    }

    /// What was left out so that the picture fits on a page, and how to see it, if anything was.
    pub fn reduced(&self) -> Option<&str> {
        self.sheet.reduced.as_deref()
    }
}

/// One picture of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Some steps, counted from 1, in one picture; the blocks of nodes are those before the first.
    Steps {
        /// The first step.
        first: usize,
        /// The last step.
        last: usize,
    },
    /// No message, but the blocks of nodes after this number of steps.
    After(usize),
}

impl Panel {
    /// One step, counted from 1.
    pub fn step(step: usize) -> Self {
        Panel::Steps { first: step, last: step }
    }

    /// Its steps, counted from 0.
    fn steps(&self) -> Range<usize> {
        match *self {
            Panel::Steps { first, last } => first.saturating_sub(1)..last,
            Panel::After(step) => step..step,
        }
    }

    /// Whether it shows what is wrong at the end: one of some steps does where it is `alone`.
    fn ends(&self, steps: usize, alone: bool) -> bool {
        match *self {
            Panel::After(step) => step == steps,
            Panel::Steps { last, .. } => alone && last == steps,
        }
    }

    /// `step 3`, `steps 1 to 3`, `after step 3`, `at the start`.
    fn caption(&self) -> String {
        match *self {
            Panel::After(0) => "at the start".to_owned(),
            Panel::After(step) => format!("after step {step}"),
            Panel::Steps { first, last } if first == last => format!("step {first}"),
            Panel::Steps { first, last } => format!("steps {first} to {last}"),
        }
    }

    /// The step after which it shows what nodes hold, if it has no arrows.
    fn after(&self, steps: usize) -> Option<usize> {
        if let Panel::After(step) = self { Some((*step).min(steps)) } else { None }
    }

    /// A picture of each step, and one of the end.
    pub fn all(steps: usize) -> Vec<Panel> {
        (1..=steps).map(Panel::step).chain([Panel::After(steps)]).collect()
    }
}

/// A width, kept in tenths of a pixel; 96 pixels are an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(i32);

/// Units: so many of them are so many tenths of a pixel.
const UNITS: [(&str, i64, i64); 3] = [("pt", 7227, 96_000), ("mm", 254, 9600), ("px", 1, 10)];

/// The narrowest and the widest page, in tenths.
const LIMITS: RangeInclusive<i32> = 1000..=100_000;

impl Width {
    /// `345pt` (of LaTeX: 72.27 are an inch), `121.5 mm`, `640px`; from 100 to 10 000 pixels.
    pub fn parse(text: &str) -> Option<Width> {
        let text = text.trim();
        let (unit, each, tenths) = UNITS.iter().find(|(unit, ..)| text.ends_with(unit))?;
        let number: Rational = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        let width = number * Rational::ratio(*tenths, *each)?;
        let width = i32::try_from(width.floor().to_i64()?).ok()?;
        LIMITS.contains(&width).then_some(Width(width))
    }

    /// In tenths of a pixel.
    fn tenths(self) -> i32 {
        self.0
    }

    /// The page of this width, with the proportions of the text of an article: 345 by 510 pt.
    fn page(self) -> layout::Point {
        layout::at(self.0, layout::whole(i64::from(self.0) * 510 / 345))
    }
}

/// The text of an article in LaTeX: 345 pt.
impl Default for Width {
    fn default() -> Self {
        Width(4582)
    }
}

/// In whole points.
impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, each, tenths) = UNITS[0];
        write!(f, "{} pt", (i64::from(self.0) * each + tenths / 2) / tenths)
    }
}

#[cfg(test)]
mod tests {
    use super::Width;

    #[test]
    fn widths_have_a_unit() {
        let tenths = |text| Width::parse(text).map(Width::tenths);
        assert_eq!(tenths("345pt"), Some(Width::default().tenths()));
        assert_eq!(tenths("72.27 pt"), None);
        assert_eq!(tenths("254mm"), Some(9600));
        assert_eq!(tenths("121.5 mm"), Some(4592));
        assert_eq!(tenths("640px"), Some(6400));
        assert_eq!(tenths(" 1e3px "), Some(10_000));
        for wrong in ["345", "pt", "99px", "10001px", "-640px", "1e99px", "3cm", "345 pt wide", ""]
        {
            assert_eq!(tenths(wrong), None, "{wrong}");
        }
        assert_eq!(Width::default().to_string(), "345 pt");
    }
}
