//! One question has one answer, through whatever command, option or file it is asked.
//!
//! A lot of questions, the same in each run, is asked in all ways. What disagrees is printed with its commands.
//! How often each kind of answer was compared is part of the test, so that it does not pass by comparing nothing.

mod asked;
mod doors;
mod facade;
mod graded;
mod lot;
mod prices;
mod written;

use std::thread;

use doors::Doors;
use hockney_testing::{Effort, sweep};
use lot::{Lot, Question, found, plain_questions, question};

/// Asks in two threads, each with questions and a folder of its own.
fn side_by_side(seed: u64, ask: impl Fn(&mut Doors, &mut Lot) + Sync) -> Doors {
    let mut all = Doors::new();
    thread::scope(|scope| {
        let ask = &ask;
        let half = |part| {
            move || {
                let mut doors = Doors::new();
                ask(&mut doors, &mut Lot::new(2 * seed + part));
                doors
            }
        };
        for thread in [scope.spawn(half(0)), scope.spawn(half(1))] {
            all.add(thread.join().unwrap());
        }
    });
    all
}

/// Nothing disagrees, and each kind was compared at least so often.
fn agree(effort: Effort, doors: &Doors, at_least: &[(&str, usize)]) {
    let disagree = &doors.disagree;
    assert!(
        disagree.is_empty(),
        "{} of {} comparisons disagree ({:?}):\n{}",
        disagree.len(),
        doors.compared.values().sum::<usize>(),
        doors.compared,
        disagree.join("\n")
    );
    for (kind, count) in at_least {
        let count = &effort.of(count / 50, *count);
        let compared = doors.compared.get(kind).copied().unwrap_or_default();
        assert!(compared >= *count, "{kind}: only {compared} compared, not {count}");
    }
}

/// The algorithms that `list` prints for the topology.
fn listed(doors: &Doors, asked: &Question) -> Vec<String> {
    listed_on(doors, asked.collective, asked.topology)
}

fn listed_on(doors: &Doors, collective: &str, topology: &str) -> Vec<String> {
    let (_, list) = doors.json(&format!("list {collective} -t {topology}"));
    let rows = list["algorithms"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row["algorithm"].as_str().map(str::to_owned)).collect()
}

/// One of them, or the default.
fn named(doors: &Doors, lot: &mut Lot, asked: &Question) -> Option<String> {
    let listed = listed(doors, asked);
    if listed.is_empty() || lot.percent(25) {
        return None;
    }
    let at = lot.below(listed.len());
    listed.into_iter().nth(at)
}

sweep! {
    fn through_every_door(effort) {
        let doors = side_by_side(1, |doors, lot| {
            for _ in 0..effort.of(8, 110) {
                let mut asked = question(lot);
                asked.algorithm = named(doors, lot, &asked);
                asked::everywhere(doors, lot, &asked);
            }
        });
        agree(
            effort,
            &doors,
            &[
                ("every message", 200),
                ("symmetry", 9),
                ("proof", 25),
                ("no answer by proof", 60),
                ("text", 200),
                ("expect", 200),
                ("plan", 200),
                ("check", 150),
                ("file", 150),
                ("table", 150),
                ("trace", 100),
                ("draw", 70),
                ("export", 25),
                ("compare --schedule", 100),
                ("compare -a", 70),
                ("pieces", 80),
                ("lines", 8),
            ],
        );
    }
}

sweep! {
    fn however_it_is_looked_at(effort) {
        let doors = side_by_side(2, |doors, lot| {
            for mut asked in plain_questions(lot) {
                for algorithm in listed(doors, &asked) {
                    if lot.percent(effort.of(1, 15)) {
                        asked.algorithm = Some(algorithm);
                        asked::looks(doors, &asked);
                    }
                }
            }
        });
        agree(
            effort,
            &doors,
            &[
                ("every message", 400),
                ("symmetry", 35),
                ("proof", 180),
                ("no answer by proof", 150),
                ("refused by proof", 40),
            ],
        );
    }
}

sweep! {
    /// Catches what was found once, and what a lot of small machines cannot find.
    fn questions_that_had_several_answers(effort) {
        let mut doors = Doors::new();
        let mut lot = Lot::new(3);
        for asked in effort.thin(found().collect(), 8) {
            asked::everywhere(&mut doors, &mut lot, &asked);
            if asked.has_numbers() {
                asked::ranking(&mut doors, &mut lot, &asked);
            }
        }
        agree(effort, &doors, &[("every message", 8), ("row", 12), ("compare -a", 3)]);
    }
}

sweep! {
    fn rows_of_rankings(effort) {
        let doors = side_by_side(4, |doors, lot| {
            for _ in 0..effort.of(4, 60) {
                let mut asked = question(lot);
                while !asked.has_numbers() {
                    asked = question(lot);
                }
                asked::ranking(doors, lot, &asked);
            }
        });
        agree(effort, &doors, &[("ranked", 120), ("row", 240), ("best", 90), ("family", 40)]);
    }
}

sweep! {
    fn through_the_library(effort) {
        let doors = side_by_side(5, |doors, lot| {
            for _ in 0..effort.of(8, 80) {
                let mut asked = question(lot);
                asked.algorithm = named(doors, lot, &asked);
                facade::compared(doors, &asked);
            }
        });
        agree(effort, &doors, &[("library", 30), ("refused by the library", 3)]);
    }
}

sweep! {
    fn graded_as_expected(effort) {
        let doors = side_by_side(6, |doors, lot| graded::formulas(effort, doors, lot));
        agree(effort, &doors, &[("right", 20), ("wrong", 100)]);
    }
}

sweep! {
    fn proved_as_expected(effort) {
        let doors = side_by_side(9, |doors, lot| graded::proofs(effort, doors, lot));
        agree(effort, &doors, &[("proved", 20), ("refuted", 35)]);
    }
}

sweep! {
    fn marks_of_plots(effort) {
        let doors = side_by_side(7, |doors, lot| graded::plots(effort, doors, lot));
        agree(effort, &doors, &[("row of a sweep", 70), ("marks of a plot", 8)]);
    }
}

sweep! {
    fn compositions(effort) {
        let doors = side_by_side(8, |doors, lot| written::compositions(effort, doors, lot));
        agree(effort, &doors, &[("composition", 24), ("composition shown", 48)]);
    }
}
