//! Whether a schedule is said to be right, and which step is blamed: `valid`, `invalid, step 2`,
//! `ungültig im zweiten Schritt`, `congestion in step 2`.

mod blamed;

use self::blamed::blamed;
use super::super::lists::list;
use super::vocabulary::{denied_before, denies, frees, limits, reason_at};
use super::words::{is_step, place, plain};

/// What a student says of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Judgement {
    /// Whether it is right.
    pub(in super::super) valid: bool,
    /// The first wrong step.
    pub(in super::super) blamed: Blamed,
}

/// The step that is blamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Blamed {
    /// None is named.
    Nothing,
    /// This one.
    Step(usize),
    /// The last one, without its number.
    Last,
}

/// Reads a judgement; nothing where it says both, or neither.
pub(in super::super) fn judgement(text: &str) -> Option<Judgement> {
    let text = without_free(&plain(text).to_lowercase().replace("l'", ""));
    let words: Vec<&str> = words(&text).collect();
    // The verdict stands before its reason.
    let before = reason_at(&text).map(|at| &text[..at]);
    let is_place =
        |word: &str| is_step(word) || place(word).is_some() || word.parse::<u32>().is_ok();
    if limits(&words, &is_place) {
        return None;
    }
    let said =
        before.map_or_else(|| verdict(&text), |before| verdict(before).or_else(|| verdict(&text)));
    // Who only names a step blames it.
    let denied = words.iter().any(|word| denies(word) || frees(word));
    let blames = || !denied && matches!(blamed(&text), Ok(Blamed::Step(_) | Blamed::Last));
    let valid = match said {
        Some(valid) => valid,
        None if blames() && !words.contains(&"or") => false,
        None => return None,
    };
    let blamed = match (valid, before) {
        (true, _) => Blamed::Nothing,
        // The step stands with the verdict, or else in the reason.
        (false, Some(before)) => match blamed(before).ok()? {
            Blamed::Nothing => blamed(&text).ok()?,
            found => found,
        },
        (false, None) => blamed(&text).ok()?,
    };
    Some(Judgement { valid, blamed })
}

/// `contention-free` as `no contention`.
fn without_free(text: &str) -> String {
    let mut text = text.to_owned();
    for fault in list("verdict faults") {
        for free in ["-free", " free"] {
            text = text.replace(&format!("{fault}{free}"), &format!("no {fault}"));
        }
    }
    text
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|word| !word.is_empty())
}

/// Whether a word is one of these; Chinese has no blanks between its words.
fn is(known: &[&str], word: &str) -> bool {
    let chinese = |known: &&&str| known.chars().all(|c| c > '\u{2e80}');
    known.contains(&word) || known.iter().filter(chinese).any(|known| word.contains(known))
}

/// Whether a Chinese word denies the known one that is a part of it: `没有错误`.
fn turned(known: [&[&str]; 2], word: &str) -> bool {
    let chinese = |known: &&&str| known.chars().all(|c| c > '\u{2e80}');
    let mut parts =
        known.into_iter().flatten().filter(chinese).filter_map(|known| word.find(known));
    parts.next().is_some_and(|at| denied_before(&word[..at]))
}

/// Valid or not, from what the clauses state; a bare yes or no counts where nothing else is stated.
fn verdict(text: &str) -> Option<bool> {
    let mut stated: Vec<bool> = Vec::new();
    let mut bare: Vec<bool> = Vec::new();
    let ends = [',', '.', ';', ':', '!', '\n', '(', ')', '–', '，'];
    for sentence in text.split_inclusive(['?', '？']) {
        // A question states nothing: `Valid? No.`
        if sentence.ends_with(['?', '？']) {
            continue;
        }
        for clause in sentence.split(ends) {
            let words: Vec<&str> = words(clause).collect();
            match &words[..] {
                [word] if list("verdict yes").contains(word) => bare.push(true),
                [word] if list("verdict no").contains(word) => bare.push(false),
                // `no errors or conflicts` denies both, `valid or invalid` states both.
                _ if words.iter().any(|word| denies(word) || frees(word)) => {
                    stated.extend(states(&words));
                }
                _ => stated.extend(
                    words.split(|word| list("verdict or").contains(word)).filter_map(states),
                ),
            }
        }
    }
    let all = |stated: &[bool]| {
        let first = stated.first()?;
        stated.iter().all(|valid| valid == first).then_some(*first)
    };
    if stated.is_empty() { all(&bare) } else { all(&stated) }
}

