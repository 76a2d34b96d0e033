//! The memory of a node: objects that begin and end, and the places in them where pointers point to.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Done, Flow, MOST_WORDS, OBJECT, OPERATION, Rank};
use crate::NOWHERE;
use crate::calls::ALLOCATES;
use crate::syntax::{Action, Binding, Formal, Located, TermKind};
use crate::types::Element;
use hockney_base::diagnostic::Span;
use hockney_foreign::executor::{Join, Slot, ThreadOperation};

/// A place: the number of an object, and a word in it.
pub(super) type Place = (usize, i64);
/// Where a null pointer and one without a value point to, and the request of the send of `MPI_Sendrecv`.
pub(super) const NULL: Place = (0, 0);
pub(super) const UNSET: Place = (1, 0);
pub(super) const ITS_SEND: Place = (2, 0);

/// Where an object comes from, and whether it still is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Life {
    /// It is there from the beginning to the end.
    #[default]
    Given,
    Allocated,
    /// Of a block of the text, with which it ends.
    Block,
    Freed,
    Ended,
}

/// A variable, an array, a vector, or what `malloc` gives.
#[derive(Default)]
pub(super) struct Object {
    pub(super) name: Rc<str>,
    pub(super) is_data: bool,
    buffer: u32,
    /// How many words it has, if that is known, and how many a row of it has.
    pub(super) length: Option<i64>,
    row: Option<i64>,
    pub(super) life: Life,
    /// What is in it, where it has numbers, and whether the others are 0.
    numbers: BTreeMap<i64, i64>,
    zeroed: bool,
}

impl Object {
    /// The number in a word, if it has one.
    fn at(&self, word: i64) -> Option<i64> {
        self.numbers.get(&word).copied().or(self.zeroed.then_some(0))
    }

    /// The number of a variable.
    pub(super) fn number(&self) -> Option<i64> {
        self.numbers.get(&0).copied().filter(|_| !self.is_data)
    }

    /// Sets all of its numbers to 0.
    pub(super) fn set_zero(&mut self) {
        self.numbers.clear();
        self.zeroed = true;
    }
}

impl<'p> Rank<'p> {
    /// Makes an object, whose words have no value; another of a name has other cells.
    pub(super) fn make(
        &mut self,
        name: &Rc<str>,
        length: Option<i64>,
        life: Life,
        at: Span,
    ) -> Done<usize> {
        let is_data = self.program.is_data(name);
        let mut buffer = self.program.buffer(name);
        if is_data && life != Life::Given {
            // The first cells of a parameter are those that it is given.
            let given = u32::from(self.program.parameters.contains(name));
            let number = self.so_far.made.entry(name.clone()).or_insert(given);
            buffer += *number * (self.program.buffers() + 1);
            *number += 1;
            self.found.operations += 1;
            self.works(OPERATION, at)?;
        }
        // Numbers leave no trace in the cells, so their object serves again.
        let old = self.so_far.bound.get(name).map(|place| place.0).filter(|old| {
            let of = &self.so_far.objects[*old];
            of.name == *name && !is_data && of.life == Life::Ended
        });
        self.keeps(if old.is_none() { OBJECT } else { 0 }, at)?;
        let objects = &mut self.so_far.objects;
        let object = old.unwrap_or(objects.len());
        if life == Life::Block {
            self.so_far.open.push(object);
        }
        let made =
            Object { name: name.clone(), is_data, buffer, length, life, ..Object::default() };
        if old.is_some() {
            objects[object] = made;
        } else {
            objects.push(made);
        }
        Ok(object)
    }

    /// Where a variable is, or a pointer points to.
    pub(super) fn bound(&mut self, name: &Rc<str>) -> Place {
        if let Some(place) = self.so_far.bound.get(name) {
            return *place;
        }
        let object = Object {
            name: name.clone(),
            is_data: self.program.is_data(name),
            buffer: self.program.buffer(name),
            length: self.setting.lengths.get(name).copied(),
            numbers: self.values.get(name).map(|value| (0, *value)).into_iter().collect(),
            ..Object::default()
        };
        let place = (self.so_far.objects.len(), 0);
        self.so_far.objects.push(object);
        self.so_far.bound.insert(name.clone(), place);
        place
    }

    pub(super) fn object(&self, place: Place) -> &Object {
        &self.so_far.objects[place.0]
    }

    /// How many words an object has; what the caller gives has those of a block, until it is known.
    pub(super) fn length(&self, place: Place) -> i64 {
        let Object { length, is_data, .. } = *self.object(place);
        length.unwrap_or(if is_data { self.setting.words } else { 0 })
    }

    /// Whether a name is a pointer of C, and no vector or reference.
    pub(super) fn is_pointer(&self, name: &str) -> bool {
        self.program.is_pointer(name) && !self.program.is_vector(name)
    }

