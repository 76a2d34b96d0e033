//! A program that every node runs: the points go by the share of the sizes at which it is right.
//!
//! `hockney check` has the same verdict: data are judged at each size as on a complete network, and ports and links on the
//! machine of the question.

use super::schedule;
use super::step::unreadable;
use crate::Placeholder;
use crate::answers::placed;
use crate::prelude::*;
use hockney_program::{LARGEST_TRIED, ProgramError, run_program};

/// Programs that are right for every p, or for all that their collective has; the first line of each names the collective.
const PROGRAMS: &str = include_str!("programs.txt");

/// A program for the collective of the question.
#[derive(Debug)]
pub(super) struct ProgramAsk {
    /// The greatest p that is tried.
    up_to: u32,
    /// The teacher's own program.
    solution: Option<String>,
}

impl ProgramAsk {
    pub(super) fn read(keys: &Keys<'_, '_>) -> Self {
        let up_to = keys.read("up_to", |node| {
            let help = "write the greatest p that is tried, such as up_to: 16";
            let up_to = u32::try_from(scalar::natural(node, "the greatest p")?).ok();
            let fits = up_to.filter(|p| (2..=LARGEST_TRIED).contains(p));
            let message = || format!("p goes from 2 to {LARGEST_TRIED}");
            fits.map_or_else(|| bad(message(), node.span, help), Ok)
        });
        let solution = keys.read("solution", |node| text_of(node, "a program"));
        ProgramAsk { up_to: up_to.unwrap_or(LARGEST_TRIED), solution }
    }

    /// The sizes at which the program must be right.
    fn domain(&self, question: &Question) -> Vec<u32> {
        let is_one = |p: &u32| match meant(question) {
            SizeSet::This => *p == question.topology.nodes(),
            SizeSet::PowersOfTwo => p.is_power_of_two(),
            SizeSet::Squares => p.isqrt().pow(2) == *p,
            SizeSet::Odd => !p.is_multiple_of(2),
            SizeSet::Even => p.is_multiple_of(2),
            SizeSet::Trees => (p + 1).is_power_of_two(),
            _ => true,
        };
        let all = (2..=self.up_to).filter(is_one);
        all.filter(|p| question.instance.among(*p).is_some()).collect()
    }

    /// `p = 2^d up to 64`
    fn sizes(&self, question: &Question) -> String {
        let all = match meant(question) {
            SizeSet::This => return format!("p = {}", question.topology.nodes()),
            SizeSet::PowersOfTwo => "p = 2^d",
            SizeSet::Squares => "p = k^2",
            SizeSet::Odd => "odd p",
            SizeSet::Even => "even p",
            SizeSet::Trees => "p = 2^h - 1",
            _ => "every p",
        };
        format!("{all} up to {}", self.up_to)
    }

    /// The program that is printed: the first that is right.
    fn program(&self, key: &Key<'_>) -> Option<String> {
        let head = format!("# {}\n", key.question.instance.collective.name());
        let own = PROGRAMS.split("\n\n").filter_map(|text| text.strip_prefix(&head));
        let is_right = |text: &&str| self.grade(key, text).is_ok_and(|found| found.share.is_one());
        let found = match &self.solution {
            Some(text) => Some(&**text).filter(is_right),
            None => { own }.find(is_right),
        };
        Some(found?.trim_end().to_owned() + "\n")
    }
}

/// The sizes that a question asks for, those of its own size if it says nothing.
fn meant(question: &Question) -> SizeSet {
    let nodes = question.topology.nodes();
    let sides = question.topology.network().sides().unwrap_or_default();
    match question.sizes {
        SizeSet::Own if nodes.is_power_of_two() => SizeSet::PowersOfTwo,
        SizeSet::Own if sides.len() == 2 && sides[0] == sides[1] => SizeSet::Squares,
        SizeSet::Own => SizeSet::All,
        said => said,
    }
}

