//! Measured times, the time of a call, γ and ranks that do not wait: a total is the sum of the times of the messages, counted
//! one by one; a row of a ranking is the command that it names; the best of a range is the best at each place.

use hockney_ask::answer::{Choice, How, Look, priced};
use hockney_ask::{self as ask, Cut, Over, Ranked, Search, cost_at, crossovers, ranking};
use hockney_base::number::Rational;
use hockney_core::collective::{COLLECTIVES, Parameter, Schedule};
use hockney_core::schedule::{Message, Step};
use hockney_core::topology::{LinkClass, Topology};
use hockney_cost::{GapTable, Model, NamedTable, Numbers, TimeTable, Timing};
use hockney_plan::question::Question;
use hockney_testing::sweep;

const SLOW: &str = "0 20\n1 21\n3 19\n7 40\n8 90\n20 91\n64 200\n";
const FAST: &str = "words,us\n1,1\n2,1\n16,9\n40,10\n64,70\n";

/// The table of the links of a class, or of all.
type Table = (Option<&'static str>, &'static str);

fn tabled(m: Option<u64>, tables: &[Table]) -> Numbers {
    let named = |(class, text): &(Option<&str>, &str)| NamedTable {
        class: class.map(str::to_owned),
        name: "table".to_owned(),
        table: TimeTable::read(text).unwrap(),
    };
    let links = tables.iter().filter_map(|(class, _)| *class);
    let link = |name: &str| LinkClass { name: name.to_owned(), ..LinkClass::default() };
    let (word, m) = (Some(Rational::one()), m.map(Rational::from));
    let plain = Numbers { m, word, links: links.map(link).collect(), ..Numbers::default() };
    plain.with_tables(&tables.iter().map(named).collect::<Vec<_>>()).unwrap()
}

/// t_s, t_w and t_h of links that are alike, or of the two classes of a machine.
fn plain(m: Option<u64>, machine: &Topology) -> Numbers {
    let times = ["0,1", "2,3"].iter().zip(machine.classes()).map(|(times, class)| {
        let (t_h, t_w) = times.split_once(',').unwrap();
        let (t_h, t_w) = (Some(t_h.to_owned()), Some(t_w.to_owned()));
        LinkClass { name: class.name.clone(), t_h, t_w, ..LinkClass::default() }
    });
    let [t_s, t_w] = [50_u64, 2].map(|time| Some(Rational::from(time)));
    let m = m.map(Rational::from);
    Numbers { m, t_s, t_w, links: times.collect(), ..Numbers::default() }
}

