//! One ladder for the answers to all asks. An answer may follow from the question's own plan, from another algorithm
//! or order, from another model, or from a known mistake; what follows from none of them is open or wrong. The
//! sentences are in `sentences.txt`.

use super::mistakes::value_at;
use crate::{Graded, Key, Placeholder, Sizes, Standing, Traced, Verdict, list};
use hockney_ask::Ranked;
use hockney_base::number::Rational;
use hockney_cost::{Cost, bindings_of};
use hockney_formula::Powers;

/// What an answer may follow from.
pub(super) enum Explanation<'k> {
    /// The question's own plan.
    Key,
    /// Another algorithm, with its cost.
    Algorithm(&'k Ranked),
    /// The steps of another algorithm, or of one in another order.
    Steps(&'k Traced),
    /// A cost that the literature states.
    Literature(&'static str),
}

/// An answer that was read.
pub(super) trait Gradable {
    /// Whether it is compared with the steps of other algorithms, and not with their costs.
    const IS_STEPS: bool = false;

    /// The sizes for which it follows from a source, if it does.
    fn agrees(&self, with: &Explanation<'_>) -> Option<Sizes>;

    /// The right answer, and how a sentence goes on with it that names another algorithm: `, which costs 315`.
    fn right(&self) -> [String; 2];

    /// What it earns if it follows from this source.
    fn standing(&self, key: &Key<'_>, with: &Explanation<'_>) -> Standing {
        key.standing_of(with.algorithm(key))
    }

    /// The grade if it follows from a source with this name.
    fn by_another(&self, key: &Key<'_>, standing: Standing, name: &str) -> Graded {
        for_named(key, standing, name, &format!("right for {name}"), &self.right()[1])
    }

    /// The grade if it is the question's own answer in another form.
    fn nearly(&self) -> Option<Graded> {
        None
    }

    /// The grade if it is nearly the question's own answer, but may as well be the exact one of another algorithm.
    fn roughly(&self) -> Option<Graded> {
        None
    }

    /// The grade if a known mistake leads to it, or no algorithm can be so good.
    fn mistake(&self) -> Option<Graded>;

    /// The grade if nothing explains it.
    fn unexplained(&self) -> Graded;
}

/// The grade by the first of all explanations.
pub(super) fn grade(key: &Key<'_>, answer: &impl Gradable) -> Graded {
    if answer.agrees(&Explanation::Key).is_some() {
        return Graded::right("right");
    }
    answer
        .nearly()
        .or_else(|| by_another(key, answer))
        .or_else(|| answer.roughly())
        .or_else(|| in_another_model(key, answer))
        .or_else(|| answer.mistake())
        .unwrap_or_else(|| answer.unexplained())
}

impl Explanation<'_> {
    /// The algorithm that it is by.
    pub(super) fn algorithm(&self, key: &Key<'_>) -> &'static str {
        match self {
            Explanation::Key => key.algorithm.name(),
            Explanation::Algorithm(row) => row.algorithm.name(),
            Explanation::Steps(traced) => traced.algorithm,
            Explanation::Literature(_) => "",
        }
    }

    fn name(&self, key: &Key<'_>) -> String {
        match self {
            Explanation::Steps(traced) => traced.name(),
            other => other.algorithm(key).to_owned(),
        }
    }
}

/// Right for another algorithm or order: of several the first that is accepted.
fn by_another<A: Gradable>(key: &Key<'_>, answer: &A) -> Option<Graded> {
    let steps = A::IS_STEPS.then(|| key.all_traced().found.iter().map(Explanation::Steps));
    let rows = (!A::IS_STEPS).then(|| key.answers().map(Explanation::Algorithm));
    let sources = steps.into_iter().flatten().chain(rows.into_iter().flatten());
    let mut agreeing = sources.filter_map(|source| {
        let sizes = answer.agrees(&source)?;
        Some((answer.standing(key, &source), source.name(key), sizes))
    });
    let first = agreeing.next()?;
    let is_accepted = |found: &(Standing, String, Sizes)| found.0 == Standing::Accepted;
    let (standing, name, sizes) =
        if is_accepted(&first) { first } else { agreeing.find(is_accepted).unwrap_or(first) };
    let sizes = if standing == Standing::Accepted { sizes } else { Sizes::This };
    Some(answer.by_another(key, standing, &name).for_sizes(key, sizes))
}

/// Right where it is settled what the algorithm earns: `said` is the right part, `more` the right answer.
pub(super) fn for_named(
    key: &Key<'_>,
    standing: Standing,
    name: &str,
    said: &str,
    more: &str,
) -> Graded {
    let words: &[Placeholder<'_>] = &[("name", &name), ("said", &said), ("more", &more)];
    match standing {
        Standing::Accepted => key.say("another accepted", words),
        Standing::Dearer => key.say("another dearer", words),
        Standing::Other => key.say("another other", words),
    }
}

/// Right in another model, or by a schedule that is not in the catalogue.
fn in_another_model(key: &Key<'_>, answer: &impl Gradable) -> Option<Graded> {
    // Of a composition the first part alone is another cost, not another model.
    let question = key.question;
    let mut models = models(question.instance.collective.name(), question.topology.family().name())
        .filter(|_| question.then.is_empty());
    let agrees = |model: &LiteratureCost| answer.agrees(&Explanation::Literature(model.formula));
    let (sizes, model) = models.find_map(|model| Some((agrees(&model)?, model)))?;
    let [right, _] = answer.right();
    let words: &[Placeholder<'_>] = &[("name", &model.of), ("right", &right)];
    let named = |standing| {
        let said = format!("right with {}", model.of);
        for_named(key, standing, model.of, &said, &format!(": {right}"))
    };
    let graded = match model.kind {
        CostOf::Schedule => {
            named(model.cost(key).map_or(Standing::Other, |cost| key.standing("", &cost)))
        }
        CostOf::Algorithm if key.question.contention => key.say("model order", words),
        CostOf::Algorithm if !key.is_open() => named(Standing::Other),
        CostOf::Algorithm | CostOf::Model => key.say("model other", words),
    };
    Some(graded.for_sizes(key, sizes))
}

/// A formula of the literature, and what it is the cost of.
struct LiteratureCost {
    formula: &'static str,
    of: &'static str,
    kind: CostOf,
}

/// What a cost of the literature is the cost of.
enum CostOf {
    /// A schedule in the question's model.
    Schedule,
    /// The question's algorithm in another model.
    Model,
    /// Another algorithm in another model.
    Algorithm,
}

impl LiteratureCost {
    /// Its cost at the question's size.
    fn cost(&self, key: &Key<'_>) -> Option<Cost> {
        let sizes = bindings_of(&key.question.topology, &key.question.instance);
        let value = value_at(self.formula, &sizes)?;
        let part = |powers: Powers| value.coefficient(powers).as_rational();
        Some(Cost::plain(part(Powers::T_S)?, part(Powers::M_T_W)?, Rational::zero()))
    }
}

/// The other models' costs of a collective on a family.
fn models(collective: &str, family: &str) -> impl Iterator<Item = LiteratureCost> {
    let (rows, _) = list("models").as_chunks();
    let names = |list: &str, name: &str| list.split(' ').any(|one| one == name);
    rows.iter().filter_map(move |[collectives, families, kind, formula, of]| {
        let applies =
            names(collectives, collective) && (*families == "any" || names(families, family));
        let kind = match *kind {
            "right" => CostOf::Schedule,
            "another" => CostOf::Algorithm,
            _ => CostOf::Model,
        };
        applies.then_some(LiteratureCost { formula, of, kind })
    })
}

impl Graded {
    /// A right answer with the sizes for which it is one, if they are not the question's alone.
    pub(super) fn for_sizes(self, key: &Key<'_>, sizes: Sizes) -> Self {
        if sizes == Sizes::This || self.verdict != Verdict::Right {
            return self;
        }
        self.adding(&format!(", {}", sizes.said(&key.question.topology)))
    }
}
