//! The machines of a family that `--over p` goes through.

use super::asked::Comparison;
use super::values::{Item, Over, Range, Rise, Rising, Values};
use crate::cli::machine::{self, spelt};
use crate::cli::prelude::*;
use hockney_ask::answer::raised;
use hockney_ask::{self as compare, TooManySizes};
use hockney_core::topology;

/// A family, for a mesh or torus how many equal sides, and what is asked of each machine.
pub(super) struct OfFamily<'a> {
    asked: &'a Comparison<'a>,
    family: &'static Family,
    dimensions: u32,
}

/// Numbers of nodes, and how many that were asked for no machine has; the first of them.
pub(super) struct Chosen {
    pub(super) nodes: Values,
    pub(super) left_out: (u64, Option<Rational>),
}

impl<'a> OfFamily<'a> {
    /// The family and the dimensions from `-t` and `-d`, if p runs.
    pub(super) fn of(asked: &'a Comparison<'a>) -> Result<Self> {
        let machine = &asked.args.machine;
        if asked.args.operation.among.is_some() {
            return Err(Failure::input("cannot use --over p with --among").help(
                "leave out --among, or name one topology with its size and use --over m or ts/tw",
            ));
        }
        let Some(name) = machine.written() else {
            return Err(
                Failure::input("no topology is given").help("add one with -t, such as -t ring")
            );
        };
        if name.contains(':') || machine.nodes.is_some() {
            return Err(Failure::input("--over p needs a topology without a size")
                .help("name the topology alone and leave out -p, such as -t ring"));
        }
        // The same error for an unknown name as in every command.
        let Some(family) = topology::family(&spelt(name)) else {
            return Err(machine::topology(machine, &asked.allowed)
                .err()
                .unwrap_or(Failure::BrokenPipe));
        };
        let dimensions = match (family.sizes(), machine.dimension) {
            (Sizes::Sides, d) => d.unwrap_or(2),
            (_, None) => 1,
            (_, Some(_)) => {
                return Err(Failure::input("cannot use -d with --over p")
                    .help("leave out -d, which sets the size"));
            }
        };
        if family.sizes() == Sizes::Sides && !(2..=32).contains(&dimensions) {
            return Err(Failure::input(format!("a {name} has 2 to 32 sides, not {dimensions}")));
        }
        if family.sizes() == Sizes::Links {
            return Err(Failure::input(
                "--over p does not work with a graph: its file sets the size",
            )
            .help("name a family by -t"));
        }
        if let Some(parts) = family.parts() {
            let name = family.name();
            return Err(Failure::input(format!("--over p does not set the sizes of {name}"))
                .help(format!("write {}, such as -t {}", parts.takes, parts.example)));
        }
        Ok(OfFamily { asked, family, dimensions })
    }

    /// The sizes of all machines in a range.
    pub(super) fn over(&self, Range { low, high, .. }: &Range) -> Result<Vec<Vec<u64>>> {
        let sizes =
            self.sizes((low, high), &format!("p={low}..{high}"), self.asked.allowed.nodes)?;
        if !sizes.is_empty() {
            return Ok(sizes);
        }
        // For a single number the error names the nearest sizes.
        let one = (low == high).then(|| self.of_nodes(low).err()).flatten();
        Err(one.unwrap_or_else(|| {
            Failure::input(format!("no {} has a size in p = {low}..{high}", self.name()))
                .help("widen the range; `hockney list topologies` prints the sizes")
        }))
    }

