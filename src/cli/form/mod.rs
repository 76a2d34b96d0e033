//! `hockney form`: the form of the page, filled in, with the answer below it; the page asks for both after each change.
//!
//! Only the program in the page has this command. The question is what stands behind the `#` of the page's address, on
//! standard input. With `--page` the command writes the page itself, around the program on standard input.
//!
//! The form has its fields as an address has them, each at most once, and as they were filled in.

mod answer;

use prettytable::format::Alignment;

use super::page::{Column, FactPart};
use super::prelude::*;
use hockney_ask::Cut;
use hockney_cost::GivenNumbers;
use hockney_draw::{self as draw, digest, escaped, filled, typeset};
use hockney_formula::parse;
use hockney_plan::planner::algorithms;

/// The longest question, in bytes.
const MOST_ASKED: u64 = 1 << 20;

/// The largest program, as text, and the files behind it.
const MOST_PROGRAM: u64 = 1 << 26;

/// The most messages, and nodes, of what the form asks. The command line has no such limit.
const MOST_MESSAGES: u128 = 1 << 21;

/// So many messages, of combined data as well.
fn limits(messages: u128) -> Limits {
    Limits { messages, combining: messages, ..Limits::default() }
}

/// What to write.
#[derive(Args, Debug)]
pub(crate) struct FormArgs {
    /// Write the page around what is on standard input: the program as a compressed WebAssembly module as text, and in
    /// the second line the files of the manual's examples as a JSON object.
    #[arg(long)]
    page: bool,
}

/// Writes HTML: the form and the answer, or the page.
pub(crate) fn run(args: &FormArgs) -> Result<()> {
    let most = if args.page { MOST_PROGRAM } else { MOST_ASKED };
    let mut given = Vec::new();
    std::io::stdin().lock().take(most + 1).read_to_end(&mut given)?;
    if given.len() as u64 > most {
        return Err(Failure::no_answer(format!(
            "the question is too long: it has at most {most} bytes"
        )));
    }
    let html = if args.page {
        page(String::from_utf8_lossy(&given).trim())
    } else {
        answer::answer(&given).html()
    };
    output::write_to(None, &mut |out| Ok(out.write_all(html.as_bytes())?))
}

const PAGE: &str = include_str!("../../page/page.html");
const CSS: &str = include_str!("../../page/page.css");
const SCRIPT: &str = include_str!("../../page/page.js");
/// What runs the program in a worker.
const WORKER: &str = include_str!("../../page/worker.js");

/// A page: what was asked, and what is answered.
struct AnswerPage {
    query: Query,
    title: String,
    /// The text for screen readers when the page changes in place.
    said: String,
    /// In HTML.
    answer: String,
}

impl AnswerPage {
    /// Why there is no answer.
    fn of_failure(query: &Query, why: &Failure) -> AnswerPage {
        let no = if why.kind == FailureKind::NoAnswer { "no answer: " } else { "" };
        let said = format!("{no}{}", why.message);
        let title = "no answer".to_owned();
        AnswerPage { query: query.clone(), title, said, answer: failure(why) }
    }

    /// The form and the answer, to be set into the page.
    fn html(&self) -> String {
        let AnswerPage { query, title, said, answer } = self;
        let [address, title, said] = [&query.address(), title, said].map(|text| escaped(text));
        format!(
            "{}<main id=\"answer\" aria-label=\"the answer\" tabindex=\"-1\" data-query=\"{address}\" \
             data-title=\"{title}\" data-said=\"{said}\">\n{answer}</main>\n",
            form(query)
        )
    }
}

/// The page around a program and the files of the manual's examples, which are one line each.
fn page(given: &str) -> String {
    let (program, examples) = given.split_once('\n').unwrap_or((given, "{}"));
    let (first, _) = Query::read(b"");
    let style = draw::style() + CSS;
    filled(PAGE, |place| match place {
        "policy" => policy(&style),
        "style" => style.clone(),
        "form" => form(&first),
        "pictures" => draw::SCRIPT.to_owned(),
        "worker" => WORKER.to_owned(),
        "program" => program.to_owned(),
        "examples" => examples.replace('<', "\\u003c"),
        _ => SCRIPT.to_owned(),
    })
}

