//! What is compared, as values: the points, a question and numbers each, and what is the same at every point.
//!
//! Points are numbered: machines are the slowest, with the numbers of rails or of nodes that they run through, then m,
//! then ts/tw, whatever the order of the options.

use super::CompareArgs;
use super::values::{self, Item, Over, Range, Rise, Rising, Runner, Values, no_ratio};
use crate::cli::machine;
use crate::cli::prelude::*;
use crate::cli::request::NumberTexts;
use hockney_ask::answer::raised;
use hockney_ask::{self as compare, TooManySizes};
use hockney_base::number::index;
use hockney_core::topology::LinkClass;
use hockney_cost::{Counted, NamedTable};

/// What the command line asks for.
pub(super) struct Comparison<'a> {
    pub(super) args: &'a CompareArgs,
    pub(super) collective: &'static Collective,
    pub(super) allowed: Allowed,
    /// The classes of links on the command line.
    links: Vec<LinkClass>,
    pub(super) how: How<'static>,
    /// The ranges and lists of `--over`.
    pub(super) overs: Vec<Over>,
    /// The sizes after `-m`, at least one.
    pub(super) sizes: Vec<WrittenSize<'a>>,
    /// Whether rows of algorithms that are dominated are listed.
    pub(super) all: bool,
}

/// A size as it is written, and the numbers with it.
pub(super) struct WrittenSize<'a> {
    pub(super) text: &'a str,
    pub(super) numbers: Numbers,
}

/// A machine with one of several numbers of rails, and its question.
#[derive(Clone)]
pub(super) struct NamedMachine {
    pub(super) rails: Option<u64>,
    pub(super) question: Question,
}

impl<'a> Comparison<'a> {
    pub(super) fn of(args: &'a CompareArgs) -> Result<Self> {
        let allowed = Allowed { looks: args.measure, ..allowed(&args.limit)? };
        let times =
            NumberTexts::of(&args.machine, &args.numbers, true)?.with_timing(&args.timing)?;
        let collective = request::collective_named(&args.collective)?;
        for name in &args.algorithm {
            choice::named(name, collective, None)?;
        }
        let list = times.given.m;
        let texts: Vec<&str> = list.unwrap_or_default().split(',').map(str::trim).collect();
        let several = list.filter(|_| texts.len() > 1);
        // A range or a list of sizes in bytes says as much as one size in bytes.
        let mut sizes = args.over.iter().map(String::as_str).chain(several);
        let in_bytes = sizes.any(|text| text.contains('B')).then_some("1B");
        let word = times.given.word;
        let overs = args.over.iter().map(|text| Over::read(text, word));
        let overs = overs.collect::<Result<Vec<_>, _>>()?;
        overs.iter().try_for_each(|over| over.runner.runs_alone(&args.numbers))?;
        let word = word.or(in_bytes);
        let of_m = overs.iter().find(|over| over.runner == Runner::M);
        let in_bytes = |of: &NamedTable| of.table.counted == Counted::Bytes;
        let option = times.given.bandwidth.map(|_| "--bandwidth");
        let option = option.or(times.tables.iter().any(in_bytes).then_some("--times"));
        if let (None, Some(option), Some(over)) = (word, option, of_m) {
            let range = values::in_bytes(&over.text);
            return Err(Failure::input(format!("{option} needs sizes in bytes")).help(format!(
                "write the range in bytes, such as --over {range}, or add the size of a word, such as --word 8B"
            )));
        }
        let size = |text| {
            let mut times = times.clone();
            (times.given.m, times.given.word) = (list.map(|_| text), word);
            let mut numbers = times.numbers(Some(collective))?;
            // What runs is not given, also where no data travels.
            if of_m.is_some() && list.is_none() {
                numbers.m = None;
            }
            let per_word = times.given.t_w.or(times.given.bandwidth);
            if per_word.is_none()
                && times.tables.is_empty()
                && overs.iter().any(|over| over.runner == Runner::Ratio)
            {
                numbers.t_w = None;
            }
            Ok(WrittenSize { text, numbers })
        };
        let sizes = texts.into_iter().map(size).collect::<Result<Vec<_>>>()?;
        let links = times.classes()?;
        let mut how = how(args, &allowed);
        // Whole words would make the straight lines that parts of a range are found by into stairs, and to weigh
        // pieces at every point would take a plan of each.
        how.cut.whole_words &= overs.is_empty();
        how.measure |= sizes.iter().any(|size| !size.numbers.t_h.is_zero());
        let asynchronous = sizes.iter().any(|size| size.numbers.timing.asynchronous);
        let all = args.all || !args.algorithm.is_empty() || asynchronous;
        Ok(Comparison { args, collective, allowed, links, how, overs, sizes, all })
    }

