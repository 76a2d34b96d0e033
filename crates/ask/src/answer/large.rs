//! Answers from proofs for all sizes: no message is looked at, so a machine may be larger than any that is made.

use super::choice;
use super::subject::{Chosen, asked_as};
use super::{Choice, Figures, How, Look, Unanswered, WholeWords, unproved};
use crate::BestPieces;
use crate::pieces::{best_of, steps_of};
use hockney_base::number::Rational;
use hockney_core::collective::{Collective, Parameter, Ports};
use hockney_core::topology::{Family, MOST_NUMBERED, Sizes};
use hockney_cost::Cost;
use hockney_plan::planner::{Algorithm, Outline, PlanError, Request, Role};
use hockney_plan::question::Question;
use hockney_proof::{self as proof, AtSize, Missing, Size};

/// A question about a machine by its name and size.
#[derive(Clone)]
pub struct Large {
    /// The collective.
    pub collective: &'static Collective,
    /// The family of the machine.
    pub family: &'static Family,
    /// The sizes of the machine, and the distance of a shift.
    pub size: Size,
    /// The root.
    pub root: u64,
    /// Whether a scan is exclusive.
    pub exclusive: bool,
    /// The number of pieces, if it is given.
    pub pieces: u32,
    /// The port model.
    pub ports: Ports,
    /// The order of dimensions, if one is given.
    pub order: Option<Vec<u32>>,
    /// An option that only smaller machines have, if one is given.
    pub other: Option<&'static str>,
    /// The most vertices of a machine that is made.
    pub vertices: u64,
    /// The request, if the machine is made.
    pub request: Option<Request>,
}

impl Large {
    /// Whether machines of a family with these sizes are what proofs are about.
    pub fn is_sized(family: &Family, sizes: &[u64]) -> bool {
        match family.sizes() {
            Sizes::One | Sizes::PowerOfTwo => sizes.len() == 1,
            Sizes::Sides => sizes.len() > 1,
            Sizes::Machine(_) | Sizes::Links => false,
        }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u64 {
        if let Some(request) = &self.request {
            return request.topology.nodes().into();
        }
        self.size.sizes.iter().fold(1, |nodes, side| nodes.saturating_mul(*side))
    }

    /// log p, where p is a power of two.
    pub fn dimension(&self) -> Option<u32> {
        self.nodes().is_power_of_two().then(|| self.nodes().ilog2())
    }

    /// `mesh:4x4`, and the file of a graph.
    pub fn machine(&self) -> String {
        if let Some(Request { topology, .. }) = &self.request {
            let file = topology.file().map_or_else(String::new, |file| format!(":{file}"));
            return format!("{topology}{file}");
        }
        format!("{}:{}", self.family.name(), self.family.joined(&self.size.sizes))
    }

    /// A question about a machine that was made.
    pub(super) fn of(request: &Request) -> Self {
        let Request { topology, instance, ports, order } = request;
        let sizes = topology.sizes().iter().map(|size| u64::from(*size)).collect();
        let shifts = instance.collective.parameter() == Some(Parameter::By);
        Large {
            collective: instance.collective,
            family: topology.family(),
            size: Size { sizes, by: shifts.then_some(instance.by.into()) },
            root: instance.root.into(),
            exclusive: instance.exclusive,
            pieces: instance.pieces,
            ports: *ports,
            order: order.clone(),
            other: None,
            vertices: 0,
            request: Some(request.clone()),
        }
    }

    /// The same if a proof could be about it.
    fn sized(question: &Question) -> Option<Self> {
        let (among, placed) = (question.members().is_some(), question.placement().is_some());
        let large = Large::of(question.request());
        let other = [("--among", among), ("--place", placed)];
        let other = other.iter().find_map(|(option, given)| given.then_some(*option));
        let sized = Self::is_sized(large.family, &large.size.sizes) || other.is_some();
        sized.then_some(Large { other, ..large })
    }

    pub(super) fn outline(&self) -> Outline<'_> {
        let sizes = &self.size.sizes;
        Outline {
            nodes: self.nodes(),
            sides: sizes.len(),
            most_rows: sizes.first() <= sizes.last(),
            root: self.root,
            exclusive: self.exclusive,
            ports: self.ports,
            order: self.order.as_deref(),
        }
    }

