//! Runs a solver for each formula in a process of its own, and checks what it says.
//!
//! `hockney solve-cnf` is the solver of this program: a process that `hockney optimal` starts for each formula and can end.
//! It answers as solvers do in competitions: `s SATISFIABLE` with `v` lines, `s UNSATISFIABLE`, `s UNKNOWN`.

#![allow(clippy::disallowed_types)] // `--limit seconds` asks for a clock

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cli::prelude::*;
#[cfg(feature = "cadical")]
use hockney_optimal::cadical;
#[cfg(all(feature = "optimal", not(feature = "cadical")))]
use hockney_optimal::engine;
#[cfg(feature = "optimal")]
use hockney_optimal::engine::Said;
use hockney_optimal::{Cnf, Effort, Engine, Refutation, Solved, is_true, lrat};

/// The most bytes of what a solver prints.
const MOST_PRINTED: u64 = 1 << 28;

/// Whether this is the program in a page, which has no processes: the solver runs in this one, and ends with it.
const IN_A_PAGE: bool = cfg!(target_family = "wasm");

/// A refuted formula with its proof, in a temporary folder.
pub(super) struct Kept {
    /// The formula in DIMACS.
    pub(super) formula: PathBuf,
    /// The proof in binary LRAT.
    pub(super) proof: PathBuf,
}

/// The solver, and the proofs that it wrote.
pub(super) struct Runner {
    folder: TempDir,
    /// The words of a foreign solver.
    command: Option<Vec<String>>,
    deadline: Option<Instant>,
    asked: usize,
    /// The refuted formulas in the order of their numbers.
    pub(super) kept: Vec<Kept>,
}

impl Runner {
    /// With this solver, or the one of this program, until so many seconds are over.
    pub(super) fn new(solver: Option<&str>, seconds: Option<u64>) -> Result<Self> {
        let command: Option<Vec<String>> =
            solver.map(|words| words.split_whitespace().map(str::to_owned).collect());
        if let Some(words) = &command {
            let names = |what: &str| words.iter().any(|word| word.contains(what));
            if !names("{cnf}") || !names("{proof}") {
                let message =
                    format!("--solver {} names no {{cnf}} or no {{proof}}", words.join(" "));
                let help = "write the files where the solver wants them, such as --solver 'cadical --lrat {cnf} {proof}'";
                return Err(Failure::input(message).help(help));
            }
        } else if cfg!(not(feature = "optimal")) {
            let message = "this program was built without the feature optimal, so it has no solver";
            return Err(Failure::input(message).help(
                "name one that writes binary LRAT: --solver 'cadical --lrat {cnf} {proof}'",
            ));
        }
        if IN_A_PAGE && command.is_some() {
            return Err(Failure::input("a page starts no other program").help("leave out --solver"));
        }
        let within = if IN_A_PAGE { PathBuf::from("/tmp") } else { std::env::temp_dir() };
        let folder = tempfile::Builder::new().prefix("hockney-optimal").tempdir_in(within)?;
        output::remove_when_interrupted(folder.path());
        let deadline = seconds.and_then(|s| Instant::now().checked_add(Duration::from_secs(s)));
        Ok(Runner { folder, command, deadline, asked: 0, kept: Vec::new() })
    }

    fn command(&self, formula: &Path, proof: &Path, clauses: u64) -> Result<Command> {
        let Some(words) = &self.command else {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("solve-cnf").arg(formula).arg(proof);
            command.arg("--clauses").arg(clauses.to_string());
            return Ok(command);
        };
        let filled = |word: &String| -> OsString {
            let (formula, proof) = (formula.to_string_lossy(), proof.to_string_lossy());
            word.replace("{cnf}", &formula).replace("{proof}", &proof).into()
        };
        let mut words = words.iter().map(filled);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        Ok(command)
    }

