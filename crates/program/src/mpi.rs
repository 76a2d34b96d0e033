//! Loops of MPI in a subset of C and C++.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use crate::calls::{call, is_silent};
use crate::syntax::{Action, Binding, Formal, Located, Reader, TermKind};
use crate::textbook::Parsed;
use crate::tokens::{Kind, Language, Read, Token, refused};
use crate::types::{Element, Typed};
use hockney_base::diagnostic::{Diagnostic, Span};

/// How deep functions may call each other.
const DEEPEST: usize = 16;

/// What each function calls, and where.
type Calls = BTreeMap<Rc<str>, Vec<(Rc<str>, Span)>>;

/// A function, and those that run with it; a head with its types.
type Entry = (Rc<str>, Names);
type Names = BTreeSet<Rc<str>>;
type Head = (Rc<str>, Typed, Vec<Formal>);

/// A function of the text.
struct Function {
    name: Rc<str>,
    parameters: Vec<Formal>,
    body: Vec<Action>,
    /// Its tokens.
    tokens: Range<usize>,
    at: Span,
}

/// Reads statements, or the function that moves data with those that it calls; of a whole program `main`.
///
/// # Errors
/// What is not understood, with its place and a repair.
pub(crate) fn parse(mut reader: Reader<'_>) -> Read<Parsed> {
    reader.functions = heads(&reader.tokens.all);
    one_operator(&reader.tokens.all)?;
    let (mut functions, mut statements) = parts(&mut reader)?;
    let (entry, used) = entry(&functions)?.unzip();
    if functions.len() > 1 {
        // Once the function that is run is known, the names of the others have to differ.
        tell_apart(&mut reader.tokens.all, &functions, entry.as_ref());
        (reader.at, reader.left_out, reader.statics) = (0, Vec::new(), Vec::new());
        (functions, statements) = parts(&mut reader)?;
    }
    if entry.is_some() {
        statements = statements.into_iter().map(zeroed).collect();
    }
    statements.splice(0..0, std::mem::take(&mut reader.statics));
    let mut parsed = Parsed { left_out: reader.left_out, ..Parsed::default() };
    for Function { name, parameters, body, .. } in functions {
        if entry.as_ref() == Some(&name) {
            parsed.parameters = parameters;
            let is_own = |name: &Rc<str>| !matches!(&**name, "argc" | "argv");
            parsed.parameters.retain(|one| one.name.as_name().is_none_or(is_own));
            statements.extend(body);
        } else if used.as_ref().is_some_and(|used| used.contains(&name)) {
            statements.insert(0, Action::Function { name, parameters, body });
        }
    }
    Ok(Parsed { statements, ..parsed })
}

/// A collective joins all data in one way.
fn one_operator(all: &[Token]) -> Read {
    const OPERATORS: &str = "MPI_SUM MPI_PROD MPI_MAX MPI_MIN MPI_LAND MPI_LOR MPI_LXOR MPI_BAND \
        MPI_BOR MPI_BXOR MPI_MAXLOC MPI_MINLOC";
    let is = |token: &&Token| OPERATORS.split(' ').any(|one| one == token.text);
    let mut found = all.iter().filter(is);
    let Some(first) = found.next() else { return Ok(()) };
    match found.find(|other| other.text != first.text) {
        Some(other) => {
            let what = format!("{} stands beside {}", other.text, first.text);
            refused(other.at, what, "a collective has one operator: write one of them")
        }
        None => Ok(()),
    }
}

/// The names of the functions of a text: words before parentheses and a brace, outside of all braces.
fn heads(all: &[Token]) -> BTreeSet<String> {
    let (mut heads, mut depth, mut open) = (BTreeSet::new(), 0_usize, Vec::new());
    for (at, token) in all.iter().enumerate() {
        match &*token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "(" => open.push(at),
            ")" => {
                let head = open.pop().and_then(|of: usize| all.get(of.checked_sub(1)?));
                let ends = all.get(at + 1).is_some_and(|next| next.text == "{");
                let name = head.filter(|head| head.kind == Kind::Name && ends && depth == 0);
                let is_word = |name: &str| ["if", "for", "while", "switch"].contains(&name);
                heads.extend(name.map(|head| head.text.clone()).filter(|name| !is_word(name)));
            }
            _ => {}
        }
    }
    heads
}

