//! Schedules that look the same from every node are certified for all sizes; templates that were
//! tampered with are not, by the kernel or by a real schedule.

use hockney::internal::planner::{self, Algorithm};
use hockney::internal::proof::kernel::{self, Blocks, Moves, Orbit, Term, Whole};
use hockney::internal::proof::orbit::{Part, agree, certified, template};
use hockney::internal::proof::statement::read;
use hockney::internal::topology::{FAMILIES, Family, family};

fn all() -> Vec<(&'static Algorithm, &'static dyn Family)> {
    let pairs = planner::algorithms().flat_map(|a| FAMILIES.iter().map(move |f| (a, *f)));
    let has = |(a, family): &(&'static Algorithm, &'static dyn Family)| {
        a.on(*family).is_some() && template(a.collective(), a.name(), family.name()).is_some()
    };
    pairs.filter(has).collect()
}

/// Catches a template that the kernel does not follow, and one that no schedule has.
#[test]
fn every_template_is_certified_and_is_that_of_real_schedules() {
    let all = all();
    assert!(all.len() >= 37, "{}", all.len());
    let mut with_data = 0;
    for (of, family) in all {
        let name = format!("{} by {} on {}", of.collective(), of.name(), family.name());
        let certified =
            certified(of, family, 33).unwrap().unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(certified.messages > 100, "{name}: {certified:?}");
        with_data += usize::from(certified.data);
    }
    assert!(with_data >= 32, "{with_data}");
}

/// The words of a template are those of the stated step costs: two statements of one thing.
#[test]
fn templates_pay_what_the_algorithms_state() {
    for (of, family) in all() {
        let parts = template(of.collective(), of.name(), family.name()).unwrap();
        let costs = of.step_costs(family, 2).unwrap();
        if parts.iter().any(|part| part.orbit.turns.iter().any(|t| t.blocks == Blocks::Unsaid)) {
            continue;
        }
        let turns: Vec<&Term> =
            parts.iter().flat_map(|part| &part.orbit.turns).map(|turn| &turn.cost).collect();
        assert_eq!(turns.len(), costs.phases.len(), "{}", of.name());
        let scope = |part: &Part| {
            let mut scope = kernel::Scope::default();
            scope.whole.insert(part.orbit.size.0.clone(), part.orbit.size.1);
            scope.whole.insert("i".to_owned(), Whole::from(0));
            scope.means.extend(part.orbit.means.iter().cloned());
            scope
        };
        let scope = scope(&parts[0]);
        for (turn, phase) in turns.iter().zip(&costs.phases) {
            let stated = scope.polynomial(&read(&phase.cost).unwrap()).unwrap();
            assert_eq!(scope.polynomial(turn).unwrap(), stated, "{}", of.name());
        }
    }
}

fn ring() -> Orbit {
    template("all-gather", "ring", "ring").unwrap().remove(0).orbit
}

fn refused(orbit: &Orbit) -> String {
    kernel::certify(orbit).unwrap_err().to_string()
}

fn pair(first: &str, last: &str) -> [Term; 2] {
    [read(first).unwrap(), read(last).unwrap()]
}

fn by(hops: &[i64]) -> Moves {
    Moves::Ring { hops: hops.to_vec(), turning: false }
}

#[test]
fn two_hops_for_everyone_are_refused() {
    let mut of = ring();
    assert_eq!(kernel::certify(&of), Ok(true));
    of.size.1 = Whole::from(5);
    of.turns[0].moves = by(&[2]);
    assert_eq!(refused(&of), "turn 1: two messages want the same link");
}

#[test]
fn two_to_one_are_refused() {
    let mut of = ring();
    of.size.1 = Whole { least: 4, modulus: 2, residue: 0 };
    // Even nodes send up by one, and odd ones by two: both to odd nodes.
    of.turns[0].moves = by(&[1, 2]);
    of.turns[0].blocks = Blocks::Unsaid;
    assert_eq!(refused(&of), "turn 1: two classes send to the same nodes");
    // What is right for even p only is not for all.
    of.turns[0].moves = by(&[1, -1]);
    assert_eq!(kernel::certify(&of), Ok(false));
    of.size.1 = Whole::from(4);
    assert_eq!(refused(&of), "turn 1: a message may go nowhere, or farther than round");
    of.turns[0].moves = by(&[0]);
    assert_eq!(refused(&of), "turn 1: a message may go nowhere, or farther than round");
}

/// Between two nodes there is one link each way, so that two hops up are one too many.
#[test]
fn hops_that_go_round_are_refused() {
    let mut of = ring();
    of.turns[0].moves = by(&[2]);
    assert_eq!(refused(&of), "turn 1: a message may go nowhere, or farther than round");
}

#[test]
fn blocks_that_are_not_there_are_refused() {
    let mut of = ring();
    let known = pair("-i", "0");
    of.turns[0].blocks = Blocks::Interval { known: known.clone(), sent: pair("-i - 1", "-i - 1") };
    assert_eq!(refused(&of), "turn 1: what is sent is not seen to be there");
    // What came first again and again is there, but nothing new.
    of.turns[0].blocks = Blocks::Interval { known: known.clone(), sent: pair("0", "0") };
    assert_eq!(refused(&of), "turn 1: what arrives does not make what is there next");
    // To begin with there is one block only.
    of.turns[0].blocks =
        Blocks::Interval { known: pair("-i - 1", "0"), sent: pair("-i - 1", "-i - 1") };
    assert_eq!(refused(&of), "turn 1: what arrives does not make what is there next");
}

