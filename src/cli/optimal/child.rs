//! `hockney solve-cnf`, a process of its own that `hockney optimal` starts for each formula and can end.
//!
//! It answers as solvers do in competitions: `s SATISFIABLE` with `v` lines, `s UNSATISFIABLE`, `s UNKNOWN`.

#[cfg(feature = "optimal")]
use std::fs::File;
use std::io::{self, Read};

use super::super::Answer;
use super::super::args::SolveArgs;
use super::super::failure::{Failure, Result};
use super::super::output;
#[cfg(feature = "cadical")]
use hockney_optimal::cadical;
#[cfg(all(feature = "optimal", not(feature = "cadical")))]
use hockney_optimal::engine;
#[cfg(feature = "optimal")]
use hockney_optimal::engine::Said;

pub(crate) fn run(args: &SolveArgs) -> Result<Answer> {
    // Whoever started this process holds the other end of its input, and is gone when that closes.
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock().take(u64::MAX), &mut io::sink());
        std::process::exit(3);
    });
    let (answer, text) = solved(args)?;
    output::write_to(None, &mut |out| Ok(writeln!(out, "{text}")?))?;
    Ok(answer)
}

#[cfg(feature = "optimal")]
fn solved(args: &SolveArgs) -> Result<(Answer, String)> {
    let cannot = |file: &std::path::Path, error: &io::Error| {
        let reason = super::super::failure::reason(error);
        Failure::input(format!("cannot use {}: {reason}", file.display()))
            .help("name a formula in DIMACS and a file for its proof")
    };
    let formula = File::open(&args.formula).map_err(|error| cannot(&args.formula, &error))?;
    let proof = File::create(&args.proof).map_err(|error| cannot(&args.proof, &error))?;
    #[cfg(not(feature = "cadical"))]
    let said = engine::solve(io::BufReader::new(formula), proof, args.clauses);
    #[cfg(feature = "cadical")]
    let said = {
        drop((formula, proof));
        cadical::solve(&args.formula, &args.proof, args.clauses)
    };
    Ok(match said.map_err(Failure::NoAnswer)? {
        Said::Model(literals) => {
            let literals: Vec<String> = literals.iter().map(ToString::to_string).collect();
            (Answer::Yes, format!("s SATISFIABLE\nv {} 0", literals.join(" ")))
        }
        Said::Refuted => (Answer::No, "s UNSATISFIABLE".to_owned()),
        Said::Open => (Answer::Open, "s UNKNOWN".to_owned()),
    })
}

#[cfg(not(feature = "optimal"))]
fn solved(_args: &SolveArgs) -> Result<(Answer, String)> {
    Err(Failure::input("this program was built without the feature optimal, so it has no solver")
        .help("name another solver: hockney optimal .. --solver 'CMD {cnf} {proof}'"))
}