/// The functions of a text, and the statements beside them.
fn parts(reader: &mut Reader<'_>) -> Read<(Vec<Function>, Vec<Action>)> {
    let (mut functions, mut loose) = (Vec::new(), Vec::new());
    while reader.token().kind != Kind::End {
        readable(reader)?;
        if reader.take("using") || reader.take("typedef") {
            while !reader.take(";") && reader.token().kind != Kind::End {
                reader.at += 1;
            }
            continue;
        }
        let (start, at) = (reader.at, reader.token().at);
        let Some((name, returns, parameters)) = function(reader)? else {
            reader.at = start;
            statement(reader, &mut loose)?;
            continue;
        };
        if reader.take(";") {
            continue;
        }
        let mut body = Vec::new();
        reader.returns = returns;
        reader.scope(|reader| {
            let names = parameters.iter().filter_map(|one| one.name.as_name());
            reader.scopes[0].extend(names.map(|name| (name.to_string(), name.clone())));
            statement(reader, &mut body)
        })?;
        let body = plain(body);
        copied(&parameters, &body)?;
        functions.push(Function { name, parameters, body, tokens: start..reader.at, at });
    }
    Ok((functions, loose))
}

/// The statements of a body, which is a scope itself.
fn plain(mut body: Vec<Action>) -> Vec<Action> {
    match (body.pop(), body.is_empty()) {
        (Some(Action::Block(inner)), true) => inner,
        (last, _) => body.into_iter().chain(last).collect(),
    }
}

/// A vector that a function gets as a copy gives nothing back.
fn copied(parameters: &[Formal], body: &[Action]) -> Read {
    let changed = |one: &Action| match one {
        Action::Set { to, .. } => to.base().cloned(),
        other => other.received().and_then(|end| end.data.base().cloned()),
    };
    let changed: Names = crate::every(body).into_iter().filter_map(changed).collect();
    for Formal { name, typed } in parameters {
        let place = name.at;
        let lost = name
            .as_name()
            .filter(|name| typed.is_vector && !typed.is_reference && changed.contains(*name));
        if let Some(name) = lost {
            let what = format!("`{name}` is a copy of a vector, and what it gets is lost");
            return refused(place, what, format!("write & before {name}"));
        }
    }
    Ok(())
}

/// The functions that statements call, with the places.
fn called(body: &[Action]) -> Vec<(Rc<str>, Span)> {
    let of = |node: &Located| match &node.what {
        TermKind::Invoke(name, _) => Some((name.clone(), node.at)),
        _ => None,
    };
    crate::nodes(body).filter_map(of).collect()
}

/// The function that is run, with those that it needs: `main`, or the one that moves data and that no other calls.
fn entry(functions: &[Function]) -> Read<Option<Entry>> {
    let calls: Calls = functions.iter().map(|one| (one.name.clone(), called(&one.body))).collect();
    let calls_it =
        |by: &Rc<str>, name: &Rc<str>| by != name && calls[by].iter().any(|of| of.0 == *name);
    let mut outer: Vec<&Function> =
        functions.iter().filter(|one| !calls.keys().any(|by| calls_it(by, &one.name))).collect();
    if let Some(main) = functions.iter().find(|one| &*one.name == "main") {
        outer = vec![main];
    }
    // Where each is called, they call each other in a circle.
    let circle = if outer.is_empty() { functions.first() } else { None };
    let mut found = None;
    for one in outer.into_iter().chain(circle) {
        let mut used = BTreeSet::new();
        reached(&one.name, &calls, &mut Vec::new(), &mut used)?;
        let is_used = |other: &&Function| used.contains(&other.name);
        if &*one.name != "main" && !functions.iter().filter(is_used).any(|of| moves(&of.body)) {
            continue;
        }
        if found.replace((one.name.clone(), used)).is_some() {
            let help = "check one at a time: leave the others out, or write a main that calls them";
            return refused(one.at, "a second function that sends", help);
        }
    }
    Ok(found)
}

