//! A checked schedule to write, price or draw: planned here, or read.

use super::failure::{Failure, Result};
use super::request::Asked;
use super::{choice, heading};
use hockney_ask::{BestPieces, Found, How, SearchError, best_placement, pieces};
use hockney_core::checker::{
    Checked, Limits, LookedAt, NoAnswer, Report, check, check_every_message,
};
use hockney_core::collective::{Schedule, transposed};
use hockney_core::topology::Topology;
use hockney_draw::Numbering;
use hockney_plan::planner::{Algorithm, ClosedForm, PlanError, Request};
use hockney_plan::question::Question;

/// The checked part of a planned schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Every message; it is these that are written or drawn.
    EveryMessage,
    /// The templates, where messages are many and there are templates.
    Fewest,
    /// The templates.
    Templates,
    /// The same, to be written as such; on request every message that they stand for.
    Compact {
        /// Whether every message is looked at.
        every_message: bool,
    },
}

/// A checked schedule, and what is known of where it comes from.
pub(crate) struct Subject {
    pub(crate) checked: Checked,
    /// The algorithm that planned it, or whose steps it has.
    pub(crate) algorithm: Option<&'static Algorithm>,
    /// The name that it was asked for by.
    pub(crate) asked_as: Option<String>,
    /// The algorithm that a document claims; it is not checked.
    pub(crate) said: Option<String>,
    /// The number of pieces that was chosen for it, if one was.
    pub(crate) pieces: Option<BestPieces>,
    /// The placement of its ranks, if it was searched.
    pub(crate) found: Option<Found>,
    /// The machine that the algorithm was asked for: among some nodes one of their own.
    pub(crate) planned_on: Option<Topology>,
}

impl Subject {
    /// The schedule that was read, with the algorithm that it claims.
    pub(crate) fn read(checked: Checked, said: Option<String>) -> Self {
        Subject {
            checked,
            algorithm: None,
            asked_as: None,
            said,
            pieces: None,
            found: None,
            planned_on: None,
        }
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        self.checked.schedule()
    }

    pub(crate) fn report(&self) -> &Report {
        self.checked.report()
    }

    pub(crate) fn planned_on(&self) -> &Topology {
        self.planned_on.as_ref().unwrap_or(&self.schedule().topology)
    }

    /// The cost that the algorithm states here.
    pub(crate) fn closed_form(&self) -> Option<ClosedForm> {
        if self.schedule().topology.placement().is_some() {
            return None;
        }
        self.algorithm?.closed_form_on(self.planned_on())
    }

    /// `broadcast .. on ring:8, p = 8 (d = 3), root 0, by recursive-doubling`
    pub(crate) fn title(&self) -> String {
        let heading = heading::of_schedule(self.schedule());
        match (self.algorithm, &self.said) {
            (Some(algorithm), _) => {
                let asked = self.asked_as.as_deref();
                format!("{heading}, by {}", heading::named_as(algorithm, asked))
            }
            (None, Some(said)) => format!("{heading}, stated algorithm {said}"),
            (None, None) => heading,
        }
    }
}

/// Plans and checks.
pub(crate) fn planned(asked: &Asked<'_>, limit: Limits, look: Look) -> Result<Subject> {
    planned_as(asked, &asked.question, limit, look)
}

/// Plans and checks another question than was asked, in its way.
fn planned_as(
    Asked { algorithm, numbers, cut, contention, search, .. }: &Asked<'_>,
    asked: &Question,
    limit: Limits,
    look: Look,
) -> Result<Subject> {
    let asked_as = algorithm.map(str::to_owned);
    let how = How {
        contention: *contention,
        search: *search,
        cut: *cut,
        limits: limit,
        ..How::default()
    };
    let algorithm = match algorithm {
        Some("best") => choice::best(asked, numbers, &how)?,
        named => choice::algorithm(*named, asked.request())?,
    };
    let plan = match asked.plan_by(algorithm) {
        Err(error) if *contention => asked.plan_congested_by(algorithm).map_err(|_| error),
        plan => plan,
    };
    let mut plan = plan.map_err(|error| {
        let help = match error {
            PlanError::NotOnFamily { algorithm, .. } if asked.members().is_some() => {
                return among_some(algorithm, asked);
            }
            ref error => choice::instead(error, asked.request()),
        };
        Failure::input(error.to_string()).help(help)
    })?;
    let pieces = pieces(&plan, numbers, &how);
    if let Some(best) = &pieces {
        plan = plan.in_pieces(best.pieces);
    }
    let found = search.map(|search| best_placement(&plan, numbers, &limit, &search));
    let found = found.transpose().map_err(|error| unsearched(&error))?;
    if let Some(found) = &found {
        plan = plan.placed_on(found.placement.clone());
    }
    let or_none = |found: Option<Schedule>| {
        let moves = || look != Look::Templates && plan.templates().is_some();
        found.ok_or_else(|| no_templates(algorithm, asked, look, moves()))
    };
    let (templates, in_a_file) =
        (|| or_none(plan.templates()), || or_none(plan.templates_in_a_file()));
    let checked = match look {
        Look::EveryMessage => checked(&plan.schedule(), limit)?,
        Look::Fewest => checked(&plan.shortest(&limit), limit)?,
        Look::Templates => checked(&templates()?, limit)?,
        Look::Compact { every_message: false } => checked(&in_a_file()?, limit)?,
        Look::Compact { every_message: true } => every_message(&in_a_file()?, limit)?,
    };
    if look == Look::Templates && checked.report().looked_at == LookedAt::EveryMessage {
        return Err(no_templates(algorithm, asked, look, false));
    }
    let planned_on = Some(plan.request().topology.clone());
    let algorithm = Some(algorithm);
    Ok(Subject { checked, algorithm, asked_as, said: None, pieces, found, planned_on })
}