/// What the page may do: run its two scripts, and the program in a worker. It sends no requests.
fn policy(style: &str) -> String {
    let [pictures, script, style] = [draw::SCRIPT, SCRIPT, style].map(digest);
    format!(
        "default-src 'none'; script-src '{pictures}' '{script}' 'wasm-unsafe-eval'; worker-src blob:; \
         style-src '{style}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// A failure in its place in the page, with what to do about it.
fn failure(why: &Failure) -> String {
    if let Some(rendered) = &why.rendered {
        let text = lines(rendered.trim_end());
        return format!("<pre class=\"failure\">{text}</pre>\n");
    }
    let message = match why.kind {
        FailureKind::Input => why.message.clone(),
        // The form has no such option.
        FailureKind::NoAnswer => {
            let why = why.message.replace("; --limit ", "; on the command line --limit ");
            format!("no answer: {why}")
        }
        FailureKind::BrokenPipe => return String::new(),
    };
    let help = why.help.as_ref();
    let help = help.map_or_else(String::new, |help| format!("<br>{}", escaped(&visible(help))));
    format!("<p class=\"failure\">{}{help}</p>\n", escaped(&visible(&message)))
}

/// A table whose cells are HTML, and the attributes of its rows.
fn html_table(
    PageTable { columns, rows }: PageTable<'_>,
    attributes: impl Fn(usize) -> &'static str,
) -> String {
    let class = |column: &Column<'_>| match column.alignment {
        Alignment::LEFT => " class=\"text\"",
        _ => "",
    };
    let head = |column: &Column<'_>| format!("<th{}>{}</th>", class(column), column.title);
    let row = |(number, cells): (usize, &Vec<String>)| {
        let cells = columns.iter().zip(cells);
        let cells = cells.map(|(column, cell)| format!("<td{}>{cell}</td>", class(column)));
        format!("<tr{}>{}</tr>", attributes(number), cells.collect::<String>())
    };
    let heads: String = columns.iter().map(head).collect();
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// A term and its text, for a list.
fn fact(Fact { name, lines }: Fact) -> String {
    let part = |part: &FactPart| match part {
        FactPart::Plain(text) => typeset(text),
        FactPart::Formula(text) => mathml(text),
        FactPart::Strong(verdict) => {
            let class = if verdict.starts_with("equal") { "good" } else { "bad" };
            format!("<strong class=\"{class}\">{}</strong>", typeset(verdict))
        }
    };
    let line = |line: &Vec<FactPart>| line.iter().map(part).collect::<String>();
    let lines: Vec<String> = lines.iter().map(line).collect();
    format!("<dt>{name}</dt><dd>{}</dd>", lines.join("<br>"))
}

/// Typeset where it is a formula; sentences stay as they are.
fn mathml(text: &str) -> String {
    parse(text).map_or_else(|_| typeset(text), |formula| formula.to_mathml())
}

/// The fields with a blank between two, in the order in which an address has them.
const FIELDS: &str = "collective topology p algorithm root by map exclusive pieces ports \
    m ts tw th numbering origin formula schedule";

/// The default query of a page.
const FIRST: &str = "collective=broadcast&topology=ring&p=8&m=100&ts=5&tw=1";

/// The fields that are not blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Query(BTreeMap<&'static str, String>);

impl Query {
    /// Reads `collective=broadcast&p=8`, with what is wrong in it, if something is.
    pub(super) fn read(text: &[u8]) -> (Query, Option<Failure>) {
        let mut query = Query::default();
        let mut slip = None;
        let text = if text.is_empty() { FIRST.as_bytes() } else { text };
        for (name, value) in form_urlencoded::parse(text) {
            let Some(field) = FIELDS.split(' ').find(|field| *field == name) else {
                let known = format!("the fields are {}", FIELDS.replace(' ', ", "));
                let message = format!("unknown field `{name}` in the address");
                let failure = Failure::unknown(message, &name, FIELDS.split(' '), &known);
                slip = slip.or(Some(failure));
                continue;
            };
            // Browsers send lines of a text with two characters for their end.
            let value = value.replace("\r\n", "\n");
            if value.trim().is_empty() {
                continue;
            }
            if query.0.insert(field, value).is_some() {
                let failure = Failure::input(format!("the address has the field {field} twice"));
                slip = slip.or(Some(failure.help("leave out one of them")));
            }
        }
        (query, slip)
    }

    /// The content of a field, if it is not blank.
    pub(super) fn get(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(|value| value.trim())
    }

    /// The meaning of a field with these words; the first if it is blank.
    pub(super) fn word<T: Copy>(&self, field: &str, words: &[Word<T>]) -> Result<T> {
        let given = self.get(field);
        let meant = words.iter().find(|(word, _)| given.is_none_or(|given| given == *word));
        meant.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let given = given.unwrap_or_default();
            Failure::input(format!("{field} is {}, not `{given}`", words.join(" or ")))
        })
    }

    /// The schedule as it was pasted, blanks at the beginning of its lines and all.
    pub(super) fn schedule(&self) -> Option<&str> {
        self.0.get("schedule").map(String::as_str)
    }

    /// The same with another value; a blank one takes the field away.
    pub(super) fn with(&self, field: &'static str, value: &str) -> Query {
        let mut changed = self.clone();
        changed.0.remove(field);
        if !value.is_empty() {
            changed.0.insert(field, value.to_owned());
        }
        changed
    }

    /// As an address has it, without the pasted schedule, which can be long.
    pub(super) fn address(&self) -> String {
        let mut address = form_urlencoded::Serializer::new(String::new());
        for field in FIELDS.split(' ').filter(|field| *field != "schedule") {
            address.extend_pairs(self.get(field).map(|value| (field, value)));
        }
        address.finish()
    }

    /// The topology's family. A graph is a file, and a page reads none.
    pub(super) fn family(&self) -> Result<&'static Family> {
        let name = self.get("topology").unwrap_or_default();
        offered().find(|family| family.name() == name).ok_or_else(|| {
            Failure::input(format!("there is no topology `{name}` in the list")).help(
                "choose one from the list; to use a graph, paste a schedule file that contains it",
            )
        })
    }

    /// `8` and `2^20` are numbers of nodes, `4x4` are sides.
    pub(super) fn machine(&self) -> Result<MachineArgs> {
        let name = self.family()?.name();
        let Some(size) = self.get("p") else {
            return Err(Failure::input("how many nodes are there?")
                .help("write p, such as 8 or 2^10, or the sides of a mesh or torus, such as 4x4"));
        };
        if size.contains(['x', '×']) {
            let topology = Some(format!("{name}:{size}"));
            return Ok(MachineArgs { topology, ..MachineArgs::default() });
        }
        let nodes = Some(size.to_owned());
        Ok(MachineArgs { topology: Some(name.to_owned()), nodes, ..MachineArgs::default() })
    }

    /// The fields that the collective takes; a form may have others from the one before.
    pub(super) fn operation(&self, collective: &Collective) -> Result<OperationArgs> {
        let of = |parameter, field| {
            let takes = collective.parameter() == Some(parameter);
            self.get(field).filter(|_| takes).map(str::to_owned)
        };
        let map = of(Parameter::Map, "map");
        if map.as_ref().is_some_and(|map| map.starts_with('@')) {
            return Err(
                Failure::input("a page reads no files").help("write the map into the field")
            );
        }
        let pieces = self.get("pieces").map(|text| {
            text.parse().map_err(|_| {
                Failure::input(format!("{text} is not a number of pieces"))
                    .help("write a whole number, or leave the field empty")
            })
        });
        Ok(OperationArgs {
            root: of(Parameter::Root, "root"),
            exclusive: of(Parameter::Exclusive, "exclusive").is_some(),
            // A shift by nothing in particular is one by 1.
            by: of(Parameter::By, "by")
                .or_else(|| (collective.parameter() == Some(Parameter::By)).then(|| "1".into())),
            map,
            pieces: pieces.transpose()?,
            ports: self
                .get("ports")
                .map_or(Ok(Ports::ONE), |ports| ports.parse().map_err(Failure::input))?,
            ..OperationArgs::default()
        })
    }

    /// The numbers of the model.
    pub(super) fn numbers(&self) -> Result<Numbers> {
        let (m, t_s, t_w, t_h) = (self.get("m"), self.get("ts"), self.get("tw"), self.get("th"));
        let given = GivenNumbers { m, t_s, t_w, t_h, ..GivenNumbers::default() };
        let numbers = Numbers::read(given)?;
        note_reading(&numbers.notes);
        Ok(numbers)
    }

    /// How blocks are cut: in the best number of pieces, unless it is given.
    pub(super) fn cut(&self, whole_words: bool) -> Cut {
        Cut { best: self.get("pieces").is_none(), whole_words }
    }
}

