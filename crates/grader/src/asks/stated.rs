//! A number or a formula that follows from no schedule: what the network measures, a lower bound, and the best number of
//! pieces.

use std::convert::Infallible;

use super::formula::chain;
use super::route::RouteAsk;
use crate::answers::{Amount, bare_stated, with_points};
use crate::grade::sizes::{Equality, Meant, in_pieces, is_sized, link as link_of};
use crate::grade::value_at;
use crate::grade::{best, readings_by};
use crate::prelude::*;
use hockney_ask::network::{Measure, measured, shortest_routes, textbook_form};
use hockney_formula::{Function, Reading};

pub(super) const MEASURES: [(&str, Measure); 6] = [
    ("degree", Measure::Degree),
    ("diameter", Measure::Diameter),
    ("links", Measure::Links),
    ("edge-connectivity", Measure::EdgeConnectivity),
    ("node-connectivity", Measure::NodeConnectivity),
    ("bisection-width", Measure::BisectionWidth),
];

pub(super) const BOUNDS: [(&str, CostPart); 2] =
    [("steps", CostPart::Steps), ("words", CostPart::Words)];

/// What an ask is about.
#[derive(Debug)]
pub(super) enum StatedAsk {
    Network(Measure),
    /// The number of shortest routes.
    Routes(RouteAsk),
    /// What no schedule has less of.
    Bound(CostPart),
    Pieces,
}

/// Which of these words stands at the key `of`.
pub(super) fn of<T: Clone>(keys: &Keys<'_, '_>, words: &[(&str, T)]) -> Option<T> {
    let (first, _) = words.first()?;
    keys.must("of", &format!("write of: {first}"), |node| one_of(node, "word", "this ask", words))
}

impl StatedAsk {
    /// The right answers; `None` if the program knows none.
    fn stated(&self, key: &Key<'_>) -> Option<Stated> {
        let topology = &key.question.topology;
        match self {
            StatedAsk::Network(what) => {
                let book = textbook_form(topology, *what).map(str::to_owned);
                let found = measured(topology, *what);
                let value = found.exact()?.to_string();
                let shown = match &found.form {
                    Some(form) if parse(&format!("{form} = {value}")).is_err() => {
                        format!("{value} = {form}")
                    }
                    Some(form) if *form != value => format!("{form} = {value}"),
                    _ => value.clone(),
                };
                let general = found.form;
                Some(Stated { general, here: vec![value], square: false, shown, book })
            }
            StatedAsk::Routes(ends) => {
                let routes = shortest_routes(topology, ends.from, ends.to)?;
                Some(Stated::here(vec![routes.to_string()]))
            }
            StatedAsk::Bound(CostPart::Words) => {
                let words = key.ranking.bounds.words.value.to_string();
                let (parts, whole) = words.split_once('/').unwrap_or((&words, "1"));
                let of = |unit: &str| match whole {
                    "1" => format!("{parts} {unit}"),
                    _ => format!("{parts} {unit}/{whole}"),
                };
                Some(Stated::here(["m", "m t_w"].map(of).into()))
            }
            StatedAsk::Bound(_) => {
                Some(Stated::here(vec![key.ranking.bounds.steps.value.to_string()]))
            }
            StatedAsk::Pieces => {
                let [_, c, b] = in_pieces(&key.form.as_ref()?.formula)?;
                let at = bindings_of(topology, &key.request.instance);
                let value = |text: &str| Some(parse(text).ok()?.evaluate(&at).ok()?.to_string());
                let part =
                    |text: String| if text.contains(" + ") { format!("({text})") } else { text };
                let shown = format!("sqrt({}/{})", part(value(&c)?), part(value(&b)?));
                let general = Some(format!("{c}/{b}"));
                Some(Stated { general, here: Vec::new(), square: true, shown, book: None })
            }
        }
    }

