//! A submission that is taken apart by its headings: `Question 1`, `a)`, `1.2`, `ring steps = 3`.
//!
//! Nothing is guessed. Each heading names a question or an ask of the set by its place, its name or its kind, none stands
//! twice, and single numbers count all asks of the set from the first to the last.

use super::{GivenAnswer, Submission, is_of_name, unquoted};
use crate::problems::{Ask, ProblemSet, Question};
use crate::verdict::list;
use hockney_base::diagnostic::Span;

/// What stands before an answer; places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heading {
    /// `Question 2`
    Question(usize),
    /// `2.1`, `2a)`
    Both(usize, usize),
    /// `b)`
    Letter(usize),
    /// `2.`
    Number(usize),
    /// `ring.steps =`, by its place among all asks.
    Named(usize),
    /// `steps:`, a kind of ask of the question above it.
    Kind(&'static str),
}

/// A line of a submission: its heading, what stands behind it, and its place.
struct Line<'t> {
    heading: Option<Heading>,
    text: &'t str,
    whole: &'t str,
    span: Span,
}

/// Takes a submission apart by its headings, or by the names of asks wherever they stand; `None` where these do not say to
/// which asks all answers belong.
pub fn read_outline(text: &str, set: &ProblemSet) -> Option<Submission> {
    by_headings(text, set).or_else(|| by_names(text, set))
}

/// `ring.steps 3; ring.formula m tw`: an answer goes on up to the next name.
fn by_names(text: &str, set: &ProblemSet) -> Option<Submission> {
    let is_word = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let mut found = Vec::new();
    for (_, ask) in set.asks() {
        let mut places = text.match_indices(&ask.name).map(|(at, name)| (at, at + name.len()));
        let alone = |(start, end): &(usize, usize)| {
            !text[..*start].ends_with(is_word) && !text[*end..].starts_with(is_word)
        };
        found.extend(places.next().filter(alone).map(|place| (place, &ask.name)));
        if places.next().is_some() {
            return None;
        }
    }
    found.sort_unstable();
    let (first, ends) = found.split_first()?;
    let ends = ends.iter().map(|((start, _), _)| *start).chain([text.len()]);
    let given = found.iter().zip(ends).map(|(((start, from), name), end)| {
        let answer =
            text[*from..end].trim_matches(|c: char| c.is_whitespace() || ":=;,".contains(c));
        let span = Span::new(*start, end);
        ((*name).clone(), GivenAnswer { text: answer.to_owned(), span })
    });
    let student = student_of(&text[..first.0.0]);
    let no_yaml = Some("the names of asks take it apart".to_owned());
    let answers = given.collect();
    (found.len() > 1).then(|| Submission { student, no_yaml, answers, ..Submission::of(text) })
}

fn by_headings(text: &str, set: &ProblemSet) -> Option<Submission> {
    let mut submission = Submission::of(text);
    submission.no_yaml = Some("its headings name the asks".to_owned());
    let names: Vec<&str> = set.asks().map(|(_, ask)| &*ask.name).collect();
    let mut lines = Vec::new();
    let (mut at, mut is_head) = (0, true);
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.trim_end().len());
        at += line.len();
        let line = marked_up(line.trim_start_matches('\u{feff}'));
        if is_head && submission.student.is_none() {
            submission.student = name_in(line);
            if submission.student.is_some() {
                continue;
            }
        }
        let found = heading(line.strip_prefix("- ").unwrap_or(line), set);
        let (heading, text) = found.map_or((None, line), |(of, rest)| (Some(of), rest));
        is_head &= heading.is_none();
        if !line.is_empty() {
            lines.push(Line { heading, text, whole: line, span });
        }
    }
    let places = places(&lines, set)?;
    let mut is_open = false;
    for (line, place) in lines.iter().zip(places) {
        match place {
            Place::Ask(ask) => {
                if submission.answer(names[ask]).is_some() {
                    return None;
                }
                let given = GivenAnswer { text: line.text.to_owned(), span: line.span };
                submission.answers.push((names[ask].to_owned(), given));
                is_open = true;
            }
            Place::Question => {
                is_open = false;
                // A title in brackets says nothing.
                if !line.text.is_empty() && !line.text.starts_with('(') {
                    submission.stray = submission.stray.or(Some(line.span));
                }
            }
            Place::Text => submission.go_on(line.whole, line.span, is_open),
        }
    }
    (!submission.answers.is_empty()).then_some(submission)
}

