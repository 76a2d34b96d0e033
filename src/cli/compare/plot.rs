//! `--plot`: the costs of all algorithms over a range as curves, and where the best changes.

use std::path::Path;

use super::range::{Costs, Course, pieces_text};
use super::values::{Range, Runner};
use crate::cli::failure::{Failure, Result};
use crate::cli::output;
use hockney_ask::{Over, Ranking, Segment, bound_at, cost_at, pieces_at, ranking};
use hockney_base::number::Rational;
use hockney_core::collective::Collective;
use hockney_cost::{Cost, Numbers};
use hockney_draw::{Colours, Curve, Plot, PlotMark, places, write_plots};

/// The kinds of pictures besides SVG.
const CONVERTED: [&str; 2] = ["pdf", "png"];

/// The kind of picture that the ending of a file names; without an ending it is SVG.
pub(super) fn kind(file: &Path) -> Result<Option<&'static str>> {
    let Some(ending) = file.extension().and_then(|ending| ending.to_str()) else { return Ok(None) };
    let found = CONVERTED.into_iter().find(|kind| ending.eq_ignore_ascii_case(kind));
    if found.is_some() || ending.eq_ignore_ascii_case("svg") {
        return Ok(found);
    }
    Err(Failure::input(format!("--plot does not write .{ending} files"))
        .help("name a file that ends in .svg, .pdf or .png"))
}

/// A logarithmic axis has no 0 on it.
pub(super) fn begins_above_0(range: &Range) -> Result<()> {
    if range.low.is_zero() {
        let name = range.runner.name();
        return Err(Failure::input("a logarithmic axis cannot show 0")
            .help(format!("begin the range above 0, such as --over {name}=1..{}", range.high)));
    }
    Ok(())
}

pub(super) fn write(
    file: &Path,
    range: &Range,
    of: (&Collective, &Numbers),
    courses: Vec<Course<'_>>,
) -> Result<()> {
    let plots = courses.into_iter().map(|course| plot(range, of, course));
    let plots = plots.collect::<Result<Vec<Plot>>>()?;
    let svg = write_plots(&plots, Colours::Light).ok_or_else(|| {
        Failure::input("all costs are 0, and a logarithmic axis cannot show 0")
            .help("give m, t_s and t_w that are not all 0")
    })?;
    let picture = match kind(file)? {
        Some(kind) => output::converted(kind, svg)?,
        None => svg.into_bytes(),
    };
    output::write_to(Some(file), &mut |out| Ok(out.write_all(&picture)?))
}

/// The costs over m, in the colours of the reader; `None` if there is nothing to draw.
#[cfg(feature = "page")]
pub(crate) fn over_m(
    ranking: Ranking,
    (of, numbers): (&Collective, &Numbers),
    how: hockney_ask::How,
    title: String,
) -> Option<String> {
    let million = Rational::from(1_000_000_u64);
    let high = numbers.m.as_ref().map(|m| m * &Rational::from(10)).filter(|high| *high > million);
    let (low, high) = (Rational::one(), high.unwrap_or(million));
    let over = Over::M(numbers.clone());
    let segments = hockney_ask::crossovers(&ranking.rows, &over, &low, &high).ok()?;
    let range = Range { runner: Runner::M, low, high };
    let costs = Costs::Lines(Box::new(ranking), Box::new(over));
    let plot = plot(&range, (of, numbers), Course { title, segments, costs, how }).ok()?;
    write_plots(&[plot], Colours::Auto)
}