    fn judge(&self, key: &Key<'_>, stated: &Stated, link: &Link) -> Graded {
        let given = link;
        let squared = stated.square.then(|| parse(&format!("({link})^2")).ok()).flatten();
        let link = squared.as_ref().and_then(|formula| formula.stated()).unwrap_or(link);
        let is_bisection = matches!(self, StatedAsk::Network(Measure::BisectionWidth));
        let at = bindings_of(&key.question.topology, &key.request.instance);
        let expr = if is_bisection { in_order(&link.expr, &at) } else { link.expr.clone() };
        let link = &Link { expr, ..link.clone() };
        let here = |text: &String| Meant::at(key, link, false).is(text);
        let meant = match self {
            StatedAsk::Network(_) => Meant::of_network(key, link),
            _ => Meant::by(key, link),
        };
        let found = match &stated.general {
            Some(general) => meant.compare(general, None),
            None if stated.here.iter().any(here) => Equality::Equal(SizeSet::This),
            None => Equality::Different,
        };
        let say = |sentence| key.say(sentence, &[("right", &stated.shown)]);
        let with_numbers = || {
            let put = meant.with_all(&key.question.missing(link))?;
            let mut right = stated.general.iter().chain(&stated.here);
            right.any(|text| put.is(text)).then(|| say("formula numbers"))
        };
        if let (Equality::Different, Some(graded)) = (found, with_numbers()) {
            return graded;
        }
        match found {
            // What lies across the middle of a grid depends on which sides are odd.
            Equality::Equal(_) if is_bisection => Graded::right("right"),
            Equality::Equal(sizes) => Graded::right("right").for_sizes(key, sizes),
            // A number is the exact one, or the textbook's constant.
            Equality::Only(_) | Equality::Different | Equality::Unsure
                if stated.book.as_ref().is_some_and(|book| {
                    let is_constant = link_of(book).is_some_and(|book| !is_sized(&book.expr));
                    (is_sized(&link.expr) || is_constant) && meant.is(book)
                }) =>
            {
                say("stated book")
            }
            Equality::Only(sizes) => {
                let said = sizes.said(&key.question.topology);
                let only = key.say("stated only", &[("it", &said), ("right", &stated.shown)]);
                only.earning(&key.question.partial.of("this_size"))
            }
            Equality::Different if self.is_right_but_rounded(key, stated, given) => {
                say("stated digits")
            }
            Equality::Different => match stated.rounded(key, link) {
                Some(true) => say("stated rounded"),
                Some(false) => say("stated digits"),
                None => say("stated wrong"),
            },
            Equality::Unsure => say("stated unsure"),
        }
    }

    /// Whether it is the right answer, made a whole number.
    fn is_right_but_rounded(&self, key: &Key<'_>, stated: &Stated, link: &Link) -> bool {
        let ExprKind::Call(Function::Ceil | Function::Floor, parts) = &link.expr.node else {
            return false;
        };
        let inside = |part: &Expr| Link { expr: part.clone(), ..link.clone() };
        let right = |part: &Expr| self.judge(key, stated, &inside(part)).verdict == Verdict::Right;
        parts.iter().any(right)
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
    /// The textbook's form, where it is another one.
    book: Option<String>,
}

impl Stated {
    /// Right at the question's size, the first as it is shown.
    fn here(here: Vec<String>) -> Self {
        let shown = here.first().cloned().unwrap_or_default();
        Stated { general: None, here, square: false, shown, book: None }
    }

    /// Whether an answer is right but for the rounding of its decimal fraction, and that may be rounded since the exact one
    /// has no end.
    fn rounded(&self, key: &Key<'_>, link: &Link) -> Option<bool> {
        let amount = fraction(&link.expr)?;
        let right = self.general.as_ref().or(self.here.first())?;
        let sizes = bindings_of(&key.question.topology, &key.request.instance);
        // The letters have the same part in both.
        let exact = |numbers: [u32; 3]| {
            let at = ["m", "t_s", "t_w"].iter().zip(numbers);
            let at = at.fold(sizes.clone(), |at, (name, value)| at.with(name, value));
            let given = link.evaluate(&at).ok()?.as_rational()?;
            value_at(right, &at)?.as_rational()?.checked_div(&given)
        };
        let times =
            exact([7, 11, 13]).filter(|times| exact([119, 19, 23]).as_ref() == Some(times))?;
        let off = amount.grain.checked_div(&Rational::from(2_u32))?;
        let at = |number: &Rational| {
            let factor = number.checked_div(&amount.value)?;
            Some(if self.square { &factor * &factor } else { factor })
        };
        let between =
            at(&(&amount.value - &off))? <= times && times <= at(&(&amount.value + &off))?;
        let has_end = || !self.square && (&times * &amount.value).decimal().is_some();
        between.then(|| !has_end())
    }
}

/// With the least or greatest of sides as the side that it is at the question's size: which links lie across the middle
/// of a grid depends on it.
fn in_order(expr: &Expr, at: &Bindings) -> Expr {
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(in_order(part, at)));
    let side = |part: &Expr| match &part.node {
        ExprKind::Name(name) if name.starts_with("k_") => at.get(name).cloned(),
        _ => None,
    };
    let ExprKind::Call(function @ (Function::Min | Function::Max), parts) = &expr.node else {
        return expr;
    };
    let sides: Option<Vec<Rational>> = parts.iter().map(side).collect();
    let Some(sides) = sides else { return expr };
    let found = match function {
        Function::Min => parts.iter().zip(sides).min_by_key(|(_, side)| side.clone()),
        _ => parts.iter().zip(sides).max_by_key(|(_, side)| side.clone()),
    };
    found.map_or(expr.clone(), |(part, _)| part.clone())
}

