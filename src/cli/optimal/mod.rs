//! `hockney optimal`: the least steps and words of all schedules on a small machine, with reasons.

mod files;
mod report;
pub(crate) mod solver;
pub(crate) mod verify;

use super::prelude::*;
use hockney_core::checker::check;
use hockney_optimal::{
    Cell, Front, NotSearched, Point, SearchPlan, Searched, Task, VERSION, front, size,
};
use hockney_plan::planner;
use solver::Runner;

/// What to search.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney optimal all-gather -t linear-array:7
  hockney optimal broadcast -t ring:5 --pieces 1,2,3
  hockney optimal all-gather -t ring:7 -o optimum && hockney check optimum/optimum.yaml")]
pub(crate) struct OptimalArgs {
    /// The collective, by its MPI or textbook name.
    pub(crate) collective: String,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    /// The root: a number, bits on a hypercube, coordinates on a grid [default: 0].
    #[arg(long, value_name = "R", help_heading = "Collective")]
    pub(crate) root: Option<String>,
    /// The numbers of pieces per block, such as 1,2,3.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "1",
        help_heading = "Collective"
    )]
    pub(crate) pieces: Vec<u32>,
    /// How many messages a node may send and receive in a step. With all ports, messages are between
    /// neighbours.
    #[arg(long, value_name = "one|all", default_value_t, help_heading = "Collective")]
    pub(crate) ports: Ports,
    /// The numbers of steps, such as 4..6 or 5 [default: all that can save words].
    #[arg(long, value_name = "S..T", help_heading = "Search")]
    pub(crate) steps: Option<String>,
    /// Only messages between neighbours.
    #[arg(long, help_heading = "Search")]
    pub(crate) neighbours: bool,
    /// Another solver that prints as in competitions and writes binary LRAT, such as 'cadical --lrat
    /// {cnf} {proof}'.
    #[arg(long, value_name = "CMD", help_heading = "Search", hide_short_help = true)]
    pub(crate) solver: Option<String>,
    /// Time per hop t_h; the search knows only 0.
    #[arg(long, value_name = "TIME", hide = true)]
    pub(crate) th: Option<String>,
    /// Switching; the search knows only cut-through.
    #[arg(long, value_name = "WORD", hide = true)]
    pub(crate) switching: Option<String>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Write optimum.yaml, schedules, formulas and proofs to this folder.
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: ReportFormat,
}

/// The front for one number of pieces.
struct Found {
    searched: Searched,
    front: Front,
    /// The schedules of its points, in their order. The checker accepted each.
    schedules: Vec<Schedule>,
}

pub(crate) fn run(args: &OptimalArgs) -> Result<Answer> {
    let collective = request::collective_named(&args.collective)?;
    if let Some(text) = request::reading(&args.collective, collective) {
        note(&text);
    }
    only_the_model(args)?;
    let (from, to) = steps(args.steps.as_deref())?;
    let allowed = Allowed { looks: false, ..allowed(&args.limit)? };
    let operation =
        OperationArgs { root: args.root.clone(), ports: args.ports, ..OperationArgs::default() };
    let of =
        Options { machine: &args.machine, operation: &operation, links: &[], allowed: &allowed };
    let question = of.question(collective)?;
    let mut pieces = args.pieces.clone();
    pieces.sort_unstable();
    pieces.dedup();
    let mut asked = Vec::new();
    for pieces in pieces {
        let instance = question.instance().clone().with_pieces(pieces)?;
        let searched = Searched::of(question.machine(), &instance, args.ports, args.neighbours);
        asked.push(searched.map_err(|refusal| refused(&refusal))?);
    }
    let mut runner = Runner::new(args.solver.as_deref(), allowed.search.seconds)?;
    let literals = usize::try_from(allowed.literals).unwrap_or(usize::MAX);
    let plan = SearchPlan { from, to, clauses: allowed.clauses, literals };
    let mut found = Vec::new();
    let mut planned = Vec::new();
    for searched in asked {
        let of_planner = PlannedPoint::all(&searched, &allowed.checker);
        let known: Vec<Point> =
            of_planner.iter().filter_map(|plan| plan.point(&searched)).collect();
        let says = |task: &Task, cell: Cell| comment(&searched, task, cell);
        let front = front(&searched.task, plan, &known, &mut runner, &says)?;
        let schedule = |point: &Point| certified(&searched, &of_planner, point);
        let schedules = front.points.iter().map(schedule).collect::<Result<_>>()?;
        planned.extend(of_planner);
        found.push(Found { searched, front, schedules });
    }
    if let Some(folder) = &args.output {
        files::write(folder, &found, &runner.kept)?;
    }
    report::print(args, &found, &planned)?;
    let open = found.iter().any(|found| !found.front.open.is_empty());
    Ok(if open { Answer::Open } else { Answer::Yes })
}

/// The lines at the head of a formula.
fn comment(searched: &Searched, task: &Task, cell: Cell) -> String {
    let claim = searched.claim(cell);
    let relaxed = if *task == searched.task {
        ""
    } else {
        "\nrelaxed: the formula asks only whether the blocks of an all-gather can spread"
    };
    format!("hockney optimum, encoding {VERSION}\nif this has no model: {claim}{relaxed}")
}

