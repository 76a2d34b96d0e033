//! `hockney help`: the help of a command, or a topic of the manual as text. And `hockney man`: the man pages, one for each
//! command, which `.ci/release` puts beside the static program.

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

pub(crate) fn run(args: &HelpArgs) -> Result<()> {
    if let [name] = &args.of[..]
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == name)
    {
        return output::write_to(None, &mut |out| topic.write(out));
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
    Ok(())
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
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(writeln!(out, "{}", page::folded(&words, page::width(), indent))?)
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
    PageTable { columns, rows: rows.to_vec() }.write(out)
}

/// Writes a man page for each command, and one for all, to a folder that exists.
#[cfg(feature = "man")]
pub(crate) fn man(folder: &Path) -> Result<()> {
    let mut left = vec![command()];
    left[0].build();
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|below| !below.is_hide_set()).cloned());
        // An empty date would be left out of the title, which has the version behind it.
        let man = clap_mangen::Man::new(with_uses(command)).date(" ").source(GENERATOR);
        let mut page = Vec::new();
        man.render(&mut page)?;
        let page = String::from_utf8_lossy(&page).replace(".SH EXTRA", ".SH EXAMPLES");
        let write = &mut |out: &mut dyn Write| Ok(out.write_all(page.as_bytes())?);
        output::write_to(Some(&folder.join(man.get_filename())), write)?;
    }
    Ok(())
}

/// The command with its uses and those of the commands below it, and its examples where clap_mangen looks for them.
#[cfg(feature = "man")]
fn with_uses(command: clap::Command) -> clap::Command {
    let path = command.get_bin_name().unwrap_or("hockney").to_owned() + " ";
    let uses = include_str!("uses.txt").lines().filter(|line| line.starts_with(&path));
    let examples = command.get_before_help().or(command.get_after_help()).cloned();
    // An option that the short help leaves out has its text all the same.
    let command = command.mut_args(|arg| arg.hide_short_help(false));
    let uses = uses.collect::<Vec<_>>().join("\n");
    command.override_usage(uses).after_help(clap::builder::Resettable::from(examples))
}
