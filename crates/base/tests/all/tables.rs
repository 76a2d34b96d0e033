//! Tables of words: lists, their rows, and what stands for a number.

use hockney_base::table::{Table, filled};

const TEXT: &str = "\
All words of a test.

[numbers] How people call numbers.
1: | one | eins
# three is missing
2:|two
[signs] What a line may have.
\" and \" | - | ⏎
\"\" | \" | \"half

[empty] Nothing.
";

#[test]
fn lists_have_the_items_of_their_rows() {
    let table = Table::of(TEXT);
    assert_eq!(**table.list("numbers"), ["1:", "one", "eins", "2:", "two"]);
    assert_eq!(**table.list("signs"), [" and ", "-", "\n", "", "\"", "\"half"]);
    assert_eq!(**table.list("empty"), [""; 0]);
    assert_eq!(**table.list("unknown"), [""; 0]);
    let pairs: Vec<_> = table.list("numbers").pairs().collect();
    assert_eq!(pairs, [("1:", "one"), ("eins", "2:")]);
}

/// Catches the heading of a row that is taken for one of its words, and a word of an earlier row.
#[test]
fn a_word_stands_for_the_number_of_its_row() {
    let table = Table::of(TEXT);
    let numbers = table.list("numbers");
    for (word, number) in [("one", Some(1)), ("eins", Some(1)), ("two", Some(2)), ("2:", None)] {
        assert_eq!(numbers.number_of(word), number, "{word}");
    }
    assert_eq!((numbers.in_digits("two"), numbers.in_digits("three")), (Some("2"), None));
    assert_eq!(table.list("signs").in_digits("-"), None);
}

#[test]
fn names_in_braces_are_filled_in() {
    let word = |name: &str| (name == "p").then(|| "8".to_owned());
    assert_eq!(filled("{p} of {q}, {p}", word), "8 of {q}, 8");
    assert_eq!(filled("no name", word), "no name");
}
