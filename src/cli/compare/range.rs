//! `--over`: where the best algorithm changes as m, t_s/t_w or p runs through a range; with `--plot` the
//! costs of algorithms as curves.

use serde_json::Value;

use super::points::{Comparison, NamedMachine, OfFamily};
use super::values::{Over as Axis, Range, Runner, no_ratio};
use super::{noted, one_by_one, rows, unpriced};
use crate::cli::page::{given, or_dash};
use crate::cli::prelude::*;
use hockney_ask::{
    Over, Ranked, Ranking, Segment, bound_at, cost_at, crossovers, over_sizes, pieces_at, ranking,
};
use hockney_cost::{TimesOf, Timing};
use hockney_draw::{Colours, Curve, Plot, PlotMark, places, write_plots};

/// The most sizes of a table over a range, in which each is a place where costs bend.
const MOST_SIZES: usize = 256;

/// A range and the best algorithms in it.
pub(super) struct Course<'a> {
    pub(super) title: String,
    pub(super) segments: Vec<Segment>,
    pub(super) costs: Costs<'a>,
    pub(super) how: How<'static>,
}

/// The known costs in the range.
pub(super) enum Costs<'a> {
    /// They are lines in m or t_s.
    Lines(Box<Ranking>, Box<Over>),
    /// They are to be ranked at each of these sizes.
    Sizes(OfFamily<'a>, Vec<Vec<u64>>),
}

/// The range, if the numbers that it needs are given.
pub(super) fn range(asked: &Comparison<'_>, over: &Axis) -> Result<Range> {
    let (args, numbers) = (asked.args, &asked.sizes[0].numbers);
    if args.machine.rails.len() > 1 && args.plot.is_none() {
        return Err(Failure::input("--over prints one machine, not one for each of --rails")
            .help("name one number of rails, or add --plot FILE, -f csv or -f jsonl"));
    }
    let range = over.range().ok_or_else(|| one_by_one(&asked.overs))?;
    if numbers.timing.asynchronous && range.runner != Runner::P {
        let message = "where the best algorithm changes is computed from costs by steps, not from asynchronous times";
        return Err(Failure::input(message).help(
            "leave out --timing and --gaps, or add -f csv to rank at each of several values",
        ));
    }
    let machines = if range.runner == Runner::P { Vec::new() } else { asked.machines()? };
    let alike = machines.iter().all(|one| one.question.machine().classes().is_empty());
    complete(&range, numbers, alike)?;
    let sizes = |of: &TimesOf| of.time.pieces().len();
    if numbers.tables.iter().map(sizes).max().unwrap_or(0) > MOST_SIZES {
        let message = format!("over a range a table of times has at most {MOST_SIZES} sizes");
        return Err(Failure::no_answer(message).help("leave out sizes, or give values after -m"));
    }
    let Timing { gamma, call, .. } = &numbers.timing;
    let time = [("--gamma", gamma), ("--call", call)].into_iter().find(|(_, time)| !time.is_zero());
    if let Some((option, _)) = time.filter(|_| range.runner == Runner::Ratio) {
        let message = format!("{option} is a time, and of ts/tw only the ratio is known");
        let help = format!("use --over m=1..1e6 with --ts and --tw, or leave out {option}");
        return Err(Failure::input(message).help(help));
    }
    Ok(range)
}

/// The best algorithms in a range, on each machine.
pub(super) fn courses<'a>(asked: &'a Comparison<'a>, range: &Range) -> Result<Vec<Course<'a>>> {
    let numbers = &asked.sizes[0].numbers;
    if range.runner == Runner::P {
        return Ok(vec![Course::over_sizes(asked, range, numbers)?]);
    }
    let course = |one: &NamedMachine| Course::over_numbers(asked, &one.question, range, numbers);
    asked.machines()?.iter().map(course).collect()
}

impl<'a> Course<'a> {
    /// As p runs.
    fn over_sizes(asked: &'a Comparison<'a>, range: &Range, numbers: &Numbers) -> Result<Self> {
        let family = OfFamily::of(asked)?;
        let sizes = family.over(range)?;
        let ask = |sizes: &[u64]| family.ask(sizes);
        let (segments, without) = over_sizes(&sizes, numbers, &asked.how, ask)?;
        unpriced(&without);
        let title = format!("{} on {}", report::names(asked.collective), family.name());
        let title = Course::title(&title, asked, range, numbers);
        Ok(Course { title, segments, costs: Costs::Sizes(family, sizes), how: asked.how.clone() })
    }

