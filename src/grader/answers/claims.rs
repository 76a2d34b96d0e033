//! Which algorithm is the best where, as students write it: `binomial up to m = 148, then
//! scatter-all-gather`.

mod tokens;

use self::tokens::{Token, tokens};
use super::vocabulary::{denies_anything, excepts, says_dearer};
use crate::number::Rational;

/// That an algorithm is the best between two values of m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Claim {
    /// The algorithm.
    pub(in super::super) name: &'static str,
    /// From here on, where it says so.
    pub(in super::super) from: Option<Rational>,
    /// Up to here, where it says so.
    pub(in super::super) up_to: Option<Rational>,
}

/// Whether an answer denies something: then nothing of it is taken for granted.
pub(in super::super) fn denies(text: &str) -> bool {
    denies_anything(text) || excepts(text) || says_dearer(text)
}

/// Whether an answer says that something holds everywhere.
pub(in super::super) fn always(text: &str) -> bool {
    let text = text.to_lowercase();
    let words = ["always", "immer", "for all m", "for any m", "for every m", "siempre"];
    words.iter().any(|words| text.contains(words))
}

/// The algorithms that a text names, in their order.
pub(in super::super) fn named(among: &[&'static str], text: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    for token in tokens(among, text) {
        if let Token::Name(name) = token
            && !found.contains(&name)
        {
            found.push(name);
        }
    }
    found
}

