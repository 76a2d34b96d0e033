//! `--plot`: the costs of all algorithms over a range as curves, and where the best changes.

use std::path::Path;

use super::machines::Machines;
use super::range::{Range, ideal, pieces_text, segments};
use super::table::given;
use super::values::Runner;
use super::{ranked, unpriced};
use crate::cli::args::CompareArgs;
use crate::cli::failure::Failure;
use crate::cli::{Answer, heading, output};
use crate::collective::Collective;
use crate::compare::{How, Over, SizeSegment, bound_at, cost_at, over_sizes, pieces_at, ranking};
use crate::cost::Numbers;
use crate::draw::{Curve, Mark, Plot, places, write_plot};
use crate::number::Rational;

pub(super) fn run(
    args: &CompareArgs,
    range: &Range,
    collective: &'static Collective,
    numbers: Numbers,
    file: &Path,
) -> Result<Answer, Failure> {
    if range.low.is_zero() {
        let name = range.runner.name();
        return Err(Failure::input("a logarithmic axis has no 0 on it")
            .help(format!("begin the range above 0, such as --over {name}=1..{}", range.high)));
    }
    let how = ideal(args)?;
    let plot = match range.runner {
        Runner::P => over_p(args, range, collective, &numbers, &how)?,
        Runner::M | Runner::Ratio => over_lines(args, range, numbers, &how)?,
    };
    let svg = write_plot(&plot).ok_or_else(|| {
        Failure::input("all costs are 0, and a logarithmic axis has no 0 on it")
            .help("give m, t_s and t_w of which some are above 0")
    })?;
    output::write_to(Some(file), |out| Ok(out.write_all(svg.as_bytes())?))?;
    Ok(Answer::Yes)
}

fn over_lines(
    args: &CompareArgs,
    range: &Range,
    numbers: Numbers,
    how: &How,
) -> Result<Plot, Failure> {
    let (asked, ranking) = ranked(args, &Numbers::default(), how)?;
    let title = format!(
        "{}, over {}{}",
        heading::of_asked(&asked),
        range.text(),
        given(&numbers, args.measure)
    );
    let unit = numbers.unit;
    let over = if range.runner == Runner::M { Over::M(numbers) } else { Over::Ratio(numbers) };
    let segments = segments(range, &ranking, &over)?;
    // Curves go through their rings.
    let mut places = places(&range.low, &range.high);
    places.extend(segments.iter().map(|segment| segment.from.clone()));
    places.sort();
    places.dedup();
    let curve = |name: String, cost: &dyn Fn(&Rational) -> Rational| Curve {
        name,
        points: places.iter().map(|x| (x.clone(), cost(x))).collect(),
        joined: true,
    };
    let bound = ranking.bounds.cost();
    let curves = ranking.rows.iter().map(|row| {
        let ends = [&range.low, &range.high].map(|x| pieces_at(row, &over, x));
        // Those that set the number themselves do not say it again.
        let any = row.piece_steps.is_some();
        let name = named(row.algorithm.name(), any.then_some((ends[0], ends[1])));
        curve(name, &|x| cost_at(row, &over, x))
    });
    let name = range.runner.name();
    let mut marks = Vec::new();
    let mut best = Vec::new();
    for segment in &segments {
        let algorithm = segment.algorithm.name();
        let pieces = in_pieces(segment.pieces);
        best.push(format!("{algorithm} from {} to {}{pieces}", segment.from, segment.to));
        if best.len() > 1 {
            let label = format!("{name} = {}", segment.from);
            let at = (segment.from.clone(), segment.cost.clone());
            marks.push(Mark { at, label, best: algorithm.to_owned() });
        }
    }
    let winners: Vec<&str> = segments.iter().map(|part| part.algorithm.name()).collect();
    let curves = together(curves, &winners);
    let begins = segments.iter().map(|part| (part.from.clone(), part.algorithm.name()));
    Ok(Plot {
        description: described(name, &best, Some(&bound.to_string())),
        title,
        across: across(range),
        upward: upward(range, unit),
        best: numbered(begins, &curves),
        curves,
        bound: Some(curve(format!("lower bound {bound}"), &|x| bound_at(&bound, &over, x))),
        marks,
    })
}