/// The student whom one of the first lines of a text names.
pub fn student_of(text: &str) -> Option<String> {
    text.lines().take(MOST_BEFORE).find_map(|line| name_in(marked_up(line)))
}

/// Among how many lines the name of a student is looked for.
const MOST_BEFORE: usize = 20;

/// `Name: Ada`, as one of the first lines.
fn name_in(line: &str) -> Option<String> {
    let (key, value) = line.split_once([':', '='])?;
    let key = key.trim();
    let is_name = key == "student" || is_of_name(key);
    let value = unquoted(value);
    let fits = !value.is_empty() && value.chars().count() <= super::LONGEST_NAME;
    (is_name && fits).then(|| value.trim_end_matches(['.', ',', ';']).to_owned())
}

/// What a line belongs to.
enum Place {
    Question,
    Ask(usize),
    Text,
}

/// To which question or ask each line belongs.
fn places(lines: &[Line<'_>], set: &ProblemSet) -> Option<Vec<Place>> {
    // How many asks stand before each question.
    let before = |question: usize| -> usize {
        set.questions[..question].iter().map(|question| question.asks.len()).sum()
    };
    let all = set.asks().count();
    let found = || lines.iter().filter_map(|line| line.heading);
    let numbers: Vec<usize> = found()
        .filter_map(|heading| match heading {
            Heading::Number(number) | Heading::Question(number) => Some(number),
            _ => None,
        })
        .collect();
    let is_plain = |heading| matches!(heading, Heading::Number(_) | Heading::Question(_));
    let is_question = |heading| matches!(heading, Heading::Question(_));
    // `1.` to `9.` for nine asks.
    let counts_asks = found().all(is_plain) && numbers.iter().copied().eq(0..all);
    let has_letters = found().any(|heading| !is_plain(heading));
    // `1.` above `a)` is a question; below `Question 1` it may be a step.
    let increasing = numbers.windows(2).all(|two| two[0] < two[1]);
    let counts_questions = increasing && !found().any(is_question);
    let (mut question, mut taken) = ((set.questions.len() == 1).then_some(0), Vec::new());
    let mut places = Vec::new();
    for line in lines {
        let ask = |question: usize, ask: usize| {
            let of = set.questions.get(question)?;
            (ask < of.asks.len()).then(|| Place::Ask(before(question) + ask))
        };
        places.push(match line.heading {
            None => Place::Text,
            Some(Heading::Number(number) | Heading::Question(number)) if counts_asks => {
                Place::Ask(number)
            }
            Some(Heading::Named(ask)) => Place::Ask(ask),
            // What names no ask is a part of an answer.
            Some(Heading::Both(of, number)) => ask(of, number).unwrap_or(Place::Text),
            Some(Heading::Letter(letter)) => ask(question?, letter).unwrap_or(Place::Text),
            Some(Heading::Kind(kind)) => {
                let own = question.map(|at| &set.questions[at].id);
                let fits = |of: &Question| own.is_none_or(|id| *id == of.id);
                let fits = |ask: &Ask, of| ask.kind() == kind && fits(of);
                let mut asks = set.asks().enumerate().filter(|(_, (of, ask))| fits(ask, of));
                match (asks.next(), asks.next()) {
                    (Some((place, _)), None) => Place::Ask(place),
                    _ => return None,
                }
            }
            Some(Heading::Number(_)) if has_letters && !counts_questions => Place::Text,
            Some(Heading::Question(number) | Heading::Number(number)) => {
                let of = set.questions.get(number).filter(|_| !taken.contains(&number))?;
                taken.push(number);
                question = Some(number);
                match of.asks.len() {
                    1 if !has_letters => Place::Ask(before(number)),
                    _ if has_letters => Place::Question,
                    _ => return None,
                }
            }
        });
    }
    Some(places)
}

/// A line without what Markdown puts around a heading.
fn marked_up(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['#', '*']).trim_start();
    line.strip_suffix("**").unwrap_or(line).trim_end()
}

