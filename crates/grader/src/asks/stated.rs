//! A number or a formula that follows from no schedule: what the network measures, a lower bound, and the best number of
//! pieces.

use std::sync::Arc;

use super::{AskKind, Asked, Trait};
use crate::answers::bare;
use crate::asks::route::RouteAsk;
use crate::grade::letters::{best, readings};
use crate::grade::sizes::{Equality, Meant};
use crate::problems::keys::{Keys, one_of};
use crate::{Basis, Graded, Key, Question, SizeSet, list};
use hockney_ask::network::{Measure, measured, shortest_routes};
use hockney_cost::bindings_of;
use hockney_formula::{Given, Link, Reading, Relation, Verdict, equivalence, parse};

pub(super) const NETWORK: AskKind = AskKind {
    name: "network",
    keys: &["of"],
    traits: &[Trait::Waiting, Trait::OfNetwork],
    read: |keys, _| Some(Arc::new(StatedAsk::Network(of(keys, &MEASURES)?))),
};

pub(super) const ROUTES: AskKind = AskKind {
    name: "routes",
    keys: &["from", "to"],
    traits: &[Trait::Waiting, Trait::OfNetwork],
    read: |keys, context| Some(Arc::new(StatedAsk::Routes(RouteAsk::read(keys, context)?))),
};

pub(super) const BOUND: AskKind = AskKind {
    name: "bound",
    keys: &["of"],
    traits: &[],
    read: |keys, _| Some(Arc::new(StatedAsk::Bound(of(keys, &BOUNDS)?))),
};

pub(super) const PIECES: AskKind = AskKind {
    name: "pieces",
    keys: &[],
    traits: &[],
    read: |_, _| Some(Arc::new(StatedAsk::Pieces)),
};

const MEASURES: [(&str, Measure); 6] = [
    ("degree", Measure::Degree),
    ("diameter", Measure::Diameter),
    ("links", Measure::Links),
    ("edge-connectivity", Measure::EdgeConnectivity),
    ("node-connectivity", Measure::NodeConnectivity),
    ("bisection-width", Measure::BisectionWidth),
];

const BOUNDS: [(&str, Bounded); 2] = [("steps", Bounded::Steps), ("words", Bounded::Words)];

/// What an ask is about.
#[derive(Debug)]
enum StatedAsk {
    Network(Measure),
    /// The number of shortest routes.
    Routes(RouteAsk),
    Bound(Bounded),
    Pieces,
}

/// What no schedule has less of.
#[derive(Clone, Copy, Debug)]
enum Bounded {
    Steps,
    Words,
}

fn of<T: Clone>(keys: &Keys<'_, '_>, words: &[(&str, T)]) -> Option<T> {
    let (first, _) = words.first()?;
    keys.must("of", &format!("write of: {first}"), |node| one_of(node, "word", "this ask", words))
}

impl StatedAsk {
    /// The right answers; `None` if the program knows none.
    fn stated(&self, key: &Key<'_>) -> Option<Stated> {
        let topology = &key.question.topology;
        match self {
            StatedAsk::Network(what) => {
                let found = measured(topology, *what);
                let value = found.exact()?.to_string();
                let shown = match &found.form {
                    Some(form) if *form != value => format!("{form} = {value}"),
                    _ => value.clone(),
                };
                let general = found.form;
                Some(Stated { general, here: vec![value], square: false, shown })
            }
            StatedAsk::Routes(ends) => {
                let routes = shortest_routes(topology, ends.from, ends.to)?;
                Some(Stated::here(vec![routes.to_string()]))
            }
            StatedAsk::Bound(Bounded::Steps) => {
                Some(Stated::here(vec![key.ranking.bounds.steps.value.to_string()]))
            }
            StatedAsk::Bound(Bounded::Words) => {
                let words = key.ranking.bounds.words.value.to_string();
                let (parts, whole) = words.split_once('/').unwrap_or((&words, "1"));
                let of = |unit: &str| match whole {
                    "1" => format!("{parts} {unit}"),
                    _ => format!("{parts} {unit}/{whole}"),
                };
                Some(Stated::here(["m", "m t_w"].map(of).into()))
            }
            StatedAsk::Pieces => {
                let [c, b] = best_cut(&key.form.as_ref()?.formula)?;
                let at = bindings_of(topology, &key.request.instance);
                let value = |text: &str| Some(parse(text).ok()?.evaluate(&at).ok()?.to_string());
                let part =
                    |text: String| if text.contains(" + ") { format!("({text})") } else { text };
                let shown = format!("sqrt({}/{})", part(value(&c)?), part(value(&b)?));
                let general = Some(format!("{c}/{b}"));
                Some(Stated { general, here: Vec::new(), square: true, shown })
            }
        }
    }

