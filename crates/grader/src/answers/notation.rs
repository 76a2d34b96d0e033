//! Notation that means nothing: TeX, Markdown and wide characters are read as plain signs, and the few things that
//! may stand around an answer are skipped, each of which the verdict quotes.

use super::nanoseconds;
use crate::list;
use crate::problems::narrow;
use hockney_base::table::List;
use hockney_files::shortened;

/// A text with the plain signs that its TeX, Markdown and full-width characters stand for.
pub(crate) fn plain(text: &str) -> String {
    let mut text = without_markup(&text.chars().map(plain_sign).collect::<String>());
    for (sign, plain) in list("signs").pairs() {
        text = if sign.starts_with('\\') && sign.ends_with(char::is_alphabetic) {
            command(&text, sign, plain)
        } else {
            text.replace(sign, plain)
        };
    }
    text
}

/// A text with blanks for commands such as `\text{` and the braces that close them.
fn without_markup(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    // Of each open brace whether a command opened it.
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let opens = |opening: &&str| c == '\\' && rest.starts_with(*opening);
        if let Some(opening) = list("markup").into_iter().find(opens) {
            open.push(true);
            made.push(' ');
            rest = &rest[opening.len()..];
            continue;
        }
        if c == '{' {
            open.push(false);
        }
        let closes = c == '}' && open.pop() == Some(true);
        made.push(if closes { ' ' } else { c });
        rest = &rest[c.len_utf8()..];
    }
    made
}

/// A text without the marks around all of it: `$..$`, `\f$..\f$`, `**..**`, backquotes.
pub(crate) fn unmarked(text: &str) -> String {
    let text = text.replace("\\f$", "$").replace("\\\\{", "\\{").replace("\\\\}", "\\}");
    let text = text.trim();
    let boxed = text.strip_prefix("\\boxed{").and_then(|text| text.strip_suffix('}'));
    let mut rest = boxed.unwrap_or(text).trim();
    let marks = ["**", "`", "$$", "$", "\"", "'"].map(|mark| (mark, mark));
    let quotes =
        [("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("«", "»"), ("»", "«"), ("‘", "’")];
    let displays = [("\\[", "\\]"), ("\\(", "\\)")];
    for (open, close) in displays.into_iter().chain(quotes).chain(marks) {
        let inside = rest.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        let alone = inside.filter(|inside| {
            !inside.is_empty() && !inside.contains(open) && !inside.contains(close)
        });
        rest = alone.map_or(rest, str::trim);
    }
    rest.to_owned()
}

/// With a command of TeX replaced, where no letter follows that would make it another.
fn command(text: &str, command: &str, plain: &str) -> String {
    let mut parts = text.split(command);
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let whole = !part.starts_with(|c: char| c.is_ascii_alphabetic());
        made.push_str(if whole { plain } else { command });
        made.push_str(part);
    }
    made
}

/// A full-width character in its ASCII form, other signs as the plain ones they stand for, and a blank for
/// every kind of blank.
fn plain_sign(c: char) -> char {
    match narrow(c) {
        '、' => ',',
        '。' => '.',
        '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{3000}' | '\u{2002}' | '\u{2003}' => ' ',
        '’' => '\'',
        '−' => '-',
        'μ' => 'µ',
        c => c,
    }
}

/// An answer, and what of it was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bare {
    pub(crate) text: String,
    /// As it is written: `(b)`, `T =`, `.`
    pub(crate) skipped: Vec<String>,
}

/// The answer without a bullet, the letter of a choice, a lead-in and a full stop; `own` are the names of
/// the question that a lead-in may have.
pub(crate) fn bare(text: &str, own: &[&str]) -> Bare {
    without(&[&bullet, &choice, &|text| lead_in(text, own, false)], text)
}

/// The same of a number or formula, before which any name may stand, and behind which a remark may.
pub(crate) fn bare_cost(text: &str, own: &[&str]) -> Bare {
    bare_value(text, own, &|text| lead_in(text, own, true))
}