/// The error for an algorithm without templates, or with templates that move pieces, for a file.
fn no_templates(algorithm: &Algorithm, asked: &Question, look: Look, moves: bool) -> Failure {
    let (name, machine) = (algorithm.name(), asked.machine());
    let those = match (asked.members(), asked.placement()) {
        (Some(_), _) => "among some nodes of",
        (None, Some(_)) => "for placed ranks on",
        (None, None) => "on",
    };
    let why = if moves {
        format!("the templates of {name} move pieces with the nodes, and those of a file do not")
    } else {
        format!("{name} has no templates {those} {machine}")
    };
    Failure::input(why).help(match look {
        Look::Compact { .. } => "leave out --compact to write every message",
        _ => "leave out --by-symmetry to check every message",
    })
}

/// Why the best placement was not searched.
pub(crate) fn unsearched(error: &SearchError) -> Failure {
    match error {
        SearchError::Missing(_) => Failure::input(error.to_string())
            .help("the price decides which placement is best: give the numbers as well"),
        SearchError::NoAnswer(why) => no_answer(why),
        _ => Failure::NoAnswer(error.to_string()),
    }
}

/// An algorithm that needs the whole machine.
fn among_some(algorithm: &str, asked: &Question) -> Failure {
    let message = format!("{algorithm} is for all nodes of a {}", asked.machine().family().name());
    let here = choice::algorithms_here(asked.request());
    let those = here.replacen("those for graph", "the algorithms that follow a tour", 1);
    Failure::input(message).help(format!("among some nodes {those}"))
}

/// Plans and checks every message, with the nodes of a grid numbered as asked.
pub(crate) fn renumbered(all: &Asked<'_>, limit: Limits, numbering: Numbering) -> Result<Subject> {
    let asked = &all.question;
    if numbering == Numbering::RowMajor {
        return planned(all, limit, Look::EveryMessage);
    }
    if asked.members().is_some() {
        return Err(
            Failure::input("cannot use --numbering with --among").help("leave out one of them")
        );
    }
    if asked.placement().is_some() || all.search.is_some() {
        return Err(Failure::input("cannot use --numbering with --place")
            .help("leave out --numbering, or write the numbers of nodes into --place FILE"));
    }
    let (of, topology) = (asked.instance(), asked.machine());
    let no_columns = || {
        Failure::input(format!("{topology} has no columns"))
            .help("--numbering column-major is for meshes and tori")
    };
    // The root is given in the requested numbering.
    let (turned, _) = transposed(topology).ok_or_else(no_columns)?;
    let (_, back) = transposed(&turned).ok_or_else(no_columns)?;
    let root = back.get(of.root as usize).copied().unwrap_or(of.root);
    let instance = of.clone().with_root(u64::from(root));
    let instance = instance.map_err(|error| Failure::input(error.to_string()))?;
    let turned = Question::from(Request { instance, ..asked.request().clone() });
    let planned = planned_as(all, &turned, limit, Look::EveryMessage)?;
    let columns = planned.schedule().numbered_along_columns().ok_or_else(|| {
        let name = of.collective.name();
        Failure::input(format!("{name} depends on the order of the nodes' numbers"))
            .help("leave out --numbering, which would change the operation")
    })?;
    Ok(Subject { checked: checked(&columns, limit)?, planned_on: None, ..planned })
}

/// Checks, on request without concluding anything from templates.
pub(crate) fn judged(schedule: &Schedule, limit: Limits, every: bool) -> Result<Checked> {
    let check = if every { check_every_message } else { check };
    super::progress::shown(schedule, |schedule| check(schedule, &limit))
        .map_err(|why| no_answer(&why))
}

/// Checks, within the limit.
pub(crate) fn checked(schedule: &Schedule, limit: Limits) -> Result<Checked> {
    judged(schedule, limit, false)
}

/// The same, where nothing is concluded from templates.
pub(crate) fn every_message(schedule: &Schedule, limit: Limits) -> Result<Checked> {
    judged(schedule, limit, true)
}

/// Why the checker has no answer, and what changes that.
pub(crate) fn no_answer(why: &NoAnswer) -> Failure {
    let raised = why.raised_by().map_or_else(String::new, |how| format!("; --limit {how}"));
    Failure::NoAnswer(format!("{why}{raised}"))
}
