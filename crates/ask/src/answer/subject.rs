//! A checked schedule: planned here, or read; and the phases of a composition, filled in.

use super::choice::{self, Choice, meant, no_candidate};
use super::{How, Large, Look, Unanswered};
use crate::{BestPieces, Found, Search, SearchError, best_placement, pieces};
use hockney_base::number::{Rational, counted};
use hockney_core::checker::{Checked, LookedAt, Report};
use hockney_core::collective::{Group, Phase, Schedule, transposed};
use hockney_core::topology::{FAMILIES, Feature, Subset, Topology};
use hockney_plan::planner::{
    Algorithm, ClosedForm, Periods, PlanError, Request, default_algorithm,
};
use hockney_plan::question::{Plan, Question, side_by_side};

/// A checked schedule, and what is known of where it comes from.
pub struct Subject {
    /// The schedule and the report of the checker.
    pub checked: Checked,
    /// The algorithm that planned it, or whose steps it has.
    pub algorithm: Option<&'static Algorithm>,
    /// The name that it was asked for by.
    pub asked_as: Option<String>,
    /// The algorithm that a document claims; it is not checked.
    pub said: Option<String>,
    /// The number of pieces that was chosen for it, if one was.
    pub pieces: Option<BestPieces>,
    /// The placement of its ranks, if it was searched.
    pub found: Option<Found>,
    /// The machine that the algorithm was asked for: among some nodes one of their own.
    planned_on: Option<Topology>,
}

impl Subject {
    /// The schedule that was read, with the algorithm that it claims.
    pub fn read(checked: Checked, said: Option<String>) -> Self {
        let (algorithm, asked_as, pieces, found, planned_on) = (None, None, None, None, None);
        Subject { checked, algorithm, asked_as, said, pieces, found, planned_on }
    }

    /// The schedule.
    pub fn schedule(&self) -> &Schedule {
        self.checked.schedule()
    }

    /// The report of the checker.
    pub fn report(&self) -> &Report {
        self.checked.report()
    }

    /// The machine that the algorithm was asked for.
    pub fn planned_on(&self) -> &Topology {
        self.planned_on.as_ref().unwrap_or(&self.schedule().topology)
    }

    /// The pieces that packed trees bring in a period, beside the lower bound; `None` if the algorithm packs none.
    pub fn rate(&self) -> Option<String> {
        let algorithm = self.algorithm.filter(|algorithm| algorithm.is_packed())?;
        let [phase] = &self.schedule().phases[..] else { return None };
        let topology = self.planned_on();
        let question = Question::of(topology.clone(), phase.instance().clone());
        let question = question.with_ports(self.schedule().ports);
        let rate = |of: &Periods| Rational::ratio(of.period as u64, of.pieces as u64);
        let periods = algorithm.periods(question.request());
        let of = periods.iter().filter(|of| of.messages > 0).min_by_key(|of| rate(of))?;
        let (pieces, period) = (of.pieces as u128, of.period as u128);
        let said =
            format!("{} of a block in {}", counted(pieces, "piece"), counted(period, "step"));
        if !topology.classes().is_empty() {
            return Some(said);
        }
        let least = question.lower_bounds().words.value;
        let missed = rate(of)?.checked_div(&least).filter(|times| !times.is_one());
        let why = if topology.vertices() > topology.nodes() {
            "paths past switches share links"
        } else {
            "more trees do not exist or would take long to pack"
        };
        Some(match missed {
            None => format!("{said}: no schedule is faster"),
            Some(times) => format!("{said}: {times} times the lower bound, because {why}"),
        })
    }

    /// The cost that the algorithm states here.
    pub fn closed_form(&self) -> Option<ClosedForm> {
        if self.schedule().topology.placement().is_some() {
            return None;
        }
        self.algorithm?.closed_form_on(self.planned_on())
    }
}

/// The algorithm that answers a question, with its pieces and placement: the same however it is looked at.
pub(super) struct Chosen {
    pub(super) plan: Plan<'static>,
    pub(super) pieces: Option<BestPieces>,
    found: Option<Found>,
}

