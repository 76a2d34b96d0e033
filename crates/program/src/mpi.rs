//! Loops of MPI in a subset of C and C++.

use std::rc::Rc;

use crate::syntax::{Action, Binding, Located, MessageEnd, Reader, TermKind};
use crate::textbook::Parsed;
use crate::tokens::Kind;
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// Calls that move no data and that nothing waits for.
const SILENT: &str =
    "MPI_Init MPI_Init_thread MPI_Finalize printf fprintf fflush free assert puts srand";
/// Calls that are understood, each with its arguments: a buffer, a number of words, a peer, a tag, a request or variable, or
/// what is not looked at.
const CALLS: [(&str, &str); 14] = [
    ("MPI_Send", "bn-pt-"),
    ("MPI_Bsend", "bn-pt-"),
    ("MPI_Ssend", "bn-pt-"),
    ("MPI_Isend", "bn-pt-r"),
    ("MPI_Issend", "bn-pt-r"),
    ("MPI_Recv", "bn-pt--"),
    ("MPI_Irecv", "bn-pt-r"),
    ("MPI_Sendrecv", "bn-ptbn-pt--"),
    ("MPI_Sendrecv_replace", "bn-ptpt--"),
    ("MPI_Wait", "r-"),
    ("MPI_Waitall", "nr-"),
    ("MPI_Comm_rank", "-r"),
    ("MPI_Comm_size", "-r"),
    ("memcpy", "bbn"),
];

/// Reads statements, or the function that moves data.
///
/// # Errors
/// What is not understood, with its place and a repair.
pub(crate) fn parse(mut reader: Reader<'_>) -> Result<Parsed, Diagnostic> {
    let mut found: Option<Parsed> = None;
    let mut loose = Vec::new();
    while reader.token().kind != Kind::End {
        if reader.take("using") {
            while !reader.take(";") && reader.token().kind != Kind::End {
                reader.at += 1;
            }
            continue;
        }
        let start = reader.at;
        let at = reader.token().at;
        if let Some(parameters) = function(&mut reader)? {
            let mut body = Vec::new();
            statement(&mut reader, &mut body)?;
            if moves(&body) {
                if found.is_some() {
                    return Err(Diagnostic::new("a second function that sends")
                        .at(at)
                        .help("check one at a time: leave the others out"));
                }
                found = Some(Parsed { parameters, statements: body });
            }
        } else {
            reader.at = start;
            statement(&mut reader, &mut loose)?;
        }
    }
    let mut parsed = found.unwrap_or(Parsed { parameters: Vec::new(), statements: Vec::new() });
    loose.append(&mut parsed.statements);
    Ok(Parsed { statements: loose, ..parsed })
}

/// Whether statements send or receive.
fn moves(body: &[Action]) -> bool {
    body.iter().any(|one| !one.ends().is_empty() || one.inner().0.into_iter().any(moves))
}

/// The head of a function: its parameters that are buffers.
fn function(reader: &mut Reader<'_>) -> Result<Option<Vec<Rc<str>>>, Diagnostic> {
    if !reader.skip_type() {
        return Ok(None);
    }
    while reader.take("*") {}
    if !reader.is_word() || reader.ahead(1).text != "(" {
        return Ok(None);
    }
    reader.at += 2;
    let mut parameters = Vec::new();
    while !reader.take(")") {
        if !reader.skip_type() {
            return Ok(None);
        }
        let mut is_buffer = false;
        while reader.take("*") || reader.take("&") {
            is_buffer = true;
            reader.take("const");
        }
        if reader.is(")") {
            continue;
        }
        let name = reader.name()?;
        while reader.take("[") {
            is_buffer = true;
            if !reader.is("]") {
                reader.expression()?;
            }
            reader.expect("]")?;
        }
        if is_buffer && &*name != "argv" && &*name != "argc" {
            parameters.push(name);
        }
        if !reader.take(",") && !reader.is(")") {
            return Err(reader.unexpected("`)`"));
        }
    }
    Ok(reader.is("{").then_some(parameters))
}

fn statement(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
    reader.nested(|reader| inner_statement(reader, all))
}

