//! A price that follows from a proof for all sizes: no message is looked at, however many there are.

use super::answer::Expected;
use super::proved::{Machine, write};
use crate::cli::args::CostArgs;
use crate::cli::failure::Failure;
use crate::cli::limit::Allowed;
use crate::cli::request::Asked;
use crate::cli::{Answer, choice, limit, machine, request};
use crate::collective::{Collective, Parameter, Ports};
use crate::cost::{Numbers, Switching};
use crate::planner::{self, Algorithm, Role};
use crate::proof::{self, Missing};
use crate::topology::MOST_NUMBERED;

/// The answer by proof where it was asked for, or where the machine is too large for any other;
/// `None` where schedules are looked at.
pub(super) fn instead(
    args: &CostArgs,
    numbers: &Numbers,
    expected: Option<&Expected>,
) -> Result<Option<Answer>, Failure> {
    let Some(name) = &args.collective else { return Ok(None) };
    let planned = args.schedule.is_none() && args.composition.is_none();
    if !planned || args.by_symmetry || args.every_message {
        return Ok(None);
    }
    let allowed = limit::allowed(&args.limit)?;
    let collective = request::collective_named(name)?;
    let machine = Machine::of(args);
    let large = machine.as_ref().is_some_and(|machine| machine.nodes > allowed.vertices);
    if !args.by_proof && !large {
        return Ok(None);
    }
    let Some(machine) = machine else {
        // Says what is wrong with the size, as every command does.
        let family = machine::topology(&args.ask.machine)?.family().name();
        return Err(Failure::input(format!("--by-proof is for families, and a {family} is none"))
            .help("leave out --by-proof"));
    };
    agree(args, &machine)?;
    if let Some(Expected::Formula { formula, .. }) = expected
        && formula.mentions("t_h")
    {
        return Err(Failure::input(
            "hops are not counted by proof, and the expected answer speaks of t_h",
        )
        .help("leave out its term in t_h"));
    }
    if let Some(option) = unsuited(args, collective, numbers)? {
        return Err(if args.by_proof {
            Failure::input(format!("{option} does not go with --by-proof")).help(
                "proofs are of all nodes with one port, cut-through and without hops; leave one out",
            )
        } else {
            Failure::NoAnswer(format!(
                "{} nodes are over the limit of {} vertices, and the answer by proof, for which \
                 there is no limit, does not go with {option}; {}",
                machine.nodes,
                allowed.vertices,
                limit::raised(machine.nodes.into(), Some(allowed.checker.messages))
            ))
        });
    }
    let algorithm = algorithm(args, collective, &machine, large)?;
    match proof::at_size(algorithm, machine.family, &machine.size()) {
        Ok(found) => write(args, &machine, algorithm, numbers, expected, &found).map(Some),
        Err(missing) => {
            Err(no_answer(collective, algorithm, &machine, large.then_some(allowed), &missing))
        }
    }
}

/// The answer by proof where a limit was reached, or both reasons why there is none.
pub(super) fn beyond(
    args: &CostArgs,
    numbers: &Numbers,
    expected: Option<&Expected>,
    limit: String,
) -> Result<Answer, Failure> {
    let collective = request::collective_named(args.collective.as_deref().unwrap_or_default())?;
    let Some(machine) = Machine::of(args) else { return Err(Failure::NoAnswer(limit)) };
    if unsuited(args, collective, numbers)?.is_some() {
        return Err(Failure::NoAnswer(limit));
    }
    let algorithm = algorithm(args, collective, &machine, false)?;
    match proof::at_size(algorithm, machine.family, &machine.size()) {
        Ok(found) => write(args, &machine, algorithm, numbers, expected, &found),
        Err(missing) => Err(Failure::NoAnswer(format!(
            "{limit}; by proof there is no answer either: {missing}{}",
            others(collective, &machine)
        ))),
    }
}

/// What is said twice must be the same.
fn agree(args: &CostArgs, machine: &Machine) -> Result<(), Failure> {
    let (nodes, d) = (&args.ask.machine.nodes, args.ask.machine.dimension);
    let nodes = nodes.as_deref().map(machine::whole_number).transpose()?;
    let one = machine.sizes.len() == 1;
    let wrong = nodes.is_some_and(|nodes| nodes != machine.nodes)
        || (one && d.is_some() && d != machine.dimension());
    if wrong {
        let p = machine.nodes;
        return Err(Failure::input(format!(
            "{} has {p} nodes, and -p or -d says another number",
            machine.name()
        ))
        .help("leave out -p and -d"));
    }
    Ok(())
}