fn refused(refusal: &NotSearched) -> Failure {
    let failure = Failure::input(format!("{refusal}"));
    match refusal {
        NotSearched::Nodes { .. } => Failure::NoAnswer(refusal.to_string()),
        NotSearched::Classes(_) => failure.help("name a machine whose links are alike"),
        NotSearched::Collective(_) => failure.help(
            "broadcast, reduce, all-gather, reduce-scatter, all-reduce, scatter, gather and all-to-all are searched",
        ),
        NotSearched::Ports(_) | NotSearched::CombinedPorts => failure.help("write --ports one"),
        NotSearched::NotJoined(_) => failure.help("leave out --neighbours and --ports all"),
    }
}

/// Refuses what the model of the search does not have.
fn only_the_model(args: &OptimalArgs) -> Result<()> {
    let zero = |text: &str| text.trim_start_matches(['0', '.']).is_empty();
    if let Some(t_h) = args.th.as_deref().filter(|text| !zero(text)) {
        let message = format!("--th {t_h}: the search counts steps and words, not hops");
        return Err(Failure::input(message).help("leave out --th: t_h is 0"));
    }
    if let Some(word) = args.switching.as_deref().filter(|word| *word != "cut-through") {
        let message = format!("--switching {word}: the search counts words once, not at each hop");
        return Err(Failure::input(message).help("leave out --switching: it is cut-through"));
    }
    Ok(())
}

/// `4..6` or `5`.
fn steps(text: Option<&str>) -> Result<(u32, Option<u32>)> {
    let Some(text) = text else { return Ok((0, None)) };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str| part.trim().parse::<u32>().ok();
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok((from, Some(to))),
        _ => Err(Failure::input(format!("--steps {text} is not a range of steps"))
            .help("write two whole numbers, the smaller one first, such as --steps 4..6")),
    }
}

/// The schedule of a point, which the checker must accept and measure as the search did.
fn certified(searched: &Searched, planned: &[PlannedPoint], point: &Point) -> Result<Schedule> {
    let of_planner = planned.iter().find(|plan| plan.point(searched).as_ref() == Some(point));
    let schedule = match of_planner {
        Some(plan) => plan.schedule.clone(),
        None => searched.schedule(&point.messages),
    };
    let wrong = |what: String| {
        let (steps, rounds) = (point.steps, point.rounds);
        Failure::NoAnswer(format!(
            "the schedule that was found in {steps} steps with {rounds} pieces {what}; this is a defect of the program"
        ))
    };
    let found = measured(&schedule, searched, &Limits::default()).map_err(wrong)?;
    if found != (point.steps, point.rounds) {
        return Err(wrong(format!("has {} steps with {} pieces", found.0, found.1)));
    }
    Ok(schedule)
}

/// The steps of a schedule, and the pieces in the largest messages of its steps together; or why it is not one of those that are
/// searched.
fn measured(
    schedule: &Schedule,
    searched: &Searched,
    limits: &Limits,
) -> Result<(u32, u32), String> {
    let checked = check(schedule, limits).map_err(|why| format!("is not judged: {why}"))?;
    if !checked.report().is_valid() {
        return Err("is not valid: `hockney check` lists why".to_owned());
    }
    let measures = checked.report().measures.first().map_or(&[][..], |steps| steps);
    if searched.task.neighbours && measures.iter().any(|step| step.hops() > 1) {
        return Err("has messages between nodes that are not neighbours".to_owned());
    }
    Ok(size(measures))
}

/// So many pieces in units of m.
fn words(rounds: u32, pieces: u32) -> Rational {
    Rational::ratio(u64::from(rounds), u64::from(pieces)).unwrap_or_default()
}

/// A valid schedule of an algorithm.
pub(super) struct PlannedPoint {
    pub(super) schedule: Schedule,
    pieces: u32,
    pub(super) steps: u32,
    rounds: u32,
}

impl PlannedPoint {
    /// The valid schedules of all algorithms of the collective, each also in whole blocks, in the order of the
    /// registry.
    fn all(searched: &Searched, limits: &Limits) -> Vec<PlannedPoint> {
        let instance = &searched.instance;
        let mut planned = Vec::new();
        for pieces in [1, instance.pieces] {
            let Ok(instance) = instance.clone().with_pieces(pieces) else { continue };
            let question = Question::of(searched.topology.clone(), instance);
            let question = question.with_ports(searched.ports);
            let nodes = searched.topology.nodes();
            // The table of optima is what this search must find by itself.
            for algorithm in planner::algorithms_for(question.collective().name(), nodes) {
                let Ok(plan) = question.plan_by(algorithm) else { continue };
                let schedule = plan.schedule();
                let Ok((steps, rounds)) = measured(&schedule, searched, limits) else { continue };
                let pieces = plan.question().instance().pieces;
                planned.push(PlannedPoint { schedule, pieces, steps, rounds });
            }
            if searched.instance.pieces == 1 {
                break;
            }
        }
        planned
    }

    /// Its words, in m.
    pub(super) fn words(&self) -> Rational {
        words(self.rounds, self.pieces)
    }

    /// The point that it is, if it has the pieces that are searched.
    pub(super) fn point(&self, searched: &Searched) -> Option<Point> {
        let same = self.pieces == searched.task.pieces;
        let (steps, rounds) = (self.steps, self.rounds);
        same.then(|| Point { steps, rounds, messages: Vec::new() })
    }
}
