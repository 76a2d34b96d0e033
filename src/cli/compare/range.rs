//! `--over`: where the best algorithm changes as m, t_s/t_w or p runs through a range.

use serde_json::Value;

use super::asked::{Comparison, NamedMachine};
use super::machines::OfFamily;
use super::values::{Over as Axis, Range, Runner, no_ratio};
use super::{noted, one_by_one, rows, unpriced};
use crate::cli::page::{given, or_dash};
use crate::cli::prelude::*;
use crate::cli::request::with_classes;
use crate::cli::times;
use hockney_ask::{How, Over, Price, Ranked, Ranking, Segment, crossovers, over_sizes, ranking};
use hockney_cost::Timing;

/// A range and the best algorithms in it.
pub(super) struct Course<'a> {
    pub(super) title: String,
    pub(super) segments: Vec<Segment>,
    pub(super) costs: Costs<'a>,
    pub(super) how: How,
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
        let title = format!("{} on {}", heading::names(asked.collective), family.name());
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
        let ranking = ranking(question, &with_classes(links, question.machine())?, &asked.how);
        noted(asked, question, &ranking)?;
        let beyond = |m: &Rational| {
            let there = Numbers { m: Some(m.clone()), ..numbers.clone() };
            ranking.rows.iter().flat_map(|row| there.beyond(&row.cost)).collect::<Vec<_>>()
        };
        times::note_beyond(
            numbers.word.as_ref(),
            [&range.low, &range.high].into_iter().flat_map(beyond),
        );
        let any = ranking.rows.iter().any(|row| row.algorithm.takes_any_pieces());
        if any && asked.how.cut.best && !numbers.tables.is_empty() {
            note(
                "over a range with a table of times, algorithms that take any number of pieces have one; sizes after -m \
                 have the best number each, and --pieces sets it",
            );
        }
        let numbers = with_classes(numbers.clone(), question.machine())?;
        all_lines(range, &numbers, &ranking)?;
        let over = if range.runner == Runner::M { Over::M } else { Over::Ratio };
        let over = over(numbers.clone());
        let segments = segments(range, &ranking, &over)?;
        let costs = Costs::Lines(Box::new(ranking), Box::new(over));
        let title =
            Course::title(&heading::of_ranking(question, &asked.how.only), asked, range, &numbers);
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
        Failure::NoAnswer(format!(
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
        Table::of(columns, &course.segments, cells).write(out)?;
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
            // With tables of times a note says it.
            let any = |row: &&Ranked| {
                let taken = row.algorithm.takes_any_pieces() && !row.algorithm.is_tabled();
                taken && !row.cost.has_messages()
            };
            let mut those = ranking.rows.iter().filter(any).peekable();
            let counted = |row: &Ranked| row.in_pieces.is_none() || row.price != Price::ClosedForm;
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
        // The best number changes along the range, and messages were counted in one plan.
        (true, true) => {
            "\npieces  1 for an algorithm that takes any number and has no closed form here; \
             --pieces sets another number\n"
        }
    }
}