/// The topologies of the form.
fn offered() -> impl Iterator<Item = &'static Family> {
    let sized = |family: &&Family| !matches!(family.sizes(), Sizes::Machine(_) | Sizes::Links);
    FAMILIES.iter().copied().filter(sized)
}

/// The fields with their labels; those for text have an example behind it.
const FORM: &str = include_str!("form.html");

/// A text for people, with its lines.
pub(super) fn lines(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// The form of a query. Nothing in it takes more than a look into the registries.
pub(super) fn form(query: &Query) -> String {
    // A name of the textbook's is shown as the collective that it means.
    let of = query.get("collective").unwrap_or_default();
    let of = collective(of).map_or(of, |found| found.name());
    let open = |fields: &[&str]| {
        let open = fields.iter().any(|field| query.get(field).is_some());
        if open { " open".to_owned() } else { String::new() }
    };
    filled(FORM, |place| {
        let mut words = place.split('|');
        match (words.next().unwrap_or_default(), words.next(), words.next()) {
            (name, Some(label), Some(example)) => text(query, name, label, example),
            (name, Some(label), None) => select(query, name, label, of),
            ("schedule", ..) => lines(query.schedule().unwrap_or_default()),
            ("open", ..) => open(&["th", "pieces", "ports", "numbering", "origin"]),
            ("own", ..) => open(&["formula", "schedule"]),
            // What the collective takes beside the topology.
            _ => match collective(of).and_then(Collective::parameter) {
                Some(Parameter::Root) => text(query, "root", "Root", "0"),
                Some(Parameter::By) => text(query, "by", "Shift by", "1"),
                Some(Parameter::Map) => text(query, "map", "Where each block goes", "3,0,1,2"),
                Some(Parameter::Exclusive) => {
                    let checked = if query.get("exclusive").is_some() { " checked" } else { "" };
                    format!(
                        "<label for=\"exclusive\"><input type=\"checkbox\" id=\"exclusive\" \
                         name=\"exclusive\" value=\"yes\"{checked}> without the node \
                         itself</label>"
                    )
                }
                None => String::new(),
            },
        }
    })
}

fn text(query: &Query, name: &str, label: &str, example: &str) -> String {
    let value = escaped(query.get(name).unwrap_or_default());
    let long = if name == "formula" { "long" } else { "" };
    format!(
        "<label class=\"{long}\" for=\"{name}\"><span>{}</span><input id=\"{name}\" name=\"{name}\" \
         value=\"{value}\" placeholder=\"{example}\" autocomplete=\"off\" spellcheck=\"false\"></label>",
        typeset(label)
    )
}

fn select(query: &Query, name: &str, label: &str, collective: &str) -> String {
    let mut chosen = query.get(name).unwrap_or_default();
    let same = |name: &str| (name.to_owned(), name.to_owned());
    // The first word is the default, so that addresses stay short.
    let two = |first: &str, other: &str| vec![(String::new(), first.to_owned()), same(other)];
    let mut options = match name {
        "collective" => {
            chosen = collective;
            COLLECTIVES.iter().map(|c| (c.name().to_owned(), report::names(c))).collect()
        }
        "topology" => offered().map(|family| same(family.name())).collect(),
        "ports" => two("one", "all"),
        "numbering" => two("row-major", "column-major"),
        "origin" => two("bottom-left", "top-left"),
        _ => algorithms_for(query, collective),
    };
    let first = [("ports", "one"), ("numbering", "row-major"), ("origin", "bottom-left")];
    if first.contains(&(name, chosen)) {
        chosen = "";
    }
    // What an address says stays to be seen, also where there is no such thing.
    if options.iter().all(|(value, _)| value != chosen) {
        options.push(same(chosen));
    }
    let option = |(value, text): &(String, String)| {
        let selected = if value == chosen { " selected" } else { "" };
        format!("<option value=\"{}\"{selected}>{}</option>", escaped(value), escaped(text))
    };
    let options: String = options.iter().map(option).collect();
    format!(
        "<label for=\"{name}\">{label}<select id=\"{name}\" name=\"{name}\">{options}</select></label>"
    )
}

/// Those for the collective and the family, and by name those that are wrong there.
fn algorithms_for(query: &Query, collective: &str) -> Vec<(String, String)> {
    let mut options = vec![
        (String::new(), "the default".to_owned()),
        ("best".to_owned(), "the best for these numbers".to_owned()),
    ];
    if let Ok(family) = query.family() {
        let here = algorithms().filter(|a| a.collective() == collective);
        options.extend(here.filter_map(|a| {
            let said = match a.on(family)?.role {
                Role::Textbook => " (textbook)",
                Role::Further => "",
                Role::Counterexample => " (wrong here)",
            };
            Some((a.name().to_owned(), format!("{}{said}", a.name())))
        }));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::Query;

    fn read(text: &str) -> (Query, Option<String>) {
        let (query, slip) = Query::read(text.as_bytes());
        (query, slip.map(|failure| failure.to_string()))
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        let (query, slip) = read("p=2%5E3&topology=ring&collective=shift&m=&by=+-1+&formula=a%26b");
        assert_eq!(slip, None);
        assert_eq!(query.get("by"), Some("-1"));
        assert_eq!(query.get("m"), None);
        assert_eq!(query.address(), "collective=shift&topology=ring&p=2%5E3&by=-1&formula=a%26b");
        assert_eq!(read(&query.address()).0.address(), query.address());
    }

    #[test]
    fn slips_are_said_and_the_rest_is_kept() {
        let (query, slip) = read("topolgy=ring&p=8");
        assert!(slip.is_some_and(|slip| slip.contains("did you mean topology?")));
        assert_eq!(query.get("p"), Some("8"));
        assert!(read("p=8&p=9").1.is_some_and(|slip| slip.contains("twice")));
        // Other values are not text here either.
        assert!(read("p=%FF").0.get("p").is_some_and(|p| p == "\u{fffd}"));
    }

    #[test]
    fn no_field_names_a_file() {
        for text in ["topology=graph&p=3", "topology=graph:Cargo.toml&p=3", "topology=ring:8x&p=2x"]
        {
            assert!(read(text).0.machine().is_err(), "{text}");
        }
        let (query, _) = read("topology=ring&p=x:graph:Cargo.toml");
        let machine = query.machine().unwrap();
        assert!(machine.topology.is_some_and(|topology| topology.starts_with("ring:")));
        let permute = hockney_core::collective::collective("permute").unwrap();
        assert!(read("map=@Cargo.toml").0.operation(permute).is_err());
    }
}
