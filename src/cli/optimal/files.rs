//! `-o DIR`: the certificate with its schedules, formulas and proofs. Each file is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufReader};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::solver::Kept;
use super::{Found, words};
use crate::cli::prelude::*;
use hockney_optimal::certificate::{FORMAT, OF_GOSSIP, OF_THE_CELL};
use hockney_optimal::{Corner, Reason, VERSION, hex};

/// The name of a certificate in its folder.
const CERTIFICATE: &str = "optimum.yaml";

/// The name of a file of the certificate.
pub(super) fn name(pieces: u32, steps: u32, rounds: u32, ending: &str) -> String {
    format!("steps-{steps}-rounds-{rounds}-pieces-{pieces}.{ending}")
}

/// Writes all files to a folder, the certificate last.
pub(super) fn write(folder: &Path, found: &[Found], kept: &[Kept]) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::cannot(&format!("write to {}", folder.display()), &error)
            .help("name a folder that can be made and written to")
    })?;
    let (mut points, mut no_fewer, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for of in found {
        let pieces = of.searched.task.pieces;
        for (point, schedule) in of.front.points.iter().zip(&of.schedules) {
            let (steps, rounds) = (point.steps, point.rounds);
            let file = name(pieces, steps, rounds, "yaml");
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
            let (steps, low) = (gap.steps, words(gap.low, pieces));
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
    let gone = || Failure::NoAnswer("a proof is missing".to_owned());
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
