//! The looks of steps: six colours and four kinds of dashes, so that 24 steps look different.
//!
//! The colours were searched by number: `tests/draw.rs` measures what the specification promises.

use std::fmt::Write;

/// The colours on white and on dark paper, in the order of the steps.
pub const COLOURS: [[&str; 2]; 6] = [
    ["003a8b", "5fb8ec"],
    ["c36500", "ffb95c"],
    ["0d7657", "75f6be"],
    ["530050", "ae6a9e"],
    ["151926", "f8fafa"],
    ["5f5300", "a99911"],
];

/// The colours of white and of dark paper.
pub const PAPERS: [&str; 2] = ["ffffff", "15181c"];

/// How many steps look different.
pub(super) const LOOKS: usize = COLOURS.len() * DASHES.len();

/// As SVG and as TikZ names them.
pub(super) const DASHES: [[&str; 2]; 4] =
    [["none", "solid"], ["7 3", "dashed"], ["2 2.5", "densely dotted"], ["8 3 2 3", "dash dot"]];

/// The number of the colour of a step, and that of its dashes.
pub(super) fn look(step: usize) -> (usize, usize) {
    let colour = step % COLOURS.len();
    // A further round of colours has other dashes.
    (colour, (step + step / COLOURS.len()) % DASHES.len())
}

/// The rules of SVG for all looks, on one of the papers.
pub(super) fn rules(paper: usize) -> String {
    let mut rules = String::new();
    for (colour, on) in COLOURS.iter().enumerate() {
        let hex = on[paper];
        let same = (colour..LOOKS).step_by(COLOURS.len()).map(|look| format!(".a{look}"));
        let arrows = same.collect::<Vec<_>>().join(",");
        let fill = format!("{{fill:#{hex}}}");
        let _ = write!(rules, "{arrows}{{stroke:#{hex}}}.h{colour}{fill}.t{colour}{fill}");
    }
    rules
}

/// The rules of SVG for the curves of plots and their texts, on one of the papers.
pub(super) fn curves(paper: usize) -> String {
    let rule = |(i, on): (usize, &[&str; 2])| {
        let hex = on[paper];
        format!(".c{i}{{stroke:#{hex}}}.s{i}{{fill:#{hex}}}")
    };
    COLOURS.iter().enumerate().map(rule).collect()
}

/// The rules of SVG for dashes; the same on every paper.
pub(super) fn dashes() -> String {
    let mut rules = String::new();
    for (number, [dashes, _]) in DASHES.iter().enumerate() {
        let same = (0..LOOKS).filter(|step| look(*step).1 == number);
        let arrows = same.map(|step| format!(".a{step}")).collect::<Vec<_>>().join(",");
        let _ = write!(rules, "{arrows}{{fill:none;stroke-width:1.8px;stroke-dasharray:{dashes}}}");
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::{LOOKS, look};
    use std::collections::BTreeSet;

    #[test]
    fn every_step_of_two_dozen_has_its_own_look() {
        assert_eq!(LOOKS, 24);
        assert_eq!((0..LOOKS).map(look).collect::<BTreeSet<_>>().len(), LOOKS);
        // Neighbouring steps differ in both.
        for step in 0..LOOKS - 1 {
            let ((a, b), (c, d)) = (look(step), look(step + 1));
            assert!(a != c && b != d, "{step}");
        }
    }
}
