//! The key of a question: planned, checked and priced, never typed.

use std::sync::{Mutex, OnceLock};

use thiserror::Error;

use crate::answers::GivenAnswer;
use crate::prelude::*;
use crate::traced::{AllTraced, of_steps};
use hockney_ask::answer::{self as ask, Look, Priced, ScheduleSource};
use hockney_ask::{Cut, How, Ranking, ranking};
use hockney_core::checker::{Checked, Limits};
use hockney_core::collective::Ports;
use hockney_core::schedule::Steps;
use hockney_cost::{Model, Prices};
use hockney_plan::planner::{Textbook, default_algorithm};
use hockney_plan::question::{self, Choice};

/// How much work a key or an answer may take: a sheet is about machines that a student can draw.
const LIMITS: Limits = Limits {
    messages: 2_000_000,
    combining: 500_000,
    hops: 20_000_000,
    ranges: 8_000_000,
    set_work: 50_000_000,
};

/// The computed answer to a question.
pub struct Key<'q> {
    /// The question.
    pub question: &'q Question,
    /// The algorithm that the question is about.
    pub algorithm: &'static Algorithm,
    /// Those of the collectives that follow.
    pub then: Vec<&'static Algorithm>,
    /// The operation, with the number of pieces.
    pub request: Request,
    /// Its schedule, which is valid.
    pub checked: Checked,
    /// The costs of its steps, and their sum.
    pub(super) prices: Prices,
    /// Its cost.
    pub cost: Cost,
    /// Its closed form, where it has one.
    pub form: Option<ClosedForm>,
    /// Whether that is in n, for any number of pieces.
    pub(super) is_in_pieces: bool,
    /// Every algorithm that carries out the question's collective there, with its price.
    pub ranking: Ranking,
    /// The bounds of the collectives that follow.
    following: Vec<Ranking>,
    /// The planned steps, traced; and all other algorithms and orders. Made when an answer needs them.
    own: OnceLock<Traced>,
    all_traced: OnceLock<AllTraced>,
    /// The totals of algorithms whose pieces are whole words, where they differ. Made when an answer needs them.
    in_whole_words: OnceLock<Vec<(&'static str, Rational)>>,
    /// The grades of answers, by question and text: in a class many answers are the same.
    said: Mutex<BTreeMap<(String, String), Graded>>,
    /// The example of each ask.
    examples: Mutex<BTreeMap<String, String>>,
}

/// What an answer earns that is right for some algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All points.
    Accepted,
    /// The share of an answer whose algorithm is dearer than the key's.
    Dearer,
    /// The share of another algorithm than the question asks for.
    Other,
    /// None yet: a person decides about an algorithm that no publication has.
    Found,
}

/// How many values are remembered, and of how many bytes at most an answer is.
const REMEMBERED: usize = 10_000;
const LONGEST: usize = 1000;

/// Why there is no key: `algorithm: hypercube-binomial` on `hypercube:8` with a root that it does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no key: {0}")]
pub struct KeyError(String);

impl<'q> Key<'q> {
    /// Computes the key.
    ///
    /// # Errors
    /// The question's algorithm does not fit, is a counterexample there, or is too large to check.
    pub fn of(question: &'q Question) -> Result<Self, KeyError> {
        // Of several collectives one after another only the bounds are known.
        Self::ranked(question, question.then.is_empty())
    }

    /// The key without the other algorithms.
    pub(super) fn alone(question: &'q Question) -> Result<Self, KeyError> {
        Self::ranked(question, false)
    }

