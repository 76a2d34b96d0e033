//! `--plot`: the costs of all algorithms over a range as curves, and where the best changes.

use std::path::Path;

use super::machines::Machines;
use super::over::{Range, one_piece};
use super::table::given;
use super::values::Runner;
use super::{asked, how, none, unpriced};
use crate::cli::args::CompareArgs;
use crate::cli::failure::Failure;
use crate::cli::{Answer, heading, limit, output};
use crate::collective::Collective;
use crate::compare::{Cut, How, Over, SizeSegment, cost_at, crossovers, over_sizes, ranking};
use crate::cost::Numbers;
use crate::draw::{Curve, Mark, Plot, places, write_plot};
use crate::number::Rational;

pub(super) fn run(
    args: &CompareArgs,
    range: &Range,
    collective: &'static dyn Collective,
    numbers: Numbers,
    file: &Path,
) -> Result<Answer, Failure> {
    if range.low.is_zero() {
        let name = range.runner.name();
        return Err(Failure::input("a logarithmic axis has no 0 on it")
            .help(format!("begin the range above 0, such as --over {name}=1..{}", range.high)));
    }
    let how = how(args)?;
    let how = How { cut: Cut { whole_words: false, ..how.cut }, ..how };
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
    let asked = asked(args)?;
    let ranking = ranking(&asked.request, &Numbers::default(), how);
    unpriced(&ranking.unpriced);
    if ranking.rows.is_empty() {
        return Err(none(&asked.request, &ranking.unpriced));
    }
    one_piece(args, &ranking);
    let title = format!(
        "{}, over {}{}",
        heading::of_asked(&asked),
        range.text(),
        given(&numbers, args.measure)
    );
    let unit = numbers.unit;
    let over = if range.runner == Runner::M { Over::M(numbers) } else { Over::Ratio(numbers) };
    let curve = |name: &str, cost| Curve {
        name: name.to_owned(),
        points: places(&range.low, &range.high)
            .into_iter()
            .map(|x| (x.clone(), cost_at(cost, &over, &x)))
            .collect(),
        joined: true,
    };
    let bound = ranking.bounds.cost();
    let curves = ranking.rows.iter().map(|row| curve(row.algorithm.name(), &row.cost));
    let segments = crossovers(&ranking.rows, &over, &range.low, &range.high);
    let name = range.runner.name();
    let mut marks = Vec::new();
    let mut best = Vec::new();
    for segment in &segments {
        let algorithm = segment.algorithm.name();
        best.push(format!("{algorithm} from {} to {}", segment.from, segment.to));
        let row = ranking.rows.iter().find(|row| row.algorithm.name() == algorithm);
        if let Some(row) = row.filter(|_| marks.len() + 1 < best.len()) {
            let cost = cost_at(&row.cost, &over, &segment.from);
            let label = format!("{name} = {}", segment.from);
            marks.push(Mark { at: (segment.from.clone(), cost), label });
        }
    }
    Ok(Plot {
        description: described(name, &best, Some(&bound.to_string())),
        title,
        across: across(range),
        upward: upward(range, unit),
        curves: together(curves),
        bound: Some(curve(&format!("lower bound {bound}"), &bound)),
        marks,
    })
}

fn over_p(
    args: &CompareArgs,
    range: &Range,
    collective: &'static dyn Collective,
    numbers: &Numbers,
    how: &How,
) -> Result<Plot, Failure> {
    let machines = Machines::of(args)?;
    let allowed = limit::allowed(&args.limit)?;
    let written = format!("p={}..{}", range.low, range.high);
    let sizes = machines.sizes((&range.low, &range.high), &written, &allowed, allowed.nodes)?;
    if sizes.is_empty() {
        return Err(Failure::input(format!(
            "no {} has a size in {}",
            machines.name(),
            range.text()
        )));
    }
    let ask = |sizes: &[u64]| machines.ask(args, collective, sizes);
    let (segments, without) = over_sizes(&sizes, numbers, how, ask)?;
    unpriced(&without);
    let mut curves: Vec<Curve> = Vec::new();
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
            match curves.iter_mut().find(|curve| curve.name == name) {
                Some(curve) => curve.points.push(point),
                None => {
                    curves.push(Curve { name: name.to_owned(), points: vec![point], joined: true });
                }
            }
        }
    }
    for curve in &mut curves {
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
        best.push(format!("{algorithm} from {from} to {}", segment.to));
        let curve = curves.iter().find(|curve| curve.name == algorithm);
        let point = curve.and_then(|curve| curve.points.iter().find(|(p, _)| *p == from));
        if let Some(at) = point.filter(|_| best.len() > 1) {
            marks.push(Mark { at: at.clone(), label: format!("p = {from}") });
        }
    }
    let names = heading::names(collective);
    let given = given(numbers, args.measure);
    Ok(Plot {
        title: format!("{names} on {}, over {}{given}", machines.name(), range.text()),
        description: described("p", &best, None),
        across: across(range),
        upward: upward(range, numbers.unit),
        curves: together(curves.into_iter()),
        bound: Some(bound).filter(|bound| !bound.points.is_empty()),
        marks,
    })
}

/// Whether a size is drawn: about 64 of those up to each power of two, and where the best changes.
fn is_drawn(nodes: u64, segments: &[SizeSegment]) -> bool {
    let every = 1_u64 << nodes.checked_ilog2().unwrap_or(0).saturating_sub(6);
    let changes =
        |segment: &SizeSegment| [segment.from, segment.to].map(u64::from).contains(&nodes);
    nodes.is_multiple_of(every) || segments.iter().any(changes)
}

/// Curves that are the same share a label.
fn together(curves: impl Iterator<Item = Curve>) -> Vec<Curve> {
    let mut found: Vec<Curve> = Vec::new();
    for curve in curves {
        match found.iter_mut().find(|other| other.points == curve.points) {
            Some(other) => other.name = format!("{}, {}", other.name, curve.name),
            None => found.push(curve),
        }
    }
    found
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