    pub(super) fn name(&self) -> &'static str {
        self.family.name()
    }

    /// All sizes from one number of nodes to another.
    fn sizes(
        &self,
        (low, high): (&Rational, &Rational),
        text: &str,
        nodes: u64,
    ) -> Result<Vec<Vec<u64>>> {
        let range = (low.clamped(), high.clamped());
        compare::sizes(self.family, self.dimensions, range, self.asked.allowed.vertices, nodes)
            .map_err(|TooManySizes { what, needed, allowed }| {
                let of =
                    if what == "nodes" { "all topologies together" } else { "the largest one" };
                let raised = match what {
                    "vertices" => raised(needed, None),
                    _ => format!("--limit {what}={needed} raises it"),
                };
                Failure::NoAnswer(format!(
                    "--over {text}: limit exceeded: {of} would have {needed} {what}, {allowed} \
                     are allowed; {raised}"
                ))
            })
    }

    /// The sizes of a machine with so many nodes.
    pub(super) fn of_nodes(&self, nodes: &Rational) -> Result<Vec<u64>> {
        let p = machine::whole_number(&nodes.to_string())?;
        let dimension = (self.family.sizes() == Sizes::Sides).then_some(self.dimensions);
        machine::sizes(self.family, Some(p), dimension)
    }

    /// Is there such a machine?
    fn has(&self, nodes: &Rational) -> bool {
        match self.family.sizes() {
            Sizes::One => nodes.is_positive(),
            Sizes::PowerOfTwo => nodes.to_u64().is_some_and(u64::is_power_of_two),
            Sizes::Sides => nodes.is_positive() && nodes.exact_root(self.dimensions).is_some(),
            Sizes::Machine(_) | Sizes::Links => false,
        }
    }

    /// The numbers of nodes that `--over p=..` names. One that is alone must be that of a machine;
    /// of a range those are left out that no machine has.
    pub(super) fn chosen(&self, over: &Over) -> Result<Chosen> {
        let mut chosen = Chosen { nodes: Values::default(), left_out: (0, None) };
        for item in &over.items {
            match item {
                Item::One(nodes) => {
                    self.of_nodes(nodes)?;
                    chosen.nodes.push(nodes.clone());
                }
                Item::Rising(range) => self.range(&mut chosen, range, &over.text)?,
            }
        }
        if chosen.nodes.count() == 0 {
            let name = self.name();
            return Err(Failure::input(format!("no {name} has a size in {}", over.text))
                .help("`hockney list topologies` prints the sizes"));
        }
        Ok(chosen)
    }

    fn range(&self, chosen: &mut Chosen, range: &Rising, text: &str) -> Result<()> {
        let (Rising { low, high, rise }, most) = (range, self.asked.allowed.points);
        let by = match rise {
            Rise::Unsaid => Rational::one(),
            Rise::By(by) => by.clone(),
            Rise::Times(_) | Rise::Up(_) => {
                let mut all = Values::default();
                all.range(range, most, text)?;
                for nodes in (0..all.count()).filter_map(|number| all.at(number)) {
                    if !nodes.is_integer() {
                        return Err(Failure::input(format!(
                            "--over {text}: {nodes} is not a number of nodes"
                        ))
                        .help(
                            "multiply by a whole number, such as p=2..1024:x2, or round up, such as \
                             p=2..1024:x1.5up",
                        ));
                    }
                    if self.has(&nodes) {
                        chosen.nodes.push(nodes);
                    } else {
                        chosen.left_out.0 += 1;
                        chosen.left_out.1.get_or_insert(nodes);
                    }
                }
                return Ok(());
            }
        };
        if self.family.sizes() == Sizes::One {
            let (low, high) = (low.clone().max(Rational::one()), high.clone());
            return chosen.nodes.range(&Rising { low, high, rise: Rise::By(by) }, most, text);
        }
        let before = chosen.nodes.count();
        for sizes in self.sizes((low, high), text, u64::MAX)? {
            let nodes = Rational::from(sizes.iter().product::<u64>());
            if (&nodes - low).modulo(&by).is_some_and(|rest| rest.is_zero()) {
                chosen.nodes.push(nodes);
            }
        }
        if let Rise::By(by) = rise {
            let all = range.steps(by).clamped();
            let found = chosen.nodes.count() - before;
            chosen.left_out.0 = chosen.left_out.0.saturating_add(all - found);
            let mut first = (0..3).map(|k: u64| low + &(by * &Rational::from(k)));
            let first = first.find(|nodes| nodes <= high && !self.has(nodes));
            chosen.left_out.1 = chosen.left_out.1.take().or(first);
        }
        Ok(())
    }

    /// The question at one size.
    pub(super) fn ask(&self, sizes: &[u64]) -> Result<Question> {
        let Comparison { args, collective, allowed, .. } = self.asked;
        let machine = machine::sized(self.family, sizes, &args.machine, allowed)?;
        self.asked.options(&args.machine).question_on(machine, collective)
    }
}
