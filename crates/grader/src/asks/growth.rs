//! How a cost grows with p or m.

use crate::answers::{Bare, bare_cost, plain};
use crate::grade::parts;
use crate::grade::{LARGE_LOG, ReadFormula, best, large_size, readings, unknown_name};
use crate::prelude::*;
use crate::problems::keys::quantity;
use hockney_formula::{Given, Growth, Verdict as Equality, equivalence};

/// How the cost, or the part of it in steps or in words, grows with a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrowthAsk {
    of: CostPart,
    /// `p` or `m`.
    symbol: &'static str,
}

impl Asked for GrowthAsk {
    fn sentence(&self, _: &Question) -> String {
        format!("How does {} grow with {}?", self.of.name(), self.symbol)
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let bare = bare_cost(text, &key.question.names());
        let text = bare.text.replace(", O(", " = O(").replace('∈', "=");
        let sides: Vec<String> = text.split('=').map(|side| in_signs(side, self.symbol)).collect();
        let mut bare = Bare { text: sides.join(" = "), ..bare };
        bare = bare.without_unit();
        let text = plain(&bare.text).replace("theta(", "Theta(").replace("θ(", "Theta(");
        let readings = readings(&text, key)?;
        // Of two meanings a letter has the one that is asked for.
        let asked =
            |read: &ReadFormula| read.letters.iter().all(|(_, meant)| *meant == self.symbol);
        let readings: Vec<ReadFormula> = readings.into_iter().filter(asked).collect();
        let judge = |formula: &Formula| {
            let orders: Vec<Link> = formula.links().iter().filter_map(order).collect();
            let judged: Vec<Graded> = orders.iter().map(|of| judge(key, *self, of)).collect();
            let alike = judged.windows(2).all(|two| two[0].verdict == two[1].verdict);
            let all = alike && orders.len() == formula.links().len();
            let chain =
                || Graded::unreadable("this is a chain, but the question asks for one order");
            judged.into_iter().next_back().filter(|_| all).unwrap_or_else(chain)
        };
        Ok(best(&readings, judge).skipping(&bare.skipped).by(Basis::Identity))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let form = key.form.as_ref().map(ClosedForm::as_taught).unwrap_or_default();
        let part = self.of.part_of(form).unwrap_or_default();
        format!("$Theta({})$", self.plainest(&key.question.topology, form).unwrap_or(&part))
    }

    fn value_of(&self, key: &Key<'_>, row: &Ranked) -> Option<String> {
        let topology = &key.question.topology;
        let form = row.algorithm.closed_form_on(topology)?;
        Some(format!("$Theta({})$", self.plainest(topology, form.as_taught())?))
    }

    fn reason(&self, key: &Key<'_>) -> Option<String> {
        Some(format!("The cost is ${}$", key.form.as_ref()?.as_taught()))
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        let form = key.form.as_ref();
        let order = form.and_then(|form| self.order(&key.question.topology, form.as_taught()));
        let unknown = || {
            let name = key.algorithm.name();
            format!("asks for an order of growth, and that of the cost of {name} is not known")
        };
        order.is_none().then(unknown)
    }
}

/// An order in words, `grows linearly with p`, in signs.
fn in_signs(text: &str, symbol: &str) -> String {
    let verb = |word: &&str| list("order verbs").contains(&&*word.to_lowercase());
    let words: Vec<&str> = text.split_whitespace().skip_while(verb).collect();
    let Some((first, rest)) = words.split_first() else { return text.to_owned() };
    let order = list("orders").pairs().find(|(word, _)| *word == first.to_lowercase());
    match order {
        Some((_, order)) if rest.iter().all(|word| verb(word) || *word == symbol) => {
            format!("O({})", order.replace("$x", symbol))
        }
        _ => words.join(" "),
    }
}

fn judge(key: &Key<'_>, asked: GrowthAsk, answer: &Link) -> Graded {
    let Some(form) = &key.form else { return key.say("growth key", &[]) };
    let exact = form.as_taught();
    let Some((right, given)) = asked.order(&key.question.topology, exact) else {
        return key.say("growth key", &[]);
    };
    if is_negative(answer, asked.symbol) {
        return Graded::unreadable("an order of growth is not negative");
    }
    let is_right = match equivalence(answer, &right, &given).verdict {
        Equality::Equal => true,
        Equality::Different(_) | Equality::OtherOrder(_) => false,
        Equality::Undecided(_) => return key.say("growth undecided", &[]),
    };
    graded(&GrowthOrder { key, asked, answer, is_right, exact, given })
}

/// Whether it is negative at a large size.
fn is_negative(answer: &Link, symbol: &str) -> bool {
    let at = large_size();
    let m = if symbol == "m" { at.get("p").cloned() } else { None };
    let at = at.with("m", m.unwrap_or_else(Rational::one));
    let value = answer.evaluate(&at).ok().and_then(|value| value.as_rational());
    value.is_some_and(|value| value.is_negative())
}

/// An order of growth that is equal to the key's or not.
struct GrowthOrder<'a> {
    key: &'a Key<'a>,
    asked: GrowthAsk,
    answer: &'a Link,
    is_right: bool,
    /// The cost of the key, and what is known of its sizes.
    exact: &'a str,
    given: Given,
}

