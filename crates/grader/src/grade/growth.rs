//! How a cost grows with p or m.

use super::super::answers::{bare, plain};
use super::ladder::{self, Explanation, Gradable};
use super::letters::{ReadFormula, best, large_size, readings, unknown_name};
use super::mistakes;
use crate::{Graded, Key, Quantity, Sizes, Symbol, list};
use hockney_base::number::Rational;
use hockney_core::topology::Topology;
use hockney_formula::{Formula, Given, Growth, Link, Verdict as Equality, equivalence, parse};

pub(super) fn grade(key: &Key<'_>, of: Quantity, symbol: Symbol, text: &str) -> Graded {
    let bare = bare(text, &key.question.names());
    let readings = match readings(&plain(&bare.text), key.question) {
        Ok(readings) => readings,
        Err(why) => return Graded::unreadable(why),
    };
    // Of two meanings a letter has the one that is asked for.
    let asked = |read: &ReadFormula| read.letters.iter().all(|(_, meant)| *meant == symbol);
    let readings: Vec<ReadFormula> = readings.into_iter().filter(asked).collect();
    let judge = |formula: &Formula| match order(formula) {
        Some(answer) => judge(key, of, symbol, &answer),
        None => Graded::unreadable("this is a chain, but the question asks for one order"),
    };
    best(&readings, judge).skipping(&bare.skipped)
}

fn judge(key: &Key<'_>, of: Quantity, symbol: Symbol, answer: &Link) -> Graded {
    let Some(form) = &key.form else { return key.say("formula none", &[]) };
    let exact = form.as_taught();
    let Some((right, given)) = order_of_cost(&key.question.topology, of, symbol, exact) else {
        return key.say("growth key", &[]);
    };
    if is_negative(answer, symbol) {
        return Graded::unreadable("an order of growth is not negative");
    }
    let is_right = match equivalence(answer, &right, &given).verdict {
        Equality::Equal => true,
        Equality::Different(_) | Equality::OtherOrder(_) => false,
        Equality::Undecided(_) => return key.say("growth undecided", &[]),
    };
    ladder::grade(key, &GrowthOrder { key, of, symbol, answer, is_right, exact, given })
}

/// Whether it is negative at a large size.
fn is_negative(answer: &Link, symbol: Symbol) -> bool {
    let at = large_size();
    let m = if symbol == Symbol::M { at.get("p").cloned() } else { None };
    let at = at.with("m", m.unwrap_or_else(Rational::one));
    let value = answer.evaluate(&at).ok().and_then(|value| value.as_rational());
    value.is_some_and(|value| value.is_negative())
}

/// An order of growth that is equal to the key's or not.
struct GrowthOrder<'a> {
    key: &'a Key<'a>,
    of: Quantity,
    symbol: Symbol,
    answer: &'a Link,
    is_right: bool,
    /// The cost of the key, and what is known of its sizes.
    exact: &'a str,
    given: Given,
}

impl Gradable for GrowthOrder<'_> {
    fn agrees(&self, with: &Explanation<'_>) -> Option<Sizes> {
        let topology = &self.key.question.topology;
        let grows_so = |form: &str| {
            let (right, given) = order_of_cost(topology, self.of, self.symbol, form)?;
            Some(equivalence(self.answer, &right, &given).verdict == Equality::Equal)
        };
        let agrees = match with {
            Explanation::Key => self.is_right,
            Explanation::Algorithm(row) => {
                grows_so(row.algorithm.closed_form_on(topology)?.as_taught())?
            }
            Explanation::Steps(_) | Explanation::Literature(_) => false,
        };
        agrees.then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        [self.exact.to_owned(), format!(": the cost is {}", self.exact)]
    }

    fn mistake(&self) -> Option<Graded> {
        let say =
            |reason| self.key.say("growth mistake", &[("reason", reason), ("right", &self.exact)]);
        let is = |text: &str| {
            let other = order_of(text);
            other.is_some_and(|other| {
                equivalence(self.answer, &other, &self.given).verdict == Equality::Equal
            })
        };
        if self.symbol == Symbol::M {
            return is("1").then(|| say(&"the cost does grow with m"));
        }
        let (steps, words) = mistakes::parts(self.exact).unwrap_or_default();
        let of_steps = self.of == Quantity::Steps;
        let (asked, other) = if of_steps { (steps, words) } else { (words, steps) };
        let (rows, _) = list("slips of growth").as_chunks();
        let found = rows.iter().find(|[of, text, _]| {
            let may_be = *of == "any" || (*of == "steps") == of_steps;
            may_be && is(&text.replace("$asked", &asked).replace("$other", &other))
        });
        found.map(|[_, _, reason]| say(reason))
    }

    fn unexplained(&self) -> Graded {
        self.key.say("growth wrong", &[("right", &self.exact)])
    }
}

/// The order of a cost, and what is known of the sizes: as little as makes it one.
pub(in super::super) fn order_of_cost(
    topology: &Topology,
    of: Quantity,
    symbol: Symbol,
    exact: &str,
) -> Option<(Link, Given)> {
    let right = order_of(&format!("Theta({})", of.part_of(exact)?))?;
    let sides = topology.network().sides().unwrap_or_default();
    let lists = |list: &[&[&str]]| -> Vec<Vec<String>> {
        list.iter().map(|all| all.iter().map(ToString::to_string).collect()).collect()
    };
    let known: Vec<Vec<String>> = match symbol {
        // How a cost grows with m is asked at one size.
        Symbol::M => {
            let mut here = vec![format!("p = {}", topology.nodes())];
            here.extend((1..).zip(sides).map(|(k, side)| format!("k_{k} = {side}")));
            vec![here]
        }
        Symbol::P if sides.len() == 2 => {
            let square = ["k_1 = sqrt p", "k_2 = sqrt p"];
            lists(&[&square, &["p = 4^e", "k_1 = 2^e", "k_2 = 2^e"]])
        }
        Symbol::P => lists(&[&[], &["p = 2^d"]]),
    };
    known.into_iter().find_map(|sizes| {
        let mut given = Given::default();
        given.grow(symbol.name());
        for size in &sizes {
            // What does not fit is left out.
            let _ = given.add(size);
        }
        let known = equivalence(&right, &right, &given).verdict == Equality::Equal;
        known.then(|| (right.clone(), given))
    })
}

/// An order; what is written without a sign is taken as one. A word that is not a symbol of the model is
/// not read as a letter.
fn order_of(text: &str) -> Option<Link> {
    order(&parse(text).ok()?)
}

fn order(formula: &Formula) -> Option<Link> {
    let [link] = formula.links() else { return None };
    let mut link = link.clone();
    link.growth = Some(Growth::Theta);
    unknown_name(&link.expr).is_none().then_some(link)
}
