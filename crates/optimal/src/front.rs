//! The search for the front: the least pieces for every number of steps, and why there are no fewer.

use super::encoding::{Cell, Encoding, Sent};
use super::lemmas::{Lemma, fewest_rounds, fewest_steps};
use super::symmetry::Symmetry;
use super::task::{Task, TaskKind};

/// A refutation whose proof was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The variables of the formula.
    pub variables: usize,
    /// The clauses of the formula.
    pub clauses: usize,
    /// The bytes of the proof.
    pub bytes: u64,
    /// By which number the engine knows the proof.
    pub proof: usize,
}

/// What an engine answers.
#[derive(Clone, Debug)]
pub enum Solved {
    /// There is a model.
    Model(Vec<bool>),
    /// There is none; the proof was checked.
    Refuted(Refutation),
    /// A limit was reached.
    Open,
}

/// What is to be done with a formula.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most clauses that the solver derives.
    pub clauses: u64,
    /// Whether a proof is wanted if there is no model.
    pub proof: bool,
}

/// What solves formulas, and checks and keeps proofs.
pub trait Engine {
    /// Why it cannot.
    type Error;

    /// Solves a formula. `comment` is for its DIMACS text.
    fn solve(
        &mut self,
        formula: &super::Cnf,
        comment: &str,
        order: Effort,
    ) -> Result<Solved, Self::Error>;

    /// Whether nothing more should be begun.
    fn is_over(&self) -> bool;
}

/// Why no schedule is in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A lemma; it holds for any number of pieces.
    Lemma(Lemma),
    /// The formula of the cell has no model; for this number of pieces.
    Refuted(Refutation),
    /// The formula of an all-gather with messages of any size in so many steps has no model, and the collective
    /// would contain one.
    NoGossip(Refutation),
}

/// No schedule has at most these steps and pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The cell.
    pub cell: Cell,
    /// Why.
    pub reason: Reason,
}

/// A point of the front, with its schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The steps.
    pub steps: u32,
    /// The pieces of the largest messages of the steps.
    pub rounds: u32,
    /// The messages of a schedule, in the direction of the search.
    pub messages: Vec<Vec<Sent>>,
}

/// At most so many steps need at least `low` pieces; it is open whether fewer than `high` are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The steps.
    pub steps: u32,
    /// The lower bound, proved.
    pub low: u32,
    /// The pieces of the best schedule, if one is known.
    pub high: Option<u32>,
}

/// What is known of the front.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// The points, with more and more steps and fewer and fewer pieces.
    pub points: Vec<Point>,
    /// Why there are no others.
    pub corners: Vec<Corner>,
    /// What is open.
    pub open: Vec<Gap>,
}

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlan {
    /// The first number of steps.
    pub from: u32,
    /// The last number of steps, if there is one.
    pub to: Option<u32>,
    /// The most clauses that the solver derives for a formula.
    pub clauses: u64,
    /// The most literals of a formula.
    pub literals: usize,
}

struct FrontSearch<'a, E> {
    task: &'a Task,
    plan: SearchPlan,
    engine: &'a mut E,
    claim: &'a dyn Fn(&Task, Cell) -> String,
    front: Front,
}

/// What was found in a cell.
enum InCell {
    Schedule(Point),
    Nothing(Reason),
    Open,
}

/// A search ends when so many numbers of steps in a row are open.
const MOST_OPEN: u32 = 4;

/// The clauses for a first look, and for each symmetry.
const FIRST: u64 = 4_000;
const EACH: u64 = 20_000;