    /// As m or t_s/t_w runs.
    fn over_numbers(
        asked: &Comparison<'_>,
        question: &Question,
        range: &Range,
        numbers: &Numbers,
    ) -> Result<Self> {
        // On links of classes the numbers are those of the ranking, since there is no other measure of hops.
        let (links, word) = (numbers.links.clone(), numbers.word.clone());
        let (timing, tables, unit) = (numbers.timing.clone(), numbers.tables.clone(), numbers.unit);
        let links = Numbers { word, links, timing, tables, unit, ..Numbers::default() };
        let classes = question.machine().classes();
        let ranking = ranking(question, &links.with_classes(classes)?, &asked.how);
        noted(asked, question, &ranking)?;
        let beyond = |m: &Rational| {
            let there = Numbers { m: Some(m.clone()), ..numbers.clone() };
            ranking.rows.iter().flat_map(|row| there.beyond(&row.cost)).collect::<Vec<_>>()
        };
        times::note_beyond(
            numbers.word.as_ref(),
            [&range.low, &range.high].into_iter().flat_map(beyond),
        );
        let numbers = numbers.clone().with_classes(classes)?;
        all_lines(range, &numbers, &ranking)?;
        let over = if range.runner == Runner::M { Over::M } else { Over::Ratio };
        let over = over(numbers.clone());
        let ranking = ranking.over_range(question, &over, [&range.low, &range.high], &asked.how);
        let segments = segments(range, &ranking, &over)?;
        let costs = Costs::Lines(Box::new(ranking), Box::new(over));
        let title =
            Course::title(&report::of_ranking(question, &asked.how.only), asked, range, &numbers);
        Ok(Course { title, segments, costs, how: asked.how.clone() })
    }

    fn title(what: &str, asked: &Comparison<'_>, range: &Range, numbers: &Numbers) -> String {
        let of_m = match &numbers.word {
            _ if range.runner != Runner::M => "",
            Some(word) if word.is_one() => " bytes",
            _ => " words",
        };
        format!("{what}, over {}{of_m} {}", range.text(), given(numbers, asked.how.measure))
    }
}

/// Each algorithm must have a cost over the range.
fn all_lines(range: &Range, numbers: &Numbers, ranking: &Ranking) -> Result<()> {
    let mut rows = ranking.rows.iter();
    if range.runner != Runner::M {
        return if rows.all(|row| row.cost.is_linear()) { Ok(()) } else { Err(no_ratio()) };
    }
    let missing = rows.find(|row| numbers.over_m(&row.cost).is_none());
    let Some(missing) = missing.map(|row| numbers.missing(Some(&row.cost))) else { return Ok(()) };
    let missing: Vec<String> = missing.into_iter().filter(|option| option != "-m").collect();
    Err(Failure::input("where the best changes over m depends on the times of all links")
        .help(format!("add {}", missing.join(" and "))))
}

/// All quantities that do not run must be given. Links of classes have times of their own.
fn complete(range: &Range, numbers: &Numbers, alike: bool) -> Result<()> {
    let (m, times) = (range.runner != Runner::M, range.runner != Runner::Ratio);
    let times = times && numbers.tables.is_empty();
    let given = [
        ("-m", numbers.m.is_some(), m),
        ("--ts", numbers.t_s.is_some(), times),
        ("--tw", numbers.t_w.is_some() || times && !alike, times),
    ];
    if let Some((option, ..)) = given.iter().find(|(_, is, must)| *must && !is) {
        let message =
            format!("where the best changes over {} depends on {option}", range.runner.name());
        return Err(Failure::input(message).help(format!("add {option}, such as {option} 5")));
    }
    if range.runner == Runner::Ratio && !numbers.t_h.is_zero() {
        return Err(Failure::input("cannot use --th with --over ts/tw").help("leave out --th"));
    }
    Ok(())
}

/// A change of the best.
fn segments(range: &Range, ranking: &Ranking, over: &Over) -> Result<Vec<Segment>> {
    crossovers(&ranking.rows, over, &range.low, &range.high).map_err(|why| {
        let begin = why
            .until
            .as_ref()
            .map_or_else(String::new, |m| format!("begin the range at {m} or more, or "));
        Failure::no_answer(format!(
            "over {}: {why}, since each piece has at least one word; {begin}set the number of \
             pieces with --pieces",
            range.text()
        ))
    })
}

/// `64`, or from the one end to the other `1..447`.
pub(super) fn pieces_text((from, to): (u64, u64)) -> String {
    if from == to { from.to_string() } else { format!("{from}..{to}") }
}

