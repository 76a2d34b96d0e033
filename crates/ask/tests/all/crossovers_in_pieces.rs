//! Where the best algorithm changes when each cuts blocks into its best number of pieces: against the
//! ranking at many places.

use hockney_ask::{
    Cut, How, Over, Price, Ranked, Segment, cost_at, crossovers, pieces_at, ranking,
};
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports, collective};
use hockney_cost::Numbers;
use hockney_plan::planner::Request;

use hockney_testing::machines::machines;
use hockney_testing::{Effort, sweep};

fn how() -> How<'static> {
    How { cut: Cut { best: true, whole_words: false }, ..How::default() }
}

/// The rows with a closed form or a table: what is measured has one piece in a range.
fn in_pieces(request: &Request, numbers: &Numbers) -> Vec<Ranked> {
    let rows = ranking(request, numbers, &how()).rows.into_iter();
    rows.filter(|row| row.in_pieces.is_some() || !matches!(row.price, Price::Measured(_))).collect()
}

fn fraction(n: i64, d: i64) -> Rational {
    Rational::ratio(n, d).unwrap()
}

/// The segments, and the rows that they are of.
fn found(
    request: &Request,
    over: &Over,
    (low, high): (&Rational, &Rational),
) -> Option<(Vec<Segment>, Vec<Ranked>)> {
    let rows = in_pieces(request, &Numbers::default());
    if rows.is_empty() {
        return None;
    }
    let parts = crossovers(&rows, over, low, high).unwrap();
    assert_eq!((&parts[0].from, &parts[parts.len() - 1].to), (low, high));
    for pair in parts.windows(2) {
        assert_eq!(pair[0].to, pair[1].from);
        assert_ne!(pair[0].algorithm.name(), pair[1].algorithm.name());
    }
    Some((parts, rows))
}

/// Each row costs and is cut as the ranking at the place has it, and the segment there is the best.
fn holds_at(request: &Request, over: &Over, parts: &[Segment], rows: &[Ranked], x: &Rational) {
    let numbers = match over {
        Over::M(numbers) => Numbers { m: Some(x.clone()), ..numbers.clone() },
        Over::Ratio(numbers) => {
            Numbers { t_s: Some(x.clone()), t_w: Some(Rational::one()), ..numbers.clone() }
        }
    };
    let there = in_pieces(request, &numbers);
    for row in rows {
        let same = there.iter().find(|other| other.algorithm.name() == row.algorithm.name());
        let same = same.unwrap();
        let said = (Some(cost_at(row, over, x)), pieces_at(row, over, x));
        let name = row.algorithm.name();
        assert_eq!(said, (same.total.clone(), same.pieces.into()), "{name} at {x}");
    }
    let part = parts.iter().rfind(|part| part.from <= *x).unwrap();
    let best = there.iter().find(|row| row.algorithm.name() == part.algorithm.name()).unwrap();
    let name = part.algorithm.name();
    assert_eq!(best.total, there[0].total, "{name} at {x} on {}", request.topology);
    if part.from == *x {
        assert_eq!((Some(&part.cost), part.pieces.0), (best.total.as_ref(), best.pieces.into()));
    }
}

fn requests(effort: Effort) -> Vec<Request> {
    let mut requests = Vec::new();
    let all = effort.thin(machines(), 12);
    for topology in &all {
        // The table of optima has all-reduce in pieces on four nodes.
        let kinds: &[_] = match topology.nodes() {
            2 | 7 | 8 => &["broadcast", "reduce", "scan"],
            4 => &["all-reduce"],
            _ => &[],
        };
        for kind in kinds {
            let collective = collective(kind).unwrap();
            let instance = Instance::new(collective, topology.nodes());
            let topology = topology.clone();
            requests.push(Request { topology, instance, ports: Ports::ONE, order: None });
        }
    }
    requests
}