/// Computes the front. `known` are schedules that the planner has; `claim` says what a cell means.
///
/// # Errors
/// The engine fails.
pub fn front<E: Engine>(
    task: &Task,
    plan: SearchPlan,
    known: &[Point],
    engine: &mut E,
    claim: &dyn Fn(&Task, Cell) -> String,
) -> Result<Front, E::Error> {
    let mut search = FrontSearch { task, plan, engine, claim, front: Front::default() };
    let (least, why) = fewest_steps(task);
    if plan.from <= least && least > 0 {
        let cell = Cell { steps: least - 1, rounds: None };
        search.front.corners.push(Corner { cell, reason: Reason::Lemma(why) });
    }
    let mut steps = least.max(plan.from);
    let mut open_in_a_row = 0;
    loop {
        let best = search.front.points.last().map(|point| point.rounds);
        let (lemma, why) = fewest_rounds(task, None);
        let bottom = lemma.max(search.least_steps());
        let over = plan.to.is_some_and(|to| steps > to);
        if let Some(best) = best.filter(|best| *best <= bottom.max(steps - 1) || over) {
            // Fewer pieces than steps would leave steps empty.
            if best <= lemma && best > 0 {
                let cell = Cell { steps: u32::MAX, rounds: Some(best - 1) };
                search.front.corners.push(Corner { cell, reason: Reason::Lemma(why) });
            }
            break;
        }
        if over {
            break;
        }
        if search.engine.is_over() {
            let low = fewest_rounds(task, Some(steps)).0;
            search.front.open.push(Gap { steps, low, high: best });
            break;
        }
        let at_most = known.iter().filter(|point| point.steps <= steps);
        let planned = at_most.min_by_key(|point| (point.rounds, point.steps)).cloned();
        let opened = search.front.open.len();
        search.at(steps, best, planned)?;
        open_in_a_row = if search.front.open.len() > opened { open_in_a_row + 1 } else { 0 };
        if open_in_a_row == MOST_OPEN {
            break;
        }
        steps += 1;
    }
    let mut front = search.front;
    front.corners = strongest(front.corners);
    Ok(front)
}

/// Drops what follows from another corner.
fn strongest(corners: Vec<Corner>) -> Vec<Corner> {
    let mut kept: Vec<Corner> = Vec::new();
    for corner in corners.into_iter().rev() {
        if !kept.iter().any(|other| other.cell.contains(corner.cell)) {
            kept.push(corner);
        }
    }
    kept.reverse();
    kept
}