/// A quantity without its letter, which may stand before it whatever that letter means elsewhere: `n_opt =`, `D =`.
pub(crate) fn bare_stated(text: &str, own: &[&str]) -> Bare {
    bare_value(text, own, &letter)
}

/// A number or formula without what the last of the prefixes finds, too.
fn bare_value(text: &str, own: &[&str], last: Prefix<'_>) -> Bare {
    let Bare { text, skipped } = in_one_line(text);
    let text = list("rewritten").rewritten(&text);
    let text = in_terms_of_the_model(&text).unwrap_or(text);
    // `315 (= 15 + 300)`
    let sum = text.strip_suffix(')').and_then(|text| text.split_once(" (= "));
    let text = sum.map(|(value, sum)| format!("{value} = {sum}")).unwrap_or(text);
    let text = text.replace(", i.e. ", " = ").replace(", that is, ", " = ");
    let named: Prefix<'_> = &|text| lead_in(text, own, true);
    let mut bare = without(&[&bullet, &choice, &number, &opening, &bullet, named, last], &text);
    bare.skipped.splice(0..0, skipped);
    if let Some(rest) = list("about").into_iter().find_map(|word| behind(&bare.text, word)) {
        bare.text = format!("≈ {}", rest.trim());
    }
    while let Some(at) = reason(&bare.text, true).or_else(|| remark(&bare.text)) {
        bare = bare.cut(at);
    }
    bare
}

/// With the model's symbol for a letter that the text defines at its end: `O(n), n = number of nodes`.
fn in_terms_of_the_model(text: &str) -> Option<String> {
    let behind = |sign: &&str| text.rsplit_once(*sign);
    let (before, said) =
        [", where ", ", with ", " where ", " with ", ", "].iter().find_map(behind)?;
    let (name, is) = said.split_once('=')?;
    let (_, symbol) = list("defined").pairs().find(|(words, _)| *words == is.trim())?;
    let parts: Vec<&str> = before.split(name.trim()).collect();
    let glued = |c: char| c.is_alphabetic() || c == '_';
    let alone = parts.windows(2).all(|two| !two[0].ends_with(glued) && !two[1].starts_with(glued));
    (alone && name.trim().chars().count() == 1).then(|| parts.join(symbol))
}

/// What stands behind a word with which a text begins, in any case.
pub(crate) fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

/// A derivation over several lines, of which each but the first goes on with a sign, as one line; the conclusion of one whose
/// last line says that it is that.
fn in_one_line(text: &str) -> Bare {
    let text = text.trim();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // `So T = ..`, `total: ..`
    let conclusion = |line: &str| {
        let goes_on = |c: char| c.is_alphanumeric() || "(_{".contains(c);
        let rests = list("so").into_iter().filter_map(|word| behind(line, word));
        let rest = rests.filter(|rest| !rest.starts_with(goes_on)).min_by_key(|rest| rest.len())?;
        let rest = rest.trim_start_matches([':', ',', ' ']);
        (!rest.is_empty()).then_some(rest.len())
    };
    // `rows: .., columns: .., total: ..`
    let last = match &lines[..] {
        [line] => {
            let parts = [", ", "; ", ". "].into_iter().flat_map(|sign| line.match_indices(sign));
            let closed =
                |at: &usize| line[..*at].matches('(').count() == line[..*at].matches(')').count();
            let parts = parts.filter(|(at, _)| closed(at));
            let found = parts.filter_map(|(at, sign)| conclusion(&line[at + sign.len()..])).min();
            // `half of the nodes, i.e. 4`, `3 startups, 5 blocks: T = ..`
            let short = |word: &&str| word.len() > 2 && word.chars().all(char::is_alphabetic);
            let is_prose = |before: &str| before.split([' ', ',']).filter(short).count() > 1;
            let ends = [", i.e. ", ": T = "].into_iter().filter_map(|sign| line.split_once(sign));
            let mut ends = ends.filter(|(before, _)| is_prose(before));
            found.or_else(|| ends.next().map(|(_, rest)| rest.len()))
        }
        lines => lines.split_first().and_then(|(_, more)| conclusion(more.last()?)),
    };
    if let Some(length) = last {
        let (before, last) = text.split_at(text.len() - length);
        let before = before.split_whitespace().collect::<Vec<_>>().join(" ");
        return Bare { text: last.to_owned(), skipped: vec![shortened(&before)] };
    }
    let goes_on = |line: &&str| line.starts_with(['=', '≈', '+']) && !line.starts_with("=>");
    let one = lines.iter().skip(1).all(goes_on);
    let text = if one { lines.join(" ") } else { text.to_owned() };
    Bare { text, skipped: Vec::new() }
}

