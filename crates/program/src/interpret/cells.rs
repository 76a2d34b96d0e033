//! The data of a node: the cells of its buffers, and what it copies and adds.

use std::rc::Rc;

use super::{Halt, MOST_WORDS, OPERATION, Rank};
use crate::Program;
use crate::names::Shape;
use crate::syntax::{Binding, Located, TermKind};
use crate::tokens::Language;
use hockney_base::diagnostic::Span;
use hockney_foreign::executor::{Join, Slot, ThreadOperation};

impl Rank<'_> {
    /// So many cells of a buffer from one on, of which there are `most`; an index counts `each` of them.
    fn cells(
        &self,
        name: &str,
        [from, count, most, each]: [i64; 4],
        at: Span,
    ) -> Result<Vec<Slot>, Halt> {
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

    /// Where a pointer of C points to.
    fn pointer<'n>(&mut self, node: &'n Located) -> Result<(&'n Rc<str>, i64), Halt> {
        match &node.what {
            TermKind::Name(name) => Ok((name, 0)),
            TermKind::Unary(Binding::Address, part) => self.pointer(part),
            TermKind::Call(name, of) if &**name == ".data" => self.pointer(&of[0]),
            TermKind::Binary(Binding::Add, of, by) => {
                let (name, at) = self.pointer(of)?;
                Ok((name, at.saturating_add(self.number(by)?)))
            }
            TermKind::Index(name, indices) => {
                let row = self.so_far.rows.get(name).copied();
                let mut at = self.number(&indices[0])?;
                if indices.len() > 1 || row.is_some() {
                    at = at.saturating_mul(row.unwrap_or(1));
                }
                if let Some(second) = indices.get(1) {
                    at = at.saturating_add(self.number(second)?);
                }
                Ok((name, at))
            }
            _ => Self::unclear(
                node.at,
                "this is not a buffer",
                "buffers are buf, buf + k and &buf[k]",
            ),
        }
    }

    /// The cells of a name, with an index or a range.
    pub(super) fn place(
        &mut self,
        node: &Located,
        count: Option<&Located>,
    ) -> Result<Vec<Slot>, Halt> {
        if self.program.dialect == Language::C {
            let count = count.map_or(Ok(1), |count| self.number(count))?;
            let (name, from) = self.pointer(node)?;
            let most = self.so_far.sizes.get(name).copied().unwrap_or(MOST_WORDS);
            return self.cells(name, [from, count, most, 1], node.at);
        }
        let (words, blocks) = (self.setting.words, self.setting.blocks);
        let (name, from, units, most) = match &node.what {
            TermKind::Name(name) => match self.program.shape(name) {
                Shape::Array => (name, 0, blocks * words, blocks * words),
                Shape::Table => (
                    name,
                    0,
                    i64::from(self.setting.of.nodes).saturating_pow(2).saturating_mul(words),
                    i64::MAX,
                ),
                _ => (name, 0, words, words),
            },
            TermKind::Index(name, indices) if indices.len() == 2 => {
                let [a, b] = [self.number(&indices[0])?, self.number(&indices[1])?];
                let nodes = i64::from(self.setting.of.nodes);
                if !(0..nodes).contains(&a) || !(0..nodes).contains(&b) {
                    return Err(
                        self.wrong(node.at, format!("uses {name}[{a}, {b}], which is not there"))
                    );
                }
                (name, (a * nodes + b) * words, words, i64::MAX)
            }
            TermKind::Index(name, indices) => {
                let at = self.number(&indices[0])?;
                if self.program.is_of_words(&indices[0]) {
                    let is_plain = self.program.shape(name) == Shape::Plain;
                    (name, at, 1, if is_plain { words } else { blocks * words })
                } else {
                    (name, at.saturating_mul(words), words, blocks * words)
                }
            }
            TermKind::Slice(name, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                (
                    name,
                    a.saturating_mul(words),
                    b.saturating_sub(a).saturating_add(1).saturating_mul(words),
                    blocks * words,
                )
            }
            _ => {
                return Self::unclear(
                    node.at,
                    "this is not data",
                    "data are a variable, X[i], X[i..j], and sums and unions of them",
                );
            }
        };
        let each = if self.program.shape(name) == Shape::Plain { 1 } else { words };
        self.cells(name, [from, units, most, each], node.at)
    }

    /// What an expression of data joins; sums in unions and unions in sums go by way of a buffer.
    pub(super) fn operands(
        &mut self,
        node: &Located,
        join: Option<Join>,
        all: &mut Vec<Vec<Slot>>,
    ) -> Result<Join, Halt> {
        let (of, a, b) = match &node.what {
            TermKind::Binary(Binding::Add, a, b) => (Join::Sum, a, b),
            TermKind::Binary(Binding::Union, a, b) => (Join::Union, a, b),
            _ => {
                all.push(self.place(node, None)?);
                return Ok(join.unwrap_or_default());
            }
        };
        if join.is_some_and(|join| join != of) {
            let mut inner = Vec::new();
            self.operands(node, None, &mut inner)?;
            let buffer = self.program.buffers() + self.so_far.scratch;
            self.so_far.scratch += 1;
            let cells = (0..inner[0].len()).filter_map(|at| u32::try_from(at).ok());
            let cells: Vec<Slot> = cells.map(|at| Slot { rank: self.id, buffer, at }).collect();
            self.join(inner, of, cells.clone(), node.at)?;
            all.push(cells);
        } else {
            self.operands(a, Some(of), all)?;
            self.operands(b, Some(of), all)?;
        }
        Ok(of)
    }

    pub(super) fn join(
        &mut self,
        reads: Vec<Vec<Slot>>,
        join: Join,
        write: Vec<Slot>,
        at: Span,
    ) -> Result<(), Halt> {
        if reads.iter().any(|one| one.len() != write.len()) {
            return Self::unclear(
                at,
                "an array of blocks meets one block",
                "write which block is meant, such as result[my_id]",
            );
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
    pub(super) fn operation(&mut self, at: Span, chunks: usize) -> Result<ThreadOperation, Halt> {
        self.works(OPERATION + chunks as u64, at)?;
        let name = Rc::clone(&self.name);
        Ok(ThreadOperation { chunks, partly: true, at, name, ..ThreadOperation::default() })
    }

    /// Notes that cells are read or written, which no call that is still open may disturb.
    pub(super) fn touch(&mut self, slots: &[Slot], writes: bool, at: Span) -> Result<(), Halt> {
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
        for slot in slots {
            if writes {
                self.so_far.written.insert(*slot);
                self.found.written.insert(slot.buffer);
            } else if !self.so_far.written.contains(slot) {
                self.found.read_first.insert(slot.buffer);
            }
        }
        Ok(())
    }

    pub(super) fn set(&mut self, to: &Located, value: &Located) -> Result<(), Halt> {
        let name = match self.program.base(to) {
            Some(name) => name.clone(),
            None => return Self::unclear(to.at, "this cannot be assigned", "assign a variable"),
        };
        if self.program.requests.contains(&name) {
            let at = self.request(to)?;
            self.so_far.requests.insert(at, None);
            return Ok(());
        }
        if !self.program.is_data(&name) {
            if !matches!(to.what, TermKind::Name(_)) {
                return Self::unclear(
                    to.at,
                    &format!("`{name}` is an array that no message moves"),
                    "numbers are in variables without an index",
                );
            }
            let value = self.number(value)?;
            self.values.insert(name, value);
            return Ok(());
        }
        if self.signals() {
            return Ok(());
        }
        if let TermKind::Call(call, of) = &value.what
            && &**call == "memcpy"
        {
            let (from, to) = (self.place(&of[0], Some(&of[1]))?, self.place(to, Some(&of[1]))?);
            return self.join(vec![from], Join::Sum, to, value.at);
        }
        let write = self.place(to, None)?;
        let zero = matches!(value.what, TermKind::Number(0));
        let empty = self.program.dialect == Language::Textbook && Program::is_empty_set(value);
        if zero || empty {
            return self.join(Vec::new(), Join::Sum, write, value.at);
        }
        if !self.program.has_data(value) {
            return Self::unclear(
                value.at,
                &format!("`{name}` is data that messages move, and gets a number here"),
                "the data are there beforehand: leave this out",
            );
        }
        let mut reads = Vec::new();
        let join = self.operands(value, None, &mut reads)?;
        self.join(reads, join, write, to.at.to(value.at))
    }
}