    pub(super) fn output(&self) -> Option<&'a Path> {
        self.args.output.as_deref()
    }

    /// Says what the name of the collective is read as, where it could be another and no file says it.
    pub(super) fn read_as(&self) {
        if self.args.schedule.is_none() {
            let reading = request::reading(&self.args.collective, self.collective);
            note_reading(reading.as_ref());
        }
    }

    /// The options that make the question on a machine.
    pub(super) fn options<'m>(&'m self, machine: &'m MachineArgs) -> Options<'m> {
        let (operation, links) = (&self.args.operation, &*self.links);
        Options { machine, operation, links, allowed: &self.allowed }
    }

    /// The named machine, with each number of rails.
    pub(super) fn machines(&self) -> Result<Vec<NamedMachine>> {
        let machine = &self.args.machine;
        let question = |machine: &MachineArgs| self.options(machine).question(self.collective);
        if machine.rails.len() < 2 {
            return Ok(vec![NamedMachine { rails: None, question: question(machine)? }]);
        }
        let with = |rails: &u64| {
            let one = MachineArgs { rails: vec![*rails], ..machine.clone() };
            Ok(NamedMachine { rails: Some(*rails), question: question(&one)? })
        };
        machine.rails.iter().map(with).collect()
    }
}

fn how(args: &CompareArgs, allowed: &Allowed) -> How<'static> {
    let cut = request::cut(&args.operation, &args.numbers);
    let search = request::search(&args.operation, allowed);
    let (measure, only) = (args.measure, args.algorithm.clone());
    let model = Model { contention: args.contention, ..Model::default() };
    let (limits, weighed) = (allowed.checker, allowed.weighed);
    How { measure, model, search, cut, limits, weighed, only, ..How::default() }
}

/// The machines of points.
enum Machines<'a> {
    Named(Vec<NamedMachine>),
    /// Those of a family that p runs through.
    OfFamily(OfFamily<'a>, Values),
}

/// All points, which are made when they are looked at.
pub(super) struct Points<'a> {
    machines: Machines<'a>,
    sizes: &'a [WrittenSize<'a>],
    m: Option<Values>,
    ratio: Option<Values>,
}

impl<'a> Points<'a> {
    /// All points, of which the slowest axis is that of machines, then m, then ts/tw.
    pub(super) fn of(asked: &'a Comparison<'a>) -> Result<Self> {
        let named = |runner| asked.overs.iter().find(move |over: &&Over| over.runner == runner);
        for (number, over) in asked.overs.iter().enumerate() {
            let name = over.runner.name();
            if asked.overs[..number].iter().any(|other| other.runner == over.runner) {
                return Err(Failure::input(format!("--over {name} is given twice"))
                    .help(format!("name all values at once, such as --over {name}=1,2,4")));
            }
        }
        let values =
            |runner| named(runner).map(|over| over.values(asked.allowed.points)).transpose();
        let (m, ratio) = (values(Runner::M)?, values(Runner::Ratio)?);
        let machines = match named(Runner::P) {
            Some(over) => {
                let (family, nodes) = of_family(asked, over)?;
                Machines::OfFamily(family, nodes)
            }
            None => Machines::Named(asked.machines()?),
        };
        if let (Machines::Named(all), Some(_)) = (&machines, &ratio)
            && all.iter().any(|one| !one.question.machine().classes().is_empty())
        {
            return Err(no_ratio());
        }
        Ok(Points { machines, sizes: &asked.sizes, m, ratio })
    }