/// Writes the parts of the range; numbers of nodes are numbers, all others exact text.
pub(super) fn write(
    asked: &Comparison<'_>,
    format: ReportFormat,
    range: &Range,
    course: &Course<'_>,
) -> Result<()> {
    let (whole, nodes) = (range.runner == Runner::M, range.runner == Runner::P);
    let exact = |number: &Rational| {
        if nodes { Value::from(number.to_u64()) } else { Value::from(number.to_string()) }
    };
    let part = |segment: &Segment| {
        // The first whole m from which on it is the best, null where there is none.
        let first = whole.then(|| segment.first_whole.as_ref().map(exact));
        row! {
            from: exact(&segment.from),
            to: exact(&segment.to),
            // Both ends as numbers, for programs that plot.
            from_value: segment.from.to_f64(),
            to_value: segment.to.to_f64(),
            algorithm: segment.algorithm.name(),
            // Into how many pieces it cuts a block at either end.
            pieces_from: segment.pieces.0,
            pieces_to: segment.pieces.1,
            #[serde(flatten)] first: first.map(|first| row! { first_whole: first }),
        }
    };
    let parts: Vec<_> = course.segments.iter().map(part).collect();
    let text = |value: &Rational| if nodes { value.to_string() } else { shown(value) };
    let none = &[(); 0];
    let document = rows::document(asked, none, none, none, &parts);
    output::print(asked.output(), format, &document, &mut |out| {
        writeln!(out, "{}\n", course.title)?;
        let columns = [
            number("from"),
            number("to"),
            number("first whole m").only_if(whole),
            words("best algorithm"),
            number("pieces").only_if(course.segments.iter().any(|part| part.pieces != (1, 1))),
        ];
        let cells = |part: &Segment| {
            [
                text(&part.from),
                text(&part.to),
                or_dash(part.first_whole.as_ref(), text),
                part.algorithm.name().to_owned(),
                pieces_text(part.pieces),
            ]
        };
        PageTable::of(columns, &course.segments, cells).write(out)?;
        if let Costs::Sizes(machines, sizes) = &course.costs
            && sizes.iter().any(|sides| sides.len() > 1)
        {
            let p: Vec<u64> = sizes.iter().map(|sides| sides.iter().product()).collect();
            let first = p.iter().take(3).map(u64::to_string).collect::<Vec<_>>().join(", ");
            let name = machines.name();
            writeln!(out, "\nsizes   each {name} with equal sides: p = {first}, ..")?;
        }
        out.write_all(about_pieces(course).as_bytes())?;
        Ok(())
    })
}