    /// Runs a command until it ends or time is over; what it printed, unless time was over.
    fn printed(&self, mut command: Command) -> Result<Option<String>> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child = command.spawn().map_err(|error| {
            Failure::input(format!("the solver {name} does not start: {}", reason(&error)))
        })?;
        let out = child.stdout.take();
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            out.map(|out| out.take(MOST_PRINTED).read_to_end(&mut text)).transpose().map(|_| text)
        });
        if !self.wait(&mut child)? {
            return Ok(None);
        }
        let text = reader.join().map_err(|_| Failure::no_answer("the solver was cut off"))??;
        Ok(Some(String::from_utf8_lossy(&text).into_owned()))
    }

    /// Waits for a process; false if it was ended because time was over.
    fn wait(&self, child: &mut Child) -> Result<bool> {
        let Some(deadline) = self.deadline else {
            // Its input stays open until it has ended.
            let input = child.stdin.take();
            child.wait()?;
            drop(input);
            return Ok(true);
        };
        loop {
            if child.try_wait()?.is_some() {
                return Ok(true);
            }
            if Instant::now() >= deadline {
                child.kill()?;
                child.wait()?;
                return Ok(false);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Judges what a solver printed.
    fn said(&self, formula: &Cnf, printed: &str, proof: &Path, effort: Effort) -> Result<Solved> {
        let answer = printed.lines().find_map(|line| line.strip_prefix("s "));
        match answer.map(str::trim) {
            Some("SATISFIABLE") => {
                let mut model = vec![false; formula.variables() + 1];
                let lines = printed.lines().filter_map(|line| line.strip_prefix("v "));
                for word in lines.flat_map(str::split_whitespace) {
                    let variable = word.parse::<usize>().unwrap_or(0);
                    if let Some(value) = model.get_mut(variable) {
                        *value = true;
                    }
                }
                if formula.iter().any(|clause| !clause.iter().any(|l| is_true(&model, *l))) {
                    let message = "the solver's model does not satisfy its formula";
                    return Err(Failure::no_answer(message));
                }
                Ok(Solved::Model(model))
            }
            Some("UNSATISFIABLE") => {
                let (variables, clauses) = (formula.variables(), formula.clauses());
                let number = self.kept.len();
                if effort.proof {
                    let mut from = BufReader::new(File::open(proof)?);
                    lrat::check(formula, &mut from).map_err(|flaw| {
                        Failure::no_answer(format!("the solver's proof is not accepted: {flaw}"))
                    })?;
                }
                let bytes = std::fs::metadata(proof).map_or(0, |file| file.len());
                Ok(Solved::Refuted(Refutation { variables, clauses, bytes, proof: number }))
            }
            _ => Ok(Solved::Open),
        }
    }
}

impl Engine for Runner {
    type Error = Failure;

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn solve(&mut self, formula: &Cnf, comment: &str, effort: Effort) -> Result<Solved> {
        self.asked += 1;
        let file = self.folder.path().join(format!("{}.cnf", self.asked));
        let proof = self.folder.path().join(format!("{}.lrat", self.asked));
        let mut out = BufWriter::new(File::create(&file)?);
        formula.write(&mut out, comment)?;
        out.flush()?;
        drop(out);
        let printed = if IN_A_PAGE {
            let (formula, proof) = (file.clone(), proof.clone());
            Some(solved(&SolveArgs { formula, proof, clauses: effort.clauses })?.1)
        } else {
            self.printed(self.command(&file, &proof, effort.clauses)?)?
        };
        let answer = match printed {
            None => Solved::Open,
            Some(printed) => self.said(formula, &printed, &proof, effort)?,
        };
        if !effort.proof || !matches!(answer, Solved::Refuted(_)) {
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(&proof);
        }
        if let Solved::Refuted(_) = answer {
            self.kept.push(Kept { formula: file, proof });
        }
        Ok(answer)
    }
}

/// A formula for the solver of this program.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The formula in DIMACS.
    pub(crate) formula: PathBuf,
    /// Where the proof is written, as binary LRAT.
    pub(crate) proof: PathBuf,
    /// The most clauses that are derived.
    #[arg(long, value_name = "N")]
    pub(crate) clauses: u64,
}

/// Runs the solver of this program for one formula.
pub(crate) fn solve(args: &SolveArgs) -> Result<ExitAnswer> {
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
fn solved(args: &SolveArgs) -> Result<(ExitAnswer, String)> {
    let cannot = |file: &Path, error: &io::Error| {
        Failure::cannot(&format!("use {}", file.display()), error)
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
    Ok(match said.map_err(Failure::no_answer)? {
        Said::Model(literals) => {
            let literals: Vec<String> = literals.iter().map(ToString::to_string).collect();
            (ExitAnswer::Yes, format!("s SATISFIABLE\nv {} 0", literals.join(" ")))
        }
        Said::Refuted => (ExitAnswer::No, "s UNSATISFIABLE".to_owned()),
        Said::Open => (ExitAnswer::Open, "s UNKNOWN".to_owned()),
    })
}

#[cfg(not(feature = "optimal"))]
fn solved(_args: &SolveArgs) -> Result<(ExitAnswer, String)> {
    Err(Failure::input("this program was built without the feature optimal, so it has no solver")
        .help("name another solver: hockney optimal .. --solver 'CMD {cnf} {proof}'"))
}