#[test]
fn a_step_less_leaves_something_out() {
    let mut of = ring();
    of.turns[0].to = read("p - 2").unwrap();
    assert_eq!(refused(&of), "in the end it is not seen that everything is there");
}

#[test]
fn another_cost_is_refused() {
    let mut of = ring();
    of.turns[0].cost = read("t_s + 2 m t_w").unwrap();
    assert_eq!(refused(&of), "turn 1: a step does not cost what is stated");
}

#[test]
fn onward_blocks_must_have_come_and_arrive() {
    let whole = template("all-to-all", "ring", "ring").unwrap().remove(0).orbit;
    assert_eq!(kernel::certify(&whole), Ok(true));
    let with = |origin: &str, first: &str, last: &str| {
        let mut of = whole.clone();
        let origin = read(origin).unwrap();
        of.turns[0].blocks = Blocks::Onwards { origin, targets: pair(first, last) };
        refused(&of)
    };
    let not_there = "turn 1: what is sent is not seen to be there";
    assert_eq!(with("-i - 1", "1", "p - 1 - i"), not_there);
    assert_eq!(with("-2 i", "1", "p - 1 - i"), not_there);
    assert_eq!(with("-i", "1", "p - 1"), not_there);
    assert_eq!(with("-i", "0", "p - 1 - i"), "turn 1: a step does not cost what is stated");
    assert_eq!(with("-i", "2", "p - i"), "turn 1: what arrives does not make what is there next");
}

#[test]
fn a_half_of_the_way_round_is_not_all() {
    let mut of = template("all-to-all", "ring-shorter-way", "ring").unwrap().remove(0).orbit;
    assert_eq!(kernel::certify(&of), Ok(true));
    let second = of.turns.pop().unwrap();
    assert_eq!(refused(&of), "in the end it is not seen that everything is there");
    // The same side twice is no second side.
    let first = of.turns[0].clone();
    of.turns.push(first);
    assert_eq!(refused(&of), "turn 2: what arrives does not make what is there next");
    of.turns[1] = second;
    assert_eq!(kernel::certify(&of), Ok(true));
}

#[test]
fn subcubes_must_grow_by_the_dimension_that_is_crossed() {
    let whole = template("all-gather", "recursive-doubling", "hypercube").unwrap().remove(0).orbit;
    assert_eq!(kernel::certify(&whole), Ok(true));
    let mut of = whole.clone();
    of.turns[0].moves = Moves::Dimension(read("d - 1 - i").unwrap());
    assert_eq!(refused(&of), "turn 1: what arrives does not make what is there next");
    // The highest dimension first, with the subcube of the highest: just as well.
    let known = pair("d - i", "d");
    of.turns[0].blocks = Blocks::Subcube { known, summed: false };
    assert_eq!(kernel::certify(&of), Ok(true));
    // But not what the planner does.
    let algorithm = planner::algorithm("all-gather", "recursive-doubling").unwrap();
    let parts = [Part { orbit: of.clone(), backwards: false }];
    assert_eq!(
        agree(algorithm, family("hypercube").unwrap(), &parts, 8).unwrap_err(),
        "hypercube:4: step 1 has other messages than the template"
    );
    of = whole;
    of.turns[0].to = read("d + 1").unwrap();
    assert_eq!(refused(&of), "turn 1: a message may go nowhere, or farther than round");
}

/// A template is tied to schedules by their messages: other blocks, directions and counts of steps
/// are seen.
#[test]
fn another_schedule_is_seen() {
    let ring = family("ring").unwrap();
    let all_gather = planner::algorithm("all-gather", "ring").unwrap();
    let part = |orbit: Orbit, backwards| [Part { orbit, backwards }];
    assert!(agree(all_gather, ring, &part(self::ring(), false), 9).is_ok());
    assert_eq!(
        agree(all_gather, ring, &part(self::ring(), true), 9).unwrap_err(),
        "ring:2: step 1 has other messages than the template"
    );
    let mut down = self::ring();
    down.turns[0].moves = by(&[-1]);
    down.turns[0].blocks = Blocks::Interval { known: pair("0", "i"), sent: pair("i", "i") };
    assert_eq!(kernel::certify(&down), Ok(true));
    assert_eq!(
        agree(all_gather, ring, &part(down, false), 9).unwrap_err(),
        "ring:3: step 1 has other messages than the template"
    );
    let mut longer = self::ring();
    longer.turns[0].to = read("p").unwrap();
    assert_eq!(
        agree(all_gather, ring, &part(longer, false), 9).unwrap_err(),
        "ring:2: the schedule has fewer steps than the template"
    );
    let mut shorter = self::ring();
    shorter.turns[0].to = read("p - 2").unwrap();
    assert_eq!(
        agree(all_gather, ring, &part(shorter, false), 9).unwrap_err(),
        "ring:2: the schedule has more steps than the template"
    );
}
