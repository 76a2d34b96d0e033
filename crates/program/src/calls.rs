//! The calls of MPI and of the libraries of C that a program may have.

use std::rc::Rc;

use crate::syntax::{Action, Binding, Located, MessageEnd, TermKind};
use crate::tokens::{Read, refused};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// Calls that move no data and that nothing waits for.
const SILENT: &str = "MPI_Init MPI_Init_thread MPI_Initialized MPI_Type_free \
    MPI_Get_processor_name MPI_Comm_set_errhandler printf fprintf fflush assert puts perror srand sleep usleep";

/// Calls that are understood, each with its arguments: a buffer, a number of words, their type, a peer or root, a tag, a
/// communicator, a request or variable, any number, or what is not looked at.
const CALLS: &str = "MPI_Send bnkptc MPI_Bsend bnkptc MPI_Ssend bnkptc MPI_Isend bnkptcr MPI_Issend bnkptcr MPI_Recv bnkptc- \
    MPI_Irecv bnkptcr MPI_Sendrecv bnkptbnkptc- MPI_Sendrecv_replace bnkptptc- MPI_Wait rs MPI_Waitall nrs \
    MPI_Comm_rank cr MPI_Comm_size cr MPI_Comm_split cvvr MPI_Comm_dup cr MPI_Comm_free r MPI_Barrier c MPI_Abort -- exit - \
    MPI_Bcast bnkpc MPI_Reduce bbnk-pc MPI_Allreduce bbnk-c MPI_Scan bbnk-c MPI_Gather bnkbnkpc \
    MPI_Scatter bnkbnkpc MPI_Allgather bnkbnkc MPI_Alltoall bnkbnkc MPI_Reduce_scatter_block bbnk-c memcpy bbn \
    memmove bbn memset bvn free b copy BBb copy_n Bnb fill bBv fill_n bnv swap bB";

/// Those that copy words, that give memory, that set a vector, and that have a value which begins with their first argument.
pub(crate) const COPIES: &str = "memcpy memmove copy copy_n";
pub(crate) const ALLOCATES: &str = "malloc calloc realloc new";
pub(crate) const VECTORS: &str = "vector assign resize";
pub(crate) const FIRST: &str = ".data .begin .end memcpy memmove copy copy_n swap";

/// The calls, with their arguments.
fn calls() -> impl Iterator<Item = (&'static str, &'static str)> {
    CALLS.split(' ').zip(CALLS.split(' ').skip(1)).step_by(2)
}

impl Located {
    /// The name that it begins with.
    pub(crate) fn base(&self) -> Option<&Rc<str>> {
        match &self.what {
            TermKind::Name(name) | TermKind::Index(name, _) => Some(name),
            TermKind::Unary(_, part) | TermKind::Cast(_, part) | TermKind::Binary(_, part, _) => {
                part.base()
            }
            TermKind::Call(_, parts) => parts.first()?.base(),
            _ => None,
        }
    }

    /// The arguments, if it is a call of one of these names.
    pub(crate) fn called(&self, names: &str) -> Option<&[Located]> {
        match &self.what {
            TermKind::Call(name, of) if names.split(' ').any(|one| *one == **name) => Some(of),
            _ => None,
        }
    }
}

/// Whether a call is left out.
pub(crate) fn is_silent(name: &str) -> bool {
    SILENT.split(' ').any(|silent| silent == name)
}

