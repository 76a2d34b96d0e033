//! Compares whole rendered texts, as users see them.

use super::*;

fn shown(text: &str, span: Span) -> String {
    let source = Source::new("plan.yaml", text);
    Diagnostic::new("something is wrong").at(span).label("here").render(&source)
}

#[test]
fn a_place_with_label_and_help() {
    let text = "steps:\n  - [0, 9]\n";
    let span = Span::from(text.find('9').unwrap()..text.find('9').unwrap() + 1);
    let diagnostic = Diagnostic::new("there is no node 9")
        .at(span)
        .label("nodes are 0 to 7")
        .help("with `-p 16` there is one");
    let source = Source::new("plan.yaml", text);
    assert_eq!(
        diagnostic.render(&source),
        "\
error: there is no node 9
 --> plan.yaml:2:9
  |
2 |   - [0, 9]
  |         ^ nodes are 0 to 7
  |
  = help: with `-p 16` there is one
"
    );
    assert_eq!(diagnostic.position(&source), Some(Position { line: 2, column: 9 }));
    assert_eq!(
        diagnostic.to_string(),
        "error: there is no node 9\nhelp: with `-p 16` there is one"
    );
}

#[test]
fn without_a_place_the_name_still_shows() {
    let source = Source::new("plan.yaml", "x");
    assert_eq!(
        Diagnostic::new("nothing here").render(&source),
        "error: nothing here\n--> plan.yaml\n"
    );
    assert_eq!(Diagnostic::new("nothing here").to_string(), "error: nothing here");
}

#[test]
fn the_end_of_the_text_has_a_caret() {
    let expected = "\
error: something is wrong
 --> plan.yaml:1:4
  |
1 | abc
  |    ^ here
";
    assert_eq!(shown("abc", Span::point(3)), expected);
    assert_eq!(shown("abc", Span::new(900, 1000)), expected);
}

#[test]
fn an_empty_text_has_a_caret() {
    assert_eq!(
        shown("", Span::point(0)),
        "\
error: something is wrong
 --> plan.yaml:1:1
  |
1 |
  | ^ here
"
    );
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("{}!{}", "a".repeat(200_000), "b".repeat(200_000));
    assert_eq!(
        shown(&text, Span::new(200_000, 200_001)),
        format!(
            "\
error: something is wrong
 --> plan.yaml:1:200001
  |
1 | …{}!{}…
  | {}^ here
",
            "a".repeat(40),
            "b".repeat(59),
            " ".repeat(41)
        )
    );
}

#[test]
fn nothing_in_a_text_reaches_the_terminal_raw() {
    assert_eq!(
        shown("a\x1b[31m\0\u{202e}b", Span::new(10, 11)),
        "\
error: something is wrong
 --> plan.yaml:1:9
  |
1 | a␛[31m␀\\u{202e}b
  |                ^ here
"
    );
    let diagnostic = Diagnostic::new("\x1b]0;evil\x07");
    assert_eq!(diagnostic.to_string(), "error: ␛]0;evil␇");
}

#[test]
fn tabs_and_wide_characters_keep_the_caret_in_place() {
    assert_eq!(
        shown("\tp\t−q", Span::new(3, 6)),
        "\
error: something is wrong
 --> plan.yaml:1:4
  |
1 |     p    −q
  |          ^ here
"
    );
    assert_eq!(
        shown("节点 x", Span::new(7, 8)),
        "\
error: something is wrong
 --> plan.yaml:1:4
  |
1 | 节点 x
  |      ^ here
"
    );
}

#[test]
fn carriage_returns_end_lines_and_do_not_count() {
    assert_eq!(
        shown("one\r\ntwo\r\nthree", Span::new(5, 8)),
        "\
error: something is wrong
 --> plan.yaml:2:1
  |
2 | two
  | ^^^ here
"
    );
    assert_eq!(
        shown("one\r\ntwo", Span::new(3, 5)),
        "\
error: something is wrong
 --> plan.yaml:1:4
  |
1 | one
  |    ^ here
"
    );
}

#[test]
fn a_place_of_many_lines_shows_its_first() {
    assert_eq!(
        shown("{a: 1,\nb: 2}", Span::new(0, 12)),
        "\
error: something is wrong
 --> plan.yaml:1:1
  |
1 | {a: 1,
  | ^^^^^^ here
"
    );
}

#[test]
fn a_place_inside_a_character_is_moved_to_its_beginning() {
    assert_eq!(Source::new("", "−x").position(1), Position { line: 1, column: 1 });
    assert!(shown("−x", Span::new(1, 2)).contains("plan.yaml:1:1"));
}

#[test]
fn offsets_and_positions_are_inverse() {
    let source = Source::new("", "ab\r\n−c\n\nd");
    for (offset, line, column) in
        [(0, 1, 1), (2, 1, 3), (4, 2, 1), (7, 2, 2), (9, 3, 1), (10, 4, 1)]
    {
        assert_eq!(source.position(offset), Position { line, column });
        assert_eq!(source.offset(Position { line, column }), offset);
    }
    assert_eq!(source.offset(Position { line: 1, column: 99 }), 2);
    assert_eq!(source.offset(Position { line: 99, column: 1 }), 11);
    assert_eq!(source.offset(Position { line: 0, column: 0 }), 0);
}

#[test]
fn near_names_are_found_and_far_ones_are_not() {
    let names = ["hypercube", "ring", "mesh", "torus"];
    assert_eq!(nearest("hypercub", names), Some("hypercube"));
    assert_eq!(nearest("HyperCube", names), Some("hypercube"));
    assert_eq!(nearest("rnig", names), Some("ring"));
    assert_eq!(nearest("star", names), None);
    assert_eq!(nearest("q", ["p", "m"]), None);
    assert_eq!(nearest("P", ["p", "m"]), Some("p"));
    assert_eq!(nearest("", names), None);
    assert_eq!(nearest(&"x".repeat(1_000_000), names), None);
}
