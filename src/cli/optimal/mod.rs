//! `hockney optimal`: the least steps and words of all schedules on a small machine, with reasons.
//!
//! `-o DIR` writes the certificate with its schedules, formulas and proofs. Each file is written whole or not at all.

pub(crate) mod solver;
pub(crate) mod verify;

use std::io::{self, BufReader};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::prelude::*;
use hockney_core::checker::check;
use hockney_optimal::certificate::{FORMAT, OF_GOSSIP, OF_THE_CELL};
use hockney_optimal::{
    Cell, Corner, Front, NotSearched, Point, Reason, SearchPlan, Searched, Task, VERSION, front,
    hex, size,
};
use solver::{Kept, Runner};

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

pub(crate) fn run(args: &OptimalArgs) -> Result<ExitAnswer> {
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
        write_files(folder, &found, &runner.kept)?;
    }
    print(args, &found, &planned)?;
    let open = found.iter().any(|found| !found.front.open.is_empty());
    Ok(if open { ExitAnswer::Open } else { ExitAnswer::Yes })
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
        NotSearched::Nodes { .. } => Failure::no_answer(refusal.to_string()),
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
        Failure::no_answer(format!(
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
fn in_m(rounds: u32, pieces: u32) -> Rational {
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
        in_m(self.rounds, self.pieces)
    }

    /// The point that it is, if it has the pieces that are searched.
    pub(super) fn point(&self, searched: &Searched) -> Option<Point> {
        let same = self.pieces == searched.task.pieces;
        let (steps, rounds) = (self.steps, self.rounds);
        same.then(|| Point { steps, rounds, messages: Vec::new() })
    }
}

/// A point that no other beats, of all numbers of pieces.
#[derive(Serialize)]
struct PointRow {
    steps: u32,
    words: Rational,
    pieces: u32,
    /// Why fewer words are not enough with these pieces.
    reason: String,
    /// The words of the best planned schedule of at most so many steps.
    planner: Option<Rational>,
    saving: Option<String>,
    /// The file, or the document where no folder is written.
    schedule: Value,
}

/// `8.0 MB`, `61 kB`.
fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{} kB", count / 1_000),
        _ => format!("{}.{} MB", count / 1_000_000, count / 100_000 % 10),
    }
}

/// Why there is nothing in a corner.
fn reason(reason: &Reason, pieces: u32) -> String {
    let of = if pieces == 1 { "1 piece".to_owned() } else { format!("{pieces} pieces") };
    match reason {
        Reason::Lemma(lemma) if lemma.is_for_any_pieces() => {
            format!("{} (lemma, any pieces)", lemma.why())
        }
        Reason::Lemma(lemma) => format!("{} (lemma, {of})", lemma.why()),
        Reason::Refuted(found) => {
            let (variables, proof) = (found.variables, bytes(found.bytes));
            format!("refuted for {of}: {variables} variables, proof {proof}, checked")
        }
        Reason::NoGossip(found) => format!(
            "not even an all-gather can end: refuted for any pieces, {} variables, proof {}, checked",
            found.variables,
            bytes(found.bytes)
        ),
    }
}

/// The corner that excludes fewer pieces than a point has in as many steps.
fn below(found: &Found, steps: u32, rounds: u32) -> Option<&Corner> {
    let less = Cell { steps, rounds: Some(rounds.checked_sub(1)?) };
    let corners = &found.front.corners;
    let stated = corners.iter().find(|corner| corner.cell.contains(less));
    stated.or_else(|| corners.iter().find(|corner| corner.cell.covers(less)))
}

