//! A formula: equal to the key's, right for something else, or wrong for a reason.

use super::super::answers::formulas;
use super::super::key::Key;
use super::super::problems::{Accept, Quantity};
use super::super::verdict::{Graded, Verdict};
use super::another::for_another;
use super::likeness::{Likeness, Meant, link, stated};
use super::models::KNOWN;
use super::slips::{FACTORS, has_factor, only_known, parts};
use super::worth::{model, slip, with_model};
use crate::compare::{Ranked, bindings_of};
use crate::formula::{Formula, Link, ParseError, Powers, Reading, parse};

pub(super) fn grade(key: &Key<'_>, of: Quantity, text: &str) -> Graded {
    let answer = match read(text) {
        Ok(answer) => answer,
        Err(error) => {
            let diagnostic = error.diagnostic();
            let help = diagnostic.help.map_or(String::new(), |help| format!("; {help}"));
            let at = text.get(..error.span.start).map_or(0, |before| before.chars().count()) + 1;
            return Graded::nothing(
                Verdict::Unreadable,
                format!("column {at}: {}{help}", diagnostic.message),
            );
        }
    };
    let Some(form) = &key.form else {
        return Graded::nothing(
            Verdict::Undecided,
            format!("{} has no closed form", key.algorithm.name()),
        );
    };
    let links: Vec<&Link> = stated(&answer).collect();
    if links.is_empty() {
        return Graded::nothing(
            Verdict::Unreadable,
            "this is an order of growth or an approximation, and a formula is asked for",
        );
    }
    let texts: Vec<&str> = form.texts().collect();
    // In a chain with letters of its own one side may be the one that is asked for.
    let graded = links.into_iter().map(|link| {
        let meant = Meant::by(key.question, &answer);
        Grader { key, of, meant, link, answer: &answer }.grade(&texts)
    });
    let better =
        |best: Graded, next: Graded| if next.verdict == Verdict::Right { next } else { best };
    graded
        .reduce(better)
        .unwrap_or_else(|| Graded::nothing(Verdict::Unreadable, "nothing is stated"))
}

/// Reads the formula that an answer states, alone or in a sentence.
fn read(text: &str) -> Result<Formula, ParseError> {
    let whole = renamed(text);
    if whole.is_ok() {
        return whole;
    }
    formulas(text).iter().skip(1).find_map(|part| renamed(part).ok()).map_or(whole, Ok)
}

/// Reads a formula, with another letter for the words of a message where there is no m.
fn renamed(text: &str) -> Result<Formula, ParseError> {
    let plain = parse(text)?;
    let renamed = if plain.mentions("n") && !plain.mentions("p") && plain.mentions("m") {
        // n beside m and without p is the number of nodes.
        Reading::new().with("n", "p")
    } else if let Some(letter) = names_m(&plain) {
        Reading::new().with(letter, "m")
    } else {
        return Ok(plain);
    };
    Ok(renamed.ok().and_then(|reading| reading.read(text).ok()).unwrap_or(plain))
}

/// Another letter for the words of a message.
fn names_m(answer: &Formula) -> Option<&'static str> {
    const LETTERS: [&str; 8] = ["n", "L", "M", "l", "k", "w", "size", "message_size"];
    LETTERS.into_iter().find(|letter| answer.mentions(letter)).filter(|_| !answer.mentions("m"))
}

struct Grader<'a> {
    key: &'a Key<'a>,
    of: Quantity,
    meant: Meant,
    link: &'a Link,
    answer: &'a Formula,
}

