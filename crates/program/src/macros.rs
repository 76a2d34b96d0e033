//! The macros of a text of C: what `#define` lets stand for other words.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::tokens::{Kind, Language, Read, Token, refused, tokens};
use hockney_base::diagnostic::Span;

/// The most words and signs of a text once macros stand for what they mean.
const MOST: usize = 1 << 18;
/// How deep macros may stand for each other.
const DEEPEST: usize = 16;

/// The names of the arguments, if it has any, and what it stands for.
struct Macro {
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

/// What `#define` lets the names of a text stand for: numbers, and other words.
#[derive(Default)]
pub(crate) struct Defines {
    pub(crate) numbers: Vec<(Rc<str>, i64)>,
    macros: BTreeMap<String, Macro>,
}

impl Defines {
    /// Those of a text of C. What cannot be read is an error where its name stands.
    pub(crate) fn of(text: &str) -> Self {
        let mut all = Defines::default();
        let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
        for line in joined.lines() {
            let Some(line) = line.trim_start().strip_prefix('#').map(str::trim_start) else {
                continue;
            };
            let Some(line) = line.strip_prefix("define").map(str::trim_start) else { continue };
            let length =
                line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
            let (name, mut rest) = line.split_at(length);
            let mut parameters = None;
            if let Some((names, body)) =
                rest.strip_prefix('(').and_then(|rest| rest.split_once(')'))
            {
                let names = names.split(',').map(|name| name.trim().to_owned());
                (parameters, rest) = (Some(names.filter(|name| !name.is_empty()).collect()), body);
            }
            let Ok(tokens) = tokens(rest, Language::C) else { continue };
            let mut body = tokens.all;
            body.pop();
            match &body[..] {
                [] => {}
                [Token { kind: Kind::Number(number), .. }] if parameters.is_none() => {
                    all.numbers.push((name.into(), *number));
                }
                _ => _ = all.macros.insert(name.to_owned(), Macro { parameters, body }),
            }
        }
        all
    }

    /// Notes what types are called: `typedef int word;` and `using word = int;`.
    pub(crate) fn note_types(&mut self, all: &[Token]) {
        for (at, token) in all.iter().enumerate() {
            let words = all[at + 1..].iter().take_while(|of| of.text != ";");
            let words: Vec<Token> = words.take(8).cloned().collect();
            let (name, body) = match (&*token.text, &words[..]) {
                ("typedef", [body @ .., name]) => (name, body),
                ("using", [name, sign, body @ ..]) if sign.text == "=" => (name, body),
                _ => continue,
            };
            if name.kind == Kind::Name && body.iter().all(|of| !"[](){}".contains(&of.text)) {
                let of = Macro { parameters: None, body: body.to_vec() };
                self.macros.insert(name.text.clone(), of);
            }
        }
    }

    /// Puts what macros stand for in their places.
    ///
    /// # Errors
    /// A macro with another number of arguments, and macros that stand for too much.
    pub(crate) fn expanded(&self, all: Vec<Token>) -> Read<Vec<Token>> {
        if self.macros.is_empty() {
            return Ok(all);
        }
        let mut found = Vec::new();
        expand(&self.macros, &all, &mut Vec::new(), &mut found)?;
        Ok(found)
    }
}

fn expand<'m>(
    known: &'m BTreeMap<String, Macro>,
    all: &[Token],
    inside: &mut Vec<&'m str>,
    found: &mut Vec<Token>,
) -> Read {
    let mut at = 0;
    while let Some(token) = all.get(at) {
        at += 1;
        if found.len() > MOST || inside.len() > DEEPEST {
            return too_much(token);
        }
        let of = known.get_key_value(&token.text).filter(|_| token.kind == Kind::Name);
        let Some((name, Macro { parameters, body })) =
            of.filter(|(name, _)| !inside.contains(&&***name))
        else {
            found.push(token.clone());
            continue;
        };
        let mut given = Vec::new();
        if parameters.is_some() {
            let Some(end) = arguments(&all[at..], &mut given) else {
                found.push(token.clone());
                continue;
            };
            at += end;
        }
        let names = parameters.as_deref().unwrap_or_default();
        if names.len() != given.len() {
            let what =
                format!("{name} has {} arguments, and {} are given", names.len(), given.len());
            return refused(token.at, what, "give one for each parameter");
        }
        let mut filled = Vec::new();
        for part in body {
            match names.iter().position(|name| *name == part.text) {
                Some(place) => filled.extend_from_slice(given[place]),
                None => filled.push(stands_at(part, token)),
            }
            if filled.len() > MOST {
                return too_much(token);
            }
        }
        inside.push(name);
        expand(known, &filled, inside, found)?;
        inside.pop();
    }
    Ok(())
}

fn too_much(token: &Token) -> Read {
    refused(token.at, "macros stand for too much here", "write it without them")
}

/// A word of a macro at the place where its name stands.
fn stands_at(part: &Token, name: &Token) -> Token {
    let (at, column) = (Span::new(name.at.start, name.at.end), name.column);
    Token { at, column, first: false, ..part.clone() }
}

/// The arguments in parentheses, and how many tokens they take; `None` if there are none.
fn arguments<'t>(all: &'t [Token], given: &mut Vec<&'t [Token]>) -> Option<usize> {
    if all.first()?.text != "(" {
        return None;
    }
    let (mut depth, mut start) = (0, 1);
    for (at, token) in all.iter().enumerate() {
        match &*token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && token.text == "," {
            if at > start || token.text == "," || !given.is_empty() {
                given.push(&all[start..at]);
            }
            start = at + 1;
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
