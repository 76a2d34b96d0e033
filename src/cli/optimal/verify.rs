//! `hockney check DIR/optimum.yaml`: every claim of a certificate is derived again.

use std::io::BufReader;

use super::{comment, digest, in_m, measured};
use crate::cli::prelude::*;
use hockney_optimal::certificate::{
    Certificate, ClaimedCorner, ClaimedPoint, ClaimedReason, OF_GOSSIP, OF_THE_CELL,
    read_certificate,
};
use hockney_optimal::{Cell, Encoding, MOST_LITERALS, Searched, fewest_rounds, gossip_of, lrat};

/// The verdict about a certificate.
#[derive(Serialize)]
struct Verdicts {
    format: &'static str,
    verdict: &'static str,
    points: Vec<JudgedClaim>,
    no_fewer: Vec<JudgedClaim>,
    /// What the points need for being the least, and what no accepted line says.
    missing: Vec<String>,
    /// Commands with which the verified checker cake_lpr checks the proofs.
    foreign: Vec<String>,
}

#[derive(Serialize)]
struct JudgedClaim {
    claim: String,
    accepted: bool,
    /// How it was derived, or why it is refused.
    why: String,
}

/// Whether a file is a certificate, by its beginning.
pub(crate) fn is_certificate(file: &str) -> bool {
    let mut beginning = Vec::new();
    let Ok(file) = File::open(file) else { return false };
    if !file.metadata().is_ok_and(|found| found.is_file())
        || file.take(1 << 12).read_to_end(&mut beginning).is_err()
    {
        return false;
    }
    let text = String::from_utf8_lossy(&beginning);
    text.lines().any(|line| {
        let line = line.trim_start_matches([' ', '{', '"']);
        line.starts_with("format") && line.contains("hockney/optimum/")
    })
}

/// Checks a certificate and the files beside it.
pub(crate) fn run(file: &str, format: ReportFormat, limits: &Limits) -> Result<ExitAnswer> {
    let graphs = input::graphs_beside(file);
    let (_, certificate) = input::parsed(file, |text| read_certificate(text, &graphs))?;
    let folder = Path::new(file).parent().map(Path::to_owned).unwrap_or_default();
    let mut judge = Judge { certificate: &certificate, folder, searched: BTreeMap::new(), limits };
    let (mut points, mut no_fewer, mut foreign) = (Vec::new(), Vec::new(), Vec::new());
    for point in &certificate.points {
        points.push(line(point_claim(point), judge.point(point)));
    }
    for corner in &certificate.corners {
        let judged = judge.corner(corner);
        if let (Ok(_), ClaimedReason::Refuted { cnf, proof, .. }) = (&judged, &corner.by) {
            let at = |name: &str| judge.folder.join(name).display().to_string();
            foreign.push(format!("cake_lpr {} {}", at(cnf), at(proof)));
        }
        no_fewer.push(line(corner.claim.clone(), judged));
    }
    let missing = missing(&certificate, &points, &no_fewer);
    let refused = points.iter().chain(&no_fewer).any(|line| !line.accepted);
    let (verdict, answer) = match (refused, missing.is_empty()) {
        (true, _) => ("refused", ExitAnswer::No),
        (false, false) => ("accepted, with open claims", ExitAnswer::Open),
        (false, true) => ("accepted", ExitAnswer::Yes),
    };
    let format_of = "hockney/optimal-check/v1";
    let report = Verdicts { format: format_of, verdict, points, no_fewer, missing, foreign };
    output::print(None, format, &report, &mut |out| report.write(out))?;
    Ok(answer)
}

fn line(claim: String, judged: Result<String, String>) -> JudgedClaim {
    let accepted = judged.is_ok();
    let (Ok(why) | Err(why)) = judged;
    JudgedClaim { claim, accepted, why }
}

impl Verdicts {
    fn write(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}", self.verdict)?;
        for (title, lines) in [("schedules", &self.points), ("no fewer", &self.no_fewer)] {
            writeln!(out, "\n{title}:")?;
            for line in lines {
                let word = if line.accepted { "accepted" } else { "REFUSED" };
                writeln!(out, "- {word}: {}\n  {}", line.claim, line.why)?;
            }
        }
        for missing in &self.missing {
            writeln!(out, "\nmissing: {missing}")?;
        }
        if self.foreign.is_empty() {
            writeln!(out, "\nno claim has a file of a solver, so no other program can check one")?;
        } else {
            writeln!(out, "\nthe same by the verified checker cake_lpr:")?;
        }
        for command in &self.foreign {
            writeln!(out, "  {command}")?;
        }
        Ok(())
    }
}

/// What the points need for being the least: nothing below, and nothing on the left.
fn missing(
    certificate: &Certificate,
    points: &[JudgedClaim],
    corners: &[JudgedClaim],
) -> Vec<String> {
    let accepted = |pieces: u32, steps: u32, rounds: Option<u32>| {
        let mut known = certificate.corners.iter().zip(corners);
        known.any(|(corner, line)| {
            let covers = corner.cell.covers(Cell { steps, rounds });
            line.accepted && corner.pieces == pieces && covers
        })
    };
    let mut missing = certificate.open.clone();
    for (point, line) in certificate.points.iter().zip(points).filter(|(_, line)| line.accepted) {
        let ClaimedPoint { pieces, steps, rounds, .. } = *point;
        if rounds > 0 && !accepted(pieces, steps, Some(rounds - 1)) {
            missing.push(format!("that fewer words are not enough: {}", line.claim));
        }
        // In fewer steps, fewer words than those of the points before it.
        let before = certificate.points.iter().filter(|p| p.pieces == pieces && p.steps < steps);
        let best = before.map(|point| point.rounds).min();
        let less = best.map_or(Some(None), |best| best.checked_sub(1).map(Some));
        if let (Some(less), Some(steps)) = (less, steps.checked_sub(1))
            && !accepted(pieces, steps, less)
        {
            missing.push(format!("that fewer steps are not enough: {}", line.claim));
        }
    }
    missing
}

