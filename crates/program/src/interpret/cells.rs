//! The data of a node: the cells of its buffers, and what it copies and adds.

use std::rc::Rc;

use super::{Aim, Done, MOST_WORDS, OPERATION, Rank};
use crate::Program;
use crate::names::Shape;
use crate::syntax::{Binding, Located, MessageEnd, TermKind};
use crate::types::Element;
use hockney_base::diagnostic::Span;
use hockney_foreign::executor::{Join, Slot, ThreadOperation};

/// The buffers with what the program makes of its numbers, and with nothing.
pub(crate) const MADE: u32 = u32::MAX - 1;
const NOTHING: u32 = u32::MAX - 2;

/// The cells of each part of a sum or a union.
type Parts = Vec<Vec<Slot>>;

impl Rank<'_> {
    /// So many cells of a buffer from one on, of which there are `most`; an index counts `each` of them.
    fn cells(&self, name: &str, range: [i64; 4], at: Span) -> Done<Vec<Slot>> {
        let [from, count, most, each] = range;
        let end = from.saturating_add(count);
        if from < 0 || count < 0 || end > most.min(MOST_WORDS) {
            let last = if from < 0 { from } else { end.saturating_sub(1) };
            let last = last.div_euclid(each.max(1));
            return Err(self.wrong(at, format!("uses {name}[{last}], which is not there")));
        }
        let buffer = self.program.buffer(name);
        let cell = |at| Slot { rank: self.id, buffer, at };
        Ok((from..end).filter_map(|at| u32::try_from(at).ok()).map(cell).collect())
    }

    /// What a name stands for: itself, or where it points to.
    pub(super) fn target(&self, name: &Rc<str>) -> (Rc<str>, i64) {
        self.so_far.pointers.get(name).cloned().unwrap_or_else(|| (name.clone(), 0))
    }

    /// Where a pointer of C points to, and which request is named.
    pub(super) fn pointer(&mut self, node: &Located) -> Done<(Rc<str>, i64)> {
        match &node.what {
            TermKind::Name(name) => Ok(self.target(name)),
            TermKind::Unary(Binding::Address | Binding::Value, part) => self.pointer(part),
            TermKind::Call(name, of) if &**name == ".data" => self.pointer(&of[0]),
            TermKind::Cast(_, of) => self.pointer(of),
            TermKind::Binary(sign @ (Binding::Add | Binding::Subtract), of, by) => {
                let (name, at) = self.pointer(of)?;
                let by = self.number(by)?;
                let by = if *sign == Binding::Add { by } else { by.saturating_neg() };
                Ok((name, at.saturating_add(by)))
            }
            TermKind::Choice(parts) => {
                let part = self.chosen(parts)?;
                self.pointer(part)
            }
            TermKind::Index(name, indices) => {
                let (name, from) = self.target(name);
                let row = self.so_far.rows.get(&name).copied();
                let mut at = self.number(&indices[0])?;
                if indices.len() > 1 || row.is_some() {
                    at = at.saturating_mul(row.unwrap_or(1));
                }
                if let Some(second) = indices.get(1) {
                    at = at.saturating_add(self.number(second)?);
                }
                Ok((name, from.saturating_add(at)))
            }
            _ => Self::unclear(node.at, "this is not a buffer", "buf, buf + k and &buf[k] are"),
        }
    }

    /// Lets a pointer point to something.
    pub(super) fn point(&mut self, name: &Rc<str>, to: &Located) -> Done {
        let is_buffer = self.program.base(to).is_some();
        let to = if is_buffer { self.pointer(to)? } else { ("nothing".into(), 0) };
        self.so_far.pointers.insert(name.clone(), to);
        Ok(())
    }

    /// The cells of a name, with an index or a range.
    pub(super) fn place(&mut self, node: &Located) -> Done<Vec<Slot>> {
        if self.program.is_c() {
            return self.stretch(node, 1);
        }
        let (words, nodes) = (self.setting.words, i64::from(self.setting.of.nodes));
        let all = self.setting.blocks * words;
        let (name, from, units, most) = match &node.what {
            TermKind::Name(name) => match self.program.shape(name) {
                Shape::Array => (name, 0, all, all),
                Shape::Table => (name, 0, nodes.saturating_pow(2).saturating_mul(words), i64::MAX),
                _ => (name, 0, words, words),
            },
            TermKind::Index(name, indices) if indices.len() == 2 => {
                let [a, b] = [self.number(&indices[0])?, self.number(&indices[1])?];
                if !(0..nodes).contains(&a) || !(0..nodes).contains(&b) {
                    let what = format!("uses {name}[{a}, {b}], which is not there");
                    return Err(self.wrong(node.at, what));
                }
                (name, (a * nodes + b) * words, words, i64::MAX)
            }
            TermKind::Index(name, indices) => {
                let at = self.number(&indices[0])?;
                if self.program.is_of_words(&indices[0]) {
                    let is_plain = self.program.shape(name) == Shape::Plain;
                    (name, at, 1, if is_plain { words } else { all })
                } else {
                    (name, at.saturating_mul(words), words, all)
                }
            }
            TermKind::Slice(name, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let many = b.saturating_sub(a).saturating_add(1).saturating_mul(words);
                (name, a.saturating_mul(words), many, all)
            }
            _ => {
                let help = "data are a variable, X[i], X[i..j], and sums and unions of them";
                return Self::unclear(node.at, "this is not data", help);
            }
        };
        let each = if self.program.shape(name) == Shape::Plain { 1 } else { words };
        self.cells(name, [from, units, most, each], node.at)
    }

    /// So many words from where a pointer points to.
    pub(super) fn stretch(&mut self, node: &Located, count: i64) -> Done<Vec<Slot>> {
        if count == 0 && self.program.base(node).is_none() {
            return Ok(Vec::new());
        }
        let place = self.pointer(node)?;
        self.words_from(&place, count, node.at)
    }

    /// So many words from a place on; of none the place may be anywhere.
    fn words_from(&self, (name, from): &(Rc<str>, i64), count: i64, at: Span) -> Done<Vec<Slot>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.so_far.freed.contains(name) {
            return Err(self.wrong(at, format!("uses {name}, which has been freed")));
        }
        let most = self.length(name).unwrap_or(MOST_WORDS);
        self.cells(name, [*from, count, most, 1], at)
    }

    /// Gives the memory of a buffer back, which no call may still use.
    pub(super) fn free(&mut self, name: Rc<str>, at: Span) -> Done {
        let buffer = self.program.buffer(&name);
        let open = self.so_far.busy.iter().find(|(slot, _)| slot.buffer == buffer);
        let open = open.and_then(|(_, call)| self.so_far.pending.get(call));
        if let Some(open) = open.filter(|_| self.program.is_data(&name)) {
            let line = self.program.line(open.at.start);
            let what =
                format!("frees what the call in line {line} still uses: it must wait before");
            return Err(self.wrong(at, what));
        }
        self.so_far.freed.insert(name);
        Ok(())
    }

    /// How many words a buffer has, if that is known.
    pub(super) fn length(&self, name: &Rc<str>) -> Option<i64> {
        let own = self.so_far.sizes.get(name).or_else(|| self.setting.lengths.get(name)).copied();
        own.or((!self.program.is_data(name)).then_some(0))
    }

    /// The words of a message of C.
    pub(super) fn words(&mut self, one: &MessageEnd) -> Done<Vec<Slot>> {
        let Some(count) = one.count.as_ref().filter(|_| self.program.is_c()) else {
            return self.place(&one.data);
        };
        let many = self.number(count)?;
        let kind = self.kind(one)?;
        if self.program.base(&one.data).is_none() {
            return self.stretch(&one.data, many);
        }
        let place = self.pointer(&one.data)?;
        if let Some((kind, element)) = kind {
            let name = &place.0;
            let own = self.program.element(name);
            if &**kind == "MPI_BYTE" && own != Element::Handle {
                let words = self.whole_words(many, own, count.at)?;
                return self.words_from(&place, words, one.data.at);
            }
            if let Some(sent) = element.filter(|sent| own != Element::Handle && *sent != own) {
                let (sent, own) = (sent.bytes(), own.bytes());
                let what =
                    format!("uses {name} as {kind}, {sent} bytes, and it has words of {own}");
                return Err(self.wrong(one.data.at, what));
            }
        }
        self.words_from(&place, many, one.data.at)
    }

    /// How many words so many bytes are.
    fn whole_words(&self, bytes: i64, element: Element, at: Span) -> Done<i64> {
        let each = element.bytes();
        if element == Element::Handle {
            return Self::unclear(at, "the type of these words is not known", "declare the array");
        }
        if bytes % each != 0 {
            let what =
                format!("counts {bytes} bytes, which is not a multiple of the {each} of a word");
            return Err(self.wrong(at, what));
        }
        Ok(bytes / each)
    }

    /// `memcpy`, `memmove`, `memset`.
    fn moved(&mut self, call: &str, of: &[Located], to: &Located, at: Span) -> Done {
        let bytes = self.number(&of[1])?;
        let target = self.pointer(to)?;
        let (name, place) = &target;
        let mut element = self.program.element(name);
        if call == "memset" {
            let words = self.whole_words(bytes, element, of[1].at)?;
            let write = self.words_from(&target, words, to.at)?;
            return self.filled(&of[0], write, at);
        }
        let source = self.pointer(&of[0])?;
        let (other, from) = &source;
        let theirs = self.program.element(other);
        if element == Element::Handle {
            element = theirs;
        }
        if theirs != Element::Handle && theirs.bytes() != element.bytes() {
            return Err(self.wrong(at, format!("copies {other} to {name}, which has other words")));
        }
        let words = self.whole_words(bytes, element, of[1].at)?;
        if call == "memcpy" && name == other && (place - from).abs() < words {
            return Err(self.wrong(at, "copies words over each other: memmove can"));
        }
        let read = self.words_from(&source, words, of[0].at)?;
        let write = self.words_from(&target, words, to.at)?;
        self.join(vec![read], Join::Sum, write, at)
    }

    /// Sets cells to a number: 0 is the zero of a sum, others are data where the program makes its input.
    fn filled(&mut self, value: &Located, write: Vec<Slot>, at: Span) -> Done {
        if matches!(value.what, TermKind::Number(0)) {
            return self.join(Vec::new(), Join::Sum, write, at);
        }
        let shadow = |slot: &Slot| {
            let made = Some(slot.buffer) == self.setting.makes;
            Slot { buffer: if made { MADE } else { NOTHING }, ..*slot }
        };
        let reads = vec![write.iter().map(shadow).collect()];
        self.touch(&write, true, at)?;
        let plain = self.operation(at, write.len())?;
        self.so_far.main.push(ThreadOperation { reads, write: Some(write), ..plain });
        Ok(())
    }

    /// Gives an array its memory.
    fn allocated(&mut self, call: &str, of: &[Located], to: &Located) -> Done {
        let Some(name) = to.as_name().cloned() else {
            return Self::unclear(to.at, "this is not an array", "give memory to a variable");
        };
        let mut many = self.number(&of[of.len().min(2) - 1])?;
        if call == "calloc" {
            many = many.saturating_mul(self.number(&of[0])?);
        }
        let element = self.program.element(&name);
        let is_request = self.program.requests.contains(&name);
        let is_bytes = call != "new" && (element != Element::Handle || is_request);
        let words = if is_bytes { many / element.bytes() } else { many };
        self.so_far.pointers.remove(&name);
        self.so_far.freed.remove(&name);
        self.so_far.sizes.insert(name, words);
        if call == "calloc" && self.program.has_data(to) {
            let write = self.stretch(to, words)?;
            return self.join(Vec::new(), Join::Sum, write, to.at);
        }
        Ok(())
    }

    /// What an expression of data joins; sums in unions and unions in sums go by way of a buffer.
    pub(super) fn operands(
        &mut self,
        node: &Located,
        join: Option<Join>,
        all: &mut Parts,
    ) -> Done<Join> {
        let (of, a, b) = match &node.what {
            TermKind::Binary(Binding::Add, a, b) => (Join::Sum, a, b),
            TermKind::Binary(Binding::Union, a, b) => (Join::Union, a, b),
            TermKind::Choice(parts) => {
                let part = self.chosen(parts)?;
                return self.operands(part, join, all);
            }
            // The zero of a sum.
            TermKind::Number(0) if join == Some(Join::Sum) => return Ok(Join::Sum),
            _ => {
                all.push(self.place(node)?);
                return Ok(join.unwrap_or_default());
            }
        };
        if join.is_some_and(|join| join != of) {
            let mut inner = Vec::new();
            self.operands(node, None, &mut inner)?;
            let cells = self.scratch(inner[0].len());
            self.join(inner, of, cells.clone(), node.at)?;
            all.push(cells);
        } else {
            self.operands(a, Some(of), all)?;
            self.operands(b, Some(of), all)?;
        }
        Ok(of)
    }

    /// Whether a number is added to what is set, as if the whole were made of numbers.
    fn adds_a_number(&self, to: &Located, value: &Located) -> Done<bool> {
        let TermKind::Binary(Binding::Add, a, b) = &value.what else { return Ok(false) };
        let counts = |part: &Located| !self.program.has_data(part);
        if !counts(a) && !counts(b) {
            return Ok(false);
        }
        if self.program.base(to).is_some_and(|name| self.program.made.contains(name)) {
            return Ok(true);
        }
        Self::unclear(value.at, "a number is added to data", "sums have data on both sides")
    }

    pub(super) fn join(&mut self, reads: Parts, join: Join, write: Vec<Slot>, at: Span) -> Done {
        if reads.iter().any(|one| one.len() != write.len()) {
            let help = "write which block is meant, such as result[my_id]";
            return Self::unclear(at, "an array of blocks meets one block", help);
        }
        for one in &reads {
            self.touch(one, false, at)?;
        }
        self.touch(&write, true, at)?;
        let plain = self.operation(at, write.len())?;
        self.so_far.main.push(ThreadOperation { reads, join, write: Some(write), ..plain });
        Ok(())
    }

    /// An operation on so many words, as far as all are alike.
    pub(super) fn operation(&mut self, at: Span, chunks: usize) -> Done<ThreadOperation> {
        self.works(OPERATION + chunks as u64, at)?;
        self.found.operations += 1;
        let name = Rc::clone(&self.name);
        Ok(ThreadOperation { chunks, partly: true, at, name, ..ThreadOperation::default() })
    }

    /// Notes that cells are read or written, which no call that is still open may disturb.
    pub(super) fn touch(&mut self, slots: &[Slot], writes: bool, at: Span) -> Done {
        for slot in slots {
            // Of a cell that a call writes there is only one.
            let first = self.so_far.busy.range((*slot, 0)..=(*slot, usize::MAX)).next();
            let open = first.and_then(|(_, call)| self.so_far.pending.get(call));
            if let Some(open) = open.filter(|open| writes || open.writes) {
                let what = if writes { "writes" } else { "reads" };
                let line = self.program.line(open.at.start);
                let what =
                    format!("{what} what the call in line {line} still uses: it must wait before");
                return Err(self.wrong(at, what));
            }
        }
        for slot in slots.iter().filter(|_| self.setting.aim == Aim::Probed) {
            if writes {
                self.so_far.written.insert(*slot);
                self.found.written.insert(slot.buffer);
            } else if !self.so_far.written.contains(slot) {
                self.found.read_first.insert(slot.buffer);
            }
        }
        Ok(())
    }

    pub(super) fn set(&mut self, to: &Located, value: &Located) -> Done {
        let name = match self.program.base(to) {
            Some(name) if self.program.is_c() => self.target(name).0,
            Some(name) => name.clone(),
            None => return Self::unclear(to.at, "this cannot be assigned", "assign a variable"),
        };
        if let TermKind::Choice(parts) = &value.what
            && self.program.is_data(&name)
        {
            let part = self.chosen(parts)?;
            return self.set(to, part);
        }
        if let TermKind::Call(call, of) = &value.what
            && matches!((&**call, of.len()), ("malloc" | "new", 1) | ("calloc" | "realloc", 2))
        {
            return self.allocated(call, of, to);
        }
        if self.program.requests.contains(&name) {
            let at = self.pointer(to)?;
            self.so_far.requests.insert(at, None);
            return Ok(());
        }
        let program = self.program;
        if let TermKind::Invoke(function, arguments) = &value.what {
            self.invoke(function, arguments, value.at)?;
            let value = self.returned(value.at)?;
            return self.set(to, value);
        }
        if let Some(variable) = to.as_name()
            && program.typed.get(variable).is_some_and(|typed| typed.is_pointer && !typed.is_vector)
            && program.is_c()
            && !self.signals()
            && !matches!(&value.what, TermKind::Call(call, _) if &**call != ".data")
        {
            return self.point(variable, value);
        }
        if !self.program.is_data(&name) {
            let element = program.typed.get(&name).map(|typed| typed.element);
            if matches!(element, Some(Element::Float | Element::Double)) {
                // Nothing may depend on it.
                return Ok(());
            }
            if !matches!(to.what, TermKind::Name(_) | TermKind::Unary(Binding::Value, _)) {
                let what = format!("`{name}` is an array that no message moves");
                return Self::unclear(to.at, &what, "numbers are in variables without an index");
            }
            let value = self.number(value)?;
            self.give(name, value);
            return Ok(());
        }
        if self.signals() {
            return Ok(());
        }
        match &value.what {
            TermKind::Call(call, of) if matches!(&**call, "memcpy" | "memmove" | "memset") => {
                return self.moved(call, of, to, value.at);
            }
            TermKind::Call(call, of) if &**call == "fill" => {
                let write = self.stretch(to, self.length(&name).unwrap_or(1))?;
                return self.filled(&of[0], write, value.at);
            }
            _ => {}
        }
        let vector = |of: &Rc<str>| program.typed.get(of).is_some_and(|typed| typed.is_vector);
        let whole = |of: &Located| of.as_name().is_some_and(vector);
        if whole(to) && whole(value) {
            let (other, _) = self.pointer(value)?;
            let words = self.length(&other).unwrap_or(0);
            self.so_far.sizes.insert(name, words);
            let (read, write) = (self.stretch(value, words)?, self.stretch(to, words)?);
            return self.join(vec![read], Join::Sum, write, value.at);
        }
        let write = self.place(to)?;
        if !self.program.is_c() && Program::is_empty_set(value) {
            return self.join(Vec::new(), Join::Sum, write, value.at);
        }
        if !self.program.has_data(value) || self.adds_a_number(to, value)? {
            return self.filled(value, write, value.at);
        }
        let mut reads = Vec::new();
        let join = self.operands(value, None, &mut reads)?;
        self.join(reads, join, write, to.at.to(value.at))
    }
}