fn inner_statement(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
    let at = reader.token().at;
    if reader.take(";") {
        return Ok(());
    }
    if reader.take("{") {
        while !reader.take("}") {
            if reader.token().kind == Kind::End {
                return Err(Diagnostic::new("this `{` is not closed").at(at));
            }
            statement(reader, all)?;
        }
        return Ok(());
    }
    let one = |reader: &mut Reader<'_>| -> Result<Vec<Action>, Diagnostic> {
        let mut body = Vec::new();
        statement(reader, &mut body)?;
        Ok(body)
    };
    let condition = |reader: &mut Reader<'_>| -> Result<Located, Diagnostic> {
        reader.expect("(")?;
        let condition = reader.expression()?;
        reader.expect(")")?;
        Ok(condition)
    };
    if reader.take("if") {
        let condition = condition(reader)?;
        let then = one(reader)?;
        let otherwise = if reader.take("else") { one(reader)? } else { Vec::new() };
        all.push(Action::If { condition, then, otherwise });
        return Ok(());
    }
    if reader.take("while") {
        let condition = condition(reader)?;
        let body = one(reader)?;
        all.push(Action::While { condition, step: Vec::new(), body, at });
        return Ok(());
    }
    if reader.take("for") {
        if reader.is("each") {
            return Err(Diagnostic::new("`for each` is not a loop of C")
                .at(reader.token().at)
                .help("did you mean for (int i = 0; i < size; i++)?"));
        }
        reader.expect("(")?;
        simple(reader, all)?;
        reader.expect(";")?;
        let condition =
            if reader.is(";") { Located::number(1, at) } else { reader.expression()? };
        reader.expect(";")?;
        let mut step = Vec::new();
        simple(reader, &mut step)?;
        reader.expect(")")?;
        let body = one(reader)?;
        all.push(Action::While { condition, step, body, at });
        return Ok(());
    }
    if reader.is("do") || reader.is("goto") {
        return Err(Diagnostic::new(format!("`{}` is not understood", reader.token().text))
            .at(at)
            .help("write it with for, while and if"));
    }
    let word = ["break", "continue", "return"].into_iter().find(|word| reader.take(word));
    match word {
        Some("break") => all.push(Action::Break),
        Some("continue") => all.push(Action::Continue),
        Some(_) => {
            if !reader.is(";") {
                reader.expression()?;
            }
            all.push(Action::Return);
        }
        None => simple(reader, all)?,
    }
    reader.expect(";")
}

/// Declarations, assignments and calls between commas.
fn simple(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
    if reader.is(";") || reader.is(")") {
        return Ok(());
    }
    let declares = reader.skip_type();
    loop {
        if declares {
            declaration(reader, all)?;
        } else {
            assignment(reader, all)?;
        }
        if !reader.take(",") {
            return Ok(());
        }
    }
}

fn declaration(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
    while reader.take("*") || reader.take("&") {}
    let start = reader.token().at;
    let name = reader.name()?;
    let mut sides = Vec::new();
    while reader.take("[") {
        if !reader.is("]") {
            sides.push(reader.expression()?);
        }
        reader.expect("]")?;
    }
    // A vector has its size in parentheses.
    if reader.take("(") {
        sides.extend(reader.list(")")?.into_iter().next());
    }
    let row = (sides.len() > 1).then(|| sides[sides.len() - 1].clone());
    let times = |a: Located, b: Located| {
        let at = a.at.to(b.at);
        Located::new(TermKind::Binary(Binding::Multiply, Box::new(a), Box::new(b)), at)
    };
    let size = sides.into_iter().reduce(times);
    all.push(Action::Declare { name: name.clone(), size, row });
    if !reader.take("=") {
        return Ok(());
    }
    if reader.is("{") {
        while !reader.take("}") && reader.token().kind != Kind::End {
            reader.at += 1;
        }
        return Ok(());
    }
    if reader.take("new") {
        reader.skip_type();
        reader.expect("[")?;
        reader.expression()?;
        return reader.expect("]");
    }
    let value = reader.expression()?;
    let is_memory =
        matches!(&value.what, TermKind::Call(name, _) if matches!(&**name, "malloc" | "calloc"));
    if !is_memory {
        all.push(Action::Set { to: Located::new(TermKind::Name(name), start), value });
    }
    Ok(())
}

fn assignment(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
    let left = reader.expression()?;
    let at = left.at;
    let sign = reader.token().text.clone();
    let operator = match &*sign {
        "=" => None,
        "+=" => Some(Binding::Add),
        "-=" => Some(Binding::Subtract),
        "*=" => Some(Binding::Multiply),
        "/=" => Some(Binding::Divide),
        "%=" => Some(Binding::Remainder),
        "^=" => Some(Binding::Xor),
        "&=" => Some(Binding::And),
        "|=" => Some(Binding::Or),
        "<<=" => Some(Binding::ShiftLeft),
        ">>=" => Some(Binding::ShiftRight),
        _ => return effect(reader, left, all),
    };
    reader.at += 1;
    if !matches!(left.what, TermKind::Name(_) | TermKind::Index(..)) {
        return Err(Diagnostic::new("this cannot be assigned").at(at));
    }
    let right = reader.expression()?;
    let value = match operator {
        None => right,
        Some(operator) => {
            let both = TermKind::Binary(operator, Box::new(left.clone()), Box::new(right));
            Located::new(both, at)
        }
    };
    all.push(Action::Set { to: left, value });
    Ok(())
}