/// `1. `, `2) `: the number of an item of a list.
fn number(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    let rest = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))?;
    (1..=2).contains(&digits).then(|| text.len() - rest.len())
}

/// `Ans. `, `The cost is `, `by (4.1), `: words that say nothing, of which the last one leads to the answer.
fn opening(text: &str) -> Option<usize> {
    if let Some((place, rest)) = text.strip_prefix("by (").and_then(|text| text.split_once("), "))
        && place.chars().all(|c| c.is_ascii_digit() || c == '.')
    {
        return Some(text.len() - rest.len());
    }
    let mut end = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let plain = word.trim().trim_end_matches('.').to_lowercase();
        if !list("lead-in").contains(&&*plain) {
            return None;
        }
        end += word.len();
        if plain == "is" || word.trim().ends_with('.') {
            return Some(end);
        }
    }
    None
}

/// Where a remark begins that a text ends with and that says nothing else: in brackets, behind a comma, `//`, `where` or
/// `with`.
fn remark(text: &str) -> Option<usize> {
    let text = text.trim_end();
    if let Some((before, word)) = text.rsplit_once("=:") {
        return word.trim().chars().all(char::is_alphanumeric).then_some(before.len());
    }
    let opens = |at: &usize| text[..*at].ends_with(' ') || text[*at..].starts_with('[');
    let bracket = text.ends_with([')', ']']).then(|| text.rfind(['(', '['])).flatten();
    let bracket = bracket.filter(opens).map(|at| (at, &text[at + 1..text.len() - 1]));
    let behind = |sign: &str| text.rfind(sign).map(|at| (at, &text[at + sign.len()..]));
    let signs = [" // ", ", where ", ", with ", " where ", " with ", ", "].into_iter();
    let mut found = bracket.into_iter().chain(signs.filter_map(behind));
    let says_nothing = |text: &str| text.split(',').all(says_nothing);
    let found = found.find(|(_, inside)| says_nothing(inside)).map(|(at, _)| at);
    found.filter(|at| !text[..*at].trim().is_empty())
}

/// Where the reason for an answer begins, `because ..` or in brackets, behind a value also in words alone, if it turns nothing.
fn reason(text: &str, of_value: bool) -> Option<usize> {
    let found =
        |words: &'static List| words.into_iter().filter_map(|word| Some((text.find(word)?, word)));
    let because = found(list("because")).min().map(|(at, word)| (at, &text[at + word.len()..]));
    let in_words = |words: &str| {
        let count = |word: &str| hockney_files::words("numbers").number_of(word);
        let is_symbol =
            |word: &str| list("symbols").contains(&word) || count(word).is_some_and(|of| of > 1);
        words.chars().all(|c| c.is_alphabetic() || " ,'-".contains(c))
            && !words.split(' ').any(is_symbol)
            && words.split(' ').count() > 2
    };
    let prose = found(list("because prose")).min().map(|(at, word)| (at, &text[at + word.len()..]));
    let prose = prose.filter(|(_, words)| of_value && in_words(words));
    let bracket = || {
        let inside = text.strip_suffix(')')?;
        let at = inside.rfind(" (")?;
        let words = &inside[at + 2..];
        let plain = words.chars().all(|c| c.is_alphabetic() || " ,'".contains(c));
        let is_word = |word: &&str| word.chars().count() > 2;
        (plain && words.split(' ').filter(is_word).count() > 1).then_some((at, words))
    };
    let (at, words) = because.or(prose).or_else(bracket)?;
    let words = list("but").replaced(&words.to_lowercase(), "");
    let turns =
        words.split(|c: char| !c.is_alphanumeric()).any(|word| list("turns").contains(&word));
    (!turns && !text[..at].trim().is_empty()).then_some(at)
}