/// The statement of a call.
///
/// # Errors
/// A call that is not understood, or with another number of arguments.
pub(crate) fn call(name: &str, given: &[Located], at: Span) -> Read<Option<Action>> {
    if is_silent(name) {
        return Ok(None);
    }
    if let ("strcpy" | "sprintf" | "snprintf", [to, ..]) = (name, given) {
        // A text that the program makes is data like a number.
        let value = Located::call("list", vec![Located::number(1, at)], at);
        return Ok(Some(Action::Set { to: to.clone(), value }));
    }
    if let Some(method) = name.strip_prefix('.') {
        return of_vector(method, given, at);
    }
    let (_, takes) = calls().find(|(call, _)| *call == name).ok_or_else(|| unknown(name, at))?;
    if given.len() != takes.len() {
        let (takes, given) = (takes.len(), given.len());
        let message = format!("{name} has {takes} arguments, and {given} are given");
        return Err(Diagnostic::new(message).at(at));
    }
    let counts = |of: &Located| of.every().iter().any(|of| matches!(of.what, TermKind::Bump(..)));
    if matches!(name, "MPI_Bcast" | "MPI_Sendrecv_replace") && given.iter().any(counts) {
        let help = "move k++ to a separate statement";
        return refused(at, "this call has one buffer for two ends, and counts in it", help);
    }
    let all = |letter: char| takes.chars().zip(given).filter(move |(of, _)| *of == letter);
    let nth = |letter: char, k: usize| all(letter).nth(k).map(|(_, argument)| argument.clone());
    let need = |letter: char, k: usize| nth(letter, k).unwrap_or_else(|| Located::number(0, at));
    // What stands behind `&`.
    let behind = |node: Located| match node.what {
        TermKind::Unary(Binding::Address, part) => *part,
        _ => node,
    };
    let variable = behind(need('r', 0));
    let request = nth('r', 0).map(|_| variable.clone());
    let is_in_place = |of: &Located| of.as_name().is_some_and(|name| &**name == "MPI_IN_PLACE");
    let data = |k: usize| {
        // MPI_Sendrecv_replace has one buffer for both, and a reduction one count.
        let own = nth('b', k).unwrap_or_else(|| need('b', 0));
        if !is_in_place(&own) || name == "MPI_Scatter" {
            return own;
        }
        let other = need('b', 1 - k);
        if !matches!(name, "MPI_Gather" | "MPI_Allgather") {
            return other;
        }
        // A node's block lies where it goes.
        let rank = Located::call("MPI_Comm_rank", vec![need('c', 0)], at);
        let from = Located::binary(Binding::Multiply, rank, need('n', 1));
        Located { at, ..Located::binary(Binding::Add, other, from) }
    };
    let count =
        |k: usize| nth('n', if nth('b', 0).is_some_and(|b| is_in_place(&b)) { 1 } else { k });
    let end = |k: usize| MessageEnd {
        data: data(k),
        count: count(k).or_else(|| nth('n', 0)),
        kind: nth('k', k).or_else(|| nth('k', 0)),
        comm: nth('c', 0),
        peer: nth('p', k).unwrap_or_else(|| need('p', 0)),
        tag: nth('t', k),
        request: request.clone(),
        in_place: nth('b', k).filter(is_in_place).map(|of| of.at),
        synchronous: matches!(name, "MPI_Ssend" | "MPI_Issend"),
    };
    let of_call = |parts| Located::call(name, parts, at);
    Ok(Some(match name {
        "MPI_Recv" | "MPI_Irecv" => Action::Receive(Box::new(end(0)), at),
        "MPI_Sendrecv" | "MPI_Sendrecv_replace" => {
            let request = Some(Located::name("its send", at));
            Action::Exchange(Box::new([MessageEnd { request, ..end(0) }, end(1)]), at)
        }
        "MPI_Wait" | "MPI_Waitall" => {
            let count = nth('n', 0).unwrap_or_else(|| Located::number(1, at));
            let statuses = nth('s', 0)
                .map(behind)
                .filter(|of| of.as_name().is_none_or(|name| !name.starts_with("MPI_STATUS")));
            Action::Wait { first: variable, count, statuses, at }
        }
        "MPI_Comm_free" => Action::Set { to: variable.clone(), value: of_call(vec![variable]) },
        "MPI_Comm_rank" | "MPI_Comm_size" | "MPI_Comm_dup" => {
            Action::Set { to: variable, value: of_call(vec![need('c', 0)]) }
        }
        "MPI_Comm_split" => {
            let value = of_call(vec![need('c', 0), need('v', 0), need('v', 1)]);
            Action::Set { to: variable, value }
        }
        // What is written, and behind it what is read or where it ends, and how much.
        "copy" | "copy_n" | "fill" | "fill_n" | "swap" | "memcpy" | "memmove" | "memset" => {
            let rest = [nth('v', 0), nth('B', 0), nth('b', 1), nth('B', 1), nth('n', 0)];
            Action::Set { to: need('b', 0), value: of_call(rest.into_iter().flatten().collect()) }
        }
        "free" => Action::Free(need('b', 0)),
        "MPI_Barrier" => Action::Barrier(need('c', 0), at),
        "MPI_Abort" | "exit" => Action::Abort(at),
        "MPI_Send" | "MPI_Bsend" | "MPI_Ssend" | "MPI_Isend" | "MPI_Issend" => {
            Action::Send(Box::new(end(0)), at)
        }
        _ => {
            let name: Rc<str> = name.trim_start_matches("MPI_").into();
            Action::Collective(name, Box::new([end(0), end(1)]), at)
        }
    }))
}

/// The statement of a method of a vector.
fn of_vector(method: &str, given: &[Located], at: Span) -> Read<Option<Action>> {
    let to = given[0].clone();
    let TermKind::Name(vector) = &to.what else {
        return Err(Diagnostic::new("this is not a vector").at(at));
    };
    let is_range = matches!(given, [_, from, _] if from.base().is_some() && method == "assign" && matches!(from.what, TermKind::Call(..)));
    match (method, given) {
        ("push_back" | "emplace_back", [_, value]) => {
            Ok(Some(Action::Push { vector: vector.clone(), value: value.clone() }))
        }
        ("clear" | "resize" | "assign", [_, rest @ ..]) if !is_range => {
            let name = if method == "resize" { "resize" } else { "assign" };
            let value = Located::call(name, rest.to_vec(), at);
            Ok(Some(Action::Set { to, value }))
        }
        ("reserve", _) => Ok(None),
        _ => Err(unknown(&format!(".{method}"), at)),
    }
}

fn unknown(name: &str, at: Span) -> Diagnostic {
    let error = Diagnostic::new(format!("the call `{name}` is not understood")).at(at);
    let is_collective =
        name.starts_with("MPI_") && hockney_core::collective::collective(name).is_some();
    match nearest(name, calls().map(|(call, _)| call)).filter(|_| !is_collective) {
        Some(near) => error.help(format!("did you mean {near}?")),
        None if is_collective => error.help("write its messages with MPI_Send and MPI_Recv"),
        None => error.help("sends, receives, waits and int variables are; leave the rest out"),
    }
}
