//! Whole numbers in words, below a million: `three hundred fifteen`, `fünfundzwanzig`, `trescientos quince`,
//! `vingt-cinq`, `三百一十五`.

use super::super::lists::list;

/// No number below a million takes more words: `nine hundred and ninety nine thousand nine hundred and
/// ninety nine`. In what is longer none is looked for.
const MOST_WORDS: usize = 16;

/// What words say as one number: `three`, `three hundred and fifteen`, `dreihundertfünfzehn`.
pub(in super::super) fn number(text: &str) -> Option<u64> {
    let text = text.trim().to_lowercase();
    if let Some(value) = chinese(&text) {
        return Some(value);
    }
    let (mut total, mut current, mut any) = (0_u64, None::<u64>, false);
    for word in text.split([' ', '-', '\u{a0}']).filter(|word| !word.is_empty()) {
        if list("number and").contains(&word) && any {
            continue;
        }
        any = true;
        if list("number hundred").contains(&word) {
            let before = current.unwrap_or(1);
            current = Some(before.checked_mul(100).filter(|_| (1..100).contains(&before))?);
        } else if list("number thousand").contains(&word) {
            let before = current.take().unwrap_or(1);
            total =
                before.checked_mul(1000).filter(|_| total == 0 && (1..1000).contains(&before))?;
        } else {
            let value = plain(word).or_else(|| german(word))?;
            current = Some(match current {
                None => value,
                // Quatre-vingt is four twenties.
                Some(before) if before % 100 == 4 && value == 20 => before + 76,
                Some(before) if fits(before, value) => before + value,
                Some(_) => return None,
            });
        }
    }
    any.then_some(total + current.unwrap_or(0))
}

/// Whether a number goes on with another: `twenty` with `five`, and not `five` with `three`.
fn fits(before: u64, value: u64) -> bool {
    let tail = before % 100;
    match value {
        0 => false,
        1..=9 => before.is_multiple_of(10) && before > 0 && tail != 10,
        // Soixante-quinze.
        10..=19 => before >= 60 && (tail == 0 || tail == 60 || tail == 80),
        _ => before >= 100 && value < 100 && tail == 0,
    }
}

fn plain(word: &str) -> Option<u64> {
    list("number words").number_of(word).or_else(|| list("number hundreds").number_of(word))
}

/// A German number in one word.
fn german(word: &str) -> Option<u64> {
    let part = |text: &str, none: u64, below: u64| match text {
        "" => Some(none),
        text => german(text).filter(|value| *value < below),
    };
    if let Some((left, right)) = word.split_once("tausend") {
        return Some(part(left, 1, 1000)? * 1000 + part(right, 0, 1000)?);
    }
    if let Some((left, right)) = word.split_once("hundert") {
        let right = right.strip_prefix("und").unwrap_or(right);
        return Some(part(left, 1, 10)? * 100 + part(right, 0, 100)?);
    }
    if let Some(value) = plain(word) {
        return Some(value);
    }
    let (one, ten) = word.split_once("und")?;
    let (one, ten) = (plain(one)?, plain(ten)?);
    ((1..10).contains(&one) && (20..100).contains(&ten)).then_some(one + ten)
}

/// `三百一十五`: digits, each before its ten, hundred or thousand.
fn chinese(text: &str) -> Option<u64> {
    const DIGITS: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (mut total, mut digit) = (0_u64, None::<u64>);
    let mut least = 10_000;
    for c in text.chars() {
        let c = if c == '两' { '二' } else { c };
        let unit = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            c => {
                let value = (0..).zip(DIGITS).find(|(_, sign)| sign.starts_with(c))?.0;
                if digit.is_some_and(|digit| digit > 0) {
                    return None;
                }
                digit = Some(value);
                continue;
            }
        };
        if unit >= least {
            return None;
        }
        least = unit;
        total += digit.take().filter(|digit| *digit > 0).unwrap_or(1) * unit;
    }
    (!text.is_empty()).then_some(total + digit.unwrap_or(0))
}

/// With every number of several words, and every compound one, in digits: `it costs three hundred fifteen`.
/// One word alone stays: it may be an article.
pub(super) fn in_digits(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let bare = |word: &str| word.trim_matches([',', '.', ';', '(', ')', '!', ':']).to_owned();
    let mut made: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // No sentence goes on within a number.
        let ends = |word: &str| word.ends_with([',', '.', ';', ')', '!', ':']);
        let most =
            words[at..].iter().position(|word| ends(word)).map_or(words.len(), |end| at + end + 1);
        let most = most.min(at + MOST_WORDS);
        let longest = (at + 1..=most).rev().find_map(|end| {
            let phrase: Vec<String> = words[at..end].iter().map(|word| bare(word)).collect();
            let ends = [phrase.first(), phrase.last()].into_iter().flatten();
            let joined =
                ends.into_iter().any(|word| list("number and").contains(&&*word.to_lowercase()));
            let value = number(&phrase.join(" ")).filter(|_| !joined)?;
            // `1 hundred` is said with two kinds of numbers.
            let alone =
                !made.last().is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()));
            (alone && (value > 12 || end > at + 1)).then_some((end, value))
        });
        let Some((end, value)) = longest else {
            made.push(words[at].to_owned());
            at += 1;
            continue;
        };
        let (first, last) = (words[at], words[end - 1]);
        let signs = |c: char| ",.;()!:".contains(c);
        let before: String = first.chars().take_while(|c| signs(*c)).collect();
        let behind = &last[last.trim_end_matches(signs).len()..];
        made.push(format!("{before}{value}{behind}"));
        at = end;
    }
    made.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_in_words() {
        for (text, wanted) in [
            ("three", 3),
            ("Twenty-five", 25),
            ("twenty five", 25),
            ("three hundred fifteen", 315),
            ("three hundred and fifteen", 315),
            ("one thousand five hundred and fifteen", 1515),
            ("fünfundzwanzig", 25),
            ("dreihundertfünfzehn", 315),
            ("tausendfünfhundertfünfzehn", 1515),
            ("veinticinco", 25),
            ("trescientos quince", 315),
            ("treinta y cinco", 35),
            ("vingt-cinq", 25),
            ("trois cent quinze", 315),
            ("quatre-vingt-quinze", 95),
            ("soixante-quinze", 75),
            ("三百一十五", 315),
            ("二十五", 25),
            ("十", 10),
            ("两", 2),
        ] {
            assert_eq!(number(text), Some(wanted), "{text}");
        }
        for text in ["", "and", "five three", "twenty ten", "many", "hundred hundred", "一一", "3"]
        {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(in_digits("it costs three hundred fifteen, I think"), "it costs 315, I think");
        assert_eq!(in_digits("two per phase, so four"), "two per phase, so four");
        assert_eq!(in_digits("three, five"), "three, five");
        let long = "of the ".repeat(5000);
        assert_eq!(in_digits(&long), long);
        let most = "nine hundred and ninety nine thousand nine hundred and ninety nine steps";
        assert_eq!(in_digits(most), "999999 steps");
    }
}