impl Chosen {
    pub(super) fn of(asked: &Question, how: &How<'_>) -> Result<Self, Unanswered> {
        let numbers = how.numbers.clone().with_classes(asked.machine().classes())?;
        let how = how.on(asked.machine());
        let how = &How { model: how.model.with(&numbers), numbers, only: Vec::new(), ..how };
        let asked = &asked.clone().with_speeds(&how.numbers.speeds());
        let algorithm = choice::chosen(asked, how)?;
        let mut plan = asked.plan_congested_by(algorithm).map_err(|error| {
            let help = match error {
                PlanError::NotOnFamily { algorithm, .. } if asked.members().is_some() => {
                    return among_some(algorithm, asked);
                }
                ref error => choice::instead(error, asked.request()),
            };
            Unanswered::unusable(error.to_string()).help(help)
        })?;
        let pieces = pieces(&plan, &how.numbers, how);
        if let Some(best) = &pieces {
            plan = plan.in_pieces(best.pieces);
        }
        let whole_words = how.cut.whole_words;
        let search = how.search.map(|search| Search { whole_words, ..search });
        let found = search.map(|search| best_placement(&plan, &how.numbers, &how.limits, &search));
        let found = found.transpose().map_err(|error| unsearched(&error))?;
        if let Some(found) = &found {
            plan = plan.placed_on(found.placement.clone());
        }
        Ok(Chosen { plan, pieces, found })
    }
}

/// The name that an algorithm is asked for by.
pub(super) fn asked_as(choice: Choice<'_>) -> Option<String> {
    if let Choice::Named(name) = choice { Some(name.to_owned()) } else { None }
}

/// Plans and checks.
pub(super) fn planned(asked: &Question, how: &How<'_>) -> Result<Subject, Unanswered> {
    if how.columns {
        return by_columns(asked, how);
    }
    let Chosen { plan, pieces, found } = Chosen::of(asked, how)?;
    let or_none = |found: Option<Schedule>| {
        let moves = || how.look != Look::Templates && plan.templates().is_some();
        found.ok_or_else(|| no_templates(&plan, how.look, moves()))
    };
    let (schedule, every) = match how.look {
        Look::EveryMessage => (plan.schedule(), false),
        Look::Cheapest | Look::Proof => (plan.shortest(&how.limits), false),
        Look::Templates => (or_none(plan.templates())?, false),
        Look::Compact { every_message } => (or_none(plan.templates_in_a_file())?, every_message),
    };
    let checked = how.checked(&schedule, every)?;
    if how.look == Look::Templates && checked.report().looked_at == LookedAt::EveryMessage {
        return Err(no_templates(&plan, how.look, false));
    }
    let (algorithm, planned_on) = (Some(plan.algorithm()), Some(plan.request().topology.clone()));
    let asked_as = asked_as(how.algorithm);
    Ok(Subject { checked, algorithm, asked_as, said: None, pieces, found, planned_on })
}

/// Whether a file could contain the plan of a question as templates.
pub fn has_compact(asked: &Question, how: &How<'_>) -> bool {
    Chosen::of(asked, how).is_ok_and(|chosen| chosen.plan.templates_in_a_file().is_some())
}

/// The error for an algorithm without templates, or with templates that move pieces, for a file.
fn no_templates(plan: &Plan<'_>, look: Look, moves: bool) -> Unanswered {
    let (name, asked) = (plan.algorithm().name(), plan.question());
    let those = match (asked.members(), asked.placement()) {
        (Some(_), _) => "among some nodes of",
        (None, Some(_)) => "for placed ranks on",
        (None, None) => "on",
    };
    let why = if moves {
        format!("the templates of {name} move pieces with the nodes, and those of a file do not")
    } else {
        format!("{name} has no templates {those} {}", asked.machine())
    };
    Unanswered::unusable(why).help(match look {
        Look::Compact { .. } => "leave out --compact to write every message",
        _ => "leave out --by-symmetry to check every message",
    })
}

/// Why the best placement was not searched.
fn unsearched(error: &SearchError) -> Unanswered {
    match error {
        SearchError::Missing(_) => Unanswered::unusable(error.to_string())
            .help("the price decides which placement is best: give the numbers as well"),
        SearchError::NoAnswer(why) => Unanswered::from(why.clone()),
        _ => Unanswered::undecided(error.to_string()),
    }
}

/// An algorithm that needs the whole machine.
fn among_some(algorithm: &str, asked: &Question) -> Unanswered {
    let message = format!("{algorithm} is for all nodes of a {}", asked.machine().family().name());
    let here = Large::of(asked.request()).algorithms();
    let those = here.replacen("those for graph", "the algorithms that follow a tour", 1);
    Unanswered::unusable(message).help(format!("among some nodes {those}"))
}

