//! `hockney draw`: a checked schedule as a picture.

use super::args::{DrawArgs, DrawFormat, NumberingArg, OriginArg};
use super::failure::Failure;
use super::{Answer, check, heading, input, limit, note, output, plan, recognised, request};
use crate::checker::{Checked, Limits};
use crate::collective::{Schedule, collective};
use crate::document::Document;
use crate::draw::{DrawError, Drawing, FIGURES, Numbering, Origin, Panel, View};
use crate::formula;

/// What is drawn.
struct Subject {
    checked: Checked,
    title: String,
    view: View,
    panels: Vec<Panel>,
    /// A closed form and its source.
    formula: Option<(String, String)>,
}

pub(crate) fn run(args: &DrawArgs) -> Result<Answer, Failure> {
    let limit = limit::allowed(&args.limit)?.checker;
    let mut subject = match (&args.figure, &args.what[..]) {
        (Some(number), []) => figure(args, number, limit)?,
        (Some(_), _) => {
            return Err(Failure::input("--figure says already what is drawn")
                .help("leave out the collective or the file"));
        }
        (None, [file]) if is_file(args, file) => from_file(args, file, limit)?,
        (None, [name]) => planned(args, name, limit)?,
        (None, [name, file]) => from_lines(args, name, file, limit)?,
        (None, _) => {
            let numbers: Vec<&str> = FIGURES.iter().map(|figure| figure.number).collect();
            return Err(Failure::input("what is to be drawn?").help(format!(
                "name a collective and -t, or a schedule file, or a figure: --figure {}",
                numbers.join(", ")
            )));
        }
    };
    if let Some(chosen) = panels(args, subject.checked.schedule().steps())? {
        subject.panels = chosen;
    }
    fits(args, subject.checked.schedule())?;
    let formula = subject.formula.as_ref();
    let formula = formula.and_then(|(text, source)| Some((formula::parse(text).ok()?, source)));
    let numbers = request::numbers(&args.numbers)?;
    let drawing = Drawing {
        checked: &subject.checked,
        title: &subject.title,
        view: subject.view,
        panels: &subject.panels,
        formula: formula.as_ref().map(|(formula, source)| (formula, source.as_str())),
        numbers: Some(&numbers),
    };
    let drawn = match args.format {
        DrawFormat::Svg => drawing.svg(),
        DrawFormat::Tikz => drawing.tikz(),
        DrawFormat::Text => drawing.text(),
        DrawFormat::Html => Ok(drawing.html()),
    };
    let drawn = drawn.map_err(|error| match error {
        DrawError::TooLarge { .. } => {
            Failure::NoAnswer(format!("{error}; -f html makes a summary of any size"))
        }
        DrawError::NoSuchStep { .. } => Failure::input(error.to_string()),
    })?;
    output::write_to(args.output.as_deref(), |out| Ok(out.write_all(drawn.as_bytes())?))?;
    Ok(if subject.checked.report().is_valid() { Answer::Yes } else { Answer::No })
}

/// Options that would change nothing are a slip.
fn fits(args: &DrawArgs, schedule: &Schedule) -> Result<(), Failure> {
    if args.format == DrawFormat::Html && args.steps.is_some() {
        return Err(Failure::input("--steps does not go with -f html")
            .help("a page has all steps: leave out --steps"));
    }
    let looked_at = args.numbering.map(|_| "--numbering").or(args.origin.map(|_| "--origin"));
    match looked_at.filter(|_| schedule.topology.network().sides().is_none()) {
        Some(option) => {
            Err(Failure::input(format!("{option} changes nothing on {}", schedule.topology))
                .help("it is for meshes and tori: leave it out"))
        }
        None => Ok(()),
    }
}

/// A name that is a collective's means that, unless there is a file and no topology.
fn is_file(args: &DrawArgs, what: &str) -> bool {
    args.machine.topology.is_none()
        && (collective(what).is_none() || std::path::Path::new(what).exists())
}

fn view(args: &DrawArgs) -> View {
    View {
        numbering: match args.numbering {
            None | Some(NumberingArg::RowMajor) => Numbering::RowMajor,
            Some(NumberingArg::ColumnMajor) => Numbering::ColumnMajor,
        },
        origin: args.origin.map_or_else(Origin::default, origin),
    }
}

/// The corner of that name.
pub(crate) fn origin(arg: OriginArg) -> Origin {
    match arg {
        OriginArg::BottomLeft => Origin::BottomLeft,
        OriginArg::TopLeft => Origin::TopLeft,
    }
}