/// The note about the number of pieces below the table, if some algorithm takes any.
fn about_pieces(course: &Course<'_>) -> &'static str {
    let (any, measured) = match &course.costs {
        Costs::Sizes(..) => (course.segments.iter().any(|segment| segment.cut_at_best), false),
        Costs::Lines(ranking, _) => {
            let any =
                |row: &&Ranked| row.algorithm.takes_any_pieces() && !row.algorithm.is_tabled();
            let mut those = ranking.rows.iter().filter(any).peekable();
            let counted = |row: &Ranked| row.in_pieces.is_none();
            (those.peek().is_some(), those.any(counted))
        }
    };
    match (any, measured) {
        (false, _) if course.segments.iter().any(|segment| segment.pieces != (1, 1)) => {
            "\npieces  of m/n words; with -m they are rounded up to whole words\n"
        }
        (false, _) => "",
        (true, false) => {
            "\npieces  of m/n words, the best number at each place for algorithms that take any\n"
        }
        // Its blocks are not cut alone, or its messages are too many.
        (true, true) => {
            "\npieces  of m/n words, the best number at each place; 1 for an algorithm without a closed form here whose \
             messages are too many to measure; --pieces sets another number\n"
        }
    }
}

/// The kinds of pictures besides SVG.
const CONVERTED: [&str; 2] = ["pdf", "png"];

/// The kind of picture that the ending of a file names; without an ending it is SVG.
pub(super) fn picture_kind(file: &Path) -> Result<Option<&'static str>> {
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

pub(super) fn write_plot(
    file: &Path,
    range: &Range,
    of: (&Collective, &Numbers),
    courses: Vec<Course<'_>>,
    all: bool,
) -> Result<()> {
    let plots = courses.into_iter().map(|course| plot(range, of, course, all));
    let (plots, left_out): (Vec<Plot>, Vec<Option<String>>) =
        plots.collect::<Result<Vec<_>>>()?.into_iter().unzip();
    for words in left_out.iter().flatten() {
        note(&format!("{words}; --all adds grey curves"));
    }
    let svg = write_plots(&plots, Colours::Light).ok_or_else(|| {
        Failure::input("all costs are 0, and a logarithmic axis cannot show 0")
            .help("give m, t_s and t_w that are not all 0")
    })?;
    let picture = match picture_kind(file)? {
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
    how: How<'static>,
    title: String,
) -> Option<String> {
    let million = Rational::from(1_000_000_u64);
    let high = numbers.m.as_ref().map(|m| m * &Rational::from(10)).filter(|high| *high > million);
    let (low, high) = (Rational::one(), high.unwrap_or(million));
    let over = Over::M(numbers.clone());
    let segments = hockney_ask::crossovers(&ranking.rows, &over, &low, &high).ok()?;
    let range = Range { runner: Runner::M, low, high };
    let costs = Costs::Lines(Box::new(ranking), Box::new(over));
    let course = Course { title, segments, costs, how };
    let (plot, _) = plot(&range, (of, numbers), course, false).ok()?;
    write_plots(&[plot], Colours::Auto)
}

/// A plot, and in words how many algorithms it leaves out, if any.
fn plot(
    range: &Range,
    (of, numbers): (&Collective, &Numbers),
    Course { title, segments, costs, how }: Course<'_>,
    all: bool,
) -> Result<(Plot, Option<String>)> {
    let name = range.runner.name();
    let (curves, bound, least) = match &costs {
        Costs::Lines(ranking, over) => {
            let (curves, bound) = of_lines(range, ranking, over, &segments, &how);
            let least = line_of_bounds(ranking)
                .map_or_else(String::new, |cost| format!(" The lower bound is {cost:.6}."));
            (curves, bound, least)
        }
        Costs::Sizes(machines, sizes) => {
            let (curves, bound) = of_sizes(sizes, &segments, &how, |sizes| {
                Ok(ranking(machines.ask(sizes)?, numbers, &how))
            })?;
            (curves, bound, String::new())
        }
    };
    let known = curves.len();
    let curves = together(curves, &segments, all);
    // Curves that are the same share a name.
    let drawn: usize = curves.iter().map(|curve| curve.name.split(", ").count()).sum();
    let left_out = match known.saturating_sub(drawn) {
        0 => None,
        1 => Some("one more algorithm, which is nowhere the best, is not drawn".to_owned()),
        count => {
            Some(format!("{count} more algorithms, which are nowhere the best, are not drawn"))
        }
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
    let plot = Plot {
        title,
        runner: name.to_owned(),
        description: format!(
            "The cost over {name}, on logarithmic axes. The best is {}.{least}{}",
            said.join(", then "),
            left_out.as_ref().map_or_else(String::new, |words| format!(" Left out: {words}."))
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
    };
    Ok((plot, left_out))
}

/// Whether a curve was not asked for: it is grey, unless it is the best somewhere.
fn is_other(row: &Ranked, how: &How<'_>) -> bool {
    how.only.is_empty() && row.role != Role::Textbook
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
    how: &How<'_>,
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
        grey: false,
    };
    let curves = ranking.rows.iter().map(|row| {
        let ends = (pieces_at(row, over, &range.low), pieces_at(row, over, &range.high));
        // Algorithms that set the number themselves do not show it.
        let name = named(row.algorithm.name(), row.in_pieces.as_ref().map(|_| ends));
        Curve { grey: is_other(row, how), ..curve(name, &|x| cost_at(row, over, x)) }
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
    how: &How<'_>,
    ranking: impl Fn(&[u64]) -> Result<Ranking>,
) -> Result<(Vec<Curve>, Curve)> {
    let mut curves: Vec<(Curve, Option<(u64, u64)>)> = Vec::new();
    let empty =
        |name: &str, grey| Curve { name: name.to_owned(), points: Vec::new(), joined: true, grey };
    let mut bound = empty("lower bound", false);
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
                let curve = empty(name, is_other(row, how));
                curves.push((curve, row.best_pieces.as_ref().map(|_| (n, n))));
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
/// the first have colours of their own, then the textbook's and those that were asked for, and if `all` are wanted the
/// others; a place alone is joined to nothing.
fn together(curves: Vec<Curve>, segments: &[Segment], all: bool) -> Vec<Curve> {
    let mut found: Vec<Curve> = Vec::new();
    for curve in curves {
        match found.iter_mut().find(|other| other.points == curve.points) {
            Some(other) => {
                other.name = format!("{}, {}", other.name, curve.name);
                other.grey &= curve.grey;
            }
            None => found.push(curve),
        }
    }
    let best = |curve: &Curve| segments.iter().any(|best| is_of(curve, best.algorithm.name()));
    for curve in &mut found {
        curve.joined &= curve.points.len() > 1;
        curve.grey &= !best(curve);
    }
    found.sort_by_key(|curve| (curve.grey, !best(curve)));
    // More of them nobody can follow; those that are the best somewhere stay.
    let most = found.iter().filter(|curve| best(curve)).count().max(MOST_CURVES);
    found.iter_mut().skip(most).for_each(|curve| curve.grey = true);
    found.retain(|curve| all || !curve.grey);
    found
}

/// The most curves in colour, unless more are the best somewhere.
const MOST_CURVES: usize = 7;

/// Whether a curve is that of an algorithm.
fn is_of(curve: &Curve, algorithm: &str) -> bool {
    let in_pieces = format!("{algorithm} in ");
    curve.name.split(", ").any(|name| name == algorithm || name.starts_with(&in_pieces))
}
