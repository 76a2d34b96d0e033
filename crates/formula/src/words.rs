//! The meaning of a word in a formula: symbols and their aliases, functions, and several of
//! them written without a gap (`twm`, `t_wmp`, `logp`).

use std::collections::HashMap;
use std::sync::LazyLock;

use hockney_base::number::Rational;
use hockney_base::table::{List, Table};

/// A function of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The logarithm to base 2: `log`, `log2`, `log_2`, `lg`.
    Log2,
    /// The natural logarithm: `ln`. Only that of 1 is exact.
    Ln,
    /// The square root: `sqrt`, `√`.
    Sqrt,
    /// The least whole number not below: `ceil`, `⌈ ⌉`.
    Ceil,
    /// The greatest whole number not above: `floor`, `⌊ ⌋`.
    Floor,
    /// The least of some.
    Min,
    /// The greatest of some.
    Max,
}

impl Function {
    /// How it is written in plain notation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Log2 => "log2",
            Self::Ln => "ln",
            Self::Sqrt => "sqrt",
            Self::Ceil => "ceil",
            Self::Floor => "floor",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}

/// One piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Name(String),
    Function(Function),
    Mod,
    /// A logarithm to a base that is written and not 2.
    Log(Base),
}

/// The base of a logarithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Number(Rational),
    Name(String),
}

/// The known names besides the symbols at the place of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// The names that count the terms of sums.
    pub(super) indices: &'a [String],
    /// The letters that a word may be a product of.
    pub(super) letters: &'a [String],
    /// In LaTeX letters side by side are factors.
    pub(super) latex: bool,
}

static WORDS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("words.txt")));

/// The list with this name.
pub(super) fn list(name: &str) -> &'static List {
    WORDS.list(name)
}

/// The functions that may be glued to what follows.
const GLUED: [(&str, Function); 3] =
    [("log log2 log_2 lg", Function::Log2), ("ln", Function::Ln), ("sqrt", Function::Sqrt)];

/// The functions that are alone.
const ALONE: [(&str, Function); 5] = [
    ("ceil ceiling", Function::Ceil),
    ("floor", Function::Floor),
    ("min", Function::Min),
    ("max", Function::Max),
    ("Log LOG ld lb", Function::Log2),
];

/// The words of a list, each with what it is put equal to, or itself.
pub(super) fn entries(of: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    list(of).into_iter().map(|entry| entry.split_once('=').unwrap_or((entry, entry)))
}

/// The name of each spelling of a symbol and of its other names.
static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let others = OTHER_NAMES.iter().map(|(spelling, name, _)| (*spelling, *name));
    let mut names = HashMap::new();
    // The first meaning of a spelling counts.
    entries("symbols").chain(others).for_each(|(spelling, name)| {
        names.entry(spelling).or_insert(name);
    });
    names
});

/// Every other name of a symbol: its spelling, the name that it gets, and the symbol.
static OTHER_NAMES: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
    let mut symbol = "";
    let mut names = Vec::new();
    for (spelling, name) in entries("other names") {
        match spelling.strip_suffix(':') {
            Some(of) => symbol = of,
            None => names.push((spelling, name, symbol)),
        }
    }
    names
});

fn function(list: &[(&str, Function)], word: &str) -> Option<Piece> {
    let found = list.iter().find(|(names, _)| names.split(' ').any(|name| name == word));
    found.map(|(_, function)| Piece::Function(*function))
}

/// The letter that a command of LaTeX stands for.
pub(super) fn letter(name: &str) -> Option<&'static str> {
    entries("greek").find(|(known, _)| *known == name).map(|(_, letter)| letter)
}

/// A name with its Greek letters spelled out: `τ_s` is `tau_s`.
pub(super) fn spelled(name: &str) -> String {
    if name == "ell" {
        return "l".to_owned();
    }
    if name.is_ascii() {
        return name.to_owned();
    }
    let spell = |c: char| {
        let found = entries("greek").find(|(_, letter)| letter.starts_with(c) && c != 'l');
        found.map_or_else(|| c.to_string(), |(name, _)| name.to_owned())
    };
    name.chars().map(spell).collect()
}

/// The name a symbol is known by: `ts` is `t_s`; other names are their own.
pub(super) fn canonical(name: &str) -> &str {
    entries("symbols").find(|(alias, _)| *alias == name).map_or(name, |(_, symbol)| symbol)
}

/// Is it a symbol that is known without being bound?
pub(super) fn is_symbol(name: &str) -> bool {
    entries("symbols").any(|(_, symbol)| symbol == name)
}

/// The symbol that a name stands for where the symbol itself does not occur.
pub(super) fn alias_of(name: &str) -> Option<&'static str> {
    OTHER_NAMES.iter().find(|(_, alias, _)| *alias == name).map(|(_, _, symbol)| *symbol)
}

/// The other names of a symbol, the most usual first.
pub(super) fn aliases(symbol: &str) -> impl Iterator<Item = &'static str> {
    OTHER_NAMES.iter().filter(move |(_, _, of)| *of == symbol).map(|(_, alias, _)| *alias)
}

