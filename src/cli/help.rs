//! `hockney help`: the help of a command, or a topic of the manual as text.

use super::prelude::*;
use super::{command, print_help};

const MODEL: &str = include_str!("../../docs/manual/model.md");
const SCHEDULES: &str = include_str!("../../docs/manual/schedules.md");

/// A topic, and its page of the manual, of which only the section with a title is printed if there is one.
struct Topic {
    name: &'static str,
    page: &'static str,
    section: Option<&'static str>,
}

const TOPICS: [Topic; 6] = [
    Topic { name: "model", page: MODEL, section: None },
    Topic { name: "formulas", page: include_str!("../../docs/manual/formulas.md"), section: None },
    Topic { name: "schedules", page: SCHEDULES, section: None },
    Topic { name: "machines", page: include_str!("../../docs/manual/machines.md"), section: None },
    Topic { name: "units", page: MODEL, section: Some("Units") },
    Topic { name: "exit-codes", page: SCHEDULES, section: Some("Exit codes") },
];

/// What to explain.
#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// A command, or a topic: model, formulas, schedules, machines, units, exit-codes.
    #[arg(value_name = "COMMAND|TOPIC")]
    pub(crate) of: Vec<String>,
}

pub(crate) fn run(args: &HelpArgs) -> Result<Answer> {
    if let [name] = &args.of[..]
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == name)
    {
        output::write_to(None, &mut |out| topic.write(out))?;
        return Ok(Answer::Yes);
    }
    let root = command();
    let mut found = &root;
    for name in &args.of {
        found = found.find_subcommand(name).ok_or_else(|| unknown(name, found))?;
    }
    let words = ["hockney"].into_iter().chain(args.of.iter().map(String::as_str));
    if let Err(help) = command().try_get_matches_from(words.chain(["--help"])) {
        print_help(&help)?;
    }
    Ok(Answer::Yes)
}

fn unknown(name: &str, above: &clap::Command) -> Failure {
    let commands = above.get_subcommands().filter(|command| !command.is_hide_set());
    let topics = TOPICS.iter().map(|topic| topic.name);
    let known: Vec<&str> = commands.map(clap::Command::get_name).chain(topics).collect();
    let list = format!("there is help on {}", known.join(", "));
    Failure::unknown(format!("no help on `{name}`"), name, known, &list)
}

impl Topic {
    /// Writes the page as text: paragraphs and tables within the width of the terminal, blocks as they are.
    fn write(&self, out: &mut dyn Write) -> Result<()> {
        let mut lines = self.lines().peekable();
        while let Some(line) = lines.next() {
            if line.starts_with("```") {
                let block = lines.by_ref().take_while(|line| !line.starts_with("```"));
                // An exit code, and the empty line at the end, are for the tests.
                let block: Vec<&str> = block.filter(|line| !line.starts_with("? ")).collect();
                for line in block.join("\n").trim_end().lines() {
                    writeln!(out, "{}", format!("    {line}").trim_end())?;
                }
            } else if line.starts_with('|') {
                let mut rows = vec![cells(line)];
                while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                    rows.push(cells(row));
                }
                table(out, &rows)?;
            } else if let Some(title) = line.strip_prefix('#') {
                let title = title.trim_start_matches('#').trim();
                writeln!(out, "{title}\n{}", "=".repeat(title.chars().count()))?;
            } else {
                let mut text = line.to_owned();
                let goes_on =
                    |line: &&str| !line.is_empty() && !line.starts_with(['-', '|', '`', '#']);
                while let Some(more) = lines.next_if(|line| !text.is_empty() && goes_on(line)) {
                    text = text + " " + more.trim_start();
                }
                paragraph(out, &plain(&text))?;
            }
        }
        Ok(())
    }

    /// The lines of the page, or of its section.
    fn lines(&self) -> impl Iterator<Item = &'static str> {
        let title = |line: &str| line.trim_start_matches('#').trim().to_owned();
        let section = self.section;
        let begin = move |line: &&str| section.is_some_and(|section| title(line) != section);
        let mut seen = section.is_none();
        self.page.lines().skip_while(begin).take_while(move |line| {
            let begins = line.starts_with("## ");
            let more = section.is_none() || !begins || !seen;
            seen |= begins;
            more
        })
    }
}

/// Text without the addresses of its links.
fn plain(text: &str) -> String {
    let mut parts = text.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let begin = out.rfind('[').unwrap_or(out.len());
        out.replace_range(begin..(begin + 1).min(out.len()), "");
        out.push_str(part.split_once(')').map_or(part, |(_, behind)| behind));
    }
    out
}

/// Writes words in lines; the lines of an item are below its text.
fn paragraph(out: &mut dyn Write, text: &str) -> Result<()> {
    let indent = if text.starts_with("- ") { 2 } else { 0 };
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > page::width() {
            write!(out, "\n{:indent$}{word}", "")?;
            column = indent + length;
        } else {
            let gap = usize::from(column > 0);
            write!(out, "{:gap$}{word}", "")?;
            column += gap + length;
        }
    }
    Ok(writeln!(out)?)
}

fn cells(line: &str) -> Vec<String> {
    let bars = line.trim_matches('|').replace("\\|", "\0");
    bars.split('|').map(|cell| plain(cell.trim()).replace('\0', "|")).collect()
}

/// A table whose first row is its head, and whose second row draws a line; its widest column is wrapped.
fn table(out: &mut dyn Write, rows: &[Vec<String>]) -> Result<()> {
    let [heads, _, rows @ ..] = rows else { return Ok(()) };
    let length = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(String::len).max();
    let widest = (0..heads.len()).max_by_key(|at| length(*at));
    let mut columns: Vec<_> = heads.iter().map(|head| words(head)).collect();
    if let Some(column) = widest.and_then(|widest| columns.get_mut(widest)) {
        *column = column.wraps();
    }
    Table { columns, rows: rows.to_vec() }.write(out)
}
