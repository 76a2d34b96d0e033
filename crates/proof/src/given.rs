//! Facts about sizes that restrict a statement: `p = 2^d`, `k_1 = k_2`, `p >= 4`.
//!
//! A fact defines a name of the domain by others, which take its place.

use super::statement::{Meaning, Statement, Unreadable, Whole as Name, read};
use hockney_base::number::Rational;
use hockney_formula::Given;
use hockney_kernel::{Scope, Term, Whole};

/// Facts, in the terms of the kernel.
pub(super) struct Facts {
    /// A name, its meaning as text, and as term.
    means: Vec<(String, String, Term)>,
    /// From where on a name counts.
    least: Vec<(String, i64)>,
}

impl Facts {
    pub(super) fn read(given: &Given) -> Result<Self, Unreadable> {
        let means = given.meanings().iter().map(|(name, is)| {
            let is = is.to_string();
            Ok((name.clone(), is.clone(), read(&is)?))
        });
        Ok(Facts {
            means: means.collect::<Result<_, Unreadable>>()?,
            least: given.least().to_vec(),
        })
    }

    /// Whether a fact contains the name.
    pub(super) fn mention(&self, name: &str) -> bool {
        self.means.iter().any(|(own, _, term)| own == name || term.mentions(name))
            || self.least.iter().any(|(own, _)| own == name)
    }

    /// The statement for the sizes with these facts.
    ///
    /// # Errors
    /// A fact about a name that is no name of the domain, or a value that may be no size.
    pub(super) fn restrict(&self, mut statement: Statement) -> Result<Statement, Unreadable> {
        for (name, is, term) in &self.means {
            let fact = format!("{name} = {is}");
            // Sizes that are powers of two have this fact.
            let known = |Meaning { name: own, is: of }: &Meaning| {
                own == name && read(of).is_ok_and(|of| of == *term)
            };
            if !statement.means.iter().any(known) {
                statement
                    .define(name, is, term)
                    .map_err(|why| Unreadable { text: fact.clone(), why })?;
            }
            statement.given.push(fact);
        }
        for (name, least) in &self.least {
            let fact = format!("{name} >= {least}");
            // On powers of two, p >= 4 is d >= 2.
            let log = |(of, least): (&str, i64)| {
                (name == "p" && of == "d").then(|| Rational::from(least).ceil_log2())
            };
            let bound = |of: &Name| match log((&of.name, *least)) {
                Some(log) => Some(log.unwrap_or(0)),
                None => (of.name == *name).then_some(*least),
            };
            let found = statement.domain.iter_mut().find_map(|of| Some((bound(of)?, of)));
            let Some((least, of)) = found else {
                let why = statement.not_in_domain(name);
                return Err(Unreadable { text: fact, why });
            };
            of.least = of.least.max(least);
            statement.given.push(fact);
        }
        Ok(statement)
    }
}

impl Statement {
    fn not_in_domain(&self, name: &str) -> String {
        let names: Vec<&str> = self.domain.iter().map(|of| of.name.as_str()).collect();
        format!("the sizes of this claim are {}, and not {name}", names.join(" and "))
    }

    /// Defines a name of the domain by others.
    fn define(&mut self, name: &str, is: &str, term: &Term) -> Result<(), String> {
        // On powers of two, p = 4^k defines d = log2 p.
        let twos = name == "p" && self.domain.iter().any(|of| of.name == "d");
        let own = if twos { "d" } else { name };
        let at = self.domain.iter().position(|of| of.name == own);
        let Some(at) = at else { return Err(self.not_in_domain(name)) };
        let Name { least, .. } = self.domain.remove(at);
        let mut names = Vec::new();
        named(term, &mut names);
        let defined = |name: &str| self.means.iter().any(|mean| mean.name == name);
        if let Some(name) = names.iter().find(|name| Scope::is_amount(name) || defined(name)) {
            return Err(format!("{name} is not a size of this claim"));
        }
        names.retain(|name| !self.domain.iter().any(|of| of.name == *name));
        let known = self.domain.iter().map(|of| (of.name.clone(), Whole::from(of.least)));
        let known: Vec<_> = known.collect();
        // New names begin at 0 where that gives a size, and otherwise at 1.
        let size = |from: i64| {
            let new = names.iter().map(|name| (name.clone(), Whole::from(from)));
            let whole = known.iter().cloned().chain(new).collect();
            let scope = Scope { whole, ..Scope::default() };
            let least = if twos { 1 } else { least };
            let value = scope.polynomial(term).ok();
            value.is_some_and(|value| {
                scope.is_whole(&value)
                    && scope.least(&value).is_some_and(|value| value >= least.into())
            })
        };
        let from = [0, 1].into_iter().find(|from| size(*from));
        let from = from.ok_or("it is not provably a whole number that is large enough")?;
        self.domain.splice(at..at, names.into_iter().map(|name| Name { name, least: from }));
        if twos {
            self.means.retain(|mean| mean.name != "p");
            self.means.push(Meaning { name: "d".to_owned(), is: format!("log2({is})") });
        }
        for mean in &mut self.means {
            mean.is = put(&mean.is, own, is);
        }
        self.means.push(Meaning { name: name.to_owned(), is: is.to_owned() });
        Ok(())
    }
}

/// The names in a term.
fn named(term: &Term, names: &mut Vec<String>) {
    match term {
        Term::Number(_) => {}
        Term::Name(name) if names.contains(name) => {}
        Term::Name(name) => names.push(name.clone()),
        Term::Sum(of) | Term::Product(of) | Term::Apply(_, of) => {
            for term in of {
                named(term, names);
            }
        }
        Term::Quotient(one, other) | Term::Power(one, other) => {
            named(one, names);
            named(other, names);
        }
    }
}

/// The text with a name replaced by a formula.
fn put(text: &str, name: &str, by: &str) -> String {
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let by = if plain(by) { by.to_owned() } else { format!("({by})") };
    let words = text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'));
    let word = |word: &str| match word.strip_suffix(|c: char| !(c.is_alphanumeric() || c == '_')) {
        Some(own) if own == name => format!("{by}{}", &word[own.len()..]),
        None if word == name => by.clone(),
        _ => word.to_owned(),
    };
    words.map(word).collect()
}