/// What a clause states: the first word for right or wrong, turned round by what denies it before.
fn states(words: &[&str]) -> Option<bool> {
    let mut denied = false;
    let mut yes = None;
    for (k, word) in words.iter().enumerate() {
        if denies(word) || frees(word) {
            denied = !denied;
        } else if k == 0 && list("verdict yes").contains(word) {
            yes = Some(true);
        } else if is(list("verdict invalid"), word) || is(list("verdict faults"), word) {
            return Some(denied != turned([list("verdict invalid"), list("verdict faults")], word));
        } else if is(list("verdict valid"), word) {
            return Some(denied == turned([list("verdict valid"), &[]], word));
        }
    }
    // `no step 2` is not a sentence that denies a step.
    let next = words.get(1).copied().unwrap_or_default();
    if words.first().is_some_and(|word| list("verdict no").contains(word))
        && is_step(next)
        && words.get(2).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
    {
        return Some(false);
    }
    yes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_are_read_as_students_write_them() {
        for text in [
            "valid",
            "Yes.",
            "it is correct",
            "no errors",
            "Gültig",
            "有效",
            "not wrong",
            "no problem",
            "nothing wrong",
            "no congestion",
            "no conflict in any step",
            "no step is wrong",
            "No step is invalid",
            "it doesn't have any wrong step",
            "no mistake, it is valid",
            "There is no congestion, so the schedule is valid",
            "invalid? no, it's valid",
            "valid, since no link is used twice",
            "correct, no conflicts",
            "no, it is correct",
            "Yes, no two messages share a link",
            "valid (no congestion)",
            "valid in all 3 steps",
            "没有错误",
            "Sin conflictos.",
            "free of congestion",
        ] {
            assert_eq!(
                judgement(text),
                Some(Judgement { valid: true, blamed: Blamed::Nothing }),
                "{text}"
            );
        }
        for text in [
            "invalid, step 2",
            "Invalid: second step",
            "no: step 2",
            "invalid (2)",
            "step2 is wrong",
            "not valid, step 2 since the link 1-2 is used twice",
            "wrong in round 2",
            "ungültig, Schritt 2",
            "Ungültig im zweiten Schritt",
            "无效，第2步",
            "inválido, paso dos",
            "invalid, step two",
            "no, because of congestion in the 2nd step",
            "step 2",
            "Step 2 is not possible because 0->2 and 1->3 share the link 1-2.",
            "congestion in step 2",
            "invalid, steps 2 and 3: in step 3 link 3-4 is used 4 times",
            "Valid? No, step 2",
            "Yes, there is an error in step 2",
            "can't be valid because of step 2",
            "doesn't work, step 2",
            "the second step causes contention.",
        ] {
            assert_eq!(
                judgement(text),
                Some(Judgement { valid: false, blamed: Blamed::Step(2) }),
                "{text}"
            );
        }
        for text in [
            "invalid",
            "isn't valid",
            "never valid",
            "not a valid schedule",
            "can't be valid",
            "no",
            "unvalid",
            "valid? no",
        ] {
            assert_eq!(
                judgement(text),
                Some(Judgement { valid: false, blamed: Blamed::Nothing }),
                "{text}"
            );
        }
        let last = Some(Judgement { valid: false, blamed: Blamed::Last });
        assert_eq!(judgement("invalid in the last step"), last);
        for text in [
            "",
            "maybe",
            "valid or invalid",
            "step 2 or step 3",
            "invalid, step 3, step 2",
            "valid, but wrong",
        ] {
            assert_eq!(judgement(text), None, "{text}");
        }
    }
}