/// Prints what was found: the front, the reasons, and what is open.
fn print(args: &OptimalArgs, found: &[Found], planned: &[PlannedPoint]) -> Result<()> {
    let Some(Found { searched: first, .. }) = found.first() else { return Ok(()) };
    let mut front = Vec::new();
    for of in found {
        front.extend(points(of, planned, args.output.as_deref())?);
    }
    front.sort_by(|a, b| (a.steps, &a.words, a.pieces).cmp(&(b.steps, &b.words, b.pieces)));
    let mut best: Option<Rational> = None;
    front.retain(|row| {
        let better = best.as_ref().is_none_or(|best| row.words < *best);
        if better {
            best = Some(row.words.clone());
        }
        better
    });
    let corners = || found.iter().flat_map(|of| of.front.corners.iter().map(move |c| (of, c)));
    let no_fewer = corners().map(|(of, corner)| corner_row(of, corner));
    let gaps = || found.iter().flat_map(|of| of.front.open.iter().map(move |gap| (of, gap)));
    let open = gaps().map(|(of, gap)| {
        let (pieces, steps) = (of.searched.task.pieces, gap.steps);
        let at_most = gap.high.map(|high| in_m(high, pieces));
        row! { pieces, steps, at_least: in_m(gap.low, pieces), at_most }
    });
    let (open, no_fewer): (Vec<_>, Vec<_>) = (open.collect(), no_fewer.collect());
    let (collective, topology) = (first.instance.collective.name(), first.topology.to_string());
    // The class of schedules is what the claims are about.
    let class = first.class();
    let report = row! {
        format: "hockney/optimal/v1", collective, topology, class: &class, front: &front, no_fewer, open,
    };
    output::print(None, args.format, &report, &mut |out| {
        writeln!(out, "{}", report::heading(&first.topology, &first.instance, None))?;
        writeln!(out, "{class}\n")?;
        let many = found.len() > 1 || front.iter().any(|row| row.pieces > 1);
        write_front(out, &front, many)?;
        writeln!(out, "\nproved:")?;
        for (of, corner) in corners() {
            writeln!(out, "- {}", of.searched.claim(corner.cell))?;
            writeln!(out, "  {}", reason(&corner.reason, of.searched.task.pieces))?;
        }
        if gaps().next().is_some() {
            writeln!(
                out,
                "\nopen, because a limit was reached (--limit clauses=.. or seconds=..):"
            )?;
        }
        for (of, gap) in gaps() {
            let (steps, pieces) = (gap.steps, of.searched.task.pieces);
            let known = |most| format!("at most {} m", in_m(most, pieces));
            let most = gap.high.map_or_else(|| "no schedule is known".to_owned(), known);
            let least = in_m(gap.low, pieces);
            writeln!(out, "- {steps} steps, pieces: {pieces}: at least {least} m words, {most}")?;
        }
        Ok(())
    })
}

fn write_front(out: &mut dyn Write, front: &[PointRow], many: bool) -> Result<()> {
    let columns = [
        number("steps"),
        number("words"),
        number("pieces").only_if(many),
        number("planner"),
        number("saving"),
        words("why no fewer words").wraps(),
    ];
    PageTable::of(columns, front, |row| {
        let of_m = |words: &Rational| format!("{words} m");
        [
            row.steps.to_string(),
            of_m(&row.words),
            row.pieces.to_string(),
            page::or_dash(row.planner.as_ref(), of_m),
            row.saving.clone().unwrap_or_else(|| "-".to_owned()),
            row.reason.clone(),
        ]
    })
    .write(out)
}

fn points(of: &Found, planned: &[PlannedPoint], folder: Option<&Path>) -> Result<Vec<PointRow>> {
    let pieces = of.searched.task.pieces;
    let mut rows = Vec::new();
    for (point, schedule) in of.front.points.iter().zip(&of.schedules) {
        let size = in_m(point.rounds, pieces);
        let enough = planned.iter().filter(|plan| plan.steps <= point.steps);
        let best = enough.map(PlannedPoint::words).min();
        let saving = best.as_ref().filter(|best| **best > size).and_then(|best| {
            let share = (best.clone() - size.clone()).checked_div(best)?;
            let percent = (share * Rational::from(100_u64)).floor();
            Some(format!("{percent}%"))
        });
        let why = below(of, point.steps, point.rounds);
        rows.push(PointRow {
            steps: point.steps,
            pieces,
            reason: why.map_or_else(|| "open".to_owned(), |corner| reason(&corner.reason, pieces)),
            planner: best,
            saving,
            schedule: match folder {
                Some(_) => Value::String(file_name(pieces, point.steps, point.rounds, "yaml")),
                None => document_of(schedule)?,
            },
            words: size,
        });
    }
    Ok(rows)
}

fn corner_row(of: &Found, corner: &Corner) -> impl Serialize + use<> {
    let pieces = of.searched.task.pieces;
    let Cell { steps, rounds } = corner.cell;
    let proof = match &corner.reason {
        Reason::Lemma(_) => None,
        Reason::Refuted(found) | Reason::NoGossip(found) => Some(found),
    };
    row! {
        pieces,
        // At most so many steps; null for any number.
        steps: Some(steps).filter(|steps| *steps != u32::MAX),
        // Fewer than so many words, in m; null for messages of any size.
        fewer_than: rounds.map(|rounds| in_m(rounds + 1, pieces)),
        reason: reason(&corner.reason, pieces),
        claim: of.searched.claim(corner.cell),
        variables: proof.map(|proof| proof.variables),
        clauses: proof.map(|proof| proof.clauses),
        proof_bytes: proof.map(|proof| proof.bytes),
    }
}

/// The name of a certificate in its folder.
const CERTIFICATE: &str = "optimum.yaml";