/// Follows calls from a function on.
fn reached(name: &Rc<str>, calls: &Calls, path: &mut Vec<Rc<str>>, used: &mut Names) -> Read {
    path.push(name.clone());
    for (callee, at) in calls.get(name).into_iter().flatten() {
        if path.contains(callee) {
            let what = format!("`{callee}` calls itself");
            return refused(*at, what, "write the recursion as a loop");
        }
        if path.len() >= DEEPEST {
            let what = format!("functions call each other more than {DEEPEST} deep");
            return Err(Diagnostic::new(what).at(*at));
        }
        if !used.contains(callee) {
            reached(callee, calls, path, used)?;
        }
    }
    path.pop();
    used.insert(name.clone());
    Ok(())
}

/// Gives each variable of a function a name that no other function has.
fn tell_apart(all: &mut [Token], functions: &[Function], entry: Option<&Rc<str>>) {
    let count = |all: &[Token]| {
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for token in all {
            *count.entry(token.text.clone()).or_default() += 1;
        }
        count
    };
    let everywhere = count(all);
    for one in functions.iter().filter(|one| Some(&one.name) != entry) {
        let mut own: BTreeSet<Rc<str>> = BTreeSet::new();
        own.extend(one.parameters.iter().filter_map(|one| one.name.as_name().cloned()));
        own.extend(crate::every(&one.body).into_iter().filter_map(Action::declared).cloned());
        let here = count(&all[one.tokens.clone()]);
        own.retain(|name| here.get(&**name) != everywhere.get(&**name));
        let to = |name: &str| own.contains(name).then(|| format!("{name} of {}", one.name));
        rename(all, one.tokens.clone(), &to);
    }
}

/// Gives variables other names, but not what stands behind a point.
fn rename(all: &mut [Token], places: Range<usize>, to: &dyn Fn(&str) -> Option<String>) {
    for at in places {
        let behind = at > 0 && matches!(&*all[at - 1].text, "." | "->");
        let token = &mut all[at];
        if token.kind == Kind::Name
            && !behind
            && let Some(other) = to(&token.text)
        {
            token.text = other;
        }
    }
}

/// Whether statements send or receive.
fn moves(body: &[Action]) -> bool {
    body.iter().any(|one| !one.ends().is_empty() || one.inner().0.into_iter().any(moves))
}

/// The head of a function: its name and its parameters.
fn function(reader: &mut Reader<'_>) -> Read<Option<Head>> {
    if !reader.skip_type() {
        return Ok(None);
    }
    let returns = reader.typed;
    let returns = reader.points(returns)?;
    if !reader.is_word() || reader.ahead(1).text != "(" {
        return Ok(None);
    }
    let name = reader.name()?;
    reader.at += 1;
    let mut parameters = Vec::new();
    while !reader.take(")") {
        if !reader.skip_type() {
            return Ok(None);
        }
        let mut typed = reader.typed;
        typed = reader.points(typed)?;
        if reader.is(")") || reader.is(",") {
            reader.take(",");
            continue;
        }
        let at = reader.token().at;
        let name = reader.name()?;
        while reader.take("[") {
            if typed.is_pointer && typed.element != Element::Char {
                return array_of_pointers(at);
            }
            typed.is_pointer = true;
            if !reader.is("]") {
                reader.expression()?;
            }
            reader.expect("]")?;
        }
        parameters.push(Formal { name: Located::name(name, at), typed });
        if !reader.take(",") && !reader.is(")") {
            return Err(reader.unexpected("`)`"));
        }
    }
    Ok((reader.is("{") || reader.is(";")).then_some((name, returns, parameters)))
}