    /// The first option that no proof mentions.
    fn unproved(&self, how: &How<'_>) -> Option<&'static str> {
        let own = [("--ports all", self.ports == Ports::All), ("--order", self.order.is_some())];
        let own = own.iter().find_map(|(option, given)| given.then_some(*option));
        self.other.or(how.search.map(|_| "--place")).or(own).or_else(|| unproved(how))
    }

    /// Why it has no answer without a proof.
    pub(super) fn too_large(&self, how: &How<'_>) -> Unanswered {
        let (nodes, vertices) = (self.nodes(), self.vertices);
        let raised = raised(nodes.into(), Some(how.limits.messages));
        Unanswered::undecided(format!(
            "limit exceeded: {nodes} nodes, {vertices} vertices are allowed; {raised}"
        ))
    }

    /// The answer by proof.
    pub(super) fn proved(&self, how: &How<'_>) -> Result<Proved, Unanswered> {
        let unproved = |option: &str| {
            if how.look == Look::Proof {
                return no_proof(option);
            }
            let (nodes, vertices) = (self.nodes(), self.vertices);
            let raised = raised(nodes.into(), Some(how.limits.messages));
            Unanswered::undecided(format!(
                "limit exceeded: {nodes} nodes, {vertices} vertices are allowed; the answer by proof, which has \
                 no limit, does not support {option}; {raised}"
            ))
        };
        if how.algorithm == Choice::Best {
            return Err(unproved("-a best"));
        }
        let algorithm = self.algorithm(how.algorithm)?;
        self.fits(algorithm)
            .map_err(|error| Unanswered::unusable(error.to_string()).help(self.instead(&error)))?;
        if let Some(option) = self.unproved(how) {
            return Err(unproved(option));
        }
        let best = self.best_pieces(algorithm, how);
        let pieces = best.as_ref().map_or(self.pieces, |best| best.pieces);
        let pieces = algorithm.pieces_at(self.nodes(), pieces);
        self.at(algorithm, (pieces, best), how).map_err(|missing| match missing {
            Missing::Plan(error) => self.refused(&error),
            missing => self.no_answer(algorithm, how, &missing),
        })?
    }

    /// The error of the planner.
    fn refused(&self, error: &PlanError) -> Unanswered {
        Unanswered::unusable(error.to_string()).help(self.instead(error))
    }

    /// The best number of pieces, as of a machine that is made.
    fn best_pieces(&self, algorithm: &'static Algorithm, how: &How<'_>) -> Option<BestPieces> {
        if !how.cut.best || !algorithm.takes_any_pieces() {
            return None;
        }
        let whole = proof::at_size(algorithm, self.family, &self.size).ok()?;
        let cost = |n: u32| Some(whole.in_pieces(n.into()).ok()?.cost);
        best_of(&steps_of(cost)?, &how.numbers, !how.cut.whole_words)
    }

    /// The algorithm that is named, or the textbook's.
    fn algorithm(&self, choice: Choice<'_>) -> Result<&'static Algorithm, Unanswered> {
        choice::is_planned(self.collective)?;
        if let Choice::Named(name) = choice {
            return self.meant(name);
        }
        let textbook = |a: &&Algorithm| {
            let on = a.on(self.family);
            on.is_some_and(|on| on.role == Role::Textbook) && self.fits(a).is_ok()
        };
        let all = || choice::on(self.collective.name(), self.family);
        all().find(textbook).ok_or_else(|| {
            if all().all(|algorithm| self.fits(algorithm).is_err()) {
                return self.no_candidate();
            }
            Unanswered::undecided(format!(
                "{} has {} nodes, and the algorithm of {} with the fewest steps is not known there; name one \
                 with -a{}",
                self.machine(),
                self.nodes(),
                self.collective.name(),
                self.others()
            ))
        })
    }

    /// What is proved of an algorithm with so many pieces; of whole words there may be no answer.
    fn at(
        &self,
        algorithm: &'static Algorithm,
        (pieces, best): (u64, Option<BestPieces>),
        how: &How<'_>,
    ) -> Found {
        let found = proof::at_size(algorithm, self.family, &self.size)?.in_pieces(pieces)?;
        let m = how.numbers.m.as_ref().filter(|_| how.cut.whole_words);
        let uneven = m.map(|m| in_whole_words(&found, m, pieces)).transpose();
        Ok(uneven.map(|uneven| {
            let (paid, whole_words) = uneven.flatten().unzip();
            // In a user's formula n is the number of pieces only if there are some.
            let all = self.size.bindings();
            let bindings = if pieces > 1 { all.with("n", pieces) } else { all.without("n") };
            let figures = Figures {
                algorithm: Some(algorithm),
                steps: found.steps,
                messages: found.messages,
                total: how.numbers.total(paid.as_ref().unwrap_or(&found.cost)),
                asynchronous: None,
                cost: Some(found.cost.clone()),
                numbers: how.numbers.clone(),
                whole_words,
                bindings,
                best_pieces: best,
            };
            Proved {
                figures,
                question: self.clone(),
                asked_as: asked_as(how.algorithm),
                found,
                pieces,
            }
        }))
    }

    /// The reason why there is no answer, with advice.
    fn no_answer(&self, algorithm: &Algorithm, how: &How<'_>, missing: &Missing) -> Unanswered {
        let by = self.by(algorithm);
        // Whoever moves nothing may move nothing; all others must reach all nodes but one.
        let (nodes, vertices, messages) = (self.nodes(), self.vertices, how.limits.messages);
        let needed = match self.collective.parameter() {
            Some(Parameter::By | Parameter::Map) => String::new(),
            _ => format!(" and at least {} messages", nodes - 1),
        };
        let raised = match nodes {
            0..=MOST_NUMBERED => format!("; {}", raised(nodes.into(), Some(messages))),
            _ => String::new(),
        };
        Unanswered::undecided(format!(
            "limit exceeded: {by} has {nodes} nodes{needed}, {vertices} vertices and {messages} messages are \
             allowed{raised}; there is no answer by proof: {missing}{}",
            self.others()
        ))
    }

    /// `all-gather by ring on ring:8`
    fn by(&self, algorithm: &Algorithm) -> String {
        format!("{} by {} on {}", self.collective.name(), algorithm.name(), self.machine())
    }

    /// The algorithms that are answered by proof at this size.
    fn others(&self) -> String {
        let name = self.collective.name();
        let names: Vec<String> = choice::on(name, self.family)
            .filter(|a| self.fits(a).is_ok() && proof::at_size(a, self.family, &self.size).is_ok())
            .map(|a| format!("-a {}", a.name()))
            .collect();
        if names.is_empty() {
            let family = self.family.name();
            return format!("; `hockney prove {name} -t {family}` lists the proved algorithms");
        }
        format!("; {} has an answer by proof", names.join(" or "))
    }
}

/// The answer by proof about a machine that was made, with the algorithm and the pieces of its plan.
pub(super) fn by_proof(question: &Question, how: &How<'_>) -> Result<Proved, Unanswered> {
    let Some(large) = Large::sized(question) else {
        let family = question.machine().family().name();
        let message = format!("--by-proof needs a family of topologies, not a {family}");
        return Err(Unanswered::unusable(message).help("leave out --by-proof"));
    };
    if let Some(option) = large.unproved(how) {
        return Err(no_proof(option));
    }
    let (algorithm, found) = large.of_plan(question, how)?;
    found.map_err(|missing| {
        Unanswered::undecided(format!(
            "{} has no answer by proof: {missing}; leave out --by-proof{}",
            large.by(algorithm),
            large.others()
        ))
    })?
}

fn no_proof(option: &str) -> Unanswered {
    if option == "--gamma" {
        let message = "proofs are about ports, links, data and words, and do not carry γ";
        return Unanswered::undecided(message).help("leave out --gamma or --by-proof");
    }
    Unanswered::unusable(format!("cannot use {option} with --by-proof")).help(
        "proofs are for all nodes, one port, cut-through and no hops; leave out one of the two",
    )
}

/// The same where a limit was reached, or both reasons why there is no answer.
pub(super) fn beyond(
    question: &Question,
    how: &How<'_>,
    limit: Unanswered,
) -> Result<Proved, Unanswered> {
    let Some(large) = Large::sized(question).filter(|large| large.unproved(how).is_none()) else {
        return Err(limit);
    };
    let (_, found) = large.of_plan(question, how)?;
    found.map_err(|missing| {
        let others = large.others();
        Unanswered::undecided(format!(
            "{limit}; there is no answer by proof either: {missing}{others}"
        ))
    })?
}

type Found = Result<Result<Proved, Unanswered>, Missing>;

impl Large {
    fn of_plan(
        &self,
        question: &Question,
        how: &How<'_>,
    ) -> Result<(&'static Algorithm, Found), Unanswered> {
        let Chosen { plan, pieces, .. } = Chosen::of(question, how)?;
        let pieces = (plan.question().instance().pieces.into(), pieces);
        Ok((plan.algorithm(), self.at(plan.algorithm(), pieces, how)))
    }
}

/// An answer by proof.
pub struct Proved {
    /// The numbers of the answer.
    pub figures: Figures,
    /// The question.
    pub question: Large,
    /// The name that the algorithm was asked for by.
    pub asked_as: Option<String>,
    /// What is proved.
    pub found: AtSize,
    /// The number of pieces of a block.
    pub pieces: u64,
}

/// The cost of pieces of whole words at some m; `None` if pieces are equal.
fn in_whole_words(
    found: &AtSize,
    m: &Rational,
    pieces: u64,
) -> Result<Option<(Cost, WholeWords)>, Unanswered> {
    let words = found.in_whole_words(m).map_err(|why| {
        let ideal = "--ideal computes the exact cost of pieces of m/p words";
        Unanswered::undecided(format!("{why}; {ideal}"))
    })?;
    Ok(words.and_then(|words| {
        let more = &words - &(&found.cost.t_w * m);
        let cost = Cost { t_w: words.checked_div(m)?, ..found.cost.clone() };
        Some((cost, WholeWords { words, more, piece: format!("m/{pieces}") }))
    }))
}

/// The advice for a topology with this number of vertices, of which so many messages are looked at.
pub fn raised(needed: u128, messages: Option<u128>) -> String {
    if needed > u128::from(MOST_NUMBERED) {
        return format!(
            "the limit can be raised to {MOST_NUMBERED}; for algorithms with a proof the maximum of \
             `hockney cost` is 2^62"
        );
    }
    if messages.is_some_and(|allowed| needed > allowed) {
        format!(
            "raise them with --limit vertices={needed},messages={needed} (that may not be enough)"
        )
    } else {
        format!("raise it with --limit vertices={needed}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a limit that is named where it is just enough, or not named where it is just too small.
    #[test]
    fn what_is_needed_raises_the_limits_that_it_exceeds() {
        let most = u128::from(MOST_NUMBERED);
        assert_eq!(raised(most, None), format!("raise it with --limit vertices={most}"));
        assert!(raised(most + 1, None).starts_with("the limit can be raised to"));
        assert_eq!(raised(9, Some(9)), "raise it with --limit vertices=9");
        assert!(raised(9, Some(8)).contains("vertices=9,messages=9"));
    }
}
