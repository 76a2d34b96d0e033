//! A formula in conjunctive normal form: variables, clauses, counters, and its DIMACS text.

use std::fmt::Write as _;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// A literal: variable v is `v`, its negation is `-v`; variables count from 1.
pub type Literal = i32;

/// What is known of a variable while a formula is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is false.
    No,
    /// It is true.
    Yes,
    /// It is this literal.
    If(Literal),
}

impl Truth {
    /// The literal, if it is open.
    pub fn literal(self) -> Option<Literal> {
        if let Truth::If(literal) = self { Some(literal) } else { None }
    }

    fn negated(self) -> Self {
        match self {
            Truth::No => Truth::Yes,
            Truth::Yes => Truth::No,
            Truth::If(literal) => Truth::If(-literal),
        }
    }

    /// Whether it holds in a model, which is indexed by variables.
    pub fn holds(self, model: &[bool]) -> bool {
        match self {
            Truth::No => false,
            Truth::Yes => true,
            Truth::If(literal) => is_true(model, literal),
        }
    }
}

/// Whether a literal holds in a model. Place v of a model is variable v; place 0 is unused.
pub fn is_true(model: &[bool], literal: Literal) -> bool {
    let value = model.get(literal.unsigned_abs() as usize).copied().unwrap_or(false);
    value == (literal > 0)
}

/// A formula that is being written. It stops to grow at its limit, and then says so.
#[derive(Clone, Debug)]
pub struct Cnf {
    variables: i32,
    /// The clauses one after another, each with a 0 at its end.
    literals: Vec<Literal>,
    clauses: usize,
    most: usize,
}

/// The most literals of a formula, with the ends of its clauses: 256 MiB.
pub const MOST_LITERALS: usize = 1 << 26;

impl Cnf {
    /// No variables and no clauses, with this limit of literals.
    pub fn new(most: usize) -> Self {
        Cnf { variables: 0, literals: Vec::new(), clauses: 0, most: most.min(MOST_LITERALS) }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables.unsigned_abs() as usize
    }

    /// The number of clauses.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Whether clauses were left out, because there were too many.
    pub fn is_too_large(&self) -> bool {
        self.literals.len() > self.most
    }

    /// The clauses in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        let with_end = self.literals.split_inclusive(|literal| *literal == 0);
        with_end.map(|clause| &clause[..clause.len() - 1])
    }

    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.variables = self.variables.saturating_add(1);
        self.variables
    }

    /// That many new variables.
    pub fn some(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.variable()).collect()
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Literal]) {
        if self.is_too_large() {
            return;
        }
        self.literals.extend_from_slice(clause);
        self.literals.push(0);
        self.clauses += 1;
    }

    /// Adds a clause of which some literals may be known. A clause that holds anyway is left out.
    pub fn add_known(&mut self, clause: impl IntoIterator<Item = Truth>) {
        let mut open = Vec::new();
        for truth in clause {
            match truth {
                Truth::Yes => return,
                Truth::No => {}
                Truth::If(literal) => open.push(literal),
            }
        }
        self.add(&open);
    }

    /// Adds that all of `all` together imply one of `one`.
    pub fn imply(&mut self, all: &[Truth], one: &[Truth]) {
        self.add_known(all.iter().map(|truth| truth.negated()).chain(one.iter().copied()));
    }

    /// Adds that at most `most` of these hold.
    pub fn at_most(&mut self, most: usize, inputs: &[Literal]) {
        if inputs.len() <= most {
            return;
        }
        if most == 0 {
            for input in inputs {
                self.add(&[-input]);
            }
        } else if most == 1 && inputs.len() <= 5 {
            for (i, a) in inputs.iter().enumerate() {
                inputs[i + 1..].iter().for_each(|b| self.add(&[-a, -b]));
            }
        } else {
            let count = self.counter(inputs, most + 1);
            self.add(&[-count[most]]);
        }
    }

    /// A totalizer in one direction: output j is implied if at least j + 1 of the inputs hold, for j below
    /// `most` and the number of inputs. Output j + 1 implies output j.
    pub fn counter(&mut self, inputs: &[Literal], most: usize) -> Vec<Literal> {
        if inputs.len() <= 1 {
            return inputs[..inputs.len().min(most)].to_vec();
        }
        let (left, right) = inputs.split_at(inputs.len() / 2);
        let (left, right) = (self.counter(left, most), self.counter(right, most));
        let outputs = self.some(most.min(inputs.len()));
        for i in 0..=left.len() {
            for j in 0..=right.len() {
                if i + j == 0 || i + j > outputs.len() {
                    continue;
                }
                let mut clause = Vec::with_capacity(3);
                clause.extend(i.checked_sub(1).map(|i| -left[i]));
                clause.extend(j.checked_sub(1).map(|j| -right[j]));
                clause.push(outputs[i + j - 1]);
                self.add(&clause);
            }
        }
        outputs.windows(2).for_each(|pair| self.add(&[-pair[1], pair[0]]));
        outputs
    }

    /// The clauses of the sizes of the steps: `inputs` are what some node receives in a step, and `sizes` that
    /// the step has more than 0, 1, .. pieces. More than `sizes` are not allowed.
    pub fn bounded(&mut self, inputs: &[Literal], sizes: &[Literal]) {
        let count = self.counter(inputs, sizes.len() + 1);
        for (at, output) in count.into_iter().enumerate() {
            match sizes.get(at) {
                Some(size) => self.add(&[-output, *size]),
                None => self.add(&[-output]),
            }
        }
    }

    /// The unary sizes of the steps, for at most `rounds` pieces in all. The first `least` steps are not
    /// empty, and empty steps are the last.
    pub fn sizes(&mut self, steps: usize, least: usize, rounds: usize) -> Vec<Vec<Literal>> {
        let mut all: Vec<Vec<Literal>> = Vec::with_capacity(steps);
        for step in 0..steps {
            // If this step is not empty, so many others are not.
            let others = (step + 1).max(least) - 1;
            let size = self.some(rounds.saturating_sub(others));
            size.windows(2).for_each(|pair| self.add(&[-pair[1], pair[0]]));
            match (size.first(), all.last().and_then(|before| before.first())) {
                (Some(first), _) if step < least => self.add(&[*first]),
                (Some(first), Some(before)) => self.add(&[-first, *before]),
                (None, _) if step < least => self.add(&[]),
                _ => {}
            }
            all.push(size);
        }
        let open = all.iter().enumerate().flat_map(|(step, size)| {
            let known = usize::from(step < least).min(size.len());
            size[known..].iter().copied()
        });
        let open: Vec<Literal> = open.collect();
        self.at_most(rounds.saturating_sub(least.min(steps)), &open);
        all
    }

    /// Writes the formula in DIMACS, after these lines of comment.
    pub fn write(&self, out: &mut dyn Write, comment: &str) -> io::Result<()> {
        for line in comment.lines() {
            writeln!(out, "c {line}")?;
        }
        writeln!(out, "p cnf {} {}", self.variables, self.clauses)?;
        let mut number = itoa::Buffer::new();
        for literal in &self.literals {
            out.write_all(number.format(*literal).as_bytes())?;
            out.write_all(if *literal == 0 { b"\n" } else { b" " })?;
        }
        Ok(())
    }

    /// The SHA-256 of that text, in hexadecimal digits.
    pub fn digest(&self, comment: &str) -> String {
        let mut hash = Hash(Sha256::new());
        // Writing to a hash cannot fail.
        let _ = self.write(&mut hash, comment);
        hex(&hash.0.finalize())
    }
}

struct Hash(Sha256);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