fn point_claim(point: &ClaimedPoint) -> String {
    let ClaimedPoint { pieces, steps, rounds, schedule } = point;
    format!("{schedule}: {steps} steps, {} m words, pieces: {pieces}", in_m(*rounds, *pieces))
}

struct Judge<'a> {
    certificate: &'a Certificate,
    folder: PathBuf,
    searched: BTreeMap<u32, Result<Searched, String>>,
    limits: &'a Limits,
}

impl Judge<'_> {
    fn searched(&mut self, pieces: u32) -> Result<Searched, String> {
        let Certificate { topology, instance, ports, neighbours, .. } = self.certificate;
        let make = || {
            let instance = instance.clone().with_pieces(pieces).map_err(|why| why.to_string())?;
            let searched = Searched::of(topology, &instance, *ports, *neighbours);
            searched.map_err(|why| why.to_string())
        };
        self.searched.entry(pieces).or_insert_with(make).clone()
    }

    /// The schedule of a point must be valid, answer the question and have the claimed size.
    fn point(&mut self, point: &ClaimedPoint) -> Result<String, String> {
        let searched = self.searched(point.pieces)?;
        let file = self.folder.join(&point.schedule).to_string_lossy().into_owned();
        let text = input::read(&file).map_err(|failure| failure.message)?;
        let graphs = input::graphs_beside(&file);
        let read = document::read(&text.text, &graphs);
        let schedule = read.map_err(|_| "it is not a schedule file".to_owned())?.schedule;
        let asked = searched.schedule(&[]);
        let same = match (&schedule.phases[..], &asked.phases[..]) {
            ([found], [asked]) => {
                let (of, wanted) = (found.instance(), asked.instance());
                found.is_everyone()
                    && of.collective.name() == wanted.collective.name()
                    && (of.nodes, of.pieces, of.root) == (wanted.nodes, wanted.pieces, wanted.root)
                    && found.scale == asked.scale
            }
            _ => false,
        };
        if !same || schedule.topology != asked.topology || schedule.ports != asked.ports {
            return Err("the schedule answers another question".to_owned());
        }
        let (steps, rounds) = measured(&schedule, &searched, self.limits)
            .map_err(|why| format!("the schedule {why}"))?;
        if (steps, rounds) != (point.steps, point.rounds) {
            let found = in_m(rounds, point.pieces);
            return Err(format!("the schedule has {steps} steps and {found} m words"));
        }
        Ok("the schedule is valid and has this size".to_owned())
    }

    /// The reason of a cell, derived again.
    fn corner(&mut self, corner: &ClaimedCorner) -> Result<String, String> {
        let searched = self.searched(corner.pieces)?;
        if corner.claim != searched.claim(corner.cell) {
            return Err(format!(
                "the sentence is not what the numbers mean: {}",
                searched.claim(corner.cell)
            ));
        }
        let cell = corner.cell;
        match &corner.by {
            ClaimedReason::Lemma(name) => {
                let steps = Some(cell.steps).filter(|steps| *steps != u32::MAX);
                let (least, lemma) = fewest_rounds(&searched.task, steps);
                let proved = match cell.rounds {
                    Some(rounds) => least > rounds,
                    None => least == u32::MAX,
                };
                if !proved || lemma.name() != name {
                    return Err(format!("the lemma {name} does not say this"));
                }
                let pieces = if lemma.is_for_any_pieces() { "any number of" } else { "these" };
                Ok(format!("lemma, for {pieces} pieces: {}", lemma.why()))
            }
            ClaimedReason::Refuted { formula, cnf, cnf_sha256, proof, proof_sha256 } => {
                let task = match (formula.as_str(), cell.rounds) {
                    (OF_THE_CELL, _) => Some(searched.task.clone()),
                    (OF_GOSSIP, None) => gossip_of(&searched.task),
                    _ => None,
                };
                let task = task.ok_or("it names no formula of this cell")?;
                let encoding = Encoding::of(&task, cell, false, MOST_LITERALS);
                let encoding = encoding.ok_or("its formula is too large")?;
                let text = comment(&searched, &task, cell);
                if encoding.cnf.digest(&text) != *cnf_sha256 {
                    return Err("the formula of this cell has another digest".to_owned());
                }
                if self.digest(cnf)? != *cnf_sha256 {
                    return Err(format!("{cnf} is not the formula of this cell"));
                }
                if self.digest(proof)? != *proof_sha256 {
                    return Err(format!("{proof} has another digest"));
                }
                let mut from = BufReader::new(self.open(proof)?);
                let steps = lrat::check(&encoding.cnf, &mut from);
                let steps = steps.map_err(|flaw| format!("{proof} is not accepted: {flaw}"))?;
                let pieces = if formula == OF_GOSSIP { "any number of" } else { "these" };
                let variables = encoding.cnf.variables();
                Ok(format!(
                    "refuted for {pieces} pieces: {variables} variables, {steps} steps of proof"
                ))
            }
        }
    }

    fn open(&self, name: &str) -> Result<File, String> {
        let cannot = |error| format!("{name}: {}", reason(&error));
        File::open(self.folder.join(name)).map_err(cannot)
    }

    fn digest(&self, name: &str) -> Result<String, String> {
        let read = digest(&mut BufReader::new(self.open(name)?));
        read.map_err(|error| format!("{name}: {}", reason(&error)))
    }
}