    fn ranked(question: &'q Question, others: bool) -> Result<Self, KeyError> {
        let on = |instance: &Instance| {
            question::Question::of(question.topology.clone(), instance.clone())
                .with_ports(question.ports)
        };
        let asked = on(&question.instance);
        let algorithm = question
            .algorithm
            .or_else(|| default_algorithm(asked.request()))
            .ok_or_else(|| KeyError("no algorithm fits this size".to_owned()))?;
        let model = Model { contention: question.contention, ..Model::default() };
        // No algorithm has an empty name.
        let only = if others { Vec::new() } else { vec![String::new()] };
        let cut = Cut::default();
        let how = How { model, cut, strict: true, limits: LIMITS, only, ..How::default() };
        let ranked = |of: &question::Question| ranking(of, &question.numbers, &how);
        let following = question.then.iter().map(|(instance, _)| ranked(&on(instance))).collect();
        let ranking = ranked(&asked);
        let plan =
            asked.plan_congested_by(algorithm).map_err(|error| KeyError(error.to_string()))?;
        let (request, mut form) = (plan.request().clone(), plan.closed_form());
        let (mut schedule, mut then) = (plan.schedule(), Vec::new());
        for (instance, named) in &question.then {
            let next = on(instance);
            let choice = named.map_or(Choice::Default, |algorithm| Choice::Named(algorithm.name()));
            let next = next.plan(choice).map_err(|error| KeyError(error.to_string()))?;
            form = form.zip(next.closed_form()).map(|(form, next)| form.then(&next));
            schedule.phases.extend(next.schedule().phases);
            then.push(next.algorithm());
        }
        let priced = priced(schedule, model, Look::Cheapest).map_err(KeyError)?;
        let report = priced.subject.report();
        let Some(prices) = priced.prices else {
            let name = algorithm.name();
            let waits = "; with `model: contention` its messages wait for each other";
            let help = if report.only_waits() { waits } else { "" };
            return Err(KeyError(format!("the schedule of {name} is invalid here{help}")));
        };
        // A closed form is the cost without messages that wait for each other.
        let several = question.topology.nodes() > 1;
        let form = form.filter(|_| report.is_valid());
        let form = form.map(|form| if several { without_one_node(form) } else { form });
        let formula = form.as_ref().and_then(|form| parse(&form.formula).ok());
        let is_in_pieces = formula.iter().flat_map(Formula::links).any(|link| link.mentions("n"));
        let key = Key {
            question,
            is_in_pieces,
            algorithm,
            then,
            request,
            checked: priced.subject.checked,
            cost: prices.cost.clone(),
            prices,
            form,
            ranking,
            following,
            own: OnceLock::new(),
            all_traced: OnceLock::new(),
            in_whole_words: OnceLock::new(),
            said: Mutex::default(),
            examples: Mutex::default(),
        };
        // No answer could be right to some of what is asked.
        let why = |ask: &Ask| Some(format!("{} {}", ask.name, ask.asked.unanswerable(&key)?));
        let why = question.asks.iter().find_map(why);
        why.map_or(Ok(key), |why| Err(KeyError(why)))
    }

    /// That it has no step with this number, behind the name of an ask.
    pub(super) fn lacks_step(&self, step: u32) -> Option<String> {
        let (steps, name) = (self.steps(), self.algorithm.name());
        let lacks = step as usize > steps;
        lacks.then(|| format!("asks for step {step}, but {name} has {steps}"))
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.checked.report().steps
    }

    /// The number of messages: of a step, counted from 1, or of all.
    pub fn messages(&self, step: Option<u32>) -> u64 {
        let report = self.checked.report();
        match step {
            None => report.messages,
            Some(step) => {
                let measure = report.measures.iter().flatten().nth(step as usize - 1);
                measure.map_or(0, |measure| measure.messages)
            }
        }
    }

    /// The number of messages that another algorithm sends.
    pub(super) fn messages_by(&self, algorithm: &'static Algorithm) -> Option<u64> {
        let plan = question::Question::from(self.asked()).plan_congested_by(algorithm).ok()?;
        u64::try_from(plan.steps().messages()).ok()
    }

    /// The cost of another algorithm with its hops, which a ranking without t_h leaves out.
    pub(super) fn cost_by(&self, algorithm: &'static Algorithm) -> Option<Cost> {
        let asked = question::Question::from(self.asked());
        let schedule = asked.plan_congested_by(algorithm).ok()?.schedule();
        Some(priced(schedule, Model::default(), Look::Cheapest).ok()?.prices?.cost)
    }

    /// The operation at another size of its family, and what the algorithm costs there.
    pub(super) fn cost_at(&self, sizes: &[u64]) -> Option<(Topology, Instance, Cost)> {
        let (of, family) = (&self.request.instance, self.question.topology.family());
        let topology = Topology::new(family, sizes).ok()?;
        let instance = of.among(topology.nodes()).filter(|of| of.map().is_none())?;
        let asked = question::Question::of(topology.clone(), instance.clone());
        let model = Model { contention: self.question.contention, ..Model::default() };
        let plan = asked.with_ports(self.question.ports).plan_congested_by(self.algorithm).ok()?;
        let priced = priced(plan.schedule(), model, Look::Cheapest).ok()?;
        Some((topology, instance, priced.prices?.cost))
    }