/// Is it a word of a sentence and no name?
pub(super) fn is_prose(word: &str) -> bool {
    list("prose").contains(&word)
}

/// Does a part fall into symbols and functions alone, or is it empty?
pub(super) fn all_known(part: &str) -> bool {
    let known = Known { indices: &[], letters: &[], latex: false };
    part.is_empty() || {
        let mut found = Vec::new();
        split(part, 0, &known, &mut Vec::new(), &mut found);
        !found.is_empty()
    }
}

/// The meaning of a whole word.
pub(super) fn whole(word: &str) -> Option<Piece> {
    if word == "mod" {
        return Some(Piece::Mod);
    }
    piece(word, &Known { indices: &[], letters: &[], latex: false })
        .or_else(|| function(&ALONE, word))
}

/// The readings of a word: pieces with the byte at which each begins.
///
/// A word that is known as a whole is that; one that is not, but falls into known pieces, is
/// their product; any other is a name. Two readings come back where both are plausible.
pub(super) fn readings(word: &str, known: &Known<'_>) -> Vec<Vec<(usize, Piece)>> {
    if let Some(whole) = whole(word).or_else(|| piece(word, known)) {
        return vec![vec![(0, whole)]];
    }
    let mut found = Vec::new();
    // No glued product is longer, and the number of splits stays small.
    if word.chars().count() <= 24 {
        split(word, 0, known, &mut Vec::new(), &mut found);
        if found.is_empty() {
            found = with_letters(word, &Known { letters: &[], ..*known });
        }
    }
    if found.is_empty() {
        found.push(vec![(0, Piece::Name(spelled(word)))]);
    }
    found
}

fn split(
    word: &str,
    at: usize,
    known: &Known<'_>,
    so_far: &mut Vec<(usize, Piece)>,
    found: &mut Vec<Vec<(usize, Piece)>>,
) {
    if found.len() == 2 {
        return;
    }
    if at == word.len() {
        // A function at the end of a word takes what follows the word.
        found.push(so_far.clone());
        return;
    }
    let ends = word[at..].char_indices().map(|(offset, c)| at + offset + c.len_utf8());
    for end in ends {
        if let Some(piece) = piece(&word[at..end], known) {
            so_far.push((at, piece));
            split(word, end, known, so_far, found);
            so_far.pop();
        }
    }
}

/// A word of known pieces and single letters that are not known: `nt_w`, `mn`.
///
/// Where a symbol with a letter below or a Greek one is in it, or where it is LaTeX, letters
/// are factors; otherwise the whole may be a name as well, and both are named.
fn with_letters(word: &str, known: &Known<'_>) -> Vec<Vec<(usize, Piece)>> {
    let mut pieces: Vec<(usize, Piece)> = Vec::new();
    let (mut at, mut letters, mut clear, mut index, mut others) = (0, 0, false, false, 0);
    let mut vowels = false;
    while at < word.len() {
        // The longest piece first: t_w before t.
        let ends: Vec<usize> =
            word[at..].char_indices().map(|(offset, c)| at + offset + c.len_utf8()).collect();
        let longest = ends.iter().rev().find_map(|&end| {
            let part = &word[at..end];
            piece(part, known).map(|piece| (end, piece))
        });
        if let Some((end, piece)) = longest {
            let part = &word[at..end];
            clear |= part.contains('_') || !part.is_ascii() || matches!(piece, Piece::Function(_));
            index |= known.indices.iter().any(|index| index == part);
            others += 1;
            pieces.push((at, piece));
            at = end;
            continue;
        }
        let mut characters = word[at..].chars();
        let Some(c) = characters.next().filter(|c| c.is_alphabetic() && *c != 'O') else {
            return Vec::new();
        };
        // A letter takes its subscript, to the end of the word.
        let behind = characters.as_str();
        let end = if behind.starts_with('_') { word.len() } else { at + c.len_utf8() };
        letters += 1;
        vowels |= "aeou".contains(c);
        clear |= !c.is_ascii();
        pieces.push((at, Piece::Name(spelled(&word[at..end]))));
        at = end;
    }
    let name = vec![(0, Piece::Name(spelled(word)))];
    let count = letters + others;
    if count < 2 || letters > 2 {
        return vec![name];
    }
    clear |= index && count <= 3;
    match (clear, known.latex) {
        (true, _) if letters == 1 && !vowels => vec![pieces],
        (_, true) if count <= 3 && !vowels => vec![pieces],
        _ if others > 0 && !vowels && (count <= 3 || clear) => vec![pieces, name],
        _ => vec![name],
    }
}

fn piece(part: &str, known: &Known<'_>) -> Option<Piece> {
    let of = |letters: &[String]| letters.iter().any(|letter| letter == part);
    if of(known.indices) || of(known.letters) && !NAMES.contains_key(part) {
        return Some(Piece::Name(spelled(part)));
    }
    let name = NAMES.get(part).map(|name| Piece::Name((*name).to_owned()));
    name.or_else(|| function(&GLUED, part))
}

#[cfg(test)]
mod tests;
