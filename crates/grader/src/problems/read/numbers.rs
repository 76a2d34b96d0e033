//! The numbers of the model, and the shares of partial credit.

use super::super::Partial;
use super::bad;
use super::errors::{Errors, Keys};
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::Rational;
use hockney_cost::{Given, Numbers};
use hockney_files::{Kind, Node, ReadError, shortened, wrong};

const NUMBERS: &str = "numbers are {m: 100, t_s: 5, t_w: 1}";
/// The keys of `numbers`, with what each is called where it is wrong.
const KEYS: [(&str, &str); 5] =
    [("-m", "m"), ("--ts", "t_s"), ("--tw", "t_w"), ("--th", "t_h"), ("--word", "word")];

/// All numbers, or nothing where one of them is wrong.
pub(super) fn numbers(node: &Node<'_>, errors: &mut Errors) -> Option<Numbers> {
    let before = errors.count();
    let known = KEYS.map(|(_, key)| key);
    let all = "m t_s t_w t_h word ts tw th";
    let keys = Keys::open(node, "the numbers of the model", NUMBERS, all, errors)?;
    let value = |key: &str| keys.get(key).or_else(|| keys.get(&key.replace('_', "")));
    for key in known.iter().filter(|key| key.contains('_')) {
        let short = key.replace('_', "");
        if let (Some(_), Some(again)) = (keys.get(key), keys.get(&short)) {
            let message = format!("`{key}` and `{short}` are the same number");
            errors.keep(bad::<()>(message, again.span, "leave out one of them"));
        }
    }
    let number = |key| match value(key).map(|node| (node, &node.kind)) {
        None => None,
        Some((_, Kind::Scalar { text, .. })) => Some(&**text),
        Some((node, _)) => {
            errors.keep::<()>(Err(wrong(node, "a number", node.head(), NUMBERS)));
            None
        }
    };
    let mut given = known.map(number);
    loop {
        let [m, t_s, t_w, t_h, word] = given;
        let error = match Numbers::read(Given { m, t_s, t_w, t_h, word, bandwidth: None }) {
            Ok(numbers) => return Some(numbers).filter(|_| errors.count() == before),
            Err(error) => error,
        };
        let place = KEYS.iter().position(|(option, _)| *option == error.option)?;
        let at = value(known[place]).map_or(node.span, |value| value.span);
        let message = format!("`{}` {}", known[place], error.why);
        errors.keep::<()>(Err(Diagnostic::new(message).at(at).help(NUMBERS).into()));
        // The others may be wrong as well.
        given[place].take()?;
    }
}

pub(super) fn share(node: &Node<'_>) -> Result<Rational, ReadError> {
    let help = "a share is a number from 0 to 1, such as 0.5, 1/2 or 50%";
    let Kind::Scalar { text, .. } = &node.kind else {
        return Err(wrong(node, "a share", node.head(), help));
    };
    let hundredth = Rational::from(100_u32);
    let percent = text.trim_end().strip_suffix('%').and_then(|text| {
        text.trim().parse::<Rational>().ok().and_then(|share| share.checked_div(&hundredth))
    });
    match percent.map_or_else(|| text.parse::<Rational>(), Ok) {
        Ok(share) if share >= Rational::default() && share <= Rational::one() => Ok(share),
        _ => bad(format!("`{}` is not a share", shortened(text)), node.span, help),
    }
}

pub(super) fn partial(node: Option<&Node<'_>>, from: &Partial, errors: &mut Errors) -> Partial {
    let known = "other_algorithm dearer other_model approximation this_size other_sizes one_slip \
        congested steps_right reasons";
    let help = "write partial: {one_slip: 1/2}";
    let keys = node.and_then(|node| Keys::open(node, "partial credit", help, known, errors));
    let Some(keys) = keys else { return from.clone() };
    let mut of =
        |key, before: &Rational| keys.read(key, share, errors).unwrap_or_else(|| before.clone());
    Partial {
        other_algorithm: of("other_algorithm", &from.other_algorithm),
        dearer: of("dearer", &from.dearer),
        other_model: of("other_model", &from.other_model),
        approximation: of("approximation", &from.approximation),
        this_size: of("this_size", &from.this_size),
        other_sizes: of("other_sizes", &from.other_sizes),
        one_slip: of("one_slip", &from.one_slip),
        congested: of("congested", &from.congested),
        steps_right: of("steps_right", &from.steps_right),
        reasons: reasons(keys.get("reasons"), &from.reasons, errors),
    }
}

/// A share for each reason; those of the whole set go on where a question has none of its own.
fn reasons(
    node: Option<&Node<'_>>,
    from: &[(String, Rational)],
    errors: &mut Errors,
) -> Vec<(String, Rational)> {
    let help = "write reasons: {\"the t_w term is missing\": 1/2}, as a class report words them";
    let Some(node) = node else { return from.to_vec() };
    let Kind::Mapping(pairs) = &node.kind else {
        errors.keep::<()>(Err(wrong(node, "a mapping of reasons to shares", node.head(), help)));
        return from.to_vec();
    };
    let mut reasons = Vec::new();
    for (reason, value) in pairs {
        let share = errors.keep(share(value));
        reasons.extend(share.map(|share| (reason.text.trim().to_owned(), share)));
    }
    let known = |name: &String| reasons.iter().any(|(reason, _)| reason == name);
    let kept: Vec<_> = from.iter().filter(|(reason, _)| !known(reason)).cloned().collect();
    reasons.extend(kept);
    reasons
}
