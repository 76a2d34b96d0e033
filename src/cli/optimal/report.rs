//! What `hockney optimal` prints: the front, the reasons, and what is open.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::super::failure::Result;
use super::super::heading;
use super::super::table::{Table, numbers, words as text};
use super::{Found, Planned, files, words};
use hockney_base::number::Rational;
use hockney_optimal::{Cell, Corner, Reason};

/// The answer as JSON and YAML.
#[derive(Serialize)]
pub(super) struct Report {
    collective: &'static str,
    topology: String,
    /// The schedules that the claims are about.
    class: &'static str,
    /// The points that no other beats, of all numbers of pieces.
    front: Vec<PointRow>,
    no_fewer: Vec<CornerRow>,
    open: Vec<OpenRow>,
}

#[derive(Serialize)]
struct PointRow {
    steps: u32,
    words: String,
    pieces: u32,
    /// Why fewer words are not enough with these pieces.
    reason: String,
    /// The words of the best planned schedule of at most so many steps.
    planner: Option<String>,
    saving: Option<String>,
    /// The file, or the document where no folder is written.
    schedule: Value,
    #[serde(skip)]
    size: Rational,
}

#[derive(Serialize)]
struct CornerRow {
    pieces: u32,
    /// At most so many steps; null for any number.
    steps: Option<u32>,
    /// Fewer than so many words, in m; null for messages of any size.
    fewer_than: Option<String>,
    reason: String,
    claim: String,
    variables: Option<usize>,
    clauses: Option<usize>,
    proof_bytes: Option<u64>,
}

#[derive(Serialize)]
struct OpenRow {
    pieces: u32,
    steps: u32,
    at_least: String,
    at_most: Option<String>,
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
        Reason::NoGossip(found) => {
            let (variables, proof) = (found.variables, bytes(found.bytes));
            format!(
                "not even an all-gather can end: refuted for any pieces, {variables} variables, proof {proof}, checked"
            )
        }
    }
}

/// The corner that excludes fewer pieces than a point has in as many steps.
fn below(found: &Found, steps: u32, rounds: u32) -> Option<&Corner> {
    let less = Cell { steps, rounds: Some(rounds.checked_sub(1)?) };
    let corners = &found.front.corners;
    let stated = corners.iter().find(|corner| corner.cell.contains(less));
    stated.or_else(|| corners.iter().find(|corner| corner.cell.covers(less)))
}

impl Report {
    pub(super) fn of(found: &[Found], planned: &[Planned], folder: Option<&Path>) -> Result<Self> {
        let mut front = Vec::new();
        for of in found {
            front.extend(points(of, planned, folder)?);
        }
        front.sort_by(|a, b| (a.steps, &a.size, a.pieces).cmp(&(b.steps, &b.size, b.pieces)));
        let mut best: Option<Rational> = None;
        front.retain(|row| {
            let better = best.as_ref().is_none_or(|best| row.size < *best);
            if better {
                best = Some(row.size.clone());
            }
            better
        });
        let corners = found.iter().flat_map(|of| of.front.corners.iter().map(move |c| (of, c)));
        let no_fewer = corners.map(|(of, corner)| corner_row(of, corner)).collect();
        let gaps = found.iter().flat_map(|of| of.front.open.iter().map(move |gap| (of, gap)));
        let open = gaps.map(|(of, gap)| {
            let pieces = of.searched.task.pieces;
            let size = |rounds| words(rounds, pieces).to_string();
            let (at_least, at_most) = (size(gap.low), gap.high.map(size));
            OpenRow { pieces, steps: gap.steps, at_least, at_most }
        });
        let open = open.collect();
        let first = &found.first().map(|of| &of.searched);
        Ok(Report {
            collective: first.map_or("", |of| of.instance().collective.name()),
            topology: first.map_or_else(String::new, |of| of.topology().to_string()),
            class: first.map_or("", |of| of.class()),
            front,
            no_fewer,
            open,
        })
    }