    /// What no schedule has less of: a lower bound, of several collectives the sum of theirs.
    pub(super) fn least(&self, of: impl Fn(&Ranking) -> Option<Rational>) -> Option<Rational> {
        [&self.ranking].into_iter().chain(&self.following).map(of).sum()
    }

    /// The planned steps of the first collective.
    pub fn plan(&self) -> &dyn Steps {
        &*self.checked.schedule().phases[0].steps
    }

    /// What an answer that is right for an algorithm of this cost earns.
    pub fn standing(&self, algorithm: &str, cost: &Cost) -> Standing {
        let accepted = match &self.question.accept {
            _ if algorithm == self.algorithm.name() => true,
            Accept::Textbook => false,
            _ if self.in_model(cost) == self.in_model(&self.cost) => true,
            Accept::AsCheap if self.is_dearer(cost) => return Standing::Dearer,
            Accept::Any | Accept::AsCheap => true,
            Accept::This => false,
            Accept::These(names) => names.contains(&algorithm),
        };
        if accepted { Standing::Accepted } else { Standing::Other }
    }

    /// What an answer that is right for a known algorithm earns; one without a cost here counts as another.
    pub fn standing_of(&self, algorithm: &str) -> Standing {
        let row = self.ranking.rows.iter().find(|row| row.algorithm.name() == algorithm);
        row.map_or(Standing::Other, |row| self.standing(algorithm, &row.cost))
    }

    /// A published algorithm that has fewer steps and no more words than another one, or the other way round.
    pub(super) fn beaten_by(&self, name: &str) -> Option<&'static str> {
        let row = self.answers().find(|row| row.algorithm.name() == name)?;
        let beats = |other: &&Ranked| {
            let (one, other) = (&row.cost, &other.cost);
            other.t_s <= one.t_s
                && other.t_w <= one.t_w
                && (&other.t_s, &other.t_w) != (&one.t_s, &one.t_w)
        };
        let published = self.answers().filter(|row| !row.algorithm.is_unpublished());
        published.into_iter().find(beats).map(|row| row.algorithm.name())
    }

    /// What a number or formula earns that is right for an algorithm. Nearly every small number is that of some algorithm
    /// that was found here.
    pub(super) fn standing_of_value(&self, algorithm: &Algorithm, standing: Standing) -> Standing {
        let is_found = algorithm.is_unpublished() && algorithm.name() != self.algorithm.name();
        match standing {
            Standing::Accepted | Standing::Dearer if is_found => Standing::Found,
            standing => standing,
        }
    }

    /// The other algorithms whose numbers and formulas are right.
    pub(super) fn others(&self) -> impl Iterator<Item = &Ranked> {
        let own = self.algorithm.name();
        let accepts = |of: &Algorithm| self.standing_of_value(of, self.standing_of(of.name()));
        let is_other = move |row: &&Ranked| row.algorithm.name() != own;
        self.answers()
            .filter(is_other)
            .filter(move |row| accepts(row.algorithm) == Standing::Accepted)
    }

    /// Whether an answer that is right for a known algorithm earns all points.
    pub fn accepts(&self, algorithm: &str) -> bool {
        self.standing_of(algorithm) == Standing::Accepted
    }

    /// Whether a cost is greater than the key's: as a total where the question gives m, t_s and
    /// t_w, else in one coefficient and smaller in none.
    fn is_dearer(&self, cost: &Cost) -> bool {
        let numbers = &self.question.numbers;
        if let (Some(total), Some(least)) = (numbers.total(cost), numbers.total(&self.cost)) {
            return total > least;
        }
        let pairs = [(&cost.t_s, &self.cost.t_s), (&cost.t_w, &self.cost.t_w)];
        pairs.iter().any(|(given, key)| given > key)
            && pairs.iter().all(|(given, key)| given >= key)
    }

    /// A cost as the question's model has it: without the time per hop, unless it is given.
    pub(super) fn in_model(&self, cost: &Cost) -> Cost {
        let t_h =
            if self.question.numbers.t_h.is_zero() { Rational::zero() } else { cost.t_h.clone() };
        Cost { t_h, ..cost.clone() }
    }

    /// Whether an algorithm that is not known here may be right.
    pub fn is_open(&self) -> bool {
        // Another order of the question's algorithm may wait less.
        self.question.contention || matches!(self.question.accept, Accept::Any | Accept::AsCheap)
    }

    /// Whether a node may send several messages in a step, for which few algorithms are known.
    pub(super) fn has_several_ports(&self) -> bool {
        self.question.ports != Ports::ONE
    }

    /// The known algorithms that are right for the question, its own among them.
    pub(super) fn answers(&self) -> impl Iterator<Item = &Ranked> {
        self.ranking.rows.iter()
    }

    /// The grade of an answer, computed once for all equal answers.
    pub(super) fn once(
        &self,
        ask: &Ask,
        given: &GivenAnswer,
        work: impl FnOnce() -> Graded,
    ) -> Graded {
        if given.text.len() > LONGEST {
            return work();
        }
        remembered(&self.said, (ask.name.clone(), given.text.clone()), work)
    }

    /// The example of an ask, found once.
    pub(super) fn example_once(&self, ask: &str, find: impl FnOnce() -> String) -> String {
        remembered(&self.examples, ask.to_owned(), find)
    }

    /// The planned steps, traced.
    pub(super) fn own(&self) -> &Traced {
        self.own.get_or_init(|| of_steps(self.algorithm, &self.request, self.plan(), None))
    }

    /// The question's algorithm in other orders, and the other algorithms.
    pub(super) fn all_traced(&self) -> &AllTraced {
        self.all_traced.get_or_init(|| {
            let others = self.answers().map(|row| row.algorithm);
            let others: Vec<_> = others.filter(|of| of.name() != self.algorithm.name()).collect();
            AllTraced::of(&self.asked(), self.algorithm, &others)
        })
    }

    /// What is asked for, without the algorithm's number of pieces.
    fn asked(&self) -> Request {
        Request { instance: self.question.instance.clone(), ..self.request.clone() }
    }

    /// The verdict and the price of hand-written steps.
    ///
    /// # Errors
    /// Why they are not judged.
    pub(super) fn judged(&self, of: &Instance, steps: Listed) -> Result<Priced, String> {
        let topology = self.question.topology.clone();
        judged(Schedule::plain(topology, self.question.ports, of.clone(), Arc::new(steps)))
    }

    /// The totals of algorithms whose pieces are whole words, where they differ from those of the question's
    /// model.
    pub(super) fn in_whole_words(&self) -> &[(&'static str, Rational)] {
        self.in_whole_words.get_or_init(|| {
            let cut = Cut { whole_words: true, ..Cut::default() };
            let how = How { cut, strict: true, ..How::default() };
            let rows = ranking(self.asked(), &self.question.numbers, &how).rows.into_iter();
            let uneven = rows.filter(|row| row.uneven.is_some());
            uneven.filter_map(|row| Some((row.algorithm.name(), row.total?))).collect()
        })
    }
}

