//! Loops of MPI in a subset of C and C++.

use std::rc::Rc;

use super::syntax::{Action, Binding, Located, MessageEnd, Reader, TermKind};
use super::textbook::Parsed;
use super::tokens::Kind;
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// Calls that move no data and that nothing waits for.
const SILENT: [&str; 10] = [
    "MPI_Init",
    "MPI_Finalize",
    "printf",
    "fprintf",
    "fflush",
    "free",
    "assert",
    "puts",
    "srand",
    "MPI_Init_thread",
];
/// Calls that are understood.
const CALLS: [&str; 14] = [
    "MPI_Send",
    "MPI_Isend",
    "MPI_Ssend",
    "MPI_Issend",
    "MPI_Recv",
    "MPI_Irecv",
    "MPI_Sendrecv",
    "MPI_Sendrecv_replace",
    "MPI_Wait",
    "MPI_Waitall",
    "MPI_Comm_rank",
    "MPI_Comm_size",
    "memcpy",
    "MPI_Bsend",
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
    body.iter().any(|one| {
        matches!(one, Action::Send(..) | Action::Receive(..) | Action::Exchange(..))
            || one.inner().0.into_iter().any(moves)
    })
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
    if reader.take("if") {
        reader.expect("(")?;
        let condition = reader.expression()?;
        reader.expect(")")?;
        let then = one(reader)?;
        let otherwise = if reader.take("else") { one(reader)? } else { Vec::new() };
        all.push(Action::If { condition, then, otherwise });
        return Ok(());
    }
    if reader.take("while") {
        reader.expect("(")?;
        let condition = reader.expression()?;
        reader.expect(")")?;
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
    let bumped = match &of.what {
        TermKind::Bump(name, by) => Some((name.clone(), *by)),
        TermKind::Binary(Binding::Add, bump, _) => match &bump.what {
            TermKind::Bump(name, by) => Some((name.clone(), *by)),
            _ => None,
        },
        _ => None,
    };
    if let Some((name, by)) = bumped {
        let to = Located::new(TermKind::Name(name), of.at);
        let by = Located::number(by, of.at);
        let sum = TermKind::Binary(Binding::Add, Box::new(to.clone()), Box::new(by));
        all.push(Action::Set { to, value: Located::new(sum, of.at) });
        return Ok(());
    }
    let TermKind::Call(name, arguments) = of.what else {
        return Err(reader.unexpected("an assignment or a call"));
    };
    all.extend(call(&name, arguments, of.at)?);
    Ok(())
}

/// The statement of a call.
fn call(name: &str, arguments: Vec<Located>, at: Span) -> Result<Option<Action>, Diagnostic> {
    let given = arguments.len();
    let mut next = arguments.into_iter();
    let mut take = || next.next().unwrap_or_else(|| Located::number(0, at));
    let takes = |number: usize| {
        if given == number {
            Ok(())
        } else {
            let message = format!("{name} has {number} arguments, and {given} are given");
            Err(Diagnostic::new(message).at(at))
        }
    };
    if SILENT.contains(&name) {
        return Ok(None);
    }
    // Buffer, number, type, peer and tag.
    let transfer = |take: &mut dyn FnMut() -> Located| {
        let (data, count, _, peer, tag) = (take(), take(), take(), take(), take());
        let (count, tag) = (Some(count), Some(tag));
        MessageEnd { data, count, peer, tag, request: None, synchronous: false }
    };
    let base = |node: Located| match node.what {
        TermKind::Unary(Binding::Address, part) => *part,
        _ => node,
    };
    Ok(Some(match name {
        "MPI_Send" | "MPI_Bsend" | "MPI_Ssend" => {
            takes(6)?;
            let one = transfer(&mut take);
            Action::Send(Box::new(MessageEnd { synchronous: name == "MPI_Ssend", ..one }), at)
        }
        "MPI_Isend" | "MPI_Issend" => {
            takes(7)?;
            let one = transfer(&mut take);
            take();
            let synchronous = name == "MPI_Issend";
            Action::Send(
                Box::new(MessageEnd { request: Some(base(take())), synchronous, ..one }),
                at,
            )
        }
        "MPI_Recv" => {
            takes(7)?;
            Action::Receive(Box::new(transfer(&mut take)), at)
        }
        "MPI_Irecv" => {
            takes(7)?;
            let one = transfer(&mut take);
            take();
            Action::Receive(Box::new(MessageEnd { request: Some(base(take())), ..one }), at)
        }
        "MPI_Sendrecv" => {
            takes(12)?;
            let sent = transfer(&mut take);
            Action::Exchange(Box::new([sent, transfer(&mut take)]), at)
        }
        "MPI_Sendrecv_replace" => {
            takes(9)?;
            let sent = transfer(&mut take);
            let (peer, tag) = (take(), Some(take()));
            let received = MessageEnd { peer, tag, ..sent.clone() };
            Action::Exchange(Box::new([sent, received]), at)
        }
        "MPI_Wait" => {
            takes(2)?;
            Action::Wait { first: base(take()), count: Located::number(1, at), at }
        }
        "MPI_Waitall" => {
            takes(3)?;
            let count = take();
            Action::Wait { first: base(take()), count, at }
        }
        "MPI_Comm_rank" | "MPI_Comm_size" => {
            takes(2)?;
            take();
            let known = if name == "MPI_Comm_rank" { "my_id" } else { "p" };
            Action::Set { to: base(take()), value: Located::new(TermKind::Name(known.into()), at) }
        }
        "memcpy" => {
            takes(3)?;
            let (to, from, count) = (take(), take(), take());
            let copied = TermKind::Call("memcpy".into(), vec![from, count]);
            Action::Set { to, value: Located::new(copied, at) }
        }
        ".push_back" | ".emplace_back" => {
            takes(2)?;
            let vector = take();
            let TermKind::Name(vector) = vector.what else {
                return Err(Diagnostic::new("this is not a vector").at(at));
            };
            Action::Push { vector, request: take() }
        }
        ".clear" => match take().what {
            TermKind::Name(vector) => Action::Clear(vector),
            _ => return Ok(None),
        },
        ".resize" | ".reserve" => return Ok(None),
        _ => return Err(unknown(name, at)),
    }))
}

fn unknown(name: &str, at: Span) -> Diagnostic {
    let error = Diagnostic::new(format!("the call `{name}` is not understood")).at(at);
    let is_collective =
        name.starts_with("MPI_") && hockney_core::collective::collective(name).is_some();
    match nearest(name, CALLS).filter(|_| !is_collective) {
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
