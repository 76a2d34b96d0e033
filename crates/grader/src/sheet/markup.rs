//! A page as blocks, and the two ways in which it is written down.

use super::super::lists::list;
use std::io::{self, Write};

use hockney_formula::parse;

/// How a sheet is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Markdown.
    Markdown,
    /// A LaTeX document.
    Latex,
}

/// A part of a line.
pub(super) enum Span {
    /// Plain text.
    Text(String),
    /// Mathematics: as it is typed, and in LaTeX.
    Math(String, String),
}

impl Span {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Span::Text(text.into())
    }

    /// A formula, typeset where it can be read.
    pub(super) fn formula(text: &str) -> Self {
        match parse(text) {
            Ok(formula) => Span::Math(text.to_owned(), formula.to_latex()),
            Err(_) => Span::Text(text.to_owned()),
        }
    }

    /// What a symbol stands for.
    pub(super) fn equation(symbol: &str, value: &str) -> Self {
        match (parse(symbol), parse(value)) {
            (Ok(left), Ok(right)) => Span::Math(
                format!("{symbol} = {value}"),
                format!("{} = {}", left.to_latex(), right.to_latex()),
            ),
            _ => Span::Text(format!("{symbol} = {value}")),
        }
    }

    /// Letters, digits and signs that are the same in LaTeX.
    pub(super) fn sign(text: &str) -> Self {
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "()+-= ".contains(c));
        if plain { Span::Math(text.to_owned(), text.to_owned()) } else { Span::text(text) }
    }
}

/// Text with formulas.
pub(super) type Line = Vec<Span>;

/// A line of text with formulas between `$` and `$`, and between `$!` and `$` signs.
pub(super) fn line(text: &str) -> Line {
    let span = |(k, part): (usize, &str)| match part.strip_prefix('!') {
        _ if k % 2 == 0 => Span::text(part),
        Some(sign) => Span::sign(sign),
        None => Span::formula(part),
    };
    text.split('$').enumerate().map(span).collect()
}

impl From<String> for Block {
    fn from(text: String) -> Self {
        Block::Paragraph(vec![Span::Text(text)])
    }
}

/// A part of a page.
pub(super) enum Block {
    /// What the page is called.
    Title(String),
    /// What a part of it is called.
    Heading(String),
    /// Plain text.
    Paragraph(Line),
    /// Items.
    List(Vec<Line>),
    /// Text as it is.
    Code(String),
    /// A line of headings, and rows of as many cells.
    Table(Vec<String>, Vec<Vec<Line>>),
}

pub(super) fn write(out: &mut dyn Write, markup: Markup, blocks: &[Block]) -> io::Result<()> {
    match markup {
        Markup::Markdown => {
            blocks.iter().try_for_each(|block| out.write_all(markdown(block).as_bytes()))
        }
        Markup::Latex => {
            writeln!(
                out,
                "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\
                 \\usepackage{{array,longtable}}\n\\begin{{document}}\n\\sloppy"
            )?;
            blocks.iter().try_for_each(|block| out.write_all(latex(block).as_bytes()))?;
            writeln!(out, "\\end{{document}}")
        }
    }
}

fn markdown(block: &Block) -> String {
    match block {
        Block::Title(text) => format!("# {}\n\n", escaped(text)),
        Block::Heading(text) => format!("## {}\n\n", escaped(text)),
        Block::Paragraph(line) => format!("{}\n\n", in_markdown(line)),
        Block::List(items) => {
            let item = |item: &Line| format!("- {}\n", in_markdown(item));
            items.iter().map(item).collect::<String>() + "\n"
        }
        // Indented, since no text can end an indented block.
        Block::Code(text) => {
            let line = |line: &str| format!("    {line}\n");
            text.lines().map(line).collect::<String>() + "\n"
        }
        Block::Table(head, rows) => {
            let row = |cells: Vec<String>| {
                let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let names = row(head.iter().map(|cell| escaped(cell)).collect());
            let rows = rows.iter().map(|cells| row(cells.iter().map(in_markdown).collect()));
            let rows: String = rows.collect();
            format!("{names}|{}\n{rows}\n", "---|".repeat(head.len()))
        }
    }
}

fn in_markdown(line: &Line) -> String {
    // Formulas have no backticks.
    spans(line, escaped, |typed, _| format!("`{typed}`"))
}

/// The parts of a line, each as a markup has it.
fn spans(line: &Line, text: fn(&str) -> String, math: fn(&str, &str) -> String) -> String {
    let span = |span: &Span| match span {
        Span::Text(of) => text(of),
        Span::Math(typed, latex) => math(typed, latex),
    };
    line.iter().map(span).collect()
}

/// Markdown that shows this text.
fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if "\\`*_[]<>#".contains(c) {
            shown.push('\\');
        }
        shown.push(if c.is_control() { ' ' } else { c });
    }
    shown
}

fn latex(block: &Block) -> String {
    match block {
        Block::Title(text) => format!("\\section*{{{}}}\n", tex(text)),
        Block::Heading(text) => format!("\\subsection*{{{}}}\n", tex(text)),
        Block::Paragraph(line) => format!("{}\n\n", in_latex(line)),
        Block::List(items) => {
            let item = |item: &Line| format!("\\item {}\n", in_latex(item));
            let items: String = items.iter().map(item).collect();
            format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
        }
        Block::Code(text) => {
            // The braces keep a bracket in the next line from being an option.
            let line = |line: &str| format!("{}\\\\{{}}\n", tex(line));
            let lines: String = text.lines().map(line).collect();
            format!("\\begin{{flushleft}}\\ttfamily\n{lines}\\end{{flushleft}}\n")
        }
        Block::Table(head, rows) => {
            // A table may be longer than a page. The middle of three columns has the long texts.
            let columns = if head.len() == 3 {
                ">{\\raggedright}p{0.07\\linewidth}>{\\raggedright}p{0.5\\linewidth}\
                 >{\\raggedright\\arraybackslash}p{0.3\\linewidth}"
                    .to_owned()
            } else {
                "l".repeat(head.len())
            };
            let row = |cells: Vec<String>| cells.join(" & ") + " \\\\";
            let names = row(head.iter().map(|cell| tex(cell)).collect());
            let rows = rows.iter().map(|cells| row(cells.iter().map(in_latex).collect()) + "\n");
            let rows: String = rows.collect();
            format!(
                "\\begin{{longtable}}{{{columns}}}\n{names} \\hline \\endhead\n{rows}\\end{{longtable}}\n\n"
            )
        }
    }
}

fn in_latex(line: &Line) -> String {
    spans(line, tex, |_, latex| format!("${latex}$"))
}

/// LaTeX that shows this text.
fn tex(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '\\' => shown.push_str("\\textbackslash{}"),
            '−' => shown.push('-'),
            '~' => shown.push_str("\\textasciitilde{}"),
            '^' => shown.push_str("\\textasciicircum{}"),
            '<' => shown.push_str("\\textless{}"),
            '>' => shown.push_str("\\textgreater{}"),
            c if let Some((_, sign)) =
                list("latex signs").pairs().find(|(of, _)| of.starts_with(c)) =>
            {
                shown.extend(["$\\", sign, "$"]);
            }
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => shown.extend(['\\', c]),
            c => shown.push(if c.is_control() { ' ' } else { c }),
        }
    }
    shown
}
