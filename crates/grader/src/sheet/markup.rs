//! A page as blocks, and the two ways in which it is written down.

use crate::list;
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
pub(super) enum LinePart {
    /// Plain text.
    Text(String),
    /// Mathematics: as it is typed, and in LaTeX.
    Math(String, String),
}

impl LinePart {
    pub(super) fn text(text: impl Into<String>) -> Self {
        LinePart::Text(text.into())
    }

    /// A formula, typeset where it can be read.
    pub(super) fn formula(text: &str) -> Self {
        match parse(text) {
            Ok(formula) => LinePart::Math(text.to_owned(), formula.to_latex()),
            Err(_) => LinePart::Text(text.to_owned()),
        }
    }

    /// What a symbol stands for.
    pub(super) fn equation(symbol: &str, value: &str) -> Self {
        match (parse(symbol), parse(value)) {
            (Ok(left), Ok(right)) => LinePart::Math(
                format!("{symbol} = {value}"),
                format!("{} = {}", left.to_latex(), right.to_latex()),
            ),
            _ => LinePart::Text(format!("{symbol} = {value}")),
        }
    }

    /// Letters, digits and signs that are the same in LaTeX.
    pub(super) fn sign(text: &str) -> Self {
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "()+-= ".contains(c));
        if plain { LinePart::Math(text.to_owned(), text.to_owned()) } else { LinePart::text(text) }
    }
}

/// Text with formulas.
pub(super) type TextLine = Vec<LinePart>;

/// A line of text with formulas between `$` and `$`, and between `$!` and `$` signs.
pub(super) fn line(text: &str) -> TextLine {
    let span = |(k, part): (usize, &str)| match part.strip_prefix('!') {
        _ if k % 2 == 0 => LinePart::text(part),
        Some(sign) => LinePart::sign(sign),
        None => LinePart::formula(part),
    };
    text.split('$').enumerate().map(span).collect()
}

/// A text of the teacher, in which as in Pandoc `$p$` is a formula, and `$5 and $6` is none.
pub(super) fn prose(text: &str) -> TextLine {
    let signs: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
    let (mut line, mut done) = (Vec::new(), 0);
    for (k, start) in signs.iter().enumerate() {
        let formula = |end: &&usize| is_formula(&text[start + 1..**end], &text[**end + 1..]);
        let Some(end) = signs[k + 1..].iter().find(formula).filter(|_| *start >= done) else {
            continue;
        };
        let typed = text[start + 1..*end].to_owned();
        let latex = parse(&typed).map_or_else(|_| typed.clone(), |read| read.to_latex());
        line.extend([LinePart::text(&text[done..*start]), LinePart::Math(typed, latex)]);
        done = end + 1;
    }
    line.push(LinePart::text(&text[done..]));
    line
}

/// Whether a text between dollar signs is a formula; LaTeX can set what cannot be read.
fn is_formula(text: &str, behind: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c == '$';
    let is_balanced = text.matches('{').count() == text.matches('}').count();
    let is_inside = !text.is_empty() && !text.starts_with(blank) && !text.ends_with(blank);
    let is_amount = behind.starts_with(|c: char| c.is_ascii_digit());
    is_balanced && is_inside && !is_amount && !text.contains(['`', '%', '#', '&'])
}

impl From<String> for PagePart {
    fn from(text: String) -> Self {
        PagePart::Paragraph(vec![LinePart::Text(text)])
    }
}

/// A part of a page.
pub(super) enum PagePart {
    /// What the page is called.
    Title(String),
    /// What a part of it is called.
    Heading(String),
    /// Plain text.
    Paragraph(TextLine),
    /// Items.
    List(Vec<TextLine>),
    /// Text as it is.
    Code(String),
    /// A line of headings, and rows of as many cells.
    Table(Vec<String>, Vec<Vec<TextLine>>),
}

pub(super) fn write(out: &mut dyn Write, markup: Markup, blocks: &[PagePart]) -> io::Result<()> {
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

fn markdown(block: &PagePart) -> String {
    match block {
        PagePart::Title(text) => format!("# {}\n\n", escaped(text)),
        PagePart::Heading(text) => format!("## {}\n\n", escaped(text)),
        PagePart::Paragraph(line) => format!("{}\n\n", in_markdown(line)),
        PagePart::List(items) => {
            let item = |item: &TextLine| format!("- {}\n", in_markdown(item));
            items.iter().map(item).collect::<String>() + "\n"
        }
        // Behind a list indented lines would be part of its last item.
        PagePart::Code(text) => {
            let mut fence = "~~~".to_owned();
            while text.contains(&fence) {
                fence.push('~');
            }
            format!("{fence}\n{}\n{fence}\n\n", text.trim_end_matches('\n'))
        }
        PagePart::Table(head, rows) => {
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

fn in_markdown(line: &TextLine) -> String {
    // Formulas have no backticks.
    spans(line, escaped, |typed, _| format!("`{typed}`"))
}

/// The parts of a line, each as a markup has it.
fn spans(line: &TextLine, text: fn(&str) -> String, math: fn(&str, &str) -> String) -> String {
    let span = |span: &LinePart| match span {
        LinePart::Text(of) => text(of),
        LinePart::Math(typed, latex) => math(typed, latex),
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

fn latex(block: &PagePart) -> String {
    match block {
        PagePart::Title(text) => format!("\\section*{{{}}}\n", tex(text)),
        PagePart::Heading(text) => format!("\\subsection*{{{}}}\n", tex(text)),
        PagePart::Paragraph(line) => format!("{}\n\n", in_latex(line)),
        PagePart::List(items) => {
            let item = |item: &TextLine| format!("\\item {}\n", in_latex(item));
            let items: String = items.iter().map(item).collect();
            format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
        }
        PagePart::Code(text) => {
            // The braces keep a bracket in the next line from being an option.
            let line = |line: &str| format!("{}\\\\{{}}\n", tex(line));
            let lines: String = text.lines().map(line).collect();
            format!("\\begin{{flushleft}}\\ttfamily\n{lines}\\end{{flushleft}}\n")
        }
        PagePart::Table(head, rows) => {
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

fn in_latex(line: &TextLine) -> String {
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