    /// Declares a variable: what has been in it before is lost.
    pub(super) fn declare(&mut self, statement: &Action) -> Done {
        let Action::Declare { name, typed, size, row, zeroed, at } = statement else {
            return Ok(());
        };
        let Some(size) = size else {
            // A reference is bound by what follows.
            self.so_far.bound.remove(name);
            if !typed.is_reference {
                self.so_far.bound.insert(name.clone(), UNSET);
            }
            return Ok(());
        };
        let row = row.as_ref().map(|row| self.number(row)).transpose()?;
        let length = self.number(size)?;
        if length < 0 {
            return Err(self.wrong(size.at, format!("gives {name} {length} words")));
        }
        let object = self.make(name, Some(length), Life::Block, *at)?;
        let of = &mut self.so_far.objects[object];
        (of.row, of.zeroed) = (row, *zeroed);
        self.forget(object);
        self.has(name, length);
        self.so_far.bound.insert(name.clone(), (object, 0));
        if *zeroed { self.zero(object, 0, *at) } else { Ok(()) }
    }

    /// Forgets the requests in an object.
    fn forget(&mut self, object: usize) {
        let own = self.so_far.requests.range((object, i64::MIN)..=(object, i64::MAX));
        let own: Vec<Place> = own.map(|(place, _)| *place).collect();
        for place in own {
            self.so_far.requests.remove(&place);
        }
    }

    /// Notes how many words the program gives a name.
    fn has(&mut self, name: &Rc<str>, words: i64) {
        let most = self.found.sizes.entry(name.clone()).or_default();
        *most = (*most).max(words);
    }

    /// Sets the words of an object from one on to 0, but not what the caller gives.
    pub(super) fn zero(&mut self, object: usize, from: i64, at: Span) -> Done {
        let Object { is_data, buffer, length, .. } = self.so_far.objects[object];
        let length = length.unwrap_or(0);
        self.so_far.objects[object].zeroed = true;
        if !is_data || buffer == self.setting.input || from >= length {
            return Ok(());
        }
        let write = Some(self.words_from((object, from), length - from, at)?);
        let chunks = usize::try_from(length - from).unwrap_or(0);
        let plain = self.operation(at, chunks)?;
        self.so_far.main.push(ThreadOperation { write, join: Join::Sum, ..plain });
        Ok(())
    }

    /// Ends what blocks have declared since then.
    pub(super) fn leave(&mut self, since: usize) -> Done {
        for object in self.so_far.open.split_off(since) {
            self.end(object, Life::Ended, "leaves the block of", None)?;
        }
        Ok(())
    }

    /// Ends an object, which no call may still use.
    fn end(&mut self, object: usize, life: Life, does: &str, at: Option<Span>) -> Done {
        let Object { is_data, buffer, .. } = self.so_far.objects[object];
        let first = Slot { rank: self.id, buffer, at: 0 };
        let open = self.so_far.busy.range((first, 0)..).next();
        let open = open.filter(|(slot, _)| slot.buffer == buffer && is_data);
        if let Some(open) = open.and_then(|(_, call)| self.so_far.pending.get(call)) {
            let line = self.program.line(open.at.start);
            let what =
                format!("{does} what the call in line {line} still uses: it must wait before");
            return Err(self.wrong(at.unwrap_or(open.at), what));
        }
        self.so_far.objects[object].life = life;
        Ok(())
    }

    /// Gives the memory of an array back.
    pub(super) fn free(&mut self, node: &Located) -> Done {
        let (object, place) = self.pointer(node)?;
        let Object { life, name, .. } = self.object((object, place));
        let what = match life {
            _ if object == NULL.0 => return Ok(()),
            _ if object == UNSET.0 => "frees a pointer that has no value".to_owned(),
            Life::Freed => format!("frees {name}, which has been freed"),
            Life::Block | Life::Ended => format!("frees {name}, which malloc has not made"),
            _ if place != 0 => format!("frees {name} from its word {place} on"),
            _ => return self.end(object, Life::Freed, "frees", Some(node.at)),
        };
        Err(self.wrong(node.at, what))
    }

    /// What is wrong with a place, if its object has ended.
    pub(super) fn alive(&self, place: Place, at: Span) -> Done<&Object> {
        let object = self.object(place);
        let name = &object.name;
        let what = match object.life {
            _ if place.0 == NULL.0 => "uses a null pointer".to_owned(),
            _ if place.0 == UNSET.0 => "uses a pointer that has no value".to_owned(),
            Life::Freed => format!("uses {name}, which has been freed"),
            Life::Ended => format!("uses {name}, whose block has ended"),
            _ => return Ok(object),
        };
        Err(self.wrong(at, what))
    }

