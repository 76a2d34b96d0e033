//! Which algorithm is the best where: `binomial, scatter-all-gather from m = 36`.

use crate::lists::list;
use hockney_base::number::Rational;
use hockney_files::shortened;

/// That an algorithm is the best between two values of m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct BestBetween {
    /// The algorithm.
    pub(in super::super) name: &'static str,
    /// From here on, where it says so.
    pub(in super::super) from: Option<Rational>,
    /// Up to here, where it says so.
    pub(in super::super) up_to: Option<Rational>,
}

/// What an answer claims; `named` finds the algorithm of a name.
///
/// # Errors
/// The part that is no claim.
pub(in super::super) fn claims(
    text: &str,
    named: &dyn Fn(&str) -> Option<&'static str>,
) -> Result<Vec<BestBetween>, String> {
    let mut claims: Vec<BestBetween> = Vec::new();
    // They say that it is so where nothing else is said.
    let text = list("best else").iter().fold(text.to_owned(), |text, word| text.replace(word, ""));
    let text = text.replace(" then ", "\n").replace("**", "").replace(['$', '`'], "");
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let unreadable = || {
            format!("`{}` is not an algorithm of the question with a value of m", shortened(part))
        };
        let (name, bound) = bounded(part).ok_or_else(unreadable)?;
        // `scatter-all-gather, from m = 36`
        if name.is_empty() {
            let last = claims.last_mut().ok_or_else(unreadable)?;
            let (from, value) = bound.ok_or_else(unreadable)?;
            let slot = if from { &mut last.from } else { &mut last.up_to };
            if slot.replace(value).is_some() {
                return Err(unreadable());
            }
            continue;
        }
        let name = named(name).ok_or_else(unreadable)?;
        if claims.iter().any(|claim| claim.name == name) {
            return Err(format!("{name} is named twice"));
        }
        let mut claim = BestBetween { name, from: None, up_to: None };
        match bound {
            Some((true, value)) => claim.from = Some(value),
            Some((false, value)) => claim.up_to = Some(value),
            None => {}
        }
        claims.push(claim);
    }
    // `binomial up to 12, scatter-all-gather` begins where the other ends.
    for at in 1..claims.len() {
        let end = claims[at - 1].up_to.clone();
        let open = claims[at].from.is_none() && claims[at].up_to.is_none();
        if open {
            claims[at].from = end;
        }
    }
    if claims.is_empty() { Err("there is no algorithm".to_owned()) } else { Ok(claims) }
}

/// `NAME from m = 36` as its name, the direction and the value; `None` if the value is no number.
fn bounded(part: &str) -> Option<(&str, Option<(bool, Rational)>)> {
    // What may stand between an algorithm and a number, and whether the number is where it begins.
    let lists = [("best from", true), ("best to", false)];
    let bounds = lists.map(|(name, from)| list(name).into_iter().map(move |word| (word, from)));
    let found = bounds.into_iter().flatten().filter_map(|(word, from)| {
        let at = part.find(word)?;
        let inside = word.starts_with(char::is_alphabetic);
        let alone = part[..at].is_empty() || part[..at].ends_with(' ');
        (!inside || alone).then_some((at, word, from))
    });
    let Some((at, word, from)) = found.min_by_key(|(at, ..)| *at) else {
        return Some((part, None));
    };
    // `binomial m < 36`, `binomial for m < 36`
    let name = part[..at].trim_end();
    let name = name.strip_suffix("m").filter(|name| name.ends_with(' ')).unwrap_or(name).trim_end();
    let name =
        [" for", " when", " if"].iter().find_map(|word| name.strip_suffix(word)).unwrap_or(name);
    let name = name.trim_end_matches(':');
    let value = part[at + word.len()..].trim_start();
    let value = value.strip_prefix('m').unwrap_or(value).trim_start();
    let value = value.strip_prefix(['=', '≈']).unwrap_or(value).trim();
    Some((name, Some((from, value.parse().ok()?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let named = |name: &str| {
            ["ring", "scatter-ring", "binomial"].into_iter().find(|known| *known == name)
        };
        let bound =
            |bound: &Option<Rational>| bound.as_ref().map_or("?".to_owned(), ToString::to_string);
        let one = |claim: &BestBetween| {
            format!("{} {}..{}", claim.name, bound(&claim.from), bound(&claim.up_to))
        };
        match claims(text, &named) {
            Ok(claims) => claims.iter().map(one).collect::<Vec<_>>().join(", "),
            Err(why) => why,
        }
    }

    #[test]
    fn claims_are_pairs_of_an_algorithm_and_a_number() {
        for (text, wanted) in [
            ("ring", "ring ?..?"),
            ("ring from m = 149", "ring 149..?"),
            ("ring, from m=149", "ring 149..?"),
            ("binomial up to 148 then ring from 149", "binomial ?..148, ring 149..?"),
            ("binomial up to 148, then ring", "binomial ?..148, ring 148..?"),
            ("binomial; ring for m >= 149", "binomial ?..?, ring 149..?"),
            ("binomial m < 12\nscatter-ring from 12", "binomial ?..12, scatter-ring 12..?"),
            (
                "ring or binomial",
                "`ring or binomial` is not an algorithm of the question with a value of m",
            ),
            (
                "ring from m = many",
                "`ring from m = many` is not an algorithm of the question with a value of m",
            ),
            ("from m = 3", "`from m = 3` is not an algorithm of the question with a value of m"),
            ("ring, ring", "ring is named twice"),
            ("not ring", "`not ring` is not an algorithm of the question with a value of m"),
            ("", "there is no algorithm"),
        ] {
            assert_eq!(said(text), wanted, "{text}");
        }
    }
}