    pub(super) fn write(&self, out: &mut dyn Write, found: &[Found]) -> Result<()> {
        if let Some(of) = found.first() {
            writeln!(out, "{}", heading::heading(of.searched.topology(), of.searched.instance()))?;
            writeln!(out, "{}\n", self.class)?;
        }
        let many = found.len() > 1 || self.front.iter().any(|row| row.pieces > 1);
        let columns = [
            numbers("steps"),
            numbers("words"),
            numbers("pieces").only_if(many),
            numbers("planner"),
            numbers("saving"),
            text("why no fewer words").wraps(),
        ];
        let table = Table::of(columns, &self.front, |row| {
            let in_m = |words: &String| format!("{words} m");
            [
                row.steps.to_string(),
                in_m(&row.words),
                row.pieces.to_string(),
                row.planner.as_ref().map_or_else(|| "-".to_owned(), in_m),
                row.saving.clone().unwrap_or_else(|| "-".to_owned()),
                row.reason.clone(),
            ]
        });
        table.write(out)?;
        writeln!(out, "\nproved:")?;
        for row in &self.no_fewer {
            writeln!(out, "- {}", row.claim)?;
            writeln!(out, "  {}", row.reason)?;
        }
        if !self.open.is_empty() {
            writeln!(
                out,
                "\nopen, because a limit was reached (--limit clauses=.. or seconds=..):"
            )?;
        }
        for row in &self.open {
            let most = row.at_most.as_ref();
            let most = most
                .map_or_else(|| "no schedule is known".to_owned(), |m| format!("at most {m} m"));
            let (steps, pieces, least) = (row.steps, row.pieces, &row.at_least);
            writeln!(out, "- {steps} steps, pieces: {pieces}: at least {least} m words, {most}")?;
        }
        Ok(())
    }
}

fn points(of: &Found, planned: &[Planned], folder: Option<&Path>) -> Result<Vec<PointRow>> {
    let pieces = of.searched.task.pieces;
    let mut rows = Vec::new();
    for (point, schedule) in of.front.points.iter().zip(&of.schedules) {
        let size = words(point.rounds, pieces);
        let enough = planned.iter().filter(|plan| plan.steps <= point.steps);
        let best = enough.map(Planned::words).min();
        let saving = best.as_ref().filter(|best| **best > size).and_then(|best| {
            let share = (best.clone() - size.clone()).checked_div(best)?;
            let percent = (share * Rational::from(100_u64)).floor();
            Some(format!("{percent}%"))
        });
        let why = below(of, point.steps, point.rounds);
        rows.push(PointRow {
            steps: point.steps,
            words: size.to_string(),
            pieces,
            reason: why.map_or_else(|| "open".to_owned(), |corner| reason(&corner.reason, pieces)),
            planner: best.map(|best| best.to_string()),
            saving,
            schedule: match folder {
                Some(_) => Value::String(files::name(pieces, point.steps, point.rounds, "yaml")),
                None => files::document_of(schedule)?,
            },
            size,
        });
    }
    Ok(rows)
}

fn corner_row(of: &Found, corner: &Corner) -> CornerRow {
    let pieces = of.searched.task.pieces;
    let Cell { steps, rounds } = corner.cell;
    let proof = match &corner.reason {
        Reason::Lemma(_) => None,
        Reason::Refuted(found) | Reason::NoGossip(found) => Some(found),
    };
    CornerRow {
        pieces,
        steps: Some(steps).filter(|steps| *steps != u32::MAX),
        fewer_than: rounds.map(|rounds| words(rounds + 1, pieces).to_string()),
        reason: reason(&corner.reason, pieces),
        claim: of.searched.claim(corner.cell),
        variables: proof.map(|proof| proof.variables),
        clauses: proof.map(|proof| proof.clauses),
        proof_bytes: proof.map(|proof| proof.bytes),
    }
}
