//! How formulas are read: each one beside what it is understood to be.

mod hostile;
mod laws;

use crate::{lexer, parse};
use hockney_base::diagnostic::Span;

fn shown(text: &str) -> String {
    match parse(text) {
        Ok(formula) => formula.to_string(),
        Err(error) => error.to_string(),
    }
}

/// Catches a piece of a word, before or after a logarithm, that an error would show elsewhere.
#[test]
fn pieces_of_a_word_are_at_their_places() {
    for (text, parts) in [
        ("t_wlog_3p", ["t_w", "log_3", "p", ""].as_slice()),
        ("mlog10 p", &["m", "log10", "p", ""]),
        ("twmp", &["tw", "m", "p", ""]),
    ] {
        let (tokens, _) = lexer::tokens(text, Span::new(0, text.len()), Vec::new()).unwrap();
        let spans = tokens.iter().map(|token| &text[token.span.start..token.span.end]);
        assert_eq!(spans.collect::<Vec<_>>(), parts);
    }
}

/// A logarithm is the same by its command, by its name in LaTeX and in plain notation.
#[test]
fn bases_of_logarithms_are_read_or_refused() {
    for two in ["\\lg_2 p", "\\operatorname{lg}_2 p", "\\mathrm{log}_2 p", "log_2 p", "log2 p"] {
        assert_eq!(shown(two), "log2(p)", "{two}");
    }
    for other in ["\\ln_2 p", "\\mathrm{ln}_2 p"] {
        assert!(shown(other).contains("logarithms are to base 2"), "{other}");
    }
}

#[test]
fn formulas_are_read_as_they_are_meant() {
    let cases = [
        ("(ts + m tw) log p", "(t_s + m t_w) log2(p)"),
        ("ts log p + twm(p−1)", "t_s log2(p) + t_w m (p - 1)"),
        ("2t_s(√p − 1) + mt_w(p-1)", "2 t_s (sqrt(p) - 1) + m t_w (p - 1)"),
        ("m t_w log p", "m t_w log2(p)"),
        ("log p ts", "log2(p) t_s"),
        ("log_2(p)(t_s+t_wm)", "log2(p) (t_s + t_w m)"),
        ("log₂ p × (t_s + t_w·m)", "log2(p) (t_s + t_w m)"),
        ("T = lg p ts.", "T = log2(p) t_s"),
        ("T_ring = 3 ts .", "T_ring = 3 t_s"),
        ("7-3-2", "7 - 3 - 2"),
        ("7-(3-2)", "7 - (3 - 2)"),
        ("2^3^2", "2^(3^2)"),
        ("(2^3)^2", "(2^3)^2"),
        ("-2^2", "-2^2"),
        ("(-2)^2", "(-2)^2"),
        ("2^-1", "2^(-1)"),
        ("2/3/4", "2/3/4"),
        ("2/(3/4)", "2/(3/4)"),
        ("6/3*2", "6/3 * 2"),
        ("2*-3", "2 (-3)"),
        ("1 - -2", "1 - (-2)"),
        ("1e-6 ts + 1.50", "0.000001 t_s + 1.5"),
        ("log p^2", "log2(p^2)"),
        ("log(p)^2", "log2(p)^2"),
        ("log^2 p", "log2(p)^2"),
        ("log log p", "log2(log2(p))"),
        ("⌈log p⌉ + ⌊p^(1/3)⌋", "ceil(log2(p)) + floor(p^(1/3))"),
        ("min(k_1, k_2, 3) + max(p)", "min(k_1, k_2, 3) + max(p)"),
        ("p mod 3", "p mod 3"),
        ("1 + (p mod 3)", "1 + (p mod 3)"),
        ("t_w 2^d m", "t_w * 2^log2(p) * m"),
        ("p^2(p-1)", "p^2 (p - 1)"),
        ("p^2 m/4", "p^2 m/4"),
        ("√p m/2", "sqrt(p) m/2"),
        ("√p^3", "sqrt(p^3)"),
        ("r(c-1)", "r * (c - 1)"),
        ("2^log p m", "2^log2(p) * m"),
        ("3.", "3"),
        (
            "sum(i = 1..log2(p), t_s + 2^(i - 1) m t_w)",
            "sum(i = 1..log2(p), t_s + 2^(i - 1) * m t_w)",
        ),
        ("T = ts + tw = tw + ts", "T = t_s + t_w = t_w + t_s"),
        ("= ts log p ≈ ts", "t_s log2(p) ≈ t_s"),
        ("T ~= O(p)", "T ≈ O(p)"),
        ("Θ(log p)", "Theta(log2(p))"),
        ("ln p", "ln(p)"),
    ];
    for (text, read) in cases {
        assert_eq!(shown(text), read, "{text}");
    }
}