fn figure(args: &DrawArgs, number: &str, limit: Limits) -> Result<Subject, Failure> {
    let found = FIGURES.iter().find(|figure| figure.number == number);
    let figure = found.ok_or_else(|| {
        let numbers: Vec<&str> = FIGURES.iter().map(|figure| figure.number).collect();
        Failure::input(format!("there is no figure `{number}`"))
            .help(format!("the figures are {}", numbers.join(", ")))
    })?;
    let given = request::said(&args.machine, &args.operation)
        .or(args.algorithm.algorithm.as_ref().map(|_| "-a"))
        .or(args.algorithm.order.as_ref().map(|_| "--order"))
        .or(args.numbering.map(|_| "--numbering"));
    if let Some(option) = given {
        return Err(Failure::input(format!("{option} does not go with --figure"))
            .help("a figure says itself what it shows: leave it out"));
    }
    let made = figure.made().ok_or_else(|| {
        Failure::NoAnswer(format!("figure {number} cannot be planned; please report this"))
    })?;
    let view = match args.origin {
        Some(_) => View { origin: view(args).origin, ..made.view },
        None => made.view,
    };
    Ok(Subject {
        checked: plan::checked(&made.schedule, limit)?,
        title: format!("Figure {number}: {}", figure.about),
        view,
        panels: made.panels,
        formula: None,
    })
}

fn of_document(args: &DrawArgs, document: &Document, limit: Limits) -> Result<Subject, Failure> {
    let (schedule, said) = (&document.schedule, document.algorithm.as_deref());
    let mut title = heading::of_schedule(schedule);
    // Only a page says the formula.
    let page = args.format == DrawFormat::Html;
    let recognised = page.then(|| recognised::recognised(schedule, said)).flatten();
    if let Some(algorithm) = recognised {
        title = format!("{title}, by {}", algorithm.name());
    }
    let named = recognised.or_else(|| page.then(|| recognised::named(schedule, said)).flatten());
    let form = named.and_then(|algorithm| {
        let topology = &schedule.topology;
        let form = algorithm.closed_form(topology.family(), topology.sizes().len())?;
        let source = match recognised {
            Some(_) => form.source.to_owned(),
            None => format!("{}; of {}, which the file names", form.source, algorithm.name()),
        };
        Some((form.formula, source))
    });
    Ok(Subject {
        // Every message is drawn, so every fault is wanted.
        checked: plan::every_message(schedule, limit)?,
        title,
        view: view(args),
        panels: Vec::new(),
        formula: form,
    })
}

fn from_file(args: &DrawArgs, file: &str, limit: Limits) -> Result<Subject, Failure> {
    if let Some(option) = request::said(&args.machine, &args.operation) {
        return Err(Failure::input(format!("{option} does not go with a schedule file"))
            .help("a schedule file says its own topology and collective: leave it out"));
    }
    let document = check::document(&input::read(file)?, file)?;
    of_document(args, &document, limit)
}

fn from_lines(args: &DrawArgs, name: &str, file: &str, limit: Limits) -> Result<Subject, Failure> {
    let (document, reading) = check::from_lines(&args.machine, &args.operation, name, file)?;
    if let Some(reading) = &reading {
        note(reading);
    }
    of_document(args, &document, limit)
}

fn planned(args: &DrawArgs, name: &str, limit: Limits) -> Result<Subject, Failure> {
    let collective = request::collective_named(name)?;
    let asked = request::request(collective, &args.machine, &args.operation, &args.algorithm)?;
    if let Some(reading) = request::reading(name, collective) {
        note(&reading);
    }
    let numbers = request::numbers(&args.numbers)?;
    let view = view(args);
    let how = args.algorithm.algorithm.as_deref();
    let cut = request::cut(&args.operation, &args.numbers);
    let planned = plan::renumbered(&asked, how, (&numbers, cut), limit, view.numbering)?;
    let family = planned.request.topology.family();
    let sides = planned.request.topology.sizes().len();
    let form = planned.algorithm.closed_form(family, sides);
    let heading = heading::of_schedule(planned.checked.schedule());
    Ok(Subject {
        title: format!("{heading}, by {}", planned.algorithm.name()),
        view,
        panels: Vec::new(),
        formula: form.map(|form| (form.formula, form.source.to_owned())),
        checked: planned.checked,
    })
}

/// `--steps 1,3-5,7` or `all`: which pictures.
fn panels(args: &DrawArgs, steps: usize) -> Result<Option<Vec<Panel>>, Failure> {
    let Some(text) = args.steps.as_deref() else { return Ok(None) };
    if text == "all" {
        return Ok(Some(Panel::all(steps)));
    }
    let bad = |part: &str| {
        Failure::input(format!("--steps: `{part}` is no step of 1 to {steps}")).help(
            "write steps between commas, such as --steps 1,2,7; 1-3 for three in one picture, \
             after2 for what nodes hold after a step, end for the last; or --steps all",
        )
    };
    let mut panels = Vec::new();
    for part in text.split(',').map(str::trim) {
        if part == "end" {
            panels.push(Panel::After(steps));
            continue;
        }
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad(part));
        if let Some(step) = part.strip_prefix("after") {
            let step = number(step)?;
            if step > steps {
                return Err(bad(part));
            }
            panels.push(Panel::After(step));
            continue;
        }
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        if first == 0 || last < first || last > steps {
            return Err(bad(part));
        }
        panels.push(Panel::Steps { first, last });
    }
    Ok(Some(panels))
}
