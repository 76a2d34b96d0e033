//! A page as blocks, and the two ways in which it is written down.

use super::super::lists::list;
use std::io::{self, Write};

use crate::formula::parse;

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
        Markup::Markdown => blocks.iter().try_for_each(|block| markdown(out, block)),
        Markup::Latex => {
            writeln!(
                out,
                "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\
                 \\usepackage{{array,longtable}}\n\\begin{{document}}\n\\sloppy"
            )?;
            blocks.iter().try_for_each(|block| latex(out, block))?;
            writeln!(out, "\\end{{document}}")
        }
    }
}

fn markdown(out: &mut dyn Write, block: &Block) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "# {}\n", escaped(text)),
        Block::Heading(text) => writeln!(out, "## {}\n", escaped(text)),
        Block::Paragraph(line) => writeln!(out, "{}\n", in_markdown(line)),
        Block::List(items) => {
            items.iter().try_for_each(|item| writeln!(out, "- {}", in_markdown(item)))?;
            writeln!(out)
        }
        // Indented, since no text can end an indented block.
        Block::Code(text) => {
            text.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            writeln!(out)
        }
        Block::Table(head, rows) => {
            let row = |cells: Vec<String>| {
                let cells: Vec<String> =
                    cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
                format!("| {} |", cells.join(" | "))
            };
            writeln!(out, "{}", row(head.iter().map(|cell| escaped(cell)).collect()))?;
            writeln!(out, "|{}", "---|".repeat(head.len()))?;
            let lines = rows.iter().map(|cells| row(cells.iter().map(in_markdown).collect()));
            lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
            writeln!(out)
        }
    }
}

fn in_markdown(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Text(text) => escaped(text),
        // Formulas have no backticks.
        Span::Math(typed, _) => format!("`{typed}`"),
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

fn latex(out: &mut dyn Write, block: &Block) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "\\section*{{{}}}", tex(text)),
        Block::Heading(text) => writeln!(out, "\\subsection*{{{}}}", tex(text)),
        Block::Paragraph(line) => writeln!(out, "{}\n", in_latex(line)),
        Block::List(items) => {
            writeln!(out, "\\begin{{itemize}}")?;
            items.iter().try_for_each(|item| writeln!(out, "\\item {}", in_latex(item)))?;
            writeln!(out, "\\end{{itemize}}")
        }
        Block::Code(text) => {
            writeln!(out, "\\begin{{flushleft}}\\ttfamily")?;
            // The braces keep a bracket in the next line from being an option.
            text.lines().try_for_each(|line| writeln!(out, "{}\\\\{{}}", tex(line)))?;
            writeln!(out, "\\end{{flushleft}}")
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
            writeln!(out, "\\begin{{longtable}}{{{columns}}}")?;
            let head: Vec<String> = head.iter().map(|cell| tex(cell)).collect();
            writeln!(out, "{} \\\\ \\hline \\endhead", head.join(" & "))?;
            for cells in rows {
                let cells: Vec<String> = cells.iter().map(in_latex).collect();
                writeln!(out, "{} \\\\", cells.join(" & "))?;
            }
            writeln!(out, "\\end{{longtable}}\n")
        }
    }
}

fn in_latex(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Text(text) => tex(text),
        Span::Math(_, latex) => format!("${latex}$"),
    };
    line.iter().map(span).collect()
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
                shown.push_str("$\\");
                shown.push_str(sign);
                shown.push('$');
            }
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                shown.push('\\');
                shown.push(c);
            }
            c if c.is_control() => shown.push(' '),
            c => shown.push(c),
        }
    }
    shown
}
