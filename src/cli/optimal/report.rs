//! What `hockney optimal` prints: the front, the reasons, and what is open.

use serde_json::Value;

use super::{Found, OptimalArgs, PlannedPoint, files, words as in_m};
use crate::cli::prelude::*;
use hockney_optimal::{Cell, Corner, Reason};

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
pub(super) fn print(args: &OptimalArgs, found: &[Found], planned: &[PlannedPoint]) -> Result<()> {
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
        writeln!(out, "{}", heading::heading(&first.topology, &first.instance, None))?;
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
    Table::of(columns, front, |row| {
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
                Some(_) => Value::String(files::name(pieces, point.steps, point.rounds, "yaml")),
                None => files::document_of(schedule)?,
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