/// What a text claims; nothing where it names no algorithm or a number too many.
pub(in super::super) fn claims(among: &[&'static str], text: &str) -> Vec<Claim> {
    let mut pivot = None;
    let mut claims: Vec<Claim> = Vec::new();
    // What is said before the first name.
    let mut early: Vec<Bounds> = Vec::new();
    let mut sides: Vec<Bounds> = Vec::new();
    let tokens = tokens(among, text);
    if tokens.contains(&Token::Strange) {
        return Vec::new();
    }
    for part in parts(tokens) {
        let name = part.iter().find_map(|token| match token {
            Token::Name(name) => Some(*name),
            _ => None,
        });
        let mut bounds = bounds(&part);
        if let Some(name) = name {
            for early in early.drain(..) {
                bounds.add(early);
            }
            claims.push(Claim { name, from: bounds.from.clone(), up_to: bounds.up_to.clone() });
            sides.push(bounds);
        } else if let (Some(last), Some(side)) = (claims.last_mut(), sides.last_mut())
            && last.from.is_none()
            && last.up_to.is_none()
        {
            (last.from, last.up_to) = (bounds.from.clone(), bounds.up_to.clone());
            side.add(bounds);
        } else {
            early.push(bounds);
        }
    }
    for bounds in sides.iter().chain(&early) {
        match (&bounds.bare[..], &pivot) {
            ([], _) => {}
            ([only], None) => pivot = Some(only.clone()),
            _ => return Vec::new(),
        }
    }
    let bare_is_from = sides.iter().all(|side| !side.says_from && !side.says_up_to);
    let count = claims.len();
    for (k, (claim, side)) in claims.iter_mut().zip(&sides).enumerate() {
        let open = claim.from.is_none() && claim.up_to.is_none();
        let last = k + 1 == count;
        if open && (side.says_from || (bare_is_from && last)) {
            claim.from.clone_from(&pivot);
        } else if open && side.says_up_to {
            claim.up_to.clone_from(&pivot);
        }
    }
    filled(claims)
}

/// What `otherwise` and `then` leave open is where the others are not.
fn filled(mut claims: Vec<Claim>) -> Vec<Claim> {
    for k in 0..claims.len() {
        if claims[k].from.is_some() || claims[k].up_to.is_some() {
            continue;
        }
        let before = k.checked_sub(1).and_then(|k| claims.get(k));
        let behind = claims.get(k + 1);
        let (from, up_to) = match (before, behind) {
            (Some(Claim { up_to: Some(up_to), .. }), _) => (Some(up_to), None),
            (Some(Claim { from: Some(from), .. }), None)
            | (_, Some(Claim { from: Some(from), .. })) => (None, Some(from)),
            (_, Some(Claim { up_to: Some(up_to), .. })) => (Some(up_to), None),
            _ => (None, None),
        };
        (claims[k].from, claims[k].up_to) = (from.cloned(), up_to.cloned());
    }
    claims
}

/// What a part of a text says about m.
#[derive(Clone, Debug, Default)]
struct Bounds {
    from: Option<Rational>,
    up_to: Option<Rational>,
    /// Numbers without a direction.
    bare: Vec<Rational>,
    says_from: bool,
    says_up_to: bool,
}

impl Bounds {
    fn add(&mut self, other: Bounds) {
        self.from = self.from.take().or(other.from);
        self.up_to = self.up_to.take().or(other.up_to);
        self.bare.extend(other.bare);
        self.says_from |= other.says_from;
        self.says_up_to |= other.says_up_to;
    }
}

fn bounds(part: &[Token]) -> Bounds {
    let mut found = Bounds::default();
    let mut direction = None;
    let mut waiting: Option<Rational> = None;
    for (k, token) in part.iter().enumerate() {
        match token {
            Token::From => (direction, found.says_from) = (Some(true), true),
            Token::UpTo => (direction, found.says_up_to) = (Some(false), true),
            // 36 < m
            Token::Above | Token::Below if waiting.is_some() => {
                let above = *token == Token::Below;
                let number = waiting.take();
                if above { found.from = number } else { found.up_to = number }
            }
            Token::Above => direction = Some(true),
            Token::Below => direction = Some(false),
            Token::Number(number) => {
                let turned = matches!(
                    (part.get(k + 1), part.get(k + 2)),
                    (Some(Token::Above | Token::Below), Some(Token::Symbol))
                );
                match direction.take() {
                    _ if turned => waiting = Some(number.clone()),
                    Some(true) => found.from = Some(number.clone()),
                    Some(false) => found.up_to = Some(number.clone()),
                    None => found.bare.push(number.clone()),
                }
            }
            Token::Name(_) | Token::Symbol | Token::Break | Token::Strange => {}
        }
    }
    // `36 and larger`, `up to 36` said behind the number.
    if let ([_], Some(above)) = (&found.bare[..], direction)
        && found.from.is_none()
        && found.up_to.is_none()
    {
        let number = found.bare.pop();
        if above { found.from = number } else { found.up_to = number }
    }
    found
}

/// The parts between breaks, each with one name at most.
fn parts(tokens: Vec<Token>) -> Vec<Vec<Token>> {
    let mut parts: Vec<Vec<Token>> = vec![Vec::new()];
    let mut named = false;
    for token in tokens {
        let is_name = matches!(token, Token::Name(_));
        if token == Token::Break || (is_name && named) {
            parts.push(Vec::new());
            named = false;
        }
        named |= is_name;
        if let (Some(last), true) = (parts.last_mut(), token != Token::Break) {
            last.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const AMONG: [&str; 3] = ["ring", "scatter-ring", "binomial"];

    fn said(text: &str) -> String {
        let bound =
            |bound: &Option<Rational>| bound.as_ref().map_or("?".to_owned(), ToString::to_string);
        let one = |claim: &Claim| {
            format!("{} {}..{}", claim.name, bound(&claim.from), bound(&claim.up_to))
        };
        claims(&AMONG, text).iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn names_are_found_in_sentences() {
        assert_eq!(named(&AMONG, "Scatter ring"), ["scatter-ring"]);
        assert_eq!(named(&AMONG, "scatter + ring"), ["scatter-ring"]);
        assert_eq!(
            named(&AMONG, "binomial, then scatter-ring from 36"),
            ["binomial", "scatter-ring"]
        );
        assert_eq!(named(&AMONG, "ring or scatter-ring"), ["ring", "scatter-ring"]);
        assert!(named(&AMONG, "tree, string").is_empty());
        assert!(denies("isn't ring") && denies("nicht der Ring") && !denies("the ring, noted"));
    }

    #[test]
    fn claims_are_read_as_students_write_them() {
        for text in [
            "binomial up to m = 148, then ring",
            "binomial until m = 148; ring",
            "binomial (m ≤ 148), ring otherwise",
            "if m <= 148 binomial, else ring",
            "for m<=148: binomial",
        ] {
            assert!(said(text).starts_with("binomial ?..148"), "{text}: {}", said(text));
        }
        for text in [
            "ring from m = 149",
            "ring, m = 149",
            "ring for m > 149",
            "ring, from m > 149 on",
            "Ring ab m = 149",
            "ring if 149 < m",
            "$m \\geq 149$: ring",
            "ring above 149 words",
        ] {
            assert_eq!(said(text), "ring 149..?", "{text}");
        }
        assert_eq!(said("binomial from m = 1, ring from m = 149"), "binomial 1..?, ring 149..?");
        assert_eq!(
            said("binomial for small m and ring for large m, crossover at 149"),
            "binomial ?..149, ring 149..?"
        );
        assert_eq!(
            said("crossover at m = 149: binomial before, ring after"),
            "binomial ?..149, ring 149..?"
        );
        assert_eq!(
            said("binomial m<12, scatter-ring 12 ≤ m ≤ 90, ring m > 90"),
            "binomial ?..12, scatter-ring 12..90, ring 90..?"
        );
        assert_eq!(
            said("ring for m > 1,500, otherwise binomial"),
            "ring 1500..?, binomial ?..1500"
        );
        assert_eq!(said("ring"), "ring ?..?");
        assert_eq!(said("ring at 3 or 4"), "");
        assert_eq!(said("nothing"), "");
    }
}