fn machines() -> Vec<(&'static str, Vec<Table>)> {
    let classes = |names: [&'static str; 2]| vec![(Some(names[0]), FAST), (Some(names[1]), SLOW)];
    vec![
        ("switch:1", vec![(None, SLOW)]),
        ("switch:6", vec![(None, SLOW)]),
        ("ring:8", vec![(None, FAST)]),
        ("hypercube:8", vec![(None, SLOW)]),
        ("mesh:2x3", vec![(None, SLOW)]),
        ("nodes:2x3x3", classes(["inside", "between"])),
        ("nodes:2x2x2", vec![(None, SLOW)]),
        ("torus:3x3", classes(["x", "y"])),
    ]
}

/// Everything that times count beyond startups, words and hops, alone and together.
fn timings() -> Vec<(&'static str, Timing)> {
    let (call, gamma) = (Rational::from(1000_u64), Rational::from(7_u64));
    let with = |call: &Rational, gamma: &Rational, asynchronous: bool| Timing {
        call: call.clone(),
        gamma: gamma.clone(),
        asynchronous,
        gaps: None,
    };
    let zero = Rational::zero();
    vec![
        ("--call", with(&call, &zero, false)),
        ("--gamma", with(&zero, &gamma, false)),
        ("--timing", with(&zero, &zero, true)),
        ("all of them", with(&call, &gamma, true)),
    ]
}

fn question(collective: &str, machine: &str, numbers: &Numbers) -> (Question, Numbers) {
    let machine = Topology::parse(machine).unwrap().with_links(&numbers.links);
    let numbers = numbers.clone().with_classes(machine.classes()).unwrap();
    (Question::new(collective, machine).unwrap(), numbers)
}

/// The sum over steps of the greatest time of a message, on the slowest class of its route.
fn counted(schedule: &Schedule, numbers: &Numbers) -> Rational {
    let (mut total, mut step) = (Rational::zero(), Step::default());
    for phase in &schedule.phases {
        let of = phase.instance();
        for k in 0..phase.steps.count() {
            phase.steps.step_into(k, &mut step);
            let time = |message: &Message| {
                let mut way = vec![message.from];
                message.via_into(schedule.topology.network(), &mut way);
                way.push(message.to);
                let pieces = Rational::from(of.size(&message.payload, None));
                let words = pieces.checked_div(&Rational::from(of.pieces)).unwrap();
                let words = &(&words * &phase.scale) * numbers.m.as_ref().unwrap();
                let class = |pair: &[u32]| {
                    let link = schedule.topology.network().link(pair[0], pair[1]).unwrap();
                    let class = schedule.topology.class_place(link);
                    let name = class.map(|at| schedule.topology.classes()[at].name.clone());
                    numbers.table_of(name.as_deref()).unwrap().of(&words)
                };
                way.windows(2).map(class).max().unwrap()
            };
            total += &step.messages.iter().map(time).max().unwrap();
        }
    }
    total
}

const EXACT: Cut = Cut { best: true, whole_words: false };

/// The answer to the command that a row names.
fn command(
    row: &Ranked,
    question: &Question,
    numbers: &Numbers,
    model: Model,
) -> ask::answer::Priced {
    let how = How {
        algorithm: Choice::Named(row.algorithm.name()),
        cut: EXACT,
        look: Look::EveryMessage,
        numbers: numbers.clone(),
        model,
        strict: true,
        ..How::default()
    };
    priced(question.clone().into(), &how).map_err(|error| error.to_string()).unwrap()
}

#[test]
fn rows_are_the_messages_the_command_and_not_below_the_bound() {
    let mut rows = 0;
    for (machine, tables) in machines() {
        for collective in COLLECTIVES.iter().filter(|of| of.parameter() != Some(Parameter::Map)) {
            for m in [1, 7, 24, 600] {
                let (question, numbers) =
                    question(collective.name(), machine, &tabled(Some(m), &tables));
                let how = ask::How { cut: EXACT, strict: true, ..ask::How::default() };
                let ranking = ranking(question.clone(), &numbers, &how);
                for row in &ranking.rows {
                    let name = row.algorithm.name();
                    let what = format!("{} by {name} on {machine}, m = {m}", collective.name());
                    let answer = command(row, &question, &numbers, Model::default());
                    let total = answer.figures.total.clone();
                    assert_eq!(total, row.total, "{what}");
                    let counted = counted(answer.subject.schedule(), &answer.figures.numbers);
                    assert_eq!(total.as_ref(), Some(&counted), "{what}");
                    assert!(
                        ranking.least.as_ref().is_some_and(|least| *least <= counted),
                        "{what}"
                    );
                    rows += 1;
                }
            }
        }
    }
    assert!(rows > 1000, "{rows}");
}

/// Catches a total that leaves out the time of a call, or γ, where another has it.
#[test]
fn rows_with_calls_and_combining_are_the_command_that_they_name() {
    let mut rows = 0;
    for (machine, tables) in machines() {
        for collective in ["all-reduce", "reduce", "gather", "barrier", "scan"] {
            for (option, timing) in timings() {
                let links = Topology::parse(machine).unwrap();
                for numbers in [tabled(Some(24), &tables), plain(Some(24), &links)] {
                    let numbers = Numbers { timing: timing.clone(), ..numbers };
                    let (question, numbers) = question(collective, machine, &numbers);
                    let how = ask::How { cut: EXACT, strict: true, ..ask::How::default() };
                    let ranking = ranking(question.clone(), &numbers, &how);
                    for row in &ranking.rows {
                        let name = row.algorithm.name();
                        let what = format!("{option}: {collective} by {name} on {machine}");
                        let figures = command(row, &question, &numbers, Model::default()).figures;
                        // Without --measure a ranking leaves out hops.
                        let same = figures.cost.as_ref() == Some(&row.cost);
                        assert!(!same || figures.total == row.total, "{what}");
                        assert_eq!(figures.asynchronous, row.asynchronous, "{what}");
                        let total = row.total.as_ref().unwrap();
                        assert!(ranking.least.as_ref().is_some_and(|of| of <= total), "{what}");
                        assert!(row.deciding().unwrap() >= &timing.call, "{what}");
                        rows += usize::from(same);
                    }
                }
            }
        }
    }
    assert!(rows > 500, "{rows}");
}

/// Catches a constant that makes packed trees look dearer than the bound that leaves them out.
#[test]
fn the_time_of_a_call_leaves_the_same_algorithms_out() {
    for machine in ["torus:3x3", "hypercube:8", "ring:8"] {
        for collective in ["broadcast", "all-reduce", "all-gather"] {
            for m in [1, 4000] {
                let numbers = plain(Some(m), &Topology::parse("ring:8").unwrap());
                let out = |call: u64| {
                    let timing = Timing { call: Rational::from(call), ..Timing::default() };
                    let (question, numbers) =
                        question(collective, machine, &Numbers { timing, ..numbers.clone() });
                    let question = question.with_ports(hockney_core::collective::Ports::All);
                    ranking(question, &numbers, &ask::How::default()).left_out
                };
                assert_eq!(out(0), out(1_000_000), "{collective} on {machine}, m = {m}");
            }
        }
    }
}

/// The total of the search is that of the answer, with γ, calls and ranks that do not wait.
#[test]
fn the_best_placement_has_the_total_that_its_answer_has() {
    let mut searched = 0;
    for (machine, tables) in machines().into_iter().filter(|(name, _)| name.starts_with("nodes")) {
        for (option, timing) in timings() {
            let links = Topology::parse(machine).unwrap();
            for numbers in [tabled(Some(48), &tables), plain(Some(48), &links)] {
                let numbers = Numbers { timing: timing.clone(), ..numbers };
                let (question, numbers) = question("all-reduce", machine, &numbers);
                let search = Some(Search { evaluations: 300, ..Search::default() });
                let model = Model { contention: true, ..Model::default() };
                for name in ["ring", "recursive-doubling"] {
                    let algorithm = Choice::Named(name);
                    let how = How {
                        algorithm,
                        search,
                        model,
                        numbers: numbers.clone(),
                        ..How::default()
                    };
                    let how = How { cut: Cut { best: false, ..EXACT }, ..how };
                    let answer = priced(question.clone().into(), &how);
                    let answer = answer.map_err(|error| error.to_string()).unwrap();
                    let found = answer.subject.found.as_ref().unwrap();
                    let (figures, what) =
                        (&answer.figures, format!("{option}: {name} on {machine}"));
                    let deciding = figures.asynchronous.as_ref().or(figures.total.as_ref());
                    assert_eq!(deciding, Some(&found.total), "{what}");
                    searched += 1;
                }
            }
        }
    }
    assert!(searched > 20, "{searched}");
}

sweep! {
    fn the_best_of_a_range_is_the_best_at_each_place(effort) {
        // In one piece, as the rows of the range are.
        let how = ask::How { cut: Cut::default(), ..ask::How::default() };
        for (machine, tables) in effort.thin(machines(), 3) {
            for collective in effort.thin(vec!["all-reduce", "broadcast", "all-to-all", "all-gather"], 3) {
                let links = Topology::parse(machine).unwrap();
                let all = [Timing::default(), timings().swap_remove(0).1, timings().swap_remove(1).1];
                for (numbers, timing) in
                    all.iter().flat_map(|of| [(tabled(None, &tables), of), (plain(None, &links), of)])
                {
                    let numbers = Numbers { timing: timing.clone(), ..numbers };
                    let (question, numbers) = question(collective, machine, &numbers);
                    let ranking = ranking(
                        question.clone(),
                        &Numbers { t_s: None, ..numbers.clone() },
                        &how,
                    );
                    let (rows, over) = (&ranking.rows, Over::M(numbers.clone()));
                    let high = Rational::from(1500_u64);
                    let segments = crossovers(rows, &over, &Rational::one(), &high).unwrap();
                    for part in &segments {
                        let row = rows.iter().find(|row| std::ptr::eq(row.algorithm, part.algorithm));
                        assert_eq!(part.cost, cost_at(row.unwrap(), &over, &part.from));
                    }
                    let quarter = |k: u64| Rational::ratio(k, 4_u64).unwrap();
                    for x in (4..6000).step_by(151).map(quarter) {
                        let least = rows.iter().map(|row| cost_at(row, &over, &x)).min().unwrap();
                        let bound = ask::bound_at(&ranking, &over, &x);
                        let what = format!("{collective} on {machine} at {x}");
                        assert!(bound <= least && (rows.is_empty() || bound >= timing.call), "{what}");
                        let mut named =
                            segments.iter().filter(|of| of.from <= x && x <= of.to).peekable();
                        assert!(named.peek().is_some(), "{what}");
                        for part in named {
                            let row =
                                rows.iter().find(|row| std::ptr::eq(row.algorithm, part.algorithm));
                            assert_eq!(cost_at(row.unwrap(), &over, &x), least, "{what}");
                        }
                        // A curve is the total at its place.
                        let at = Numbers { m: Some(x.clone()), ..numbers.clone() };
                        for row in rows.iter().filter(|row| row.in_pieces.is_none()) {
                            assert_eq!(Some(cost_at(row, &over, &x)), at.total(&row.cost), "{what}");
                        }
                        // Nothing that is ranked at this size is missing in the range.
                        if x.is_integer() && !numbers.tables.is_empty() {
                            let there = ask::ranking(question.clone(), &at, &how).rows;
                            let ranked = there.iter().filter_map(|row| row.total.clone()).min();
                            assert!(ranked.is_none_or(|total| total >= least), "{what}");
                        }
                    }
                }
            }
        }
    }
}

/// Catches a gap of a message that is taken from the wrong port: of a gather the root receives, of a scatter it sends.
#[test]
fn the_gap_of_the_busy_port_counts() {
    let one = Rational::one();
    let numbers = Numbers {
        m: Some(one.clone()),
        t_s: Some(Rational::from(20_u64)),
        t_w: Some(one.clone()),
        unit: Some("us"),
        word: Some(one),
        ..Numbers::default()
    };
    let time = |collective: &str, numbers: &Numbers| {
        let (question, numbers) = question(collective, "switch:8", numbers);
        let how = ask::How { only: vec!["sequential".to_owned()], ..ask::How::default() };
        ranking(question, &numbers, &how).rows[0].asynchronous.clone().unwrap().to_string()
    };
    // The first message arrives after 21; each of the six others one gap later.
    let [few, more] = ["1 2 5\n8 2 5\n", "1 7 3\n8 7 3\n"]
        .map(|gaps| numbers.clone().with_gaps(&GapTable::read(gaps).unwrap()).unwrap());
    let [gather, scatter] = ["gather", "scatter"].map(|of| [time(of, &few), time(of, &more)]);
    assert_eq!((gather, scatter), (["51", "39"].map(Into::into), ["33", "63"].map(Into::into)));
    // By a table the gap of a word is what it takes beyond nothing.
    let timing = Timing { asynchronous: true, ..Timing::default() };
    let tabled = tabled(Some(1), &[(None, SLOW)]);
    assert_eq!(time("gather", &Numbers { timing: timing.clone(), ..tabled }), "27");
    // The root combines each of seven messages once it is there.
    let timing = Timing { gamma: Rational::from(100_u64), ..timing };
    assert_eq!(time("reduce", &Numbers { timing, ..numbers }), "727");
}
