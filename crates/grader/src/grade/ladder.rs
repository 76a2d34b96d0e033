//! One ladder for the answers to all asks. An answer may follow from the question's own plan, from another algorithm
//! or order, from another model, or from a known mistake; what follows from none of them is open or wrong. The
//! sentences are in `sentences.txt`.

use super::{cost_of, value_at};
use crate::Placeholder;
use crate::prelude::*;

/// An answer that was read.
pub(crate) trait Gradable {
    /// Whether it is compared with the steps of other algorithms, and not with their costs.
    const IS_STEPS: bool = false;

    /// The key of the question.
    fn key(&self) -> &Key<'_>;

    /// Whether it follows from the question's own plan.
    fn is_right(&self) -> bool {
        self.is_in(self.key().own())
    }

    /// The sizes for which it follows from another algorithm with this cost, if it does.
    fn is_of(&self, _: &Ranked) -> Option<SizeSet> {
        None
    }

    /// Whether it follows from the steps of another algorithm, or of one in another order.
    fn is_in(&self, _: &Traced) -> bool {
        false
    }

    /// The sizes for which it follows from a cost that the literature states.
    fn is_stated(&self, _: &str) -> Option<SizeSet> {
        None
    }

    /// The right answer, and how a sentence goes on with it that names another algorithm: `, which costs 315`.
    fn right(&self) -> [String; 2];

    /// A sentence with the right answer and a word.
    fn say(&self, sentence: &str, word: &dyn Display) -> Graded {
        let [right, _] = self.right();
        self.key().say(sentence, &[("it", word), ("right", &right)])
    }

    /// What it earns if it follows from an algorithm.
    fn standing(&self, algorithm: &str) -> Standing {
        self.key().standing_of(algorithm)
    }