/// What is known under a name, or is computed now.
fn remembered<K: Ord, V: Clone>(
    known: &Mutex<BTreeMap<K, V>>,
    name: K,
    compute: impl FnOnce() -> V,
) -> V {
    let found = known.lock().ok().and_then(|known| known.get(&name).cloned());
    found.unwrap_or_else(|| {
        let value = compute();
        if let Ok(mut known) = known.lock()
            && known.len() < REMEMBERED
        {
            known.insert(name, value.clone());
        }
        value
    })
}

/// The form without the factor that makes it 0 at p = 1.
fn without_one_node(form: ClosedForm) -> ClosedForm {
    const ONE: &str = "min(1, p - 1)";
    let plain = |text: String| {
        let made = text.replace(&format!("{ONE} "), "").replace(ONE, "1");
        if parse(&made).is_ok() { made } else { text }
    };
    let book = |book: Textbook<String>| Textbook { formula: plain(book.formula), ..book };
    ClosedForm { formula: plain(form.formula), textbook: form.textbook.map(book), ..form }
}

/// The verdict and the price of a schedule that was written. Every message is looked at, so that a file that lists
/// templates is as small as it claims.
pub(super) fn judged(schedule: Schedule) -> Result<Priced, String> {
    priced(schedule, Model::default(), Look::EveryMessage)
}

fn priced(schedule: Schedule, model: Model, look: Look) -> Result<Priced, String> {
    let cut = Cut::default();
    let how = How { model, look, cut, strict: true, limits: LIMITS, ..How::default() };
    ask::priced(ScheduleSource::Read(schedule, None), &how).map_err(|why| why.message)
}