/// Plans and checks with the nodes of a grid numbered column by column.
fn by_columns(asked: &Question, how: &How<'_>) -> Result<Subject, Unanswered> {
    if asked.members().is_some() {
        let message = "cannot use --numbering with --among";
        return Err(Unanswered::unusable(message).help("leave out one of them"));
    }
    if asked.placement().is_some() || how.search.is_some() {
        return Err(Unanswered::unusable("cannot use --numbering with --place")
            .help("leave out --numbering, or write the numbers of nodes into --place FILE"));
    }
    let (of, topology) = (asked.instance(), asked.machine());
    let no_columns = || {
        Unanswered::unusable(format!("{topology} has no columns"))
            .help("--numbering column-major is for meshes and tori")
    };
    // The root is given in the requested numbering.
    let (turned, _) = transposed(topology).ok_or_else(no_columns)?;
    let (_, back) = transposed(&turned).ok_or_else(no_columns)?;
    let root = back.get(of.root as usize).copied().unwrap_or(of.root);
    let instance = of.clone().with_root(u64::from(root))?;
    let turned = Question::from(Request { instance, ..asked.request().clone() });
    let planned = planned(&turned, &How { columns: false, ..how.clone() })?;
    let columns = planned.schedule().numbered_along_columns().ok_or_else(|| {
        let name = of.collective.name();
        Unanswered::unusable(format!("{name} depends on the order of the nodes' numbers"))
            .help("leave out --numbering, which would change the operation")
    })?;
    let checked = how.checked(&columns, false)?;
    Ok(Subject { checked, planned_on: None, ..planned })
}

/// The schedule with messages in every phase: each group runs the algorithm that the phase names, or the default one, on a
/// machine of its own where it is not everyone.
pub(super) fn filled(schedule: Schedule) -> Result<Schedule, Unanswered> {
    let filled = (1..).zip(&schedule.phases).map(|(number, phase)| {
        let planned = phase.steps.count() == 0;
        let phase = if planned { of_phase(&schedule, phase) } else { Ok(phase.clone()) };
        phase.map_err(|error| Unanswered {
            message: format!("phase {number}: {}", error.message),
            ..error
        })
    });
    let phases = filled.collect::<Result<Vec<Phase>, _>>()?;
    Ok(Schedule { phases, ..schedule })
}

fn of_phase(schedule: &Schedule, phase: &Phase) -> Result<Phase, Unanswered> {
    let plan = |question: Question| -> Result<Plan<'static>, Unanswered> {
        let question = question.with_ports(schedule.ports);
        let request = question.request();
        let algorithm = match &phase.algorithm {
            Some(name) => meant(name, request)?,
            None => default_algorithm(request).ok_or_else(|| no_candidate(request))?,
        };
        let plan = question.plan_congested_by(algorithm);
        plan.map_err(|error| Unanswered::unusable(error.to_string()))
    };
    let machine = &schedule.topology;
    let mut filled = if phase.is_everyone() {
        let plan = plan(Question::of(machine.clone(), phase.instance().clone()))?;
        plan.schedule().phases.swap_remove(0)
    } else {
        let of_group = |group: &Group| {
            let members: Vec<u32> = (0..group.instance.nodes).map(|at| group.node(at)).collect();
            // The reader of documents has seen to the members.
            let subset = Subset::of(machine, &members);
            let subset = subset.ok_or_else(|| Unanswered::unusable("a group has no members"))?;
            let instance = group.instance.clone();
            let question = match line(machine, &members) {
                Some(line) => Question::of(line, instance),
                None => Question::among(subset.clone(), instance),
            };
            Ok((subset, plan(question)?))
        };
        let planned = phase.groups.iter().map(of_group).collect::<Result<_, Unanswered>>()?;
        side_by_side(machine, phase.scale.clone(), planned)
    };
    (filled.scale, filled.algorithm) = (phase.scale.clone(), phase.algorithm.clone());
    Ok(filled)
}

/// The ring or linear array of the nodes of a line of a grid, from its first one.
fn line(machine: &Topology, members: &[u32]) -> Option<Topology> {
    let sides = machine.network().sides().filter(|sides| sides.len() > 1)?;
    let mut lines = (0..sides.len()).flat_map(|dimension| machine.lines(dimension));
    lines.find(|line| (0..line.length).map(|x| line.node(x)).eq(members.iter().copied()))?;
    let closed = machine.offers(Feature::ClosedSides);
    let feature = if closed { Feature::ClosedRing } else { Feature::Line };
    let family = FAMILIES.iter().find(|family| family.offers().contains(&feature))?;
    Topology::new(family, &[members.len() as u64]).ok()
}