fn statement(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Read {
    reader.nested(|reader| inner_statement(reader, all))
}

/// Refuses what is not read, with what to write.
fn readable(reader: &Reader<'_>) -> Read {
    let by = if reader.is("std") { 2 } else { usize::from(reader.is("typedef")) };
    let (word, next) = (reader.ahead(by), [1, 2, 3].map(|k| &*reader.ahead(by + k).text));
    let (what, help) = match &*word.text {
        "struct" | "class" | "union" | "enum" if next[..2].contains(&"{") => {
            (&*word.text, "declare its parts as separate variables")
        }
        "auto" if next[1..] == ["=", "["] => ("[", "write it as a separate function"),
        "unique_ptr" | "shared_ptr" | "array" if next[0] == "<" => {
            (&*word.text, "declare an array or a std::vector")
        }
        "template" => ("template", "write the function for one type"),
        "namespace" => ("namespace", "leave it out"),
        "goto" => ("goto", "write it with for, while and if"),
        "transform" | "for_each" if by == 2 => (&*word.text, "write it as a loop"),
        _ => return Ok(()),
    };
    refused(word.at, format!("`{what}` is not understood"), help)
}

fn inner_statement(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Read {
    readable(reader)?;
    let at = reader.token().at;
    if reader.take(";") {
        return Ok(());
    }
    if reader.take("{") {
        let mut inner = Vec::new();
        reader.scope(|reader| {
            while !reader.take("}") {
                if reader.token().kind == Kind::End {
                    return Err(Diagnostic::new("this `{` is not closed").at(at));
                }
                statement(reader, &mut inner)?;
            }
            Ok(())
        })?;
        all.push(Action::Block(inner));
        return Ok(());
    }
    let one = |reader: &mut Reader<'_>| {
        let mut body = Vec::new();
        statement(reader, &mut body).map(|()| plain(body))
    };
    let condition = |reader: &mut Reader<'_>| -> Read<Located> {
        reader.expect("(")?;
        let condition = reader.valued()?;
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
        let help = "did you mean for (int i = 0; i < size; i++)?";
        if reader.is("each") {
            return refused(reader.token().at, "`for each` is not a loop of C", help);
        }
        return reader.scope(|reader| {
            reader.expect("(")?;
            simple(reader, all)?;
            if reader.is(":") {
                let what = "a loop over all values is not understood";
                return refused(reader.token().at, what, help);
            }
            reader.expect(";")?;
            let condition =
                if reader.is(";") { Located::number(1, at) } else { reader.valued()? };
            reader.expect(";")?;
            let mut step = Vec::new();
            simple(reader, &mut step)?;
            reader.expect(")")?;
            let body = one(reader)?;
            all.push(Action::While { condition, step, body, at });
            Ok(())
        });
    }
    if reader.take("do") {
        let body = one(reader)?;
        reader.expect("while")?;
        let condition = condition(reader)?;
        let step = vec![Action::If { condition, then: Vec::new(), otherwise: vec![Action::Break] }];
        all.push(Action::While { condition: Located::number(1, at), step, body, at });
        return reader.expect(";");
    }
    if reader.take("switch") {
        let value = condition(reader)?;
        all.push(cases(reader, value)?);
        return Ok(());
    }
    if prints(reader) {
        return Ok(());
    }
    let word = ["break", "continue", "return", "delete"].into_iter().find(|word| reader.take(word));
    match word {
        Some("break") => all.push(Action::Break),
        Some("continue") => all.push(Action::Continue),
        Some("delete") => {
            if reader.take("[") {
                reader.expect("]")?;
            }
            let of = reader.expression()?;
            all.push(Action::Free(of));
        }
        Some(_) => {
            let value = given_back(reader, all)?;
            all.push(Action::Return(value));
        }
        None => simple(reader, all)?,
    }
    reader.expect(";")
}

