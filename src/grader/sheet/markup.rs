//! A page as blocks, and the two ways in which it is written down.

use std::io::{self, Write};

/// How a sheet is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Markdown.
    Markdown,
    /// A LaTeX document.
    Latex,
}

/// A part of a page.
pub(super) enum Block {
    /// What the page is called.
    Title(String),
    /// What a part of it is called.
    Heading(String),
    /// Plain text.
    Paragraph(String),
    /// Items.
    List(Vec<String>),
    /// Text as it is.
    Code(String),
    /// A line of headings, and rows of as many cells.
    Table(Vec<String>, Vec<Vec<String>>),
}

pub(super) fn write(out: &mut dyn Write, markup: Markup, blocks: &[Block]) -> io::Result<()> {
    match markup {
        Markup::Markdown => blocks.iter().try_for_each(|block| markdown(out, block)),
        Markup::Latex => {
            writeln!(
                out,
                "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\begin{{document}}"
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
        Block::Paragraph(text) => writeln!(out, "{}\n", escaped(text)),
        Block::List(items) => {
            items.iter().try_for_each(|item| writeln!(out, "- {}", escaped(item)))?;
            writeln!(out)
        }
        // Indented, since no text can end an indented block.
        Block::Code(text) => {
            text.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            writeln!(out)
        }
        Block::Table(head, rows) => {
            let row = |cells: &[String]| {
                let cells: Vec<String> =
                    cells.iter().map(|cell| escaped(cell).replace('|', "\\|")).collect();
                format!("| {} |", cells.join(" | "))
            };
            writeln!(out, "{}", row(head))?;
            writeln!(out, "|{}", "---|".repeat(head.len()))?;
            rows.iter().try_for_each(|cells| writeln!(out, "{}", row(cells)))?;
            writeln!(out)
        }
    }
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
        Block::Paragraph(text) => writeln!(out, "{}\n", tex(text)),
        Block::List(items) => {
            writeln!(out, "\\begin{{itemize}}")?;
            items.iter().try_for_each(|item| writeln!(out, "\\item {}", tex(item)))?;
            writeln!(out, "\\end{{itemize}}")
        }
        Block::Code(text) => {
            writeln!(out, "\\begin{{flushleft}}\\ttfamily")?;
            text.lines().try_for_each(|line| writeln!(out, "{}\\\\", tex(line)))?;
            writeln!(out, "\\end{{flushleft}}")
        }
        Block::Table(head, rows) => {
            writeln!(out, "\\begin{{tabular}}{{{}}}", "l".repeat(head.len()))?;
            let row = |cells: &[String]| {
                cells.iter().map(|cell| tex(cell)).collect::<Vec<_>>().join(" & ")
            };
            writeln!(out, "{} \\\\ \\hline", row(head))?;
            rows.iter().try_for_each(|cells| writeln!(out, "{} \\\\", row(cells)))?;
            writeln!(out, "\\end{{tabular}}\n")
        }
    }
}

/// LaTeX that shows this text.
fn tex(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '\\' => shown.push_str("\\textbackslash{}"),
            '~' => shown.push_str("\\textasciitilde{}"),
            '^' => shown.push_str("\\textasciicircum{}"),
            '<' => shown.push_str("\\textless{}"),
            '>' => shown.push_str("\\textgreater{}"),
            '→' => shown.push_str("$\\rightarrow$"),
            '↔' => shown.push_str("$\\leftrightarrow$"),
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