fn plot(
    range: &Range,
    (of, numbers): (&Collective, &Numbers),
    Course { title, segments, costs, how }: Course<'_>,
) -> Result<Plot> {
    let name = range.runner.name();
    let (curves, bound, least) = match &costs {
        Costs::Lines(ranking, over) => {
            let (curves, bound) = of_lines(range, ranking, over, &segments);
            let least = line_of_bounds(ranking)
                .map_or_else(String::new, |cost| format!(" The lower bound is {cost:.6}."));
            (curves, bound, least)
        }
        Costs::Sizes(machines, sizes) => {
            let (curves, bound) = of_sizes(sizes, &segments, |sizes| {
                Ok(ranking(machines.ask(sizes)?, numbers, &how))
            })?;
            (curves, bound, String::new())
        }
    };
    let all = curves.len();
    let curves = together(curves, &segments);
    // Curves that are the same share a name.
    let drawn: usize = curves.iter().map(|curve| curve.name.split(", ").count()).sum();
    let left_out = match all.saturating_sub(drawn) {
        0 => String::new(),
        1 => " One more algorithm, which is nowhere the best, is not drawn.".to_owned(),
        count => format!(" {count} more algorithms, which are nowhere the best, are not drawn."),
    };
    let said = |part: &Segment| {
        let pieces = match part.pieces {
            (1, 1) => String::new(),
            pieces => format!(" in {} pieces", pieces_text(pieces)),
        };
        format!("{} from {:.6} to {:.6}{pieces}", part.algorithm.name(), part.from, part.to)
    };
    let said: Vec<String> = segments.iter().map(said).collect();
    let mark = |part: &Segment| PlotMark {
        at: (part.from.clone(), part.cost.clone()),
        label: format!("{:.6}", part.from),
        best: part.algorithm.name().to_owned(),
    };
    let begins = |part: &Segment| {
        let curve = curves.iter().position(|curve| is_of(curve, part.algorithm.name()))?;
        Some((part.from.clone(), curve))
    };
    Ok(Plot {
        title,
        runner: name.to_owned(),
        description: format!(
            "The cost over {name}, on logarithmic axes. The best is {}.{least}{left_out}",
            said.join(", then ")
        ),
        across: match range.runner {
            Runner::M => {
                let data = of.m_is().split(';').next().unwrap_or_default();
                let unit = if numbers.word.as_ref().is_some_and(Rational::is_one) {
                    "bytes"
                } else {
                    "words"
                };
                format!("m, {data}, in {unit}")
            }
            Runner::Ratio => "t_s/t_w".to_owned(),
            Runner::P => "p, nodes".to_owned(),
        },
        upward: match (range.runner, numbers.unit) {
            (Runner::Ratio, _) => "cost, in t_w".to_owned(),
            (Runner::M | Runner::P, Some(unit)) => format!("cost, in {unit}"),
            (Runner::M | Runner::P, None) => "cost, in the unit of t_s and t_w".to_owned(),
        },
        stepped: matches!(range.runner, Runner::P),
        marks: segments.iter().skip(1).map(mark).collect(),
        best: segments.iter().filter_map(begins).collect(),
        bound: Some(bound).filter(|bound| !bound.points.is_empty()),
        curves,
    })
}

/// The lower bound, if it is the same line everywhere.
fn line_of_bounds(ranking: &Ranking) -> Option<Cost> {
    let one = ranking.on_classes.is_none() && ranking.bounds.front().len() == 1;
    one.then(|| ranking.bounds.cost())
}

/// The curves of costs that are lines, and that of the lower bound.
fn of_lines(
    range: &Range,
    ranking: &Ranking,
    over: &Over,
    segments: &[Segment],
) -> (Vec<Curve>, Curve) {
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
    let curves = ranking.rows.iter().map(|row| {
        let ends = (pieces_at(row, over, &range.low), pieces_at(row, over, &range.high));
        // Algorithms that set the number themselves do not show it.
        let name = named(row.algorithm.name(), row.in_pieces.as_ref().map(|_| ends));
        curve(name, &|x| cost_at(row, over, x))
    });
    let name = line_of_bounds(ranking)
        .map_or_else(|| "lower bound".to_owned(), |cost| format!("lower bound {cost}"));
    let lowest = curve(name, &|x| bound_at(ranking, over, x));
    (curves.collect(), lowest)
}