sweep! {
    /// Catches a bound on the pieces that is off by one, a part that is skipped, and a best that is none.
    fn over_m_the_best_is_the_best_everywhere(effort) {
        let mut cut = 0;
        for request in requests(effort) {
            for (t_s, t_w) in [(fraction(9, 1), fraction(2, 1)), (fraction(1, 3), fraction(1, 1))] {
                let over = Over::M(Numbers { t_s: Some(t_s), t_w: Some(t_w), ..Numbers::default() });
                let (low, high) = (fraction(1, 2), fraction(61, 2));
                let Some((parts, rows)) = found(&request, &over, (&low, &high)) else { continue };
                cut += usize::from(parts.iter().any(|part| part.pieces.0 != part.pieces.1));
                let places = (1..=18).flat_map(|m| [fraction(2 * m + 1, 3), fraction(5 * m, 3)]);
                let mut places: Vec<Rational> = places.collect();
                places.extend(parts.iter().map(|part| part.from.clone()));
                for m in &places {
                    holds_at(&request, &over, &parts, &rows, m);
                }
                for (index, part) in parts.iter().enumerate().skip(1) {
                    let before = parts[index - 1].algorithm.name();
                    let before = rows.iter().find(|row| row.algorithm.name() == before).unwrap();
                    let this = rows.iter().find(|row| row.algorithm.name() == part.algorithm.name());
                    let better =
                        |m: &Rational| cost_at(this.unwrap(), &over, m) < cost_at(before, &over, m);
                    let wholes = (1..31).map(Rational::from).filter(|m| *m >= part.from);
                    let mut within = wholes.filter(|m| *m < part.to || part.to == high);
                    if let Some(first) = within.find(|m| better(m)) {
                        assert_eq!(part.first_whole, Some(first), "{}", request.topology);
                    }
                }
            }
        }
        assert!(cut > effort.of(3, 50), "{cut}");
    }
}

sweep! {
    fn over_t_s_the_best_is_the_best_everywhere(effort) {
        let mut cut = 0;
        for request in requests(effort) {
            for m in [fraction(0, 1), fraction(7, 2), fraction(40, 1)] {
                let over = Over::Ratio(Numbers { m: Some(m), ..Numbers::default() });
                let (low, high) = (fraction(0, 1), fraction(90, 1));
                let Some((parts, rows)) = found(&request, &over, (&low, &high)) else { continue };
                cut += usize::from(parts.iter().any(|part| part.pieces.0 != part.pieces.1));
                let mut places: Vec<Rational> = (0..20).map(|t_s| fraction(t_s * t_s, 5)).collect();
                places.extend(parts.iter().map(|part| part.from.clone()));
                for t_s in &places {
                    holds_at(&request, &over, &parts, &rows, t_s);
                }
            }
        }
        assert!(cut > effort.of(1, 20), "{cut}");
    }
}

/// Catches a walk through all the lines of a pipeline, and an answer where there are too many parts.
#[test]
fn long_ranges_are_not_walked_through() {
    let request = requests(Effort::Exhaustive)
        .into_iter()
        .find(|of| {
            let machine = of.topology.to_string();
            of.instance.collective.name() == "broadcast" && machine == "hypercube:8"
        })
        .unwrap();
    let rows = ranking(&request, &Numbers::default(), &how()).rows;
    let over = |t_s| {
        let (t_s, t_w) = (Some(Rational::from(t_s)), Some(Rational::one()));
        Over::M(Numbers { t_s, t_w, ..Numbers::default() })
    };
    let high = Rational::power_of_two(60);
    let parts = crossovers(&rows, &over(5_u32), &Rational::one(), &high).unwrap();
    let last = parts.last().unwrap();
    // n (n + 1) >= (2/1) 2^60/5
    assert_eq!((last.algorithm.name(), last.pieces.1), ("n-block", 679_093_957));
    // Without startups each word is a piece, at every m anew.
    let why = crossovers(&rows, &over(0_u32), &Rational::one(), &high).err().unwrap();
    assert_eq!(why.until, None);
}
