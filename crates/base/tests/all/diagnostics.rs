//! Errors with places: where lines are cut, how columns are counted, and which names are near.

use hockney_base::diagnostic::{
    Diagnostic, Position, Source, Span, did_you_mean, nearest, visible,
};

fn shown(text: &str, at: usize) -> String {
    Diagnostic::new("odd").at(at..at + 1).label("here").render(&Source::new("a", text))
}

/// Catches a beginning of three characters that is cut away, and one of four that is not.
#[test]
fn a_line_is_cut_only_where_that_hides_more_than_three_characters() {
    for before in 38..48_usize {
        let text = "x".repeat(before) + "!" + &"y".repeat(200);
        let cut = if before > 43 { "…" } else { "" };
        let left = if before > 43 { 40 } else { before };
        let end = "y".repeat(99 - left);
        let expected = format!(
            "error: odd\n --> a:1:{}\n  |\n1 | {cut}{}!{end}…\n  | {}^ here\n",
            before + 1,
            "x".repeat(left),
            " ".repeat(left + cut.chars().count()),
        );
        assert_eq!(shown(&text, before), expected, "{before}");
    }
    for length in 98..=102 {
        let whole = shown(&"x".repeat(length), 0);
        assert_eq!(whole.contains('…'), length > 100, "{length}");
    }
}

/// Columns that the renderer counts in what is visible are those of the text.
#[test]
fn a_column_is_that_of_the_text() {
    let error = shown("ab\n\t\tcd", 6);
    assert_eq!(error, "error: odd\n --> a:2:4\n  |\n2 |         cd\n  |          ^ here\n");
    let mark = Source::new("", "\u{feff}ab\nc");
    let places = [(0, (1, 1)), (3, (1, 1)), (4, (1, 2)), (6, (2, 1)), (7, (2, 2))];
    for (at, (line, column)) in places {
        assert_eq!(mark.position(at), Position { line, column }, "{at}");
    }
    let part = Source::new("", "ab\ncd").behind(10);
    assert_eq!(part.position(4), Position { line: 12, column: 2 });
    assert_eq!(Source::new("", "a\n\u{feff}b").position(5), Position { line: 2, column: 2 });
}

/// Every place of a text with line ends of both kinds, compared with lines that are split apart.
#[test]
fn every_byte_has_the_line_and_column_that_counting_gives() {
    let text = "a−b\r\n\n\r\ncd\n−";
    let source = Source::new("", text);
    let mut expected = Position { line: 1, column: 1 };
    for (at, c) in text.char_indices() {
        assert_eq!(source.position(at), expected, "{at}");
        let back = source.offset(expected);
        assert_eq!(
            back,
            if text[at..].starts_with('\n') && text[..at].ends_with('\r') { at - 1 } else { at }
        );
        expected = match c {
            '\n' => Position { line: expected.line + 1, column: 1 },
            _ => Position { column: expected.column + 1, ..expected },
        };
    }
    assert_eq!(source.position(text.len()), expected);
    assert_eq!(source.position(text.len() + 9), expected);
}

#[test]
fn spans_cover_what_they_join() {
    assert_eq!(Span::new(3, 1), Span::point(3));
    assert_eq!(Span::new(4, 6).to(Span::new(1, 2)), Span::new(1, 6));
    assert_eq!(Span::new(1, 9).to(Span::new(2, 3)), Span::from(1..9));
}

/// One letter in three: of the longer name.
#[test]
fn a_name_is_near_up_to_a_third_of_its_letters() {
    for (name, known, near) in [
        ("abc", "abd", true),
        ("ab", "ac", false),
        ("ab", "abc", true),
        ("abc", "ab", true),
        ("abcde", "abxye", false),
        ("abcdef", "abxyef", true),
        ("bacdef", "abcdfe", true),
        ("ABC", "abc", true),
    ] {
        assert_eq!(nearest(name, [known]), near.then_some(known), "{name} {known}");
    }
    assert_eq!(nearest("mesh", ["meshes", "mash", "mesa"]), Some("mash"));
    let [long, longer] = [64, 65].map(|length| "x".repeat(length));
    assert_eq!(nearest(&long, [long.as_str()]), Some(&*long));
    assert_eq!(nearest(&longer, [longer.as_str()]), None);
    assert_eq!(did_you_mean(Some("ring"), "it is one of .."), "did you mean ring? it is one of ..");
    assert_eq!(did_you_mean(None, "it is one of .."), "it is one of ..");
}

#[test]
fn what_is_invisible_becomes_visible() {
    assert_eq!(visible("a\tb\n\u{7f}\r\u{200b}\"\\"), "a    b\n␡␍\\u{200b}\"\\");
    let styled = Diagnostic::new("odd").at(0..1).help("so").render_styled(&Source::new("a", "x"));
    let plain = Diagnostic::new("odd").at(0..1).help("so").render(&Source::new("a", "x"));
    assert!(styled.contains("\u{1b}[") && !plain.contains('\u{1b}'), "{styled}");
}