impl<E: Engine> FrontSearch<'_, E> {
    /// Finds the least pieces for at most so many steps, if they are fewer than the best so far.
    fn at(&mut self, steps: u32, best: Option<u32>, known: Option<Point>) -> Result<(), E::Error> {
        let (mut low, why) = fewest_rounds(self.task, Some(steps));
        if low > 0 {
            let cell = Cell { steps, rounds: low.checked_sub(1).filter(|_| low < u32::MAX) };
            self.front.corners.push(Corner { cell, reason: Reason::Lemma(why) });
        }
        if low == u32::MAX || best.is_some_and(|best| low >= best) {
            return Ok(());
        }
        low = low.max(self.least_steps());
        if best.is_some_and(|best| low >= best) {
            return Ok(());
        }
        let combines = self.task.kind == TaskKind::AllReduce;
        let mut found = known.filter(|point| best.is_none_or(|best| point.rounds < best));
        if best.is_none() && found.is_none() {
            // Messages of any size are asked first, because this is easily refuted.
            match self.gossip(steps)? {
                InCell::Schedule(point) if gossip_of(self.task).is_none() => found = Some(point),
                InCell::Schedule(_) | InCell::Open => {}
                InCell::Nothing(reason) => {
                    let cell = Cell { steps, rounds: None };
                    self.front.corners.push(Corner { cell, reason });
                    return Ok(());
                }
            }
        }
        // The bound is often reached, so it is asked first; then the next better one than what is known.
        let mut first = true;
        let settled = loop {
            let high = found.as_ref().map(|point| point.rounds).or(best);
            if high.is_some_and(|high| high <= low) {
                break true;
            }
            if self.engine.is_over() {
                break false;
            }
            let rounds = match high {
                _ if first => Some(low),
                Some(high) => Some(high - 1),
                // An all-reduce has a formula only for a number of pieces.
                None => combines.then_some(low),
            };
            let cell = Cell { steps, rounds };
            match self.solve(self.task, cell)? {
                InCell::Schedule(point) => found = Some(point),
                InCell::Nothing(reason) => {
                    self.front.corners.push(Corner { cell, reason });
                    match rounds {
                        Some(rounds) => low = rounds + 1,
                        None => break true,
                    }
                }
                InCell::Open if first && !combines => {}
                InCell::Open => break false,
            }
            first = false;
        };
        let high = found.as_ref().map(|point| point.rounds).or(best);
        self.front.points.extend(found);
        if !settled {
            self.front.open.push(Gap { steps, low, high });
        }
        Ok(())
    }

    /// The least steps of all schedules, as far as they are proved.
    fn least_steps(&self) -> u32 {
        let all = self.front.corners.iter().filter(|corner| corner.cell.rounds.is_none());
        all.map(|corner| corner.cell.steps + 1).max().unwrap_or(0)
    }

    /// Whether so many steps are enough with messages of any size; if the collective contains an all-gather only
    /// whether its blocks can spread.
    fn gossip(&mut self, steps: u32) -> Result<InCell, E::Error> {
        let cell = Cell { steps, rounds: None };
        let Some(gossip) = gossip_of(self.task) else {
            return self.solve(self.task, cell);
        };
        Ok(match self.solve(&gossip, cell)? {
            InCell::Nothing(Reason::Refuted(refutation)) => {
                InCell::Nothing(Reason::NoGossip(refutation))
            }
            other => other,
        })
    }

    /// Whether a schedule has at most these steps and pieces.
    fn solve(&mut self, task: &Task, cell: Cell) -> Result<InCell, E::Error> {
        let first = self.ask(task, cell, None, Effort { clauses: FIRST, proof: true })?;
        if !matches!(first, InCell::Open) {
            return Ok(first);
        }
        let each = Effort { clauses: EACH, proof: false };
        for group in Symmetry::of_task(task).iter().map(|group| &group[..]).chain([&[][..]]) {
            let found = self.ask(task, cell, Some(group), each)?;
            if let InCell::Schedule(_) = found {
                return Ok(found);
            }
        }
        self.ask(task, cell, None, Effort { clauses: self.plan.clauses, proof: true })
    }

    /// Asks once. With a group of symmetries no step is empty, and no answer is a refutation.
    fn ask(
        &mut self,
        task: &Task,
        cell: Cell,
        group: Option<&[Symmetry]>,
        order: Effort,
    ) -> Result<InCell, E::Error> {
        if self.engine.is_over() {
            return Ok(InCell::Open);
        }
        let encoding = Encoding::of(task, cell, group.is_some(), self.plan.literals);
        let Some(mut encoding) = encoding else { return Ok(InCell::Open) };
        group.into_iter().flatten().for_each(|symmetry| encoding.impose(symmetry));
        let comment = (self.claim)(task, cell);
        Ok(match self.engine.solve(&encoding.cnf, &comment, order)? {
            Solved::Model(model) => {
                let messages = encoding.read(&model);
                let most =
                    |step: &Vec<Sent>| step.iter().map(|m| m.pieces.len()).max().unwrap_or(0);
                let rounds: usize = messages.iter().map(most).sum();
                let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
                let (steps, rounds) = (count(messages.len()), count(rounds));
                InCell::Schedule(Point { steps, rounds, messages })
            }
            Solved::Refuted(refutation) if group.is_none() => {
                InCell::Nothing(Reason::Refuted(refutation))
            }
            Solved::Refuted(_) | Solved::Open => InCell::Open,
        })
    }
}

/// The all-gather of whole blocks that every schedule of a task contains, if messages have any size: in an
/// all-reduce and an all-to-all, what each node has must reach all others.
pub fn gossip_of(task: &Task) -> Option<Task> {
    let contains = match task.kind {
        TaskKind::AllReduce | TaskKind::AllToAll => true,
        TaskKind::AllGather => task.pieces > 1,
        TaskKind::Broadcast | TaskKind::Scatter => false,
    };
    contains.then(|| Task { kind: TaskKind::AllGather, pieces: 1, ..task.clone() })
}