/// What `return` gives back.
fn given_back(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Read<Option<Located>> {
    let value = (!reader.is(";")).then(|| reader.expression()).transpose()?;
    // What a call of MPI returns is whether it failed.
    Ok(match value {
        Some(Located { what: TermKind::Call(name, of), at }) if is_call_of_mpi(&name) => {
            all.extend(call(&name, &of, at)?);
            Some(Located::number(0, at))
        }
        other => other.map(|value| value.cast(reader.returns)),
    })
}

/// The cases of a `switch`.
fn cases(reader: &mut Reader<'_>, value: Located) -> Read<Action> {
    reader.expect("{")?;
    let (mut labels, mut body) = (Vec::new(), Vec::new());
    reader.scope(|reader| {
        while !reader.take("}") {
            if reader.is("case") || reader.is("default") {
                let label = reader.take("case").then(|| reader.expression()).transpose()?;
                _ = reader.take("default");
                reader.expect(":")?;
                labels.push((label, body.len()));
            } else {
                statement(reader, &mut body)?;
            }
        }
        Ok(())
    })?;
    Ok(Action::Switch { value, labels, body })
}

/// Leaves out what is printed to a stream, or given back.
fn prints(reader: &mut Reader<'_>) -> bool {
    let start = reader.at;
    if reader.is("std") {
        reader.at += 2;
    }
    let Some(word) = ["cout", "cerr"].into_iter().find(|word| reader.take(word)) else {
        reader.at = start;
        return false;
    };
    reader.left_out.push((word.into(), reader.last()));
    while !reader.take(";") && reader.token().kind != Kind::End {
        reader.at += 1;
    }
    true
}

/// Declarations, assignments and calls between commas.
fn simple(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Read {
    if reader.is(";") || reader.is(")") {
        return Ok(());
    }
    let start = reader.at;
    let declares = reader.skip_type();
    let is_static = reader.tokens.all[start..reader.at].iter().any(|of| of.text == "static");
    let typed = reader.typed;
    loop {
        if !declares {
            assignment(reader, all)?;
        } else if is_static {
            // It is there from the beginning on, and it is 0.
            let mut own = Vec::new();
            declaration(reader, typed, &mut own)?;
            reader.statics.extend(own.into_iter().map(zeroed));
        } else {
            declaration(reader, typed, all)?;
        }
        if !reader.take(",") {
            return Ok(());
        }
    }
}

/// A variable of the whole program, which begins as 0.
fn zeroed(mut one: Action) -> Action {
    if let Action::Declare { zeroed, .. } = &mut one {
        *zeroed = true;
    }
    one
}

fn array_of_pointers<T>(at: Span) -> Read<T> {
    refused(at, "an array of pointers is not understood", "declare a pointer for each array")
}

fn declaration(reader: &mut Reader<'_>, mut typed: Typed, all: &mut Vec<Action>) -> Read {
    typed = reader.points(typed)?;
    let start = reader.token().at;
    reader.declares();
    let name = reader.name()?;
    let to = Located::name(name.clone(), start);
    let mut sides = Vec::new();
    let is_array = reader.is("[");
    while reader.take("[") {
        if !reader.is("]") {
            sides.push(reader.expression()?);
        }
        reader.expect("]")?;
    }
    let mut value = None;
    if is_array && (typed.is_pointer || typed.is_vector) {
        return array_of_pointers(start);
    }
    if reader.take("(") {
        let at = start.to(reader.last());
        let mut parts = reader.list(")")?;
        value = if typed.is_vector {
            Some(Located::call("vector", parts, at))
        } else {
            parts.truncate(1);
            parts.pop()
        };
    }
    let row = (sides.len() > 1).then(|| sides[sides.len() - 1].clone());
    let size = sides.into_iter().reduce(|a, b| Located::binary(Binding::Multiply, a, b));
    let listed = is_array && size.is_none();
    // A vector grows from nothing on.
    let is_plain = !typed.is_reference && !typed.is_pointer;
    let least = Located::number((!typed.is_vector).into(), start);
    let size = size.or_else(|| is_plain.then_some(least));
    let (declared, zeroed) = (all.len(), typed.is_vector);
    all.push(Action::Declare { name, typed, size, row, zeroed, at: start });
    if reader.take("=") {
        if reader.take("{") {
            let values = reader.list("}")?;
            if listed && let Action::Declare { size, .. } = &mut all[declared] {
                *size = Some(Located::number(i64::try_from(values.len()).unwrap_or(0), start));
            }
            let name = if typed.is_vector { return array_of_pointers(start) } else { "list" };
            value = Some(Located::call(name, values, start));
        } else {
            let value = reader.valued()?;
            return set(to, value, all);
        }
    }
    all.extend(value.map(|value| Action::Set { to, value }));
    Ok(())
}

fn set(to: Located, value: Located, all: &mut Vec<Action>) -> Read {
    // Of `a = b = c` the last is the first.
    let value = match value.what {
        TermKind::Assign(both) => {
            let [next, value] = *both;
            set(next.clone(), value, all)?;
            next
        }
        what => Located { what, ..value },
    };
    // What a call of MPI returns is whether it failed.
    if let TermKind::Call(name, arguments) = &value.what
        && is_call_of_mpi(name)
    {
        all.extend(call(name, arguments, value.at)?);
        all.push(Action::Set { to, value: Located::number(0, value.at) });
        return Ok(());
    }
    all.push(Action::Set { to, value });
    Ok(())
}

/// Whether a call is one of MPI that says whether it failed.
fn is_call_of_mpi(name: &str) -> bool {
    name.starts_with("MPI_") && name != "MPI_Wtime"
}

/// Whether something can be set.
fn is_target(of: &Located) -> bool {
    matches!(of.what, TermKind::Name(_) | TermKind::Index(..) | TermKind::Unary(Binding::Value, _))
}

fn assignment(reader: &mut Reader<'_>, all: &mut Vec<Action>) -> Read {
    let left = reader.expression()?;
    match reader.assigns(&left)? {
        Some((to, value)) => set(to, value, all),
        None => effect(reader, left, all),
    }
}

impl Reader<'_> {
    /// An expression in parentheses: of C it may be an assignment.
    pub(crate) fn valued(&mut self) -> Read<Located> {
        let to = self.expression()?;
        match self.assigns(&to)? {
            Some((to, value)) => {
                let at = to.at.to(value.at);
                Ok(Located::new(TermKind::Assign(Box::new([to, value])), at))
            }
            None => Ok(to),
        }
    }

    /// What an assignment sets, and to what, if its sign is next: `=`, `+=`.
    pub(crate) fn assigns(&mut self, to: &Located) -> Read<Option<(Located, Located)>> {
        let sign = self.token().clone();
        let is_sign = self.is_c() && sign.kind == Kind::Sign && !sign.text.starts_with("==");
        let Some(operator) = sign.text.strip_suffix('=').filter(|_| is_sign) else {
            return Ok(None);
        };
        if !is_target(to) {
            return Err(Diagnostic::new("this cannot be assigned").at(to.at));
        }
        self.at += 1;
        let right = self.nested(Self::valued)?;
        let operator = Token { text: operator.to_owned(), ..sign }.operator(Language::C);
        let Some((operator, _)) = operator else { return Ok(Some((to.clone(), right))) };
        // `a[k++] += b` counts once.
        let mut target = to.clone();
        target.drop_bumps();
        let value = Located { at: to.at, ..Located::binary(operator, to.clone(), right) };
        Ok(Some((target, value)))
    }
}

/// An expression that stands alone: a call, or `i++`.
fn effect(reader: &mut Reader<'_>, of: Located, all: &mut Vec<Action>) -> Read {
    let bumps = |of: &TermKind| matches!(of, TermKind::Bump(..));
    if bumps(&of.what)
        || matches!(of.what, TermKind::Invoke(..))
        || matches!(&of.what, TermKind::Binary(Binding::Add, of, _) | TermKind::Unary(Binding::Value, of) if bumps(&of.what))
        || matches!(&of.what, TermKind::Call(name, _) if &**name == "MPI_Finalize")
    {
        all.push(Action::Evaluate(of));
        return Ok(());
    }
    let TermKind::Call(name, arguments) = of.what else {
        return Err(reader.unexpected("an assignment or a call"));
    };
    if is_silent(&name) {
        let changes = |of: &&Located| of.has_effect();
        let inner = arguments.iter().flat_map(Located::every).filter(changes).cloned();
        all.extend(inner.map(Action::Evaluate));
        if !name.starts_with("MPI_") {
            reader.left_out.push((name, of.at));
        }
        return Ok(());
    }
    all.extend(call(&name, &arguments, of.at)?);
    Ok(())
}