impl Grader<'_> {
    /// `texts` are the exact form and the textbook's.
    fn grade(&self, texts: &[&str]) -> Graded {
        let graded = self.judged(texts);
        if graded.verdict == Verdict::Right || only_known(&self.link.expr) {
            return graded;
        }
        // Whoever writes another letter may be right.
        let hint = "it has letters that are not those of the question; write p, m, t_s and t_w";
        Graded::open(hint, format!("{hint}; it is {}", texts[0]))
    }

    fn judged(&self, texts: &[&str]) -> Graded {
        let mut sure = true;
        for (place, text) in texts.iter().enumerate() {
            match self.against(text) {
                Likeness::Equal if place == 0 || !(is_rough(text) || self.is_odd()) => {
                    return Graded::right("right");
                }
                Likeness::Equal => return self.approximation(texts[0]),
                Likeness::Different => {}
                Likeness::Unsure => sure = false,
            }
        }
        let right = texts[0];
        if let Some(graded) = self.for_something_else(right) {
            return graded;
        }
        if let Some(reason) = slip(self.key, |text| self.is(text)) {
            let share = &self.key.question.partial.one_slip;
            return Graded::partly(share, &*reason, &*reason, format!("{reason}; it is {right}"));
        }
        if !sure {
            let unsure =
                || Graded::nothing(Verdict::Undecided, "whether this is right is not decided");
            return self.below_the_bounds().map_or_else(unsure, |reason| {
                Graded::wrong(
                    "less than anything needs",
                    reason.clone(),
                    format!("{reason}; it is {right}"),
                )
            });
        }
        let known = KNOWN.iter().find(|(formula, _)| self.is(formula));
        if let Some((_, what)) = known {
            let text = format!("this is the cost of {what}");
            return Graded::wrong(
                text.clone(),
                text.clone(),
                format!("{text}; here it is {right}"),
            );
        }
        let differs = self.difference(right);
        let reason = self
            .by_terms(right)
            .or_else(|| self.below_the_bounds())
            .or_else(|| self.wrong_part(right).map(String::from));
        match reason {
            Some(reason) => Graded::wrong(
                reason.clone(),
                reason.clone(),
                format!("{reason}; it is {right}{differs}"),
            ),
            None => Graded::open(
                "this is the cost of no algorithm that is known here",
                format!(
                    "this is not {right}, and not the cost of any algorithm that is known here{differs}"
                ),
            ),
        }
    }

    /// Why no algorithm can have this cost, where it is less than a lower bound at this size.
    fn below_the_bounds(&self) -> Option<String> {
        let (question, bounds) = (self.key.question, &self.key.ranking.bounds);
        let value =
            self.link.evaluate(&bindings_of(&question.topology, &question.instance)).ok()?;
        let part = |powers: Powers| value.coefficient(powers).as_rational();
        let (steps, words) = (part(Powers::T_S)?, part(Powers::M_T_W)?);
        let cost = self.of == Quantity::Cost;
        let topology = &question.topology;
        if cost && words < bounds.words.value {
            return Some(format!(
                "the t_w term is less than anything needs on {topology}: {}",
                bounds.words.why
            ));
        }
        (cost && steps < bounds.steps.value).then(|| {
            format!("the t_s term is less than anything needs on {topology}: {}", bounds.steps.why)
        })
    }

    /// Where the answer differs from the right formula: `; at m = 2, p = 8 it is .. and not ..`
    fn difference(&self, right: &str) -> String {
        let found = part(self.of, right).and_then(|right| self.meant.difference(self.link, &right));
        found.map_or_else(String::new, |difference| format!("; {difference}"))
    }

    /// What factor each term has, where both are among those that students confuse.
    fn by_terms(&self, right: &str) -> Option<String> {
        if self.of != Quantity::Cost {
            return None;
        }
        let (steps, words) = parts(parse(right).ok()?.expr()?);
        let (of_steps, of_words) = (self.meant.with("t_w = 0")?, self.meant.with("t_s = 0")?);
        let is = |meant: &Meant, text: &str| meant.is(self.link, text);
        let t_s = if is(&of_steps, &format!("{steps} t_s")) {
            None
        } else {
            let found =
                FACTORS.iter().find(|(factor, _)| is(&of_steps, &format!("({factor}) t_s")));
            Some(has_factor("the t_s term has", found?.1))
        };
        let t_w = if is(&of_words, &format!("{words} m t_w")) {
            None
        } else if is(&of_words, &format!("{words} t_w")) {
            Some("m is missing in the t_w term".to_owned())
        } else {
            let found = FACTORS.iter().find_map(|(factor, name)| {
                let whole = is(&of_words, &format!("({factor}) m t_w"));
                let bare = || is(&of_words, &format!("({factor}) t_w"));
                if whole {
                    Some((name, ""))
                } else {
                    bare().then_some((name, ", and m is missing in it"))
                }
            });
            let (name, more) = found?;
            Some(format!("{}{more}", has_factor("the t_w term has", name)))
        };
        let said: Vec<String> = [t_s, t_w].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(", and "))
    }

    /// Compares with a formula of a cost, or with the part of it that is asked for.
    fn against(&self, cost: &str) -> Likeness {
        match part(self.of, cost) {
            Some(text) => self.meant.compare(self.link, &text),
            None => Likeness::Unsure,
        }
    }

    /// Whether it is such a formula.
    fn is(&self, cost: &str) -> bool {
        self.against(cost) == Likeness::Equal
    }

    /// Whether the question's size is none that the textbook has in mind.
    fn is_odd(&self) -> bool {
        let topology = &self.key.question.topology;
        let square = matches!(topology.network().sides(), Some([rows, columns]) if rows == columns);
        !topology.nodes().is_power_of_two() && !square
    }

    fn approximation(&self, right: &str) -> Graded {
        let text = "the textbook's approximation";
        let full = format!("{text}; exactly it is {right}");
        Graded::partly(&self.key.question.partial.approximation, text, text, full)
    }

    /// Right for another algorithm, or in another model.
    fn for_something_else(&self, right: &str) -> Option<Graded> {
        let question = self.key.question;
        let topology = &question.topology;
        let is_it = |row: &&Ranked| {
            let form = row.algorithm.closed_form(topology.family(), topology.sizes().len());
            form.is_some_and(|form| form.texts().any(|text| self.is(text)))
        };
        if let Some(row) = self.key.ranking.rows.iter().find(is_it) {
            let name = row.algorithm.name();
            let (said, more) = (format!("right for {name}"), format!(": {right}"));
            return Some(for_another(self.key, name, &said, &more));
        }
        let without_hops = || {
            let cost = self.of == Quantity::Cost && self.answer.mentions("t_h");
            cost && self.meant.with("t_h = 0").is_some_and(|meant| meant.is(self.link, right))
        };
        if let Some(model) = model(self.key, |text| self.is(text)) {
            return Some(with_model(self.key, &model, right));
        }
        without_hops().then(|| {
            let text = "right with the time per hop kept";
            let full = format!("{text}; in the model of the question it is {right}");
            Graded::partly(&question.partial.other_model, text, text, full)
        })
    }

    /// Which term is certainly wrong, where an answer that is right could not have it: it is below
    /// what anything needs.
    fn wrong_part(&self, right: &str) -> Option<&'static str> {
        if self.of != Quantity::Cost {
            return Some("this is another number")
                .filter(|_| self.key.question.accept == Accept::This);
        }
        let right_link = link(right)?;
        let same = |fact: &str| {
            let given = self.meant.with(fact)?;
            Some(given.compare(self.link, &right_link.expr.to_string()))
        };
        let this = self.key.question.accept == Accept::This;
        match (same("t_w = 0")?, same("t_s = 0")?) {
            (Likeness::Equal, Likeness::Different) => {
                Some("the t_s term is right, the t_w term is not")
            }
            (Likeness::Different, Likeness::Equal) => {
                Some("the t_w term is right, the t_s term is not")
            }
            (Likeness::Different, Likeness::Different) if this => Some("neither term is right"),
            _ => None,
        }
    }
}

/// Whether a textbook's form leaves something away for every size.
fn is_rough(textbook: &str) -> bool {
    textbook == "2 (t_s log p + t_w m)"
}

/// The part of a cost that is asked for.
fn part(of: Quantity, cost: &str) -> Option<String> {
    let cost_of = parse(cost).ok()?;
    let (steps, words) = parts(cost_of.expr()?);
    Some(match of {
        Quantity::Cost => cost.to_owned(),
        Quantity::Steps => steps,
        Quantity::Words => format!("{words} m"),
    })
}