    /// How many machines there are.
    pub(super) fn machines(&self) -> u64 {
        match &self.machines {
            Machines::Named(named) => named.len() as u64,
            Machines::OfFamily(_, nodes) => nodes.count(),
        }
    }

    /// How many values there are of m, and of ts/tw.
    fn counts(&self) -> [u64; 2] {
        let m = self.m.as_ref().map_or(self.sizes.len() as u64, Values::count);
        [m, self.ratio.as_ref().map_or(1, Values::count)]
    }

    pub(super) fn count(&self) -> Result<u64> {
        let points = self.counts().into_iter().try_fold(self.machines(), u64::checked_mul);
        points.ok_or_else(|| {
            Failure::no_answer(format!(
                "there are more than {} points, which is the maximum",
                u64::MAX
            ))
        })
    }

    /// The question on the largest machine, which cannot be asked for if it is too large.
    pub(super) fn largest(&self) -> Result<Question> {
        match &self.machines {
            Machines::Named(named) => Ok(named[0].question.clone()),
            Machines::OfFamily(family, nodes) => {
                family.ask(&family.of_nodes(&nodes.greatest().unwrap_or_default())?)
            }
        }
    }

    /// A machine with its question, by its number.
    pub(super) fn machine(&self, number: u64) -> Result<NamedMachine> {
        match &self.machines {
            Machines::Named(named) => Ok(named[index(number)].clone()),
            Machines::OfFamily(family, nodes) => {
                let nodes = nodes.at(number).unwrap_or_default();
                let question = family.ask(&family.of_nodes(&nodes)?)?;
                Ok(NamedMachine { rails: None, question })
            }
        }
    }

    /// The numbers of a point, by its number among those of a machine.
    fn numbers(&self, machine: &Topology, number: u64) -> Result<Numbers> {
        let ratios = self.counts()[1].max(1);
        let of_m = self.m.as_ref().map(|values| values.at(number / ratios));
        let size = of_m.as_ref().map_or(index(number / ratios), |_| 0);
        let mut numbers = self.sizes[size].numbers.clone();
        if let Some(m) = of_m {
            numbers.m = m;
        }
        if let Some(values) = &self.ratio {
            (numbers.t_s, numbers.t_w) = (values.at(number % ratios), Some(Rational::one()));
        }
        Ok(numbers.with_classes(machine.classes())?)
    }

    /// The numbers of all points of a machine.
    pub(super) fn all_numbers(&self, machine: &Topology) -> Result<Vec<Numbers>> {
        let [ms, ratios] = self.counts();
        (0..ms * ratios).map(|number| self.numbers(machine, number)).collect()
    }

    /// The question and the numbers of a point.
    pub(super) fn at(&self, point: u64) -> Result<(Question, Numbers)> {
        let each = self.counts().into_iter().product::<u64>().max(1);
        let question = self.machine(point / each)?.question;
        let numbers = self.numbers(question.machine(), point % each)?;
        Ok((question, numbers))
    }
}

/// The machines of a family with the numbers of nodes that are asked for.
fn of_family<'a>(asked: &'a Comparison<'a>, over: &Over) -> Result<(OfFamily<'a>, Values)> {
    let family = OfFamily::of(asked)?;
    let chosen = family.chosen(over)?;
    // A size that is named and that no machine has is refused before anything is written.
    for item in &over.items {
        if let Item::One(nodes) = item {
            family.ask(&family.of_nodes(nodes)?)?;
        }
    }
    if let (count @ 1.., Some(first)) = &chosen.left_out {
        let name = family.name();
        note(&format!("{count} sizes are left out because no {name} has them, such as {first}"));
    }
    Ok((family, chosen.nodes))
}

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
        let family = machine::family(name)?;
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
                Failure::no_answer(format!(
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