impl Asked for ProgramAsk {
    fn sentence(&self, question: &Question) -> String {
        let names = match question.instance.data() {
            Data::Token => "",
            _ => {
                ", X the input and result the result, unless the program does something else with its parameters"
            }
        };
        format!(
            "Write the program that every node runs, for {}. my_id is the number of the node, p \
             the number of nodes{names}.",
            self.sizes(question)
        )
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        let program = |a: u32, b: u32| {
            format!("if my_id = {a} then send X to {b} else if my_id = {b} then receive X from {a}")
        };
        vec![program(0, 1), program(1, 0)]
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let question = key.question;
        let (of, machine) = (&question.instance, &question.topology);
        let empty = Arc::new(Listed::default());
        let asked = Schedule::plain(machine.clone(), question.ports, of.clone(), empty);
        let (ran, found) = match run_program(text, &asked, [None, None], &|p| of.among(p)) {
            Ok(ran) => ran,
            Err(ProgramError::Bad(error)) => return Err(unreadable(&ReadError::Bad(error), text)),
            Err(ProgramError::Limit(error) | ProgramError::Open(error)) => {
                let why = placed(&ReadError::Bad(error), &Source::new("the answer", text));
                return Ok(key.say("program unchecked", &[("why", &why)]));
            }
        };
        if ran.program.calls_collective(of.collective) {
            return Ok(key.say("program unchecked", &[("why", &"it calls the collective itself")]));
        }
        let domain = self.domain(question);
        let at = |p| of.among(p).filter(|_| domain.contains(&p));
        let sizes = ran.program.sizes(&ran.roles, question.ports, &at);
        let (right, all) = (sizes.right.len(), domain.len());
        if sizes.tried.len() < all {
            return Ok(key.say("program unchecked", &[("why", &"it takes too long")]));
        }
        let share = Rational::ratio(right as u64, all as u64).unwrap_or_default();
        let (it, end) = (sizes.right_for(), format!("; {}", ran.roles.sentence()));
        let graded = match sizes.first_wrong(&|at| ran.program.line(at.start)) {
            None => {
                let n = if sizes.if_p_divides_n { "if p divides n, " } else { "" };
                Graded::right(format!("right {n}for {}{end}", self.sizes(question)))
            }
            Some(why) => {
                let why = why + &end;
                let words: &[Placeholder<'_>] =
                    &[("it", &it), ("right", &right), ("all", &all), ("why", &why)];
                key.say("program sizes", words).earning(&share)
            }
        };
        let runs = found.faults.is_empty() && sizes.right.contains(&machine.nodes());
        let graded = if runs { on_machine(key, found.schedule, graded) } else { graded };
        Ok(graded.by(Basis::Checker))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.program(key).unwrap_or_default()
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        if self.domain(key.question).is_empty() {
            return Some(format!("asks for no p from 2 to {}", self.up_to));
        }
        let none = "has no built-in program that is right here; write one: solution: |";
        let wrong = "has a solution that is not right at all of its sizes, or not on the network";
        let missing = if self.solution.is_some() { wrong } else { none };
        self.program(key).is_none().then(|| missing.to_owned())
    }
}

/// What a program earns that is right at the size of the question, by its messages on the machine. Another algorithm is as
/// good, unless the question names those that it accepts.
fn on_machine(key: &Key<'_>, schedule: Schedule, graded: Graded) -> Graded {
    let judged = crate::key::judged(schedule);
    let any = matches!(key.question.accept, Accept::Any | Accept::AsCheap);
    if any && judged.as_ref().is_ok_and(|priced| priced.prices.is_some()) {
        return graded;
    }
    let on = schedule::judge(key, judged);
    if on.share.is_one() || on.verdict.is_for_the_teacher() {
        return if on.share.is_one() { graded } else { on };
    }
    let share = &graded.share * &on.share;
    let machine = &key.question.topology;
    key.say("program machine", &[("it", &graded.hint), ("machine", machine), ("why", &on.hint)])
        .earning(&share)
}
