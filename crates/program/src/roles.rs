//! Where the data of a collective are in a program: what the caller names, or what the text does.
//!
//! A parameter that is read before it is written is the input, another that is written the output. Where two readings have
//! two verdicts, the answer is a question.

use hockney_base::diagnostic::{Diagnostic, did_you_mean, nearest};
use hockney_core::collective::{Instance, Ports};

use crate::interpret::{Aim, MOST_WORK};
use crate::trial::{INPUTS, LARGEST_TRIED, OTHERS, OUTPUTS, Outcome};
use crate::{Judged, Program, ProgramError, Roles};

/// The size at which input and output are found, if nothing names them.
const TYPICAL: u32 = 8;
impl Program {
    /// Where the data of a collective are: as the caller names them, or as a run at eight nodes shows. `at` is the collective
    /// among so many nodes.
    ///
    /// # Errors
    /// A name that no data has, and two readings with two verdicts.
    pub fn roles(
        &self,
        [input, output]: [Option<&str>; 2],
        at: &dyn Fn(u32) -> Option<Instance>,
    ) -> Result<Roles, ProgramError> {
        let names =
            || self.data.iter().map(|name| &**name).filter(|name| !self.inner.contains(*name));
        for name in [input, output].into_iter().flatten() {
            if !names().any(|one| one == name) {
                let all: Vec<&str> = names().collect();
                let known = format!("the data of the program are {}", all.join(", "));
                let error = Diagnostic::new(format!("no message moves `{name}`"));
                return Err(error.help(did_you_mean(nearest(name, names()), &known)).into());
            }
        }
        let is_parameter = |name: &str| self.parameters.iter().any(|one| **one == *name);
        // Those that the program declares are its own.
        let groups: [Vec<&str>; 3] = [
            self.parameters.iter().map(|name| &**name).collect(),
            names().filter(|name| !is_parameter(name) && !self.declared.contains(*name)).collect(),
            names().filter(|name| !is_parameter(name) && self.declared.contains(*name)).collect(),
        ];
        let outside = groups.iter().find(|group| !group.is_empty()).map_or(&[][..], |group| group);
        let only = |usual: &str| {
            let mut all = outside.iter().copied().filter(|name| Roles::is_usual(name, usual));
            all.next().filter(|_| all.next().is_none())
        };
        let named = input.or(only(INPUTS)).zip(output.or(only(OUTPUTS)));
        let named = named.map(|(input, output)| Roles::of(input, output));
        if let Some((input, output)) = input.zip(output) {
            return Ok(Roles::of(input, output));
        }
        let first = self.parameters.first().map(|name| &**name).or_else(|| names().next());
        let first = first.unwrap_or_default();
        let last = self.parameters.last().map_or(first, |name| name);
        let usual = Roles::of(input.unwrap_or(first), output.unwrap_or(last));
        let sizes = (TYPICAL..=LARGEST_TRIED).chain((1..TYPICAL).rev());
        let Some(of) = sizes.into_iter().find_map(at) else { return Ok(usual) };
        // What is not understood is said of the size that is asked about.
        let words = self.usual(&of);
        let run = |roles, aim| {
            let most = MOST_WORK / 4;
            self.within(most, || self.execute(self.trial(&of, roles, Ports::ONE), aim, words))?.ok()
        };
        let Some(Outcome { found, .. }) = run(&usual, Aim::Probed) else { return Ok(usual) };
        let reads =
            |name: &str| found.read_first.contains(&self.buffer(name)) || self.made.contains(name);
        let writes = |name: &str| found.written.contains(&self.buffer(name));
        let those = |group: usize, is: &dyn Fn(&str) -> bool| {
            let all: Vec<&str> = groups[group].iter().copied().filter(|name| is(name)).collect();
            (!all.is_empty()).then_some((group, all))
        };
        let of_groups = |is: &dyn Fn(&str) -> bool| (0..3).find_map(|group| those(group, is));
        // What a parameter is for that is only read or written is clear; else what could be an output is one.
        let pure = |name: &str| writes(name) && !reads(name);
        let idle = |name: &str| !writes(name) && !reads(name);
        let inputs = match (input, of_groups(&reads), those(0, &idle)) {
            (Some(input), ..) => vec![input],
            (None, Some((0, all)), _) => all,
            // A local variable that is never set is not an input if a parameter could be one.
            (None, Some((2, all)), Some((_, idle))) if !self.made.contains(all[0]) => idle,
            (None, Some((_, all)), _) => vec![all[0]],
            (None, None, _) => vec![first],
        };
        let kinds = [&pure as &dyn Fn(&str) -> bool, &idle, &writes];
        let (outputs, clear) = match (output, kinds.into_iter().find_map(|is| those(0, is))) {
            (Some(output), _) => (vec![output], true),
            (None, Some((_, all))) => (all, true),
            (None, None) => {
                (of_groups(&writes).map_or_else(|| inputs.clone(), |(_, all)| all), false)
            }
        };
        let chosen = self.chosen(&of, [&inputs, &outputs], clear)?;
        // What is wrong is said of what the names promise.
        let ran = || run(&chosen, Aim::Tried);
        let is_right = || ran().is_some_and(|outcome| outcome.ran.faults.is_empty());
        let named = named.filter(|named| *named != chosen && !is_right());
        Ok(named.unwrap_or(chosen))
    }