/// The one decimal fraction in a formula, if it has two digits or more, with what its last digit counts.
fn fraction(expr: &Expr) -> Option<Amount> {
    let mut found = Vec::new();
    expr.visit(&mut Vec::new(), &mut |part, _| match &part.node {
        ExprKind::Number(number) if !number.is_integer() => found.push(number.clone()),
        _ => {}
    });
    let [number] = &found[..] else { return None };
    let amount = Amount::computed(number.clone(), false);
    (amount.value >= &amount.grain * &Rational::from(10_u32)).then_some(amount)
}

/// With `3!`, `C(4,1)` and `binom(4,1)` as quotients of products.
fn chosen(text: &str) -> String {
    let product = |first: u32, last: u32| {
        let factors: Vec<String> = (first..=last).map(|factor| factor.to_string()).collect();
        format!("({})", if factors.is_empty() { "1".to_owned() } else { factors.join("*") })
    };
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number < 100);
    let mut text = text.replace("\\binom{", "C(").replace("binom(", "C(").replace("}{", ",");
    while let Some(at) = text.find("C(") {
        let Some(end) = text[at..].find([')', '}']).map(|length| at + length) else { break };
        let ends = text[at + 2..end].split_once(',');
        let ends = ends.and_then(|(n, k)| number(n).zip(number(k))).filter(|(n, k)| k <= n);
        let Some((n, k)) = ends else { break };
        text.replace_range(at..=end, &format!("({}/{})", product(n - k + 1, n), product(1, k)));
    }
    while let Some(end) = text.find('!') {
        let start = text[..end].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let Some(of) = number(&text[start..end]) else { break };
        text.replace_range(start..=end, &product(1, of));
    }
    text
}

/// With the letters k and d of a grid with d equal sides, as the textbook has them.
fn of_sides(reading: Reading, topology: &Topology) -> Reading {
    let sides = topology.network().sides().unwrap_or_default();
    let equal = sides.len() > 1 && sides.windows(2).all(|pair| pair[0] == pair[1]);
    let letters = [("k", "k_1".to_owned()), ("d", sides.len().to_string())];
    letters.into_iter().filter(|_| equal).fold(reading, |reading, (name, meant)| {
        reading.clone().with(name, &meant).unwrap_or(reading)
    })
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
            StatedAsk::Bound(CostPart::Words) => {
                "For how many words does every schedule pay t_w, in terms of m?".to_owned()
            }
            StatedAsk::Bound(_) => "How many steps does every schedule need?".to_owned(),
            StatedAsk::Pieces => {
                "Into how many pieces is the message cut at best? Give a formula, not rounded."
                    .to_owned()
            }
        }
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let text =
            &if matches!(self, StatedAsk::Routes(_)) { chosen(text) } else { text.to_owned() };
        let is_bound = matches!(self, StatedAsk::Bound(_));
        let bound = ["at least ", ">=", "≥"].into_iter().filter(|_| is_bound);
        let text = bound.fold(text.trim(), |text, word| text.strip_prefix(word).unwrap_or(text));
        let in_words = words("numbers").in_digits(&text.to_lowercase());
        // Behind a bracket a comma may separate operands.
        let with_point = with_points(text).filter(|_| !text.contains('('));
        let text = in_words.or(with_point.as_deref()).unwrap_or(text);
        let bare = bare_stated(text, &key.question.names());
        let bare =
            bare.without_last_word(list("unit links")).without_last_word(list("stated last"));
        let reading = match self {
            StatedAsk::Network(_) => of_sides(key.question.reading(), &key.question.topology),
            _ => key.question.reading(),
        };
        let readings = readings_by(&bare.text, key, &reading)?;
        let Some(right) = self.stated(key) else { return Ok(key.say("stated none", &[])) };
        let graded = best(&readings, |formula| {
            let sides: Vec<&Link> =
                formula.links().iter().filter(|link| link.growth.is_none()).collect();
            let judge = |link: &Link| self.judge(key, &right, link);
            let graded = sides.iter().map(|link| judge(link)).reduce(Graded::or_better);
            let graded = graded.unwrap_or_else(|| Graded::unreadable("there is no formula"));
            chain(key, &sides, graded, &|link| judge(link).verdict == Verdict::Right)
        });
        Ok(graded.skipping(&bare.skipped).by(Basis::Identity))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.stated(key).map_or_else(String::new, |stated| format!("${}$", stated.shown))
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
