//! The many spellings of one character: full-width letters, HTML entities and tags, Markdown's
//! escapes, high and low digits, the italics of mathematics. All become plain ASCII or one sign,
//! and each remembers the place in the text that it came from.

use crate::words::{entries, list};
use hockney_base::diagnostic::Span;

/// A text in plain characters, and where each of its bytes came from.
#[derive(Debug, Default)]
pub(super) struct Spelled {
    pub(super) text: String,
    /// For each byte of `text`, the part of the source that it stands for.
    from: Vec<Span>,
}

impl Spelled {
    fn push(&mut self, plain: &str, from: Span) {
        self.text.push_str(plain);
        self.from.resize(self.text.len(), from);
    }

    /// The part of the source that a part of `text` stands for; `end` for the place after it.
    pub(super) fn span(&self, start: usize, length: usize, end: usize) -> Span {
        let Some(first) = self.from.get(start) else { return Span::point(end) };
        let last = self.from.get((start + length).saturating_sub(1)).unwrap_or(first);
        if length == 0 { Span::point(first.start) } else { first.to(*last) }
    }
}

/// Low and high signs that become `_{..}` and `^{..}`.
const LOW: &str = "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ";
const LOW_PLAIN: &str = "0123456789+-aehijklmnoprstuvx";
const HIGH: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵈᵏᵐⁿᵖⁱʲ";
const HIGH_PLAIN: &str = "0123456789+-dkmnpij";

/// The part `range` of `text` in plain characters.
pub(super) fn spelled(text: &str, range: Span) -> Spelled {
    let mut out = Spelled::default();
    let mut at = range.start;
    let source = &text[..range.end];
    while let Some(c) = source[at..].chars().next() {
        // Most characters are plain, and no spelling of more than one begins with them.
        if c.is_ascii() && !OPENING.contains(&c) {
            out.push(&one(c), Span::new(at, at + 1));
            at += 1;
            continue;
        }
        let rest = &source[at..];
        if let Some(length) = script(rest, LOW, LOW_PLAIN, "_{", at, &mut out)
            .or_else(|| script(rest, HIGH, HIGH_PLAIN, "^{", at, &mut out))
        {
            at += length;
            continue;
        }
        let fraction = entries("fractions").find(|(sign, _)| sign.starts_with(c));
        // Behind a number it is added and not a factor.
        let is_added = || source[..at].trim_end().ends_with(|c: char| c.is_ascii_digit());
        if let Some((_, fraction)) = fraction.filter(|_| !is_added()) {
            out.push(fraction, Span::new(at, at + c.len_utf8()));
            at += c.len_utf8();
            continue;
        }
        let (plain, length) = longer(rest).unwrap_or_else(|| (one(c), c.len_utf8()));
        out.push(&plain, Span::new(at, at + length));
        at += length;
    }
    out
}

/// A run of low or high signs.
fn script(
    rest: &str,
    signs: &str,
    plain: &str,
    open: &str,
    at: usize,
    out: &mut Spelled,
) -> Option<usize> {
    let plain_of = |c: char| {
        let place = signs.chars().position(|sign| sign == c)?;
        plain.chars().nth(place)
    };
    let run: Vec<(usize, char, char)> = rest
        .char_indices()
        .map_while(|(offset, c)| plain_of(c).map(|plain| (offset, c, plain)))
        .collect();
    let ((_, first, _), (last_at, last, _)) = (run.first()?, run.last()?);
    out.push(open, Span::new(at, at + first.len_utf8()));
    for (offset, c, plain) in &run {
        let mut buffer = [0; 4];
        let start = at + offset;
        out.push(plain.encode_utf8(&mut buffer), Span::new(start, start + c.len_utf8()));
    }
    let end = last_at + last.len_utf8();
    out.push("}", Span::new(at + last_at, at + end));
    Some(end)
}

/// The ASCII characters with which spellings of more than one begin.
const OPENING: [char; 6] = ['\\', '*', ':', '=', '<', '&'];

/// Spellings of more than one character: escapes, entities, tags, `**`.
fn longer(rest: &str) -> Option<(String, usize)> {
    // What is written, and the spellings that mean it.
    const SPELLINGS: [(&str, &str); 12] = [
        ("\\\\", "\\\\"),
        ("_", "\\_"),
        ("*", "\\*"),
        ("^", "\\^|**"),
        ("+", "\\+"),
        ("-", "\\-"),
        ("=", "\\=|:=|=="),
        (" ", "\\,|\\;|\\:|\\!|\\>|\\ |<br>|<br/>|<br />"),
        ("_{", "<sub>"),
        ("^{", "<sup>"),
        ("}", "</sub>|</sup>"),
        ("", "<i>|</i>|<b>|</b>|<em>|</em>|<var>|</var>"),
    ];
    for (plain, spellings) in SPELLINGS {
        if let Some(found) = spellings.split('|').find(|spelling| rest.starts_with(spelling)) {
            return Some((plain.to_owned(), found.len()));
        }
    }
    let entity = rest.strip_prefix('&')?;
    let end = entity.bytes().take(10).position(|byte| byte == b';')?;
    let plain = entity_of(&entity[..end])?;
    Some((plain, end + 2))
}

fn entity_of(name: &str) -> Option<String> {
    if list("blanks").contains(&name) {
        return Some(" ".to_owned());
    }
    if let Some((_, plain)) = entries("entities").find(|(known, _)| *known == name) {
        return Some(plain.to_owned());
    }
    let number = name.strip_prefix('#')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).map(one)
}

/// One character, as it is written in plain notation.
fn one(c: char) -> String {
    let plain = match c {
        '。' => '.',
        '，' | '、' => ',',
        '　' => ' ',
        '∕' | '⁄' | '÷' => '/',
        '×' | '·' | '⋅' | '∙' | '∗' | '•' | '‧' | '・' | '✕' | '✖' => '*',
        '−' | '–' | '‐' | '‑' | '－' => '-',
        'µ' | 'μ' => 'μ',
        'ℓ' => 'l',
        'ℎ' => 'h',
        '⟮' => '(',
        '⟯' => ')',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        // Letters of mathematics: thirteen alphabets of 52, then Greek ones of 58.
        '\u{1d400}'..='\u{1d6a3}' => italic(u32::from(c) - 0x1d400, 52).unwrap_or(c),
        '\u{1d6a8}'..='\u{1d7cb}' => greek((u32::from(c) - 0x1d6a8) % 58).unwrap_or(c),
        '\u{1d7ce}'..='\u{1d7ff}' => {
            char::from_digit((u32::from(c) - 0x1d7ce) % 10, 10).unwrap_or(c)
        }
        // They show nothing and join nothing.
        '\u{200b}' | '\u{2060}' | '\u{2061}' | '\u{2062}' | '\u{feff}' | '\u{ad}' => {
            return String::new();
        }
        _ if c.is_whitespace() => ' ',
        _ => c,
    };
    plain.to_string()
}

fn italic(place: u32, alphabet: u32) -> Option<char> {
    let letter = place % alphabet;
    let start = if letter < 26 { u32::from('A') } else { u32::from('a') - 26 };
    char::from_u32(start + letter)
}

fn greek(place: u32) -> Option<char> {
    // 25 capitals, a sign, then the small letters from alpha on.
    match place {
        0..=24 => char::from_u32(u32::from('Α') + place),
        26..=50 => char::from_u32(u32::from('α') + place - 26),
        _ => None,
    }
}