impl GrowthOrder<'_> {
    fn grows_as(&self, order: &Link, given: &Given) -> bool {
        equivalence(self.answer, order, given).verdict == Equality::Equal
    }
}

impl Gradable for GrowthOrder<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        self.is_right
    }

    fn is_of(&self, row: &Ranked) -> Option<SizeSet> {
        let topology = &self.key.question.topology;
        let form = row.algorithm.closed_form_on(topology)?;
        let (order, given) = self.asked.order(topology, form.as_taught())?;
        self.grows_as(&order, &given).then_some(SizeSet::This)
    }

    /// Dearer is also an order that is greater by a power, whatever it costs at the question's size.
    fn standing(&self, algorithm: &str) -> Standing {
        let standing = self.key.standing_of(algorithm);
        let is_greater = || {
            let value = |link: &Link| link.evaluate(&large_size()).ok()?.as_rational();
            let (given, right) = (value(self.answer)?, value(&order_of(self.exact)?)?);
            Some(given >= &right * &Rational::power_of_two(LARGE_LOG / 4))
        };
        let as_cheap = self.key.question.accept == Accept::AsCheap && self.asked.symbol == "p";
        match standing {
            Standing::Accepted if as_cheap && is_greater() == Some(true) => Standing::Dearer,
            standing => standing,
        }
    }

    fn right(&self) -> [String; 2] {
        [self.exact.to_owned(), format!(": the cost is {}", self.exact)]
    }

    fn mistake(&self) -> Option<Graded> {
        let say = |reason| self.say("growth mistake", reason);
        let is =
            |text: &str| order_of(text).is_some_and(|order| self.grows_as(&order, &self.given));
        if self.asked.symbol == "m" {
            return is("1").then(|| say(&"the cost does grow with m"));
        }
        let (steps, words) = parts(self.exact).unwrap_or_default();
        let of_steps = self.asked.of == CostPart::Steps;
        let (asked, other) = if of_steps { (steps, words) } else { (words, steps) };
        let (rows, _) = list("slips of growth").as_chunks();
        let found = rows.iter().find(|[of, text, _]| {
            let may_be = *of == "any" || (*of == "steps") == of_steps;
            may_be && is(&text.replace("$asked", &asked).replace("$other", &other))
        });
        found.map(|[_, _, reason]| say(reason))
    }

    fn unexplained(&self) -> Graded {
        self.say("growth wrong", &"")
    }
}

impl GrowthAsk {
    pub(super) fn read(keys: &Keys<'_, '_>) -> Option<Self> {
        let of = quantity(keys);
        let symbol = |node| one_of(node, "symbol", "an ask", &[("p", "p"), ("m", "m")]);
        let symbol = keys.errors.keep(keys.get("in").map_or(Ok("p"), symbol));
        Some(GrowthAsk { symbol: symbol?, of: of? })
    }

    /// The shortest formula of the same order.
    fn plainest(self, topology: &Topology, exact: &str) -> Option<&'static str> {
        let (right, given) = self.order(topology, exact)?;
        let is_of = |order| equivalence(&right, &order, &given).verdict == Equality::Equal;
        let is = |formula: &&str| order_of(formula).is_some_and(is_of);
        let known = list("slip factors").pairs().map(|(factor, _)| factor);
        let mut known: Vec<_> = known.chain(["m"]).collect();
        known.sort_by_key(|formula| formula.len());
        known.into_iter().find(is)
    }

    /// The order of a cost, and what is known of the sizes: as little as makes it one.
    fn order(self, topology: &Topology, exact: &str) -> Option<(Link, Given)> {
        let right = order_of(&format!("Theta({})", self.of.part_of(exact)?))?;
        let sides = topology.network().sides().unwrap_or_default();
        let known: Vec<String> = match self.symbol {
            // How a cost grows with m is asked at one size.
            "m" => {
                let p = format!("p = {}", topology.nodes());
                let more = |all: String, (k, side): (u32, &u32)| format!("{all}, k_{k} = {side}");
                vec![(1..).zip(sides).fold(p, more)]
            }
            _ if sides.len() == 2 => {
                ["k_1 = sqrt p, k_2 = sqrt p", "p = 4^e, k_1 = 2^e, k_2 = 2^e"]
                    .map(Into::into)
                    .into()
            }
            _ => ["", "p = 2^d"].map(Into::into).into(),
        };
        known.iter().find_map(|sizes| {
            let mut given = Given::default();
            given.grow(self.symbol);
            for size in sizes.split(", ") {
                // What does not fit is left out.
                let _ = given.add(size);
            }
            let known = equivalence(&right, &right, &given).verdict == Equality::Equal;
            known.then(|| (right.clone(), given))
        })
    }
}

/// An order; what is written without a sign is taken as one. A word that is not a symbol of the model is
/// not read as a letter.
fn order_of(text: &str) -> Option<Link> {
    let formula = parse(text).ok()?;
    let [link] = formula.links() else { return None };
    order(link)
}

fn order(link: &Link) -> Option<Link> {
    let mut link = link.clone();
    link.growth = Some(Growth::Theta);
    unknown_name(&link.expr, false).is_none().then_some(link)
}