/// An expression that stands alone: a call, or `i++`.
fn effect(reader: &Reader<'_>, of: Located, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
    let bumps = |of: &TermKind| matches!(of, TermKind::Bump(..));
    if bumps(&of.what)
        || matches!(&of.what, TermKind::Binary(Binding::Add, of, _) if bumps(&of.what))
    {
        all.push(Action::Evaluate(of));
        return Ok(());
    }
    let TermKind::Call(name, arguments) = of.what else {
        return Err(reader.unexpected("an assignment or a call"));
    };
    all.extend(call(&name, &arguments, of.at)?);
    Ok(())
}

/// The statement of a call.
fn call(name: &str, given: &[Located], at: Span) -> Result<Option<Action>, Diagnostic> {
    if SILENT.split(' ').any(|silent| silent == name) {
        return Ok(None);
    }
    if let Some(method) = name.strip_prefix('.') {
        return of_vector(method, given, at);
    }
    let (_, takes) =
        CALLS.iter().find(|(call, _)| *call == name).ok_or_else(|| unknown(name, at))?;
    if given.len() != takes.len() {
        let (takes, given) = (takes.len(), given.len());
        let message = format!("{name} has {takes} arguments, and {given} are given");
        return Err(Diagnostic::new(message).at(at));
    }
    let all = |letter: char| takes.chars().zip(given).filter(move |(of, _)| *of == letter);
    let nth = |letter: char, k: usize| all(letter).nth(k).map(|(_, argument)| argument.clone());
    let need = |letter: char, k: usize| nth(letter, k).unwrap_or_else(|| Located::number(0, at));
    // What stands behind `&`.
    let behind = |node: Located| match node.what {
        TermKind::Unary(Binding::Address, part) => *part,
        _ => node,
    };
    let request = nth('r', 0).map(behind);
    let end = |k: usize| MessageEnd {
        // MPI_Sendrecv_replace has one buffer for both.
        data: nth('b', k).unwrap_or_else(|| need('b', 0)),
        count: nth('n', k).or_else(|| nth('n', 0)),
        peer: need('p', k),
        tag: nth('t', k),
        request: request.clone(),
        synchronous: matches!(name, "MPI_Ssend" | "MPI_Issend"),
    };
    Ok(Some(match name {
        "MPI_Recv" | "MPI_Irecv" => Action::Receive(Box::new(end(0)), at),
        "MPI_Sendrecv" | "MPI_Sendrecv_replace" => {
            let request = Some(Located::new(TermKind::Name("its send".into()), at));
            Action::Exchange(Box::new([MessageEnd { request, ..end(0) }, end(1)]), at)
        }
        "MPI_Wait" | "MPI_Waitall" => {
            let count = nth('n', 0).unwrap_or_else(|| Located::number(1, at));
            Action::Wait { first: behind(need('r', 0)), count, at }
        }
        "MPI_Comm_rank" | "MPI_Comm_size" => {
            let known = if name == "MPI_Comm_rank" { "my_id" } else { "p" };
            let value = Located::new(TermKind::Name(known.into()), at);
            Action::Set { to: behind(need('r', 0)), value }
        }
        "memcpy" => {
            let copied = TermKind::Call("memcpy".into(), vec![need('b', 1), need('n', 0)]);
            Action::Set { to: need('b', 0), value: Located::new(copied, at) }
        }
        _ => Action::Send(Box::new(end(0)), at),
    }))
}

/// The statement of a method of a vector.
fn of_vector(method: &str, given: &[Located], at: Span) -> Result<Option<Action>, Diagnostic> {
    let vector = match given.first().map(|of| &of.what) {
        Some(TermKind::Name(vector)) => vector.clone(),
        _ => return Err(Diagnostic::new("this is not a vector").at(at)),
    };
    match (method, given) {
        ("push_back" | "emplace_back", [_, request]) => {
            Ok(Some(Action::Push { vector, request: request.clone() }))
        }
        ("clear", _) => Ok(Some(Action::Clear(vector))),
        ("resize" | "reserve", _) => Ok(None),
        _ => Err(unknown(&format!(".{method}"), at)),
    }
}

fn unknown(name: &str, at: Span) -> Diagnostic {
    let error = Diagnostic::new(format!("the call `{name}` is not understood")).at(at);
    let is_collective =
        name.starts_with("MPI_") && hockney_core::collective::collective(name).is_some();
    match nearest(name, CALLS.map(|(call, _)| call)).filter(|_| !is_collective) {
        Some(near) => error.help(format!("did you mean {near}?")),
        None if is_collective => error.help("a program is checked that sends and receives itself"),
        None => error.help("sends, receives, waits and int variables are; leave the rest out"),
    }
}

/// The number that a line `#define NAME NUMBER` gives a name.
pub(crate) fn defines(text: &str) -> Vec<(Rc<str>, i64)> {
    let read = |line: &str| {
        let mut words = line.trim_start().strip_prefix("#define")?.split_whitespace();
        Some((words.next()?.into(), words.next()?.parse().ok()?))
    };
    text.lines().filter_map(read).collect()
}