/// The name of a file of the certificate.
fn file_name(pieces: u32, steps: u32, rounds: u32, ending: &str) -> String {
    format!("steps-{steps}-rounds-{rounds}-pieces-{pieces}.{ending}")
}

/// Writes all files to a folder, the certificate last.
fn write_files(folder: &Path, found: &[Found], kept: &[Kept]) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::cannot(&format!("write to {}", folder.display()), &error)
            .help("name a folder that can be made and written to")
    })?;
    let (mut points, mut no_fewer, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for of in found {
        let pieces = of.searched.task.pieces;
        for (point, schedule) in of.front.points.iter().zip(&of.schedules) {
            let (steps, rounds) = (point.steps, point.rounds);
            let file = file_name(pieces, steps, rounds, "yaml");
            let header = Header { generator: Some(GENERATOR.to_owned()), ..Header::default() };
            output::write_to(Some(&folder.join(&file)), &mut |out| {
                Ok(document::write(out, &header, schedule, Notation::Yaml)?)
            })?;
            points.push(
                json!({"pieces": pieces, "steps": steps, "rounds": rounds, "schedule": file}),
            );
        }
        for corner in &of.front.corners {
            no_fewer.push(entry(folder, of, corner, kept)?);
        }
        open.extend(of.front.open.iter().map(|gap| {
            let (steps, low) = (gap.steps, in_m(gap.low, pieces));
            format!("{steps} steps with {pieces} pieces need at least {low} m words")
        }));
    }
    let Some(first) = found.first() else { return Ok(()) };
    // A document without messages has the machine and the collective as documents write them.
    let head = document_of(&first.searched.schedule(&[]))?;
    let part = |key: &str| head.get(key).cloned().unwrap_or_default();
    let (topology, collective) = (part("topology"), part("collective"));
    let ports = first.searched.ports.to_string();
    let routes = if first.searched.task.neighbours { "neighbours" } else { "any" };
    let open = (!open.is_empty()).then(|| row! { open });
    let certificate = row! {
        format: FORMAT, encoding: VERSION, topology, collective, ports, routes,
        generator: GENERATOR, points, no_fewer, #[serde(flatten)] open,
    };
    output::write_to(Some(&folder.join(CERTIFICATE)), &mut |out| {
        output::write_report(out, ReportFormat::Yaml, &certificate)
    })
}

fn entry(folder: &Path, of: &Found, corner: &Corner, kept: &[Kept]) -> Result<Value> {
    let pieces = of.searched.task.pieces;
    let (steps, rounds) = (corner.cell.steps, corner.cell.rounds);
    let any = || Value::from("any");
    let mut entry = json!({
        "pieces": pieces,
        "steps": if steps == u32::MAX { any() } else { steps.into() },
        "rounds": rounds.map_or_else(any, Value::from),
        "claim": of.searched.claim(corner.cell),
    });
    let (formula, found) = match &corner.reason {
        Reason::Lemma(lemma) => {
            entry["lemma"] = lemma.name().into();
            return Ok(entry);
        }
        Reason::Refuted(found) => (OF_THE_CELL, found),
        Reason::NoGossip(found) => (OF_GOSSIP, found),
    };
    let rounds = rounds.map_or_else(|| "any".to_owned(), |rounds| rounds.to_string());
    let stem = format!("no-steps-{steps}-rounds-{rounds}-pieces-{pieces}");
    let (cnf, proof) = (format!("{stem}.cnf"), format!("{stem}.lrat"));
    let gone = || Failure::no_answer("a proof is missing");
    let kept = kept.get(found.proof).ok_or_else(gone)?;
    entry["refuted"] = json!({
        "formula": formula,
        "cnf_sha256": copied(&kept.formula, &folder.join(&cnf))?,
        "proof_sha256": copied(&kept.proof, &folder.join(&proof))?,
        "cnf": cnf,
        "proof": proof,
    });
    Ok(entry)
}

/// Copies a file, and returns its digest.
fn copied(from: &Path, to: &Path) -> Result<String> {
    output::write_to(Some(to), &mut |out| {
        let mut file = File::open(from)?;
        Ok(io::copy(&mut file, out).map(|_| ())?)
    })?;
    Ok(digest(&mut BufReader::new(File::open(to)?))?)
}

/// The SHA-256 of a text.
pub(super) fn digest(from: &mut dyn Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = [0; 1 << 14];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            count => hash.update(&buffer[..count]),
        }
    }
}

/// The document of a schedule.
pub(super) fn document_of(schedule: &Schedule) -> Result<Value> {
    let header = Header { generator: Some(GENERATOR.to_owned()), ..Header::default() };
    let mut text = Vec::new();
    document::write(&mut text, &header, schedule, Notation::Json)?;
    Ok(serde_json::from_slice(&text).map_err(std::io::Error::from)?)
}