    fn judge(&self, key: &Key<'_>, stated: &Stated, link: &Link) -> Graded {
        let squared = stated.square.then(|| parse(&format!("({link})^2")).ok()).flatten();
        let link = squared.as_ref().and_then(|formula| formula.stated()).unwrap_or(link);
        let here = |text: &String| Meant::at(key, link, false).is(text);
        let found = match &stated.general {
            Some(general) => Meant::by(key, link).compare(general, None),
            None if stated.here.iter().any(here) => Equality::Equal(SizeSet::This),
            None => Equality::Different,
        };
        let say = |sentence| key.say(sentence, &[("right", &stated.shown)]);
        match found {
            // What lies across the middle of a grid depends on which sides are odd.
            Equality::Equal(_) if matches!(self, StatedAsk::Network(Measure::BisectionWidth)) => {
                Graded::right("right")
            }
            Equality::Equal(sizes) => Graded::right("right").for_sizes(key, sizes),
            Equality::Only(sizes) => {
                let said = sizes.said(&key.question.topology);
                let only = key.say("stated only", &[("it", &said), ("right", &stated.shown)]);
                only.earning(&key.question.partial.of("this_size"))
            }
            Equality::Different => say("stated wrong"),
            Equality::Unsure => say("stated unsure"),
        }
    }
}

/// The right answers to an ask.
struct Stated {
    /// The one for all sizes.
    general: Option<String>,
    /// Those at the question's size, where there is none for all.
    here: Vec<String>,
    /// Whether the one for all sizes is the square of the answer.
    square: bool,
    /// As the worked solution has it.
    shown: String,
}

impl Stated {
    /// Right at the question's size, the first as it is shown.
    fn here(here: Vec<String>) -> Self {
        let shown = here.first().cloned().unwrap_or_default();
        Stated { general: None, here, square: false, shown }
    }
}

/// The cost is `a + b n + c/n`, which is least at the n whose square is c/b. These are the formulas of c and b; `None` if
/// the cost is not of this form.
fn best_cut(form: &str) -> Option<[String; 2]> {
    let at = |n: u32| {
        let formula = Reading::new().with("n", &n.to_string()).ok()?.read(form).ok()?;
        Some(format!("({formula})"))
    };
    let [one, two, three, six] = [at(1)?, at(2)?, at(3)?, at(6)?];
    let c = format!("(3 ({one} - 2 {two} + {three}))");
    let b = format!("({two} - {one} + {c}/2)");
    let link = |text: &str| parse(text).ok()?.stated().cloned();
    let equal = |left: &str, right: &str| {
        let answer = equivalence(&link(left)?, &link(right)?, &Given::default());
        Some(matches!(answer.verdict, Verdict::Equal))
    };
    let fits = equal(&six, &format!("{one} + 5 {b} - 5 {c}/6"))?;
    (fits && !equal(&b, "0")?).then_some([c, b])
}

impl Asked for StatedAsk {
    fn sentence(&self, question: &Question) -> String {
        match self {
            StatedAsk::Network(what) => {
                let is = what.definition().map_or_else(String::new, |is| format!(" ({is})"));
                format!("Give the {}{is}.", what.name())
            }
            StatedAsk::Routes(ends) => {
                let message = ends.message(question);
                format!("On how many shortest routes can {message} travel?")
            }
            StatedAsk::Bound(Bounded::Steps) => {
                "How many steps does every schedule need?".to_owned()
            }
            StatedAsk::Bound(Bounded::Words) => {
                "For how many words does every schedule pay t_w, in terms of m?".to_owned()
            }
            StatedAsk::Pieces => {
                "Into how many pieces is the message cut at best? Give a formula, not rounded."
                    .to_owned()
            }
        }
    }

    fn example(&self, _: &Question) -> String {
        if matches!(self, StatedAsk::Pieces) { "sqrt(m t_w/t_s)" } else { "4" }.to_owned()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let bare = bare(text, &key.question.names());
        let bare =
            bare.without_last_word(list("unit links")).without_last_word(list("stated last"));
        let readings = match readings(&bare.text, key) {
            Ok(readings) => readings,
            Err(why) => return Graded::unreadable(why),
        };
        let Some(right) = self.stated(key) else { return key.say("stated none", &[]) };
        let graded = best(&readings, |formula| {
            let stated = |link: &&Link| link.growth.is_none() && link.relation == Relation::Equal;
            let sides = formula.links().iter().filter(stated);
            let graded = sides.map(|link| self.judge(key, &right, link)).reduce(Graded::or_better);
            graded.unwrap_or_else(|| Graded::unreadable("there is no formula"))
        });
        graded.skipping(&bare.skipped).by(Basis::Identity)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.stated(key).map_or_else(|| key.has_no_form(), |stated| format!("${}$", stated.shown))
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        if let StatedAsk::Routes(ends) = self
            && let Some(why) = ends.beyond(&key.question.topology)
        {
            return Some(why);
        }
        let why = "has no answer that the program knows";
        self.stated(key).is_none().then(|| why.to_owned())
    }
}