    /// The grade if it follows from another algorithm with this name.
    fn by_another(&self, standing: Standing, name: &str) -> Graded {
        for_named(self.key(), standing, name, &format!("right for {name}"), &self.right()[1])
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
pub(crate) fn graded(answer: &impl Gradable) -> Graded {
    if answer.is_right() {
        return Graded::right("right");
    }
    answer
        .nearly()
        .or_else(|| by_another(answer))
        .or_else(|| answer.roughly())
        .or_else(|| in_another_model(answer))
        .or_else(|| answer.mistake())
        .unwrap_or_else(|| answer.unexplained())
}

/// Right for another algorithm or order: of several the first that is accepted.
fn by_another<A: Gradable>(answer: &A) -> Option<Graded> {
    let key = answer.key();
    let rows = (!A::IS_STEPS).then(|| key.answers()).into_iter().flatten();
    let rows = rows.filter_map(|row| {
        let name = row.algorithm.name();
        let sizes = answer.is_of(row)?;
        let standing = key.standing_of_value(row.algorithm, answer.standing(name));
        Some((standing, name.to_owned(), sizes))
    });
    let traced = A::IS_STEPS.then(|| &key.all_traced().found).into_iter().flatten();
    let traced = traced.filter(|traced| answer.is_in(traced));
    let traced =
        traced.map(|traced| (answer.standing(traced.algorithm), traced.name(), SizeSet::This));
    // What was found here says nothing against what is published.
    let rank = |found: &(Standing, String, SizeSet)| match found.0 {
        Standing::Accepted => 0,
        Standing::Dearer | Standing::Other => 1,
        Standing::Found => 2,
    };
    let mut agreeing = Vec::new();
    for found in rows.chain(traced) {
        agreeing.push(found);
        if agreeing.last().is_some_and(|found| found.0 == Standing::Accepted) {
            break;
        }
    }
    let (standing, name, sizes) = agreeing.into_iter().min_by_key(rank)?;
    let sizes = if standing == Standing::Accepted { sizes } else { SizeSet::This };
    Some(answer.by_another(standing, &name).for_sizes(key, sizes))
}

/// Right where it is settled what the algorithm earns: `said` is the right part, `more` the right answer.
pub(crate) fn for_named(
    key: &Key<'_>,
    standing: Standing,
    name: &str,
    said: &str,
    more: &str,
) -> Graded {
    let accept = key.question.accept.name();
    let words: &[Placeholder<'_>] =
        &[("name", &name), ("said", &said), ("more", &more), ("accept", &accept)];
    let sentence = match standing {
        Standing::Accepted => "another accepted",
        Standing::Dearer => "another dearer",
        Standing::Found => "another found",
        Standing::Other if key.question.accept == Accept::Textbook => "another textbook",
        Standing::Other => "another other",
    };
    key.say(sentence, words)
}

/// Right in another model, or by a schedule that is not in the catalogue.
fn in_another_model(answer: &impl Gradable) -> Option<Graded> {
    let key = answer.key();
    // Of a composition the first part alone is another cost, not another model.
    let question = key.question;
    let mut models = models(question.instance.collective.name(), question.topology.family().name())
        .filter(|_| question.then.is_empty());
    let (sizes, model) = models.find_map(|model| {
        let steps = cost_of(key, model.formula).is_some_and(|cost| cost.t_s.is_integer());
        let sizes = answer.is_stated(model.formula).filter(|_| steps)?;
        // What has no whole number of steps at another size holds for powers of two.
        let at = Bindings::new().with("p", 6_u32).with("q", 1_u32);
        let value = value_at(model.formula, &at);
        let odd = value.is_some_and(|of| of.coefficient(Powers::T_S).as_rational().is_none());
        let all = sizes == SizeSet::All && odd;
        Some((if all { SizeSet::PowersOfTwo } else { sizes }, model))
    })?;
    let [right, _] = answer.right();
    let words: &[Placeholder<'_>] = &[("name", &model.of), ("right", &right)];
    let named = |standing| {
        let said = format!("right with {}", model.of);
        for_named(key, standing, model.of, &said, &format!(": {right}"))
    };
    // Without time per hop it is the cost of a schedule that sends between neighbours.
    let cost = cost_of(key, model.formula);
    let as_cheap = |cost: &Cost| key.in_model(cost) == key.in_model(&key.cost);
    let is_equal = !model.formula.contains("t_h") && cost.as_ref().is_some_and(as_cheap);
    let by_cost = || cost.as_ref().map_or(Standing::Other, |cost| key.standing("", cost));
    let any = matches!(question.accept, Accept::AsCheap | Accept::Any);
    let graded = match model.kind {
        "right" | "slip" if is_equal => named(Standing::Accepted),
        "right" => named(by_cost()),
        "another" if question.contention && any => named(by_cost()),
        "slip" => key.say("model slip", words),
        "another" if key.question.contention => key.say("model order", words),
        "another" if !key.is_open() => named(Standing::Other),
        _ => key.say("model other", words),
    };
    Some(graded.for_sizes(key, sizes))
}

/// A formula of the literature, as the list of models has it.
struct LiteratureCost {
    kind: &'static str,
    formula: &'static str,
    of: &'static str,
}

/// The other models' costs of a collective on a family.
fn models(collective: &str, family: &str) -> impl Iterator<Item = LiteratureCost> {
    let (rows, _) = list("models").as_chunks();
    let names = |list: &str, name: &str| list.split(' ').any(|one| one == name);
    rows.iter().filter_map(move |[collectives, families, kind, formula, of]| {
        let applies =
            names(collectives, collective) && (*families == "any" || names(families, family));
        applies.then_some(LiteratureCost { kind, formula, of })
    })
}

impl Graded {
    /// A right answer with the sizes for which it is one, if they are not the question's alone.
    pub(crate) fn for_sizes(self, key: &Key<'_>, sizes: SizeSet) -> Self {
        if sizes == SizeSet::This || self.verdict != Verdict::Right {
            return self;
        }
        self.adding(&format!(", {}", sizes.said(&key.question.topology)))
    }
}