/// Whether a remark changes nothing: a fact that holds, or words of a list.
fn says_nothing(remark: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c == '_';
    let fact: String = plain(remark).to_lowercase().chars().filter(|c| !blank(*c)).collect();
    if list("remark facts").contains(&&*fact) {
        return true;
    }
    // A term has its signs.
    if remark.contains(['+', '/', '^', '=', '(', ')']) {
        return false;
    }
    let lower = remark.to_lowercase();
    let words = lower.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let known = |word: &&&str| list("remark").contains(word);
    let is_plain = |word: &&str| {
        known(&word)
            || word.starts_with(|c: char| c.is_ascii_digit())
            || ["p", "m", "d", "ts", "tw", "t_s", "t_w", "log", "x"].contains(word)
    };
    words.iter().any(|word| known(&word)) && words.iter().all(is_plain)
}

/// Steps without the letter of a choice; their labels are no lead-in.
pub(crate) fn bare_steps(text: &str) -> Bare {
    without(&[&choice], text)
}

/// Where something at the beginning of a text ends that is skipped.
type Prefix<'p> = &'p dyn Fn(&str) -> Option<usize>;

fn without(prefixes: &[Prefix<'_>], text: &str) -> Bare {
    let text = unmarked(text);
    let mut rest = text.trim();
    let mut skipped = Vec::new();
    for prefix in prefixes {
        let end = prefix(rest).unwrap_or(0);
        let (before, behind) = rest.split_at(end);
        // A sign of the formula is not a bullet, and `T =` alone is not an answer.
        if end > 0 && !behind.trim().is_empty() {
            skipped.push(before.trim().to_owned());
            rest = behind.trim();
        }
    }
    if let Some(before) = rest.strip_suffix('.').filter(|before| !before.ends_with('.')) {
        skipped.push(".".to_owned());
        rest = before.trim_end();
    }
    Bare { text: rest.to_owned(), skipped }
}

impl Bare {
    /// Without what stands from a place on.
    fn cut(mut self, at: usize) -> Self {
        self.skipped.push(self.text.split_off(at).trim().to_owned());
        self.text = unmarked(self.text.trim_end_matches([' ', ',']));
        self
    }

    /// An answer without the reason behind it, if that turns nothing.
    pub(crate) fn without_reason(self) -> Self {
        if let Some(at) = reason(&self.text, false) { self.cut(at) } else { self }
    }

    /// A formula without the unit of its value: words of a list, or a unit of time.
    pub(crate) fn without_unit(mut self) -> Self {
        let is_unit = |word: &str| {
            let inside = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
            inside.is_some_and(|unit| nanoseconds(unit).is_some())
                || word.len() > 1 && nanoseconds(word).is_some()
                || list("formula last").contains(&&*word.to_lowercase())
        };
        while let Some((before, word)) = self.text.rsplit_once(char::is_whitespace)
            && is_unit(word)
        {
            let at = before.len();
            self = self.cut(at);
        }
        self
    }

    /// The answer without a word at the end, such as `steps`, if it is one of a list.
    pub(crate) fn without_last_word(self, words: &List) -> Self {
        let last = self.text.rsplit_once(char::is_whitespace);
        let last = last.filter(|(_, word)| words.contains(&&*word.to_lowercase()));
        if let Some(at) = last.map(|(before, _)| before.len()) { self.cut(at) } else { self }
    }
}

/// `- `, `* `, `• `, `=> `, and an equals sign without a left side.
fn bullet(text: &str) -> Option<usize> {
    if let Some(sign) = ["∴", "=>", "⇒", "→"].into_iter().find(|sign| text.starts_with(sign))
    {
        return Some(sign.len());
    }
    if text.starts_with('=') && !text.starts_with("=>") {
        return Some(1);
    }
    let rest = ["-", "*", "•"].iter().find_map(|mark| text.strip_prefix(mark))?;
    rest.starts_with([' ', '\t']).then(|| text.len() - rest.len())
}

/// `B. `, `b) `, `(b) `. In brackets a symbol is a factor.
fn choice(text: &str) -> Option<usize> {
    let open = text.strip_prefix('(');
    let letter = open.unwrap_or(text).chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = &open.unwrap_or(text)[1..];
    let is_symbol = list("symbols").contains(&&*letter.to_string());
    let rest = match open {
        Some(_) => rest.strip_prefix(')').filter(|_| !is_symbol)?,
        None => rest.strip_prefix(['.', ')'])?,
    };
    rest.starts_with(' ').then(|| text.len() - rest.len())
}

/// `n =`, `n_opt =`, `n^* =`, `D =`: one letter with its marks, other than that of a size or number.
fn letter(text: &str) -> Option<usize> {
    let (name, _) = text.split_once('=')?;
    let plain = name.trim().trim_matches('$').replace(['{', '}', '\\'], "");
    let mut letters = plain.chars();
    let is_own = letters.next().is_some_and(|c| c.is_ascii_alphabetic() && !"pmtkxc".contains(c));
    let marks = letters.as_str().trim_start_matches(['_', '^', '*', '\'']);
    (is_own && ["", "opt", "best", "min"].contains(&marks)).then_some(name.len() + 1)
}

/// Whether a word before an answer says nothing about it: `T_p`, `Total`, `T_ring`. Every other word may change
/// what is stated.
pub(crate) fn leads_in(word: &str, own: &[&str]) -> bool {
    let word = word.to_lowercase();
    // Of `all-gather`, `all` alone says who holds something.
    if list("symbols").contains(&&*word) || word == "all" {
        return false;
    }
    // The k of k-nomial is a letter of a formula.
    let owned = |part: &str| {
        part.len() > 1 && own.iter().any(|name| name.split('-').any(|own| own == part))
    };
    let known = |part: &str| list("lead-in").contains(&part) || owned(part);
    let mut parts = word.split(['_', '-', '^']).filter(|part| !part.is_empty());
    parts.next().is_some_and(known) && parts.all(|part| known(part) || part.chars().count() == 1)
}

/// Whether a word may be the name of a cost before `=`: any but the symbols of the model and words that change what is
/// stated.
pub(crate) fn names_cost(word: &str) -> bool {
    let word = word.replace('\\', "");
    let base = word.split(['_', '^', '\'', '-']).next().unwrap_or_default();
    let is = |list: &List| {
        [&*word, base]
            .iter()
            .any(|part| list.contains(part) || list.contains(&&*part.to_lowercase()))
    };
    let plain = |c: char| c.is_alphanumeric() || "_^'-,".contains(c);
    base.starts_with(char::is_alphabetic)
        && word.chars().all(plain)
        && !is(list("symbols"))
        && !is(list("no name"))
}

/// At most four words and `:`, `=` or `≈`, which stays: `T =`, `Total time:`, `T(p) =`.
fn lead_in(text: &str, own: &[&str], named: bool) -> Option<usize> {
    let end = text.find([':', '=', '≈', '\n'])?;
    let sign = text[end..].chars().next().filter(|sign| *sign != '\n')?;
    if text[end..].starts_with("=>") || text[..end].ends_with(['<', '>', '!']) {
        return None;
    }
    // The other mark of a formula stands behind it.
    if text[..end].contains(['$', '`']) {
        return None;
    }
    let before = plain(&text[..end]).replace(['{', '}', '*'], "");
    let (words, argument) = match before.trim().split_once('(') {
        Some((words, argument)) => (words.to_owned(), argument.strip_suffix(')')?.to_owned()),
        None => (before, String::new()),
    };
    let words: Vec<&str> =
        words.split_whitespace().filter(|word| !["×", "+"].contains(word)).collect();
    let symbol = |part: &str| part.is_empty() || list("symbols").contains(&part.trim());
    let fits = (1..=4).contains(&words.len())
        && words.iter().all(|word| leads_in(word, own) || named && sign != ':' && names_cost(word))
        && argument.split(',').all(symbol);
    fits.then(|| end + if sign == '≈' { 0 } else { sign.len_utf8() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_means_nothing() {
        let words = |text: &str| plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("$\\boxed{315\\,\\text{µs}}$"), "315 µs");
        assert_eq!(words("０ \\to ４，２"), "0 -> 4,2");
        assert_eq!(words("\\text{never closed"), "never closed");
        assert_eq!(words("3\\left(5\\right) \\le 4 \\lefty"), "3(5) ≤ 4 \\lefty");
        assert_eq!(words("0 <=> 1"), "0 <=> 1");
        assert_eq!(unmarked("\\f$ t_s \\f$"), "t_s");
        assert_eq!(unmarked("**`t_s`**"), "t_s");
    }

    #[test]
    fn little_may_stand_around_an_answer_and_is_quoted() {
        let said = |text: &str| {
            let Bare { text, skipped } = bare_cost(text, &["all-gather", "ring"]);
            format!("{text} | {}", skipped.join(" | "))
        };
        for (text, wanted) in [
            ("315", "315 | "),
            ("- (ts + tw m) log p", "(ts + tw m) log p | -"),
            ("-3", "-3 | "),
            ("B. 315.", "315 | B. | ."),
            ("(b) T_p = 315", "315 | (b) | T_p ="),
            ("(d) (ts + tw m)", "(d) (ts + tw m) | "),
            ("Total communication time: x", "x | Total communication time:"),
            ("T(p) = x", "x | T(p) ="),
            ("$T_{comm} = x$", "x | T_{comm} ="),
            ("$T$ = $x$", "$T$ = $x$ | "),
            ("T ≈ 315", "≈ 315 | T"),
            ("the cost is then: x", "then: x | the cost is"),
            ("not this: 315", "not this: 315 | "),
            ("at least: 315", "at least: 315 | "),
            ("the opposite of: 315", "the opposite of: 315 | "),
            ("T_ring = 315", "315 | T_ring ="),
            ("All-gather cost: 315", "315 | All-gather cost:"),
            ("T_mesh = 315", "315 | T_mesh ="),
            ("T_A2A = 315", "315 | T_A2A ="),
            ("T_{rec\\_dbl} = x", "x | T_{rec\\_dbl} ="),
            ("Total time = x", "x | Total time ="),
            ("not 300 = 315", "not 300 = 315 | "),
            ("less than = 315", "less than = 315 | "),
            ("T_s = 315", "T_s = 315 | "),
            ("sum_{i=1}^{3} t_s", "sum_{i=1}^{3} t_s | "),
            ("T(p/2) = x", "T(p/2) = x | "),
            ("m = 329", "m = 329 | "),
            ("P0: 0 1", "P0: 0 1 | "),
            ("log p = 3", "log p = 3 | "),
            ("T =", "T = | "),
            ("0 1 ..", "0 1 .. | "),
        ] {
            assert_eq!(said(text), wanted, "{text}");
        }
    }
}
