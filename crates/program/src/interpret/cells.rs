//! The data of a node: the cells of its buffers, and what it copies and adds.

use std::rc::Rc;

use super::objects::Place;
use super::{Aim, Done, MOST_WORDS, OPERATION, Rank};
use crate::Program;
use crate::calls::{ALLOCATES, COPIES, VECTORS};
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
    pub(super) fn cells(
        &self,
        name: &str,
        buffer: u32,
        range: [i64; 4],
        at: Span,
    ) -> Done<Vec<Slot>> {
        let [from, count, most, each] = range;
        let end = from.saturating_add(count);
        if from < 0 || count < 0 || end > most.min(MOST_WORDS) {
            let last = if from < 0 { from } else { end.saturating_sub(1) };
            let last = last.div_euclid(each.max(1));
            return Err(self.wrong(at, format!("uses {name}[{last}], which is not there")));
        }
        let cell = |at| Slot { rank: self.id, buffer, at };
        Ok((from..end).filter_map(|at| u32::try_from(at).ok()).map(cell).collect())
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
        self.cells(name, self.program.buffer(name), [from, units, most, each], node.at)
    }

    /// So many words from where a pointer points to.
    pub(super) fn stretch(&mut self, node: &Located, count: i64) -> Done<Vec<Slot>> {
        if count == 0 && self.program.base(node).is_none() {
            return Ok(Vec::new());
        }
        let place = self.pointer(node)?;
        self.words_from(place, count, node.at)
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
            let name = self.object(place).name.clone();
            let own = self.program.element(&name);
            if &**kind == "MPI_BYTE" && !own.is_unknown() {
                let words = self.whole_words(many, own, count.at)?;
                return self.words_from(place, words, one.data.at);
            }
            if let Some(sent) = element.filter(|sent| !own.is_unknown() && !sent.is_like(own)) {
                let (sent, own) = (sent.bytes(), own.bytes());
                let what =
                    format!("uses {name} as {kind}, {sent} bytes, and it has words of {own}");
                return Err(self.wrong(one.data.at, what));
            }
        }
        self.words_from(place, many, one.data.at)
    }

    /// How many words so many bytes are.
    fn whole_words(&self, bytes: i64, element: Element, at: Span) -> Done<i64> {
        let each = element.bytes();
        if element.is_unknown() {
            return Self::unclear(at, "the type of these words is not known", "declare the array");
        }
        if bytes % each != 0 {
            let what =
                format!("counts {bytes} bytes, which is not a multiple of the {each} of a word");
            return Err(self.wrong(at, what));
        }
        Ok(bytes / each)
    }

    /// `memcpy`, `memmove` and `memset`, which count bytes, and the calls of C++, which count words.
    fn moved(&mut self, call: &str, of: &[Located], target: Place, at: Span) -> Done {
        let name = self.object(target).name.clone();
        let mut element = self.program.element(&name);
        if let "memset" | "fill_n" | "fill" = call {
            let words = match call {
                "memset" => {
                    let bytes = self.number(&of[1])?;
                    self.whole_words(bytes, element, of[1].at)?
                }
                "fill_n" => self.number(&of[1])?,
                _ => self.between(target, &of[1])?,
            };
            let write = self.words_from(target, words, at)?;
            return self.filled(&of[0], write, at);
        }
        let source = self.pointer(&of[0])?;
        let other = self.object(source).name.clone();
        let theirs = self.program.element(&other);
        if element.is_unknown() {
            element = theirs;
        }
        if !theirs.is_unknown() && theirs.bytes() != element.bytes() {
            return Err(self.wrong(at, format!("copies {other} to {name}, which has other words")));
        }
        let words = match call {
            "copy" => self.between(source, &of[1])?,
            "copy_n" => self.number(&of[1])?,
            _ => {
                let bytes = self.number(&of[1])?;
                self.whole_words(bytes, element, of[1].at)?
            }
        };
        let overlaps = source.0 == target.0 && (target.1 - source.1).abs() < words;
        if overlaps && (call == "memcpy" || call == "copy" && target.1 > source.1) {
            return Err(self.wrong(at, "copies words over each other: memmove can"));
        }
        let read = self.words_from(source, words, of[0].at)?;
        let write = self.words_from(target, words, at)?;
        self.join(vec![read], Join::Sum, write, at)
    }

    /// How many words there are up to an end.
    fn between(&mut self, from: Place, end: &Located) -> Done<i64> {
        let to = self.pointer(end)?;
        if to.0 != from.0 {
            return Err(self.wrong(end.at, "goes on to the end of another array"));
        }
        Ok(to.1 - from.1)
    }

    /// `std::swap` of two pointers, vectors, numbers or words.
    fn swapped(&mut self, to: &Located, with: &Located, at: Span) -> Done {
        let (a, b) = (self.pointer(to)?, self.pointer(with)?);
        if let (Some(one), Some(other)) = (to.as_name(), with.as_name()) {
            if self.is_pointer(one) {
                self.so_far.bound.extend([(one.clone(), b), (other.clone(), a)]);
                return Ok(());
            }
            if self.typed(one).is_vector {
                self.exchange(a.0, b.0);
                return Ok(());
            }
        }
        if !self.object(a).is_data {
            let (x, y) = (self.read(a, to.at)?, self.read(b, with.at)?);
            self.give(a, y, at)?;
            return self.give(b, x, at);
        }
        let (x, y, kept) =
            (self.words_from(a, 1, at)?, self.words_from(b, 1, at)?, self.scratch(1));
        for (read, write) in [(&x, &kept), (&y, &x), (&kept, &y)] {
            self.join(vec![read.clone()], Join::Sum, write.clone(), at)?;
        }
        Ok(())
    }

    /// Sets cells to a number: 0 is the zero of a sum, others are data where the program makes its input.
    fn filled(&mut self, value: &Located, write: Vec<Slot>, at: Span) -> Done {
        if matches!(value.what, TermKind::Number(0)) {
            return self.join(Vec::new(), Join::Sum, write, at);
        }
        let shadow = |slot: &Slot| {
            let made = self.setting.makes && slot.buffer == self.setting.input;
            Slot { buffer: if made { MADE } else { NOTHING }, ..*slot }
        };
        let reads = vec![write.iter().map(shadow).collect()];
        self.touch(&write, true, at)?;
        let plain = self.operation(at, write.len())?;
        self.so_far.main.push(ThreadOperation { reads, write: Some(write), ..plain });
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
            TermKind::Cast(_, of) => return self.operands(of, join, all),
            TermKind::Assign(both) => {
                self.set(&both[0], &both[1])?;
                return self.operands(&both[0], join, all);
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
    fn adds_a_number(&self, write: &[Slot], value: &Located) -> Done<bool> {
        let TermKind::Binary(Binding::Add, a, b) = &value.what else { return Ok(false) };
        let counts = |part: &Located| !self.program.has_data(part);
        if !counts(a) && !counts(b) {
            return Ok(false);
        }
        if write.first().is_some_and(|slot| self.program.is_made(slot.buffer)) {
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
        self.found.words += reads.len() * write.len();
        let plain = self.operation(at, write.len())?;
        self.so_far.main.push(ThreadOperation { reads, join, write: Some(write), ..plain });
        Ok(())
    }

    /// An operation on so many words, as far as all are alike.
    pub(super) fn operation(&mut self, at: Span, chunks: usize) -> Done<ThreadOperation> {
        self.works(OPERATION + chunks as u64, at)?;
        self.found.operations += 1;
        self.found.words += chunks;
        self.keeps(0, at)?;
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
        let program = self.program;
        let Some(name) = program.base(to) else {
            return Self::unclear(to.at, "this cannot be assigned", "assign a variable");
        };
        if !program.is_c() {
            return self.set_of_textbook(to, name, value);
        }
        match &value.what {
            TermKind::Choice(parts) if self.program.is_data(name) => {
                let part = self.chosen(parts)?;
                return self.set(to, part);
            }
            TermKind::Invoke(function, arguments) => {
                return self.invoke(function, arguments, value.at, |this| {
                    let value = this.returned(value.at)?;
                    this.set(to, value)
                });
            }
            _ => {}
        }
        if let Some([with]) = value.called("swap") {
            return self.swapped(to, with, value.at);
        }
        let gives = value.called(ALLOCATES).is_some();
        let typed = self.typed(name);
        if let Some(name) = to.as_name()
            && (gives && !typed.is_vector
                || self.is_pointer(name) && !moves_words(value)
                || typed.is_reference
                    && program.declared.contains(name)
                    && !self.so_far.bound.contains_key(name))
        {
            self.so_far.target = name.clone();
            let place = self.pointer(value)?;
            self.so_far.bound.insert(name.clone(), place);
            return Ok(());
        }
        if gives {
            return Self::unclear(to.at, "this is not an array", "give memory to a variable");
        }
        let place = self.pointer(to)?;
        if let Some(of) = value.called("list") {
            return self.fill_whole(to, of, value.at);
        }
        if typed.is_vector && to.as_name().is_some() && self.set_vector(to, place, value)? {
            return Ok(());
        }
        if program.requests.contains(&self.object(place).name) {
            self.inside(place, to.at)?;
            let from = program.base(value).filter(|from| program.requests.contains(*from));
            let call = from.map(|_| self.request(value)).transpose()?;
            let call = call.and_then(|call| self.so_far.requests.get(&call).copied().flatten());
            self.so_far.requests.insert(place, call);
            return Ok(());
        }
        if !self.object(place).is_data {
            let of = self.typed(&self.object(place).name);
            if matches!(of.element, Element::Float | Element::Double) {
                // Nothing may depend on it.
                return Ok(());
            }
            let number = self.number(value)?;
            return self.give(place, number, to.at);
        }
        if self.signals() {
            return Ok(());
        }
        if let TermKind::Call(call, of) = &value.what
            && moves_words(value)
        {
            return self.moved(call, of, place, value.at);
        }
        let write = self.words_from(place, 1, to.at)?;
        self.compute(value, write, to.at.to(value.at))
    }

    /// Sets a whole vector, if a whole one is set: to another, a part of one, or so many words.
    fn set_vector(&mut self, to: &Located, place: Place, value: &Located) -> Done<bool> {
        let program = self.program;
        let is_vector = |of: &Located| of.as_name().is_some_and(|of| program.is_vector(of));
        let (of, keeps) = match &value.what {
            TermKind::Name(_) if is_vector(value) => (std::slice::from_ref(value), false),
            TermKind::Call(_, of) if value.called(VECTORS).is_some() => {
                (&of[..], value.called("resize").is_some())
            }
            _ => return Ok(false),
        };
        let from = of.first().filter(|of| program.base(of).is_some_and(|of| program.is_buffer(of)));
        let Some(from) = from else {
            let length = of.first().map_or(Ok(0), |of| self.number(of))?;
            self.resize(place, length, keeps, value.at)?;
            let filling = of.get(1).map(std::slice::from_ref);
            filling.map_or(Ok(()), |filling| self.fill_whole(to, filling, value.at))?;
            return Ok(true);
        };
        let first = self.pointer(from)?;
        let words = match of.get(1) {
            Some(end) => self.between(first, end)?,
            None => self.length(first),
        };
        self.resize(place, words, false, value.at)?;
        let place = self.pointer(to)?;
        self.copied(first, place, words, value.at)?;
        Ok(true)
    }

    /// Fills a whole array or vector: with a number, or with a list and 0 behind it.
    fn fill_whole(&mut self, to: &Located, values: &[Located], at: Span) -> Done {
        let place = self.pointer(to)?;
        let length = self.object(place).length.unwrap_or(1);
        if self.object(place).is_data {
            let write = self.words_from(place, length, at)?;
            return values.first().map_or(Ok(()), |value| self.filled(value, write, at));
        }
        let many = usize::try_from(length).unwrap_or(0);
        if self.program.requests.contains(&self.object(place).name) {
            self.keeps(4 * many, at)?;
            let all = (0..length).map(|k| ((place.0, k), None));
            self.so_far.requests.extend(all);
            return Ok(());
        }
        self.so_far.objects[place.0].set_zero();
        // A list has 0 behind it, and a vector one number in all words.
        let all = if self.typed(&self.object(place).name).is_vector { many } else { 1 };
        let all = if values.is_empty() { 0 } else { all.max(values.len()) };
        self.works(all as u64, at)?;
        self.keeps(2 * all, at)?;
        let all = values.iter().cycle().take(all);
        for (k, value) in (0..).zip(all) {
            let number = self.number(value)?;
            self.give((place.0, k), number, at)?;
        }
        Ok(())
    }

    fn set_of_textbook(&mut self, to: &Located, name: &Rc<str>, value: &Located) -> Done {
        if !self.program.is_data(name) {
            if to.as_name().is_none() {
                let what = format!("`{name}` is an array that no message moves");
                return Self::unclear(to.at, &what, "numbers are in variables without an index");
            }
            let number = self.number(value)?;
            let place = self.bound(name);
            return self.give(place, number, to.at);
        }
        if self.signals() {
            return Ok(());
        }
        let write = self.place(to)?;
        if Program::is_empty_set(value) {
            return self.join(Vec::new(), Join::Sum, write, value.at);
        }
        self.compute(value, write, to.at.to(value.at))
    }

    /// Writes what an expression of data comes to, or what the program makes of numbers.
    pub(super) fn compute(&mut self, value: &Located, write: Vec<Slot>, at: Span) -> Done {
        if !self.program.has_data(value) || self.adds_a_number(&write, value)? {
            return self.filled(value, write, value.at);
        }
        let mut reads = Vec::new();
        let join = self.operands(value, None, &mut reads)?;
        self.join(reads, join, write, at)
    }
}

/// Whether a value is a call that moves words to where it is set.
fn moves_words(value: &Located) -> bool {
    value.called(COPIES).or(value.called("memset fill fill_n list")).is_some()
}