/// The first option that no proof speaks of.
fn unsuited(
    args: &CostArgs,
    collective: &'static Collective,
    numbers: &Numbers,
) -> Result<Option<&'static str>, Failure> {
    let of = &args.ask.operation;
    request::takes(collective, of)?;
    let options = [
        ("--among", of.among.is_some()),
        ("--pieces", of.pieces.is_some()),
        ("--ports all", of.ports == Ports::All),
        ("--order", args.ask.algorithm.order.is_some()),
        ("--contention", args.contention),
        ("--switching store-and-forward", args.switching == Switching::StoreAndForward),
        ("--th", !numbers.t_h.is_zero()),
        ("-a best", args.ask.algorithm.algorithm.as_deref() == Some("best")),
    ];
    Ok(options.into_iter().find_map(|(option, given)| given.then_some(option)))
}

/// The algorithm that is named, or the default; of a machine too large to plan on the textbook's.
fn algorithm(
    args: &CostArgs,
    collective: &'static Collective,
    machine: &Machine,
    large: bool,
) -> Result<&'static Algorithm, Failure> {
    let (family, name) = (machine.family, collective.name());
    let known =
        || planner::algorithms().filter(move |a| a.collective() == name && a.on(family).is_some());
    if !large {
        let asked = Asked::of(name, &args.ask)?;
        let (numbers, cut) = (Numbers::default(), crate::compare::Cut::default());
        return choice::algorithm(asked.algorithm, asked.question.request(), &numbers, cut);
    }
    let textbook = |a: &&Algorithm| a.on(family).is_some_and(|u| u.role == Role::Textbook);
    let found = match &args.ask.algorithm.algorithm {
        Some(wanted) => known().find(|a| a.name() == wanted),
        None => known().find(textbook),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = known().map(Algorithm::name).collect();
        let those = format!("those for {} are {}", family.name(), names.join(", "));
        match &args.ask.algorithm.algorithm {
            Some(wanted) => Failure::input(format!(
                "there is no algorithm `{wanted}` for {name} on {}",
                family.name()
            ))
            .help(those),
            None => Failure::NoAnswer(format!(
                "{} has {} nodes, and which algorithm of {name} has the fewest steps there is not \
                 looked for; name one with -a{}",
                machine.name(),
                machine.nodes,
                others(collective, machine)
            )),
        }
    })
}

/// Why there is no answer, and what to do.
fn no_answer(
    collective: &'static Collective,
    algorithm: &Algorithm,
    machine: &Machine,
    allowed: Option<Allowed>,
    missing: &Missing,
) -> Failure {
    let by = format!("{} by {} on {}", collective.name(), algorithm.name(), machine.name());
    let others = others(collective, machine);
    let Some(allowed) = allowed else {
        return Failure::NoAnswer(format!(
            "{by} has no answer by proof: {missing}; leave out --by-proof{others}"
        ));
    };
    // Whoever moves nothing may move nothing; all others must reach all nodes but one.
    let moves = matches!(collective.parameter(), Some(Parameter::By | Parameter::Map));
    let (nodes, least) = (machine.nodes, if moves { 0 } else { machine.nodes - 1 });
    let needed = if moves { String::new() } else { format!(" and at least {least} messages") };
    let (vertices, messages) = (allowed.vertices, allowed.checker.messages);
    let raised = if nodes <= MOST_NUMBERED {
        format!("; {}", limit::raised(nodes.into(), Some(messages)))
    } else {
        String::new()
    };
    Failure::NoAnswer(format!(
        "{by} has {nodes} nodes{needed} to look at, and {vertices} vertices and {messages} messages \
         are allowed{raised}; by proof there is no answer: {missing}{others}"
    ))
}

/// The algorithms of a collective that are answered by proof at this size.
fn others(collective: &'static Collective, machine: &Machine) -> String {
    let family = machine.family;
    let answers = |a: &&Algorithm| {
        a.collective() == collective.name()
            && a.on(family).is_some()
            && proof::at_size(a, family, &machine.size()).is_ok()
    };
    let names: Vec<String> =
        planner::algorithms().filter(answers).map(|a| format!("-a {}", a.name())).collect();
    if names.is_empty() {
        return format!(
            "; `hockney prove {} -t {}` says what is proved",
            collective.name(),
            family.name()
        );
    }
    format!("; with {} there is one by proof", names.join(" or "))
}