fn over_p(
    args: &CompareArgs,
    range: &Range,
    collective: &'static Collective,
    numbers: &Numbers,
    how: &How,
) -> Result<Plot, Failure> {
    let (machines, sizes) = Machines::over(args, range)?;
    let ask = |sizes: &[u64]| machines.ask(args, collective, sizes);
    let (segments, without) = over_sizes(&sizes, numbers, how, ask)?;
    unpriced(&without);
    let mut curves: Vec<(Curve, Option<(u64, u64)>)> = Vec::new();
    let mut bound = Curve { name: "lower bound".to_owned(), points: Vec::new(), joined: true };
    let mut drawn: Vec<Rational> = Vec::new();
    for sizes in &sizes {
        let nodes: u64 = sizes.iter().product();
        if !is_drawn(nodes, &segments) {
            continue;
        }
        let request = ask(sizes)?;
        let p = Rational::from(nodes);
        drawn.push(p.clone());
        let ranking = ranking(&request, numbers, how);
        bound.points.extend(ranking.least.map(|least| (p.clone(), least)));
        for row in &ranking.rows {
            let Some(total) = &row.total else { continue };
            let name = row.algorithm.name();
            let point = (p.clone(), total.clone());
            let n = u64::from(row.pieces);
            let same = curves.iter_mut().find(|(curve, _)| curve.name == name);
            if let Some((curve, pieces)) = same {
                curve.points.push(point);
                if let Some((_, last)) = pieces {
                    *last = n;
                }
            } else {
                let curve = Curve { name: name.to_owned(), points: vec![point], joined: true };
                curves.push((curve, row.cut_at_best.then_some((n, n))));
            }
        }
    }
    for (curve, _) in &mut curves {
        // An algorithm that skips sizes has no cost there, and no line through them.
        let (first, last) = (curve.points.first(), curve.points.last());
        let Some((first, last)) = first.zip(last) else { continue };
        let within = drawn.iter().filter(|p| (&first.0..=&last.0).contains(p)).count();
        curve.joined = within == curve.points.len();
    }
    let mut best = Vec::new();
    let mut marks = Vec::new();
    for segment in &segments {
        let (algorithm, from) = (segment.algorithm.name(), Rational::from(segment.from));
        let pieces = in_pieces((segment.pieces.0.into(), segment.pieces.1.into()));
        best.push(format!("{algorithm} from {from} to {}{pieces}", segment.to));
        let curve = curves.iter().find(|(curve, _)| curve.name == algorithm);
        let point = curve.and_then(|(curve, _)| curve.points.iter().find(|(p, _)| *p == from));
        if let Some(at) = point.filter(|_| best.len() > 1) {
            let (label, best) = (format!("p = {from}"), algorithm.to_owned());
            marks.push(Mark { at: at.clone(), label, best });
        }
    }
    let curves = curves.into_iter().map(|(curve, pieces)| {
        let name = named(&curve.name, pieces);
        Curve { name, ..curve }
    });
    let winners: Vec<&str> = segments.iter().map(|part| part.algorithm.name()).collect();
    let curves = together(curves, &winners);
    let begins = segments.iter().map(|part| (Rational::from(part.from), part.algorithm.name()));
    let names = heading::names(collective);
    let given = given(numbers, args.measure);
    Ok(Plot {
        title: format!("{names} on {}, over {}{given}", machines.name(), range.text()),
        description: described("p", &best, None),
        across: across(range),
        upward: upward(range, numbers.unit),
        best: numbered(begins, &curves),
        curves,
        bound: Some(bound).filter(|bound| !bound.points.is_empty()),
        marks,
    })
}

/// The name at the end of a curve, with the numbers of pieces at both ends where they were chosen.
fn named(algorithm: &str, pieces: Option<(u64, u64)>) -> String {
    match pieces {
        None => algorithm.to_owned(),
        Some((1, 1)) => format!("{algorithm} in 1 piece"),
        Some(pieces) => format!("{algorithm} in {} pieces", pieces_text(pieces)),
    }
}

/// Of more than one piece how many: ` in 1..447 pieces`.
fn in_pieces(pieces: (u64, u64)) -> String {
    if pieces == (1, 1) { String::new() } else { format!(" in {} pieces", pieces_text(pieces)) }
}

/// Whether a size is drawn: about 64 of those up to each power of two, and where the best changes.
fn is_drawn(nodes: u64, segments: &[SizeSegment]) -> bool {
    let every = 1_u64 << nodes.checked_ilog2().unwrap_or(0).saturating_sub(6);
    let changes =
        |segment: &SizeSegment| [segment.from, segment.to].map(u64::from).contains(&nodes);
    nodes.is_multiple_of(every) || segments.iter().any(changes)
}

/// Curves that are the same share a label. Those of which some is the best somewhere come first, since
/// the first have colours of their own; a place alone is joined to nothing.
fn together(curves: impl Iterator<Item = Curve>, best: &[&str]) -> Vec<Curve> {
    let mut found: Vec<Curve> = Vec::new();
    for curve in curves {
        match found.iter_mut().find(|other| other.points == curve.points) {
            Some(other) => other.name = format!("{}, {}", other.name, curve.name),
            None => found.push(curve),
        }
    }
    for curve in &mut found {
        curve.joined &= curve.points.len() > 1;
    }
    found.sort_by_key(|curve| !best.iter().any(|algorithm| is_of(curve, algorithm)));
    found
}

/// Whether a curve is that of an algorithm.
fn is_of(curve: &Curve, algorithm: &str) -> bool {
    let in_pieces = format!("{algorithm} in ");
    curve.name.split(", ").any(|name| name == algorithm || name.starts_with(&in_pieces))
}

/// From which places on which curve is the best.
fn numbered<'a>(
    begins: impl Iterator<Item = (Rational, &'a str)>,
    curves: &[Curve],
) -> Vec<(Rational, usize)> {
    let of = |algorithm: &str| curves.iter().position(|curve| is_of(curve, algorithm));
    begins.filter_map(|(from, algorithm)| Some((from, of(algorithm)?))).collect()
}

fn across(range: &Range) -> String {
    match range.runner {
        Runner::M => "m, words in a block".to_owned(),
        Runner::Ratio => "t_s/t_w".to_owned(),
        Runner::P => "p, nodes".to_owned(),
    }
}

fn upward(range: &Range, unit: Option<&str>) -> String {
    match (range.runner, unit) {
        (Runner::Ratio, _) => "cost, in t_w".to_owned(),
        (Runner::M | Runner::P, Some(unit)) => format!("cost, in {unit}"),
        (Runner::M | Runner::P, None) => "cost".to_owned(),
    }
}

fn described(name: &str, best: &[String], bound: Option<&str>) -> String {
    let bound = bound.map_or_else(String::new, |bound| format!(" The lower bound is {bound}."));
    format!(
        "The cost over {name}, on logarithmic axes. The best is {}.{bound}",
        best.join(", then ")
    )
}
