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
    /// The right answers, all equal at the question's size. The first holds for all sizes if `is_general`.
    fn texts(&self, key: &Key<'_>) -> Option<Stated> {
        let topology = &key.question.topology;
        let here = |texts: Vec<String>| Stated { texts, is_general: false, square: false };
        match self {
            StatedAsk::Network(what) => {
                let found = measured(topology, *what);
                let value = found.exact()?.to_string();
                let is_general = found.form.is_some();
                let texts = found.form.into_iter().chain([value]).collect();
                Some(Stated { texts, is_general, square: false })
            }
            StatedAsk::Routes(ends) => {
                shortest_routes(topology, ends.from, ends.to).map(|n| here(vec![n.to_string()]))
            }
            StatedAsk::Bound(Bounded::Steps) => {
                Some(here(vec![key.ranking.bounds.steps.value.to_string()]))
            }
            StatedAsk::Bound(Bounded::Words) => {
                let words = key.ranking.bounds.words.value.to_string();
                let (parts, whole) = words.split_once('/').unwrap_or((&words, "1"));
                let of = |unit: &str| match whole {
                    "1" => format!("{parts} {unit}"),
                    _ => format!("{parts} {unit}/{whole}"),
                };
                Some(here(["m", "m t_w"].map(of).into()))
            }
            StatedAsk::Pieces => {
                let [c, b] = best_cut(&key.form.as_ref()?.formula)?;
                Some(Stated { texts: vec![format!("{c}/{b}")], is_general: true, square: true })
            }
        }
    }

    /// Whether the answers are not equal, but one number in two units.
    fn is_bound(&self) -> bool {
        matches!(self, StatedAsk::Bound(_))
    }

    fn judge(&self, key: &Key<'_>, link: &Link) -> Graded {
        let Some(stated) = self.texts(key) else { return key.say("stated none", &[]) };
        let squared = stated.square.then(|| parse(&format!("({link})^2")).ok()).flatten();
        let link = squared.as_ref().and_then(|formula| formula.stated()).unwrap_or(link);
        let sized = Meant::by(key, link);
        let here = Meant::at(key, link, false);
        let found = match &stated.texts[..] {
            [general, ..] if stated.is_general => sized.compare(general, None),
            texts if texts.iter().any(|text| here.is(text)) => Equality::Equal(SizeSet::This),
            _ => Equality::Different,
        };
        let right = self.solution(key).replace(['$', '.'], "");
        let say = |sentence| key.say(sentence, &[("right", &right)]);
        match found {
            // What lies across the middle of a grid depends on which sides are odd.
            Equality::Equal(_) if matches!(self, StatedAsk::Network(Measure::BisectionWidth)) => {
                Graded::right("right")
            }
            Equality::Equal(sizes) => Graded::right("right").for_sizes(key, sizes),
            Equality::Only(sizes) => {
                let said = sizes.said(&key.question.topology);
                let only = key.say("stated only", &[("it", &said), ("right", &right)]);
                only.earning(&key.question.partial.of("this_size"))
            }
            Equality::Different => say("stated wrong"),
            Equality::Unsure => say("stated unsure"),
        }
    }
}

/// The right answers to an ask.
struct Stated {
    texts: Vec<String>,
    is_general: bool,
    /// Whether they are squares of it.
    square: bool,
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

/// `sqrt(14 m t_w/t_s)`: the best number of pieces at the question's size.
fn best_here(key: &Key<'_>) -> Option<String> {
    let at = bindings_of(&key.question.topology, &key.request.instance);
    let value = |text: &String| Some(parse(text).ok()?.evaluate(&at).ok()?.to_string());
    let [c, b] = best_cut(&key.form.as_ref()?.formula)?.map(|text| value(&text));
    let part = |text: String| if text.contains(" + ") { format!("({text})") } else { text };
    Some(format!("sqrt({}/{})", part(c?), part(b?)))
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
        let graded = best(&readings, |formula| {
            let stated = |link: &&Link| link.growth.is_none() && link.relation == Relation::Equal;
            let sides = formula.links().iter().filter(stated);
            let graded = sides.map(|link| self.judge(key, link)).reduce(Graded::or_better);
            graded.unwrap_or_else(|| Graded::unreadable("there is no formula"))
        });
        graded.skipping(&bare.skipped).by(Basis::Identity)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        match self.texts(key) {
            Some(Stated { square: true, .. }) => {
                best_here(key).map_or_else(|| key.has_no_form(), |best| format!("${best}$"))
            }
            Some(Stated { mut texts, .. }) => {
                texts.dedup();
                texts.truncate(if self.is_bound() { 1 } else { texts.len() });
                format!("${}$", texts.join(" = "))
            }
            None => key.has_no_form(),
        }
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        if let StatedAsk::Routes(ends) = self
            && let Some(why) = ends.beyond(&key.question.topology)
        {
            return Some(why);
        }
        let why = "has no answer that the program knows";
        self.texts(key).is_none().then(|| why.to_owned())
    }
}