    /// So many words from a place on; of none the place may be anywhere.
    pub(super) fn words_from(&self, place: Place, count: i64, at: Span) -> Done<Vec<Slot>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let object = self.alive(place, at)?;
        let unknown = if object.is_data { MOST_WORDS } else { 0 };
        let most = object.length.unwrap_or(unknown);
        self.cells(&object.name, object.buffer, [place.1, count, most, 1], at)
    }

    /// The number at a place.
    pub(super) fn read(&self, place: Place, at: Span) -> Done<i64> {
        let object = self.alive(place, at)?;
        let name = &object.name;
        if object.is_data {
            let what = format!("the value of `{name}` is not known beforehand");
            return Self::unclear(at, &what, crate::names::FOLLOW);
        }
        self.inside(place, at)?;
        let wrong = || self.wrong(at, format!("reads `{name}`, which has no value yet"));
        object.at(place.1).ok_or_else(wrong)
    }

    pub(super) fn inside(&self, place: Place, at: Span) -> Done {
        let Object { name, length, .. } = self.alive(place, at)?;
        match length.filter(|length| !(0..*length).contains(&place.1)) {
            Some(_) => Err(self.wrong(at, format!("uses {name}[{}], which is not there", place.1))),
            None => Ok(()),
        }
    }

    /// Gives a place a number, as far as its type holds it.
    pub(super) fn give(&mut self, place: Place, number: i64, at: Span) -> Done {
        self.inside(place, at)?;
        let held = self.typed(&self.object(place).name).holds(number);
        self.so_far.objects[place.0].numbers.insert(place.1, held);
        Ok(())
    }

    /// Where a pointer of C points to, and which request is named.
    pub(super) fn pointer(&mut self, node: &Located) -> Done<Place> {
        match &node.what {
            TermKind::Name(name) if NOWHERE.contains(&&**name) => Ok(NULL),
            TermKind::Number(0) => Ok(NULL),
            TermKind::Name(name) => Ok(self.bound(name)),
            TermKind::Unary(Binding::Address, part)
                if part.as_name().is_some_and(|name| self.is_pointer(name)) =>
            {
                Self::unclear(node.at, "this is a pointer to a pointer", "return the new pointer")
            }
            TermKind::Unary(Binding::Address | Binding::Value, part) | TermKind::Cast(_, part) => {
                self.pointer(part)
            }
            TermKind::Bump(name, by) => {
                let (object, at) = self.bound(name);
                self.so_far.bound.insert(name.clone(), (object, at.saturating_add(*by)));
                Ok((object, at))
            }
            TermKind::Call(_, of) if node.called(".data .begin").is_some() => self.pointer(&of[0]),
            TermKind::Call(_, of) if node.called(".end").is_some() => {
                let (object, at) = self.pointer(&of[0])?;
                Ok((object, self.length((object, at))))
            }
            TermKind::Call(name, of) if node.called(ALLOCATES).is_some() => {
                self.allocated(name, of, node.at)
            }
            TermKind::Invoke(name, arguments) => self.invoke(name, arguments, node.at, |this| {
                let value = this.returned(node.at)?;
                this.pointer(value)
            }),
            TermKind::Binary(sign @ (Binding::Add | Binding::Subtract), of, by) => {
                let (object, at) = self.pointer(of)?;
                let by = self.number(by)?;
                let by = if *sign == Binding::Add { by } else { by.saturating_neg() };
                Ok((object, at.saturating_add(by)))
            }
            TermKind::Choice(parts) => {
                let part = self.chosen(parts)?;
                self.pointer(part)
            }
            TermKind::Index(name, indices) => {
                let (object, from) = self.bound(name);
                let row = self.object((object, from)).row;
                let mut at = self.number(&indices[0])?;
                if indices.len() > 1 || row.is_some() {
                    at = at.saturating_mul(row.unwrap_or(1));
                }
                if let Some(second) = indices.get(1) {
                    at = at.saturating_add(self.number(second)?);
                }
                Ok((object, from.saturating_add(at)))
            }
            _ => Self::unclear(node.at, "this is not a buffer", "buf, buf + k and &buf[k] are"),
        }
    }

    /// What `malloc` and its kin give, for the variable that is set.
    fn allocated(&mut self, call: &str, of: &[Located], at: Span) -> Done<Place> {
        let name = self.so_far.target.clone();
        let given = if of.len() > 2 { 0 } else { of.len().saturating_sub(1) };
        let Some(last) = of.get(given) else {
            return Self::unclear(at, "this has no size", "say how many bytes are meant");
        };
        let mut many = self.number(last)?;
        if call == "calloc" {
            many = many.saturating_mul(self.number(&of[0])?);
        }
        let element = self.program.element(&name);
        let is_bytes = !element.is_unknown() && call != "new";
        let words = if is_bytes { many / element.bytes() } else { many };
        let object = self.make(&name, Some(words), Life::Allocated, at)?;
        self.has(&name, words);
        if call == "calloc" {
            self.zero(object, 0, at)?;
        }
        if call == "realloc" {
            let old = self.pointer(&of[0])?;
            let words = self.length(old).min(words);
            self.copied(old, (object, 0), words, at)?;
            self.free(&of[0])?;
        }
        Ok((object, 0))
    }

    /// Copies so many words, or numbers.
    pub(super) fn copied(&mut self, from: Place, to: Place, words: i64, at: Span) -> Done {
        if self.object(to).is_data {
            let read = self.words_from(from, words, at)?;
            let write = self.words_from(to, words, at)?;
            return self.join(vec![read], Join::Sum, write, at);
        }
        self.works(words.unsigned_abs(), at)?;
        for k in 0..words.clamp(0, MOST_WORDS) {
            if let Some(value) = self.object(from).at(from.1 + k) {
                self.keeps(2, at)?;
                self.give((to.0, to.1 + k), value, at)?;
            }
        }
        Ok(())
    }

    /// Gives a vector another length; pointers into it end if it grows.
    pub(super) fn resize(&mut self, vector: Place, length: i64, keeps: bool, at: Span) -> Done {
        if length < 0 {
            return Err(self.wrong(at, format!("gives a vector {length} words")));
        }
        let before = self.object(vector).length.unwrap_or(0);
        let mut object = vector.0;
        if length > before && before > 0 {
            let name = self.object(vector).name.clone();
            object = self.make(&name, Some(length), Life::Block, at)?;
            self.so_far.open.pop();
            if keeps {
                self.copied(vector, (object, 0), before, at)?;
            }
            self.exchange(vector.0, object);
            self.end(vector.0, Life::Ended, "moves", Some(at))?;
        }
        let of = &mut self.so_far.objects[object];
        of.length = Some(length);
        let name = of.name.clone();
        let _ = of.numbers.split_off(&if keeps { length } else { 0 });
        self.has(&name, length);
        self.zero(object, if keeps { before } else { 0 }, at)
    }

    /// Exchanges what two vectors have.
    pub(super) fn exchange(&mut self, a: usize, b: usize) {
        let swap = |one: &mut usize| {
            *one = match *one {
                one if one == a => b,
                one if one == b => a,
                one => one,
            }
        };
        self.so_far.open.iter_mut().for_each(swap);
        let program = self.program;
        #[expect(clippy::iter_over_hash_type, reason = "each name is looked at alone")]
        for (name, place) in &mut self.so_far.bound {
            if program.is_vector(name) {
                swap(&mut place.0);
            }
        }
    }

    /// Runs a function of the text, and what then becomes of the value that it returns.
    pub(super) fn invoke<T>(
        &mut self,
        name: &Rc<str>,
        arguments: &[Located],
        at: Span,
        then: impl FnOnce(&mut Self) -> Done<T>,
    ) -> Done<T> {
        self.count(at)?;
        let program = self.program;
        let (parameters, body) = crate::function(&program.statements, name).unwrap_or_default();
        if parameters.len() != arguments.len() {
            let (takes, given) = (parameters.len(), arguments.len());
            let what = format!("{name} has {takes} arguments, and {given} are given");
            return Self::unclear(at, &what, "give one for each parameter");
        }
        // All arguments have their values before the first parameter has one.
        let since = self.so_far.open.len();
        let mut given = Vec::new();
        for (formal, argument) in parameters.iter().zip(arguments) {
            given.extend(self.given(formal, argument)?);
        }
        self.so_far.bound.extend(given);
        self.so_far.returned = None;
        if self.run(body)? == Flow::Next {
            self.so_far.returned = None;
        }
        let found = then(self)?;
        self.leave(since)?;
        Ok(found)
    }

    /// Where a parameter is or points to.
    fn given(&mut self, formal: &Formal, argument: &Located) -> Done<Option<(Rc<str>, Place)>> {
        let (Formal { name, typed }, at) = (formal, argument.at);
        let Some(name) = name.as_name() else { return Ok(None) };
        if typed.is_pointer || typed.is_vector || typed.is_reference {
            return Ok(Some((name.clone(), self.pointer(argument)?)));
        }
        let object = self.make(name, Some(1), Life::Block, at)?;
        if self.program.is_data(name) {
            let write = self.words_from((object, 0), 1, at)?;
            self.compute(argument, write, at)?;
        } else if !matches!(typed.element, Element::Float | Element::Double) {
            let number = self.number(argument)?;
            self.give((object, 0), number, at)?;
        }
        Ok(Some((name.clone(), (object, 0))))
    }

    /// What the function returns that was run last.
    pub(super) fn returned(&mut self, at: Span) -> Done<&'p Located> {
        let returned = self.so_far.returned.take();
        returned.ok_or_else(|| self.wrong(at, "gets no value from this function"))
    }
}