    /// Of several readings the one that fits: where names do not say it, and one is right and one wrong, nobody knows.
    fn chosen(&self, of: &Instance, names: [&[&str]; 2], clear: bool) -> Judged<Roles> {
        let [inputs, outputs] = names;
        let with = |input| outputs.iter().map(move |output| Roles::of(input, output));
        let mut all: Vec<Roles> = inputs.iter().flat_map(|input| with(input)).collect();
        if all.len() > 1 {
            all.retain(|roles| roles.input != roles.output || !clear);
        }
        let (words, until) = (self.usual(of), self.work() + MOST_WORK / 4);
        let mut judged = Vec::new();
        for roles in all.iter().filter(|_| all.len() > 1) {
            let run = || self.execute(self.trial(of, roles, Ports::ONE), Aim::Tried, words);
            let left = until.saturating_sub(self.work());
            if let Some(Ok(ran)) = self.within(left, run) {
                judged.push((ran.ran.faults, roles));
            }
        }
        let fits = |(_, roles): &&(Vec<_>, &Roles)| roles.fits();
        let right = judged.iter().filter(|(faults, _)| faults.is_empty()).max_by_key(fits);
        let wrong = judged.iter().filter(|(faults, _)| !faults.is_empty()).max_by_key(fits);
        let best = all.iter().map(Roles::fits).max();
        let fitting: Vec<&Roles> = all.iter().filter(|roles| Some(roles.fits()) == best).collect();
        // A temporary variable is not the result if another variable could be.
        let is_better = |one: &Roles, other: &Roles| {
            Roles::is_usual(&one.output, OTHERS)
                && other.input != other.output
                && other.fits() > one.fits()
        };
        if let (Some((_, one)), Some((faults, other))) = (right, wrong)
            && (clear || is_better(one, other))
        {
            if let ([only], true) = (&fitting[..], clear) {
                return Ok((*only).clone());
            }
            let why = &faults[0].message;
            let Roles { input, output } = other;
            let (this, that) = (one.sentence(), other.sentence());
            let message = format!("with {this} the program is right, with {that} wrong: {why}");
            let this = format!("--in {} --out {}", one.input, one.output);
            let help = format!("which is meant? Name it: {this}, or --in {input} --out {output}");
            return Err(ProgramError::Open(Diagnostic::new(message).help(help)));
        }
        let worth = |(faults, roles): &&(Vec<_>, &Roles)| {
            (faults.is_empty(), roles.fits(), std::cmp::Reverse(faults.len()))
        };
        let chosen = judged.iter().max_by_key(worth).map(|(_, roles)| *roles);
        let chosen = chosen.or(all.first()).cloned();
        Ok(chosen.unwrap_or_else(|| Roles::of(inputs[0], outputs[0])))
    }
}