/// The heading at the beginning of a line, and what stands behind it.
fn heading<'t>(line: &'t str, set: &ProblemSet) -> Option<(Heading, &'t str)> {
    named(line, set).or_else(|| numbered(line)).or_else(|| lettered(line))
}

/// `ring.steps: 3`, `ring steps = 3`, `ring-steps) 3`, `steps: 3`
fn named<'t>(line: &'t str, set: &ProblemSet) -> Option<(Heading, &'t str)> {
    let (name, rest) = line.split_once([':', '=', ')'])?;
    let name = name.trim().trim_matches(['"', '\'', '`', '*', '(']);
    let parts = |name: &str| name.to_lowercase().replace([' ', '-', '_'], ".");
    let wanted = parts(name);
    let rest = rest.trim_start_matches(['*', '=', '>']).trim();
    let ask = set.asks().position(|(_, ask)| parts(&ask.name) == wanted);
    let kind = || set.asks().map(|(_, ask)| ask.kind()).find(|kind| *kind == wanted);
    let heading = ask.map(Heading::Named).or_else(|| kind().map(Heading::Kind))?;
    Some((heading, rest))
}

/// `Question 2`, `Q2)`, `2.`, `2.1`, `Q2a:`
fn numbered(line: &str) -> Option<(Heading, &str)> {
    let words = line.trim_start_matches(|c: char| c.is_alphabetic());
    let word = line[..line.len() - words.len()].to_lowercase();
    let is_question = list("question").into_iter().any(|of| of == word);
    let words =
        if is_question { words.trim_start() } else { words.strip_prefix('(').unwrap_or(words) };
    let (number, rest) = digits(words).filter(|_| is_question || word.is_empty())?;
    let second = |rest: &str| {
        let inside = rest.strip_prefix(['.', '(']).unwrap_or(rest);
        digits(inside).map(|(ask, rest)| (ask, rest.len())).or_else(|| letter(inside))
    };
    if let Some((ask, left)) = second(rest).filter(|_| !rest.starts_with(' ')) {
        let rest = ends(&rest[rest.len() - left..])?;
        return Some((Heading::Both(number, ask), rest));
    }
    let behind = ends(rest)?;
    // `1: 0 1` is a row of a table, and `3 t_s` an answer.
    let is_marked = rest.starts_with(['.', ')']) || is_question;
    let heading = if is_question { Heading::Question(number) } else { Heading::Number(number) };
    is_marked.then_some((heading, behind))
}

/// `a)`, `(a)`, `a.`
fn lettered(line: &str) -> Option<(Heading, &str)> {
    let inside = line.strip_prefix('(').unwrap_or(line);
    let (place, left) = letter(inside)?;
    let rest = &inside[inside.len() - left..];
    let is_marked = rest.starts_with([')', '.', ':']);
    is_marked.then_some((Heading::Letter(place), ends(rest)?))
}

/// A number from 1, as a place from 0, and what stands behind it.
fn digits(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number: usize = text[..text.len() - rest.len()].parse().ok()?;
    Some((number.checked_sub(1)?, rest))
}

/// A letter that stands alone, as a place, and how many bytes are left behind it.
fn letter(text: &str) -> Option<(usize, usize)> {
    let mut letters = text.chars();
    let place =
        letters.next().filter(char::is_ascii_lowercase).map(|c| c as usize - 'a' as usize)?;
    let alone = letters.next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
    alone.then_some((place, text.len() - 1))
}

/// What stands behind the mark at the end of a heading: `) `, `.`, `:`; no mark is one blank or nothing.
fn ends(rest: &str) -> Option<&str> {
    let behind = rest.trim_start_matches([')', '.', ':']);
    let parted = behind.is_empty() || behind.starts_with(char::is_whitespace);
    parted.then(|| behind.trim())
}