/// The curves of costs at sizes, and that of the lower bound.
fn of_sizes(
    sizes: &[Vec<u64>],
    segments: &[Segment],
    ranking: impl Fn(&[u64]) -> Result<Ranking>,
) -> Result<(Vec<Curve>, Curve)> {
    let mut curves: Vec<(Curve, Option<(u64, u64)>)> = Vec::new();
    let empty = |name: &str| Curve { name: name.to_owned(), points: Vec::new(), joined: true };
    let mut bound = empty("lower bound");
    let mut drawn: Vec<Rational> = Vec::new();
    for sizes in sizes {
        let nodes: u64 = sizes.iter().product();
        let p = Rational::from(nodes);
        if !is_drawn(nodes, &p, segments) {
            continue;
        }
        let ranking = ranking(sizes)?;
        // The bound is one of costs by steps.
        let by_steps = ranking.rows.iter().all(|row| row.asynchronous.is_none());
        let least = ranking.least.as_ref().filter(|_| by_steps);
        bound.points.extend(least.map(|least| (p.clone(), least.clone())));
        for row in &ranking.rows {
            let Some(total) = row.deciding() else { continue };
            let (name, n) = (row.algorithm.name(), u64::from(row.pieces));
            let place = curves.iter().position(|(curve, _)| curve.name == name);
            let place = place.unwrap_or_else(|| {
                curves.push((empty(name), row.best_pieces.as_ref().map(|_| (n, n))));
                curves.len() - 1
            });
            let (curve, pieces) = &mut curves[place];
            curve.points.push((p.clone(), total.clone()));
            *pieces = pieces.map(|(first, _)| (first, n));
        }
        drawn.push(p);
    }
    let curves = curves.into_iter().map(|(curve, pieces)| {
        // An algorithm that skips sizes has no cost there, and no line through them.
        let ends = curve.points.first().zip(curve.points.last());
        let within = |p: &&Rational| ends.is_some_and(|(a, b)| (&a.0..=&b.0).contains(p));
        let joined = drawn.iter().filter(within).count() == curve.points.len();
        Curve { name: named(&curve.name, pieces), joined, ..curve }
    });
    Ok((curves.collect(), bound))
}

/// The name at the end of a curve, with the numbers of pieces at both ends where they were chosen.
fn named(algorithm: &str, pieces: Option<(u64, u64)>) -> String {
    match pieces {
        None => algorithm.to_owned(),
        Some((1, 1)) => format!("{algorithm} in 1 piece"),
        Some(pieces) => format!("{algorithm} in {} pieces", pieces_text(pieces)),
    }
}

/// Whether a size is drawn: about 64 of those up to each power of two, and where the best changes.
fn is_drawn(nodes: u64, p: &Rational, segments: &[Segment]) -> bool {
    let every = 1_u64 << nodes.checked_ilog2().unwrap_or(0).saturating_sub(6);
    nodes.is_multiple_of(every) || segments.iter().any(|part| part.from == *p || part.to == *p)
}

/// Curves that are the same share a label. Those of which some is the best somewhere come first, since
/// the first have colours of their own; a place alone is joined to nothing.
fn together(curves: Vec<Curve>, segments: &[Segment]) -> Vec<Curve> {
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
    let best = |curve: &Curve| segments.iter().any(|best| is_of(curve, best.algorithm.name()));
    found.sort_by_key(|curve| !best(curve));
    // More of them nobody can follow; those that are the best somewhere stay.
    let most = found.iter().filter(|curve| best(curve)).count().max(MOST_CURVES);
    found.truncate(most);
    found
}

/// The most curves, unless more are the best somewhere.
const MOST_CURVES: usize = 7;

/// Whether a curve is that of an algorithm.
fn is_of(curve: &Curve, algorithm: &str) -> bool {
    let in_pieces = format!("{algorithm} in ");
    curve.name.split(", ").any(|name| name == algorithm || name.starts_with(&in_pieces))
}
