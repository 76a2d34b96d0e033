//! Programs that nobody would write: both readers end soon, with an error at its place, whatever the text is.

use std::fmt::Write as _;
use std::sync::Arc;

use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_program::{ProgramError, is_program, run_program};
use hockney_testing::{Dice, sweep};

/// Reads and runs a text as a broadcast among eight nodes: whether it has an answer, or the error.
fn answer(text: &str) -> Result<bool, ProgramError> {
    let topology = Topology::parse("complete:8").unwrap();
    let at = |p| Some(Instance::new(collective("broadcast").unwrap(), p));
    let asked = Schedule::plain(topology, Ports::ONE, at(8).unwrap(), Arc::new(Listed::default()));
    let (ran, found) = run_program(text, &asked, [None, None], &at)?;
    let sizes = ran.program.sizes(&ran.roles, Ports::ONE, &at);
    assert!(sizes.tried.len() <= 64);
    Ok(found.faults.is_empty())
}

/// The message of the error of a text that has one, whose place is in the text.
fn refused(text: &str) -> String {
    let error = answer(text).expect_err("it is understood");
    let error = error.diagnostic();
    let at = error.span.expect("an error without a place");
    assert!(at.end <= text.len() && text.is_char_boundary(at.start), "{error}");
    error.message.clone()
}

fn files() -> Vec<String> {
    let folder = hockney_testing::at("docs/programs");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

sweep! {
    /// Catches a panic at the end of a text, in the middle of a character and behind every token.
    fn texts_are_cut_off_at_every_byte(effort) {
        for text in files() {
            for at in (0..text.len()).step_by(effort.of(41, 1)) {
                let cut = String::from_utf8_lossy(&text.as_bytes()[..at]);
                is_program(&cut);
                if let Err(error) = answer(&cut) {
                    let at = error.diagnostic().span.map_or(0, |at| at.end);
                    assert!(at <= cut.len(), "{cut}: {error:?}");
                }
            }
        }
    }
}

sweep! {
    /// Catches a character that is no token, and a place in the middle of one.
    fn strange_characters_stand_everywhere(effort) {
        for text in files() {
            for (k, (at, _)) in text.char_indices().enumerate().step_by(effort.of(7 * 13, 7)) {
                let strange = ["\0", "é", "𝔽", "\u{202e}", "\\", "\"", "/*", "{", "}", "(", "9", ";"];
                let with = format!("{}{}{}", &text[..at], strange[k % strange.len()], &text[at..]);
                if let Err(error) = answer(&with) {
                    let at = error.diagnostic().span;
                    assert!(at.is_none_or(|at| with.is_char_boundary(at.start)), "{with}: {error:?}");
                }
            }
        }
        refused("MPI_Send(\0);");
        refused("procedure P(X)\nbegin\n  send X to \0;\nend P\n");
    }
}

/// Catches recursion that follows the text.
#[test]
fn nesting_ends() {
    const MANY: usize = 10_000;
    let nested = "nested more than 60 deep";
    let call = |peer: &str| format!("MPI_Send(buf, n, MPI_INT, {peer}, 0, MPI_COMM_WORLD);");
    for text in [
        call(&format!("{}1{}", "(".repeat(MANY), ")".repeat(MANY))),
        call(&format!("{}1", "- ".repeat(MANY))),
        call(&format!("{}1", "1 ? 1 : ".repeat(MANY))),
        call(&format!("{}1", "2 - (".repeat(MANY))),
        format!("{}{}", "{".repeat(MANY), call("1")),
        format!("{}{}", "if (rank) ".repeat(MANY), call("1")),
        format!("{}{}", "for (;;) ".repeat(MANY), call("1")),
        format!("procedure P(X)\nsend X to {}1;\n", "(".repeat(MANY)),
        format!("procedure P(X)\nsend X to {}1;\n", "2^".repeat(MANY)),
        format!("procedure P(X)\n{}send X to 1;\n", "if p = 2 then ".repeat(MANY)),
        format!("procedure P(X)\n{}send X to 1;\n", "begin ".repeat(MANY)),
        format!("procedure P(X)\n{}send X to 1;\n", "for i := 1 to 2 do ".repeat(MANY)),
    ] {
        assert!(refused(&text).contains(nested), "{}", &text[..60]);
    }
}

#[test]
fn numbers_and_names_are_limited() {
    let large = "9".repeat(100_000);
    for text in [
        format!("MPI_Send(buf, n, MPI_INT, {large}, 0, MPI_COMM_WORLD);"),
        format!("procedure P(X)\nsend X to {large};\n"),
        format!("procedure P(X)\nsend X[{large}] to 1;\n"),
    ] {
        assert_eq!(refused(&text), "this number is too large");
    }
    let mut names = String::from("procedure P(X)\nbegin\n");
    for k in 0..1_000 {
        writeln!(names, "  a{k} := a{};\n  send a{k} to 1;", k + 1).unwrap();
    }
    assert_eq!(refused(&names), "a program has at most 256 names");
    let long = format!("MPI_Send({}, n, MPI_INT, 1, 0, MPI_COMM_WORLD);", "a".repeat(200_000));
    assert!(answer(&long).is_ok());
    assert_eq!(refused(&"x".repeat(1 << 26)), "a program has at most 262144 bytes");
}

sweep! {
    /// Catches a reader whose time is the square of the length, which takes minutes: texts of the greatest length, also in one line.
    fn long_texts_are_read_soon(effort) {
        let longest: usize = 1 << effort.of(14, 18);
        let c = "MPI_Send(b, n, MPI_INT, 1, 0, c);";
        for (begin, part, end) in [
            ("procedure P(X) ", "for i := 1 to 1 do send X to 1; end for ", ""),
            ("procedure P(X) ", "send X to 1; ", ""),
            ("procedure P(X) ", "if p = 1 then send X to 1 else ", "send X to 1"),
            ("procedure P(X)\n", "if p = 1 then send X to 1;\n", ""),
            ("procedure P(X) ", "end if ", ""),
            ("procedure P(X) ", "X Y ", ""),
            ("procedure P(X) send X to 1", " + 1", ";"),
            ("MPI_Send(b, n, MPI_INT, 1", " + 1", ", 0, c);"),
            ("procedure P(X) ", "X := X ∪ X; ", "send X to 1;"),
            ("procedure P(X", ", Y", ")"),
            (c, c, ""),
            (c, "i++;", ""),
            (c, "{}", ""),
            ("MPI_", "MPI_ ", ""),
            ("", "/**/", c),
            ("", "\\", ""),
            ("", "\"", ""),
            ("MPI_Send(", "a, ", "b);"),
        ] {
            let many = (longest - begin.len() - end.len()) / part.len();
            let text = format!("{begin}{}{end}", part.repeat(many));
            let _ = is_program(&text);
            let _ = answer(&text);
        }
    }
}

/// Catches a limit that counts a node alone, or operations without their words.
#[test]
fn endless_programs_get_no_answer() {
    let send = "MPI_Send(buf, n, MPI_INT, 1, 0, MPI_COMM_WORLD);";
    let all = "131072 operations of all nodes";
    for (text, after) in [
        (format!("for (;;) {send}"), all),
        (format!("{send} for (;;) ;"), "1048576 statements"),
        (format!("{send} while (1) {{}}"), "1048576 statements"),
        (format!("for (int i = 0; i < 10000000; i++) {send}"), all),
        ("procedure P(X)\nwhile p > 0 do send X to 1;\n".to_owned(), all),
        ("procedure P(X)\nsend X to 1;\nwhile 1 = 1 do i := 1;\n".to_owned(), "1048576 statements"),
        (
            "procedure P(X)\nsend X to 1;\nfor i := 0 to 2^62 do j := i;\n".to_owned(),
            "1048576 statements",
        ),
    ] {
        let Err(ProgramError::Limit(error)) = answer(&text) else { panic!("{text}: an answer") };
        assert!(error.message.contains(after), "{text}: {error}");
        assert!(error.span.is_some(), "{text}: no place");
    }
}

/// Each node may do what is allowed to one; all nodes together may not.
#[test]
fn all_nodes_are_counted_together() {
    let text = |rounds: u32| {
        format!(
            "for (int i = 0; i < {rounds}; i++) MPI_Sendrecv(a, n, MPI_INT, (rank + 1) % size, 0, b, n, MPI_INT, \
             (rank - 1 + size) % size, 0, c, s);"
        )
    };
    assert!(answer(&text(1_000)).is_ok());
    let error = answer(&text(60_000)).unwrap_err();
    assert!(error.diagnostic().message.ends_with("operations of all nodes"), "{error:?}");
}

/// Catches a search among all waiting operations for each of them.
#[test]
fn many_receives_that_nobody_answers_end() {
    let text = "MPI_Request r[100000];\nif (rank == 0)\n  for (int i = 0; i < 20000; i++)\n    \
                MPI_Irecv(a + i, 1, MPI_INT, 1, 0, c, &r[i]);\nif (rank == 0) MPI_Waitall(20000, r, s);\n\
                if (rank == 2) MPI_Send(a, 1, MPI_INT, 3, 0, c);\n";
    assert_eq!(answer(text), Ok(false));
}

/// A text with damage at a few places: a token left out, doubled, exchanged or put in.
fn damaged(text: &str, dice: &mut Dice) -> String {
    const STRANGE: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        "9223372036854775807",
        "\0",
        "\"",
        "MPI_",
        "for",
        "1 << 62",
        "&",
        "*",
        "->",
        "=",
        "/*",
        "end",
        "size",
        "return",
        "λ",
        "MPI_COMM_WORLD",
        "rank,",
        "if (",
        "do",
        "2^d",
        "..",
        "P_i",
        "malloc(",
    ];
    let mut words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    for _ in 0..=dice.index(4) {
        let (at, other) = (dice.index(words.len()), dice.index(words.len()));
        match dice.below(5) {
            0 => _ = words.remove(at),
            1 => words.insert(at, words[other]),
            2 => words.swap(at, other),
            3 => words.insert(at, STRANGE[dice.index(STRANGE.len())]),
            _ => words.truncate(at.max(1)),
        }
        if words.is_empty() {
            words.push("MPI_Send(");
        }
    }
    words.concat()
}

sweep! {
    /// Catches a panic, an error without a place, and a text that keeps the reader.
    fn damaged_texts_have_an_error_with_a_place_or_a_verdict(effort) {
        let mut texts = files();
        for file in ["broadcasts", "sums", "exchanges", "found", "textbook"] {
            let all = hockney_testing::text(&format!("crates/program/tests/kinds/{file}.txt"));
            let part = |part: &str| part.split_once('\n').unwrap().1.to_owned();
            texts.extend(format!("\n{all}").split("\n== ").skip(1).map(part));
        }
        let mut dice = Dice(51);
        for k in 0..effort.of(100, 2_000) {
            let text = damaged(&texts[k % texts.len()], &mut dice);
            if let Err(ProgramError::Bad(error)) = answer(&text) {
                let at = error.span.unwrap_or_else(|| panic!("{text}: {error}: no place"));
                assert!(at.start <= text.len() && text.is_char_boundary(at.start), "{text}: {error}");
            }
        }
    }
}

/// Catches a limit on each size alone, since a text whose loops are long has many sizes: the work of a whole answer ends,
/// and the answer says up to which size it goes.
#[test]
fn the_work_of_an_answer_ends() {
    let at = |p| Some(Instance::new(collective("all-gather").unwrap(), p));
    let topology = Topology::parse("complete:4").unwrap();
    let asked = Schedule::plain(topology, Ports::ONE, at(4).unwrap(), Arc::new(Listed::default()));
    let ring = "memcpy(all + rank * n, in, n * sizeof(int));\nfor (int i = 0; i < size - 1; i++) {\n  MPI_Sendrecv(all + \
                (rank - i + size) % size * n, n, MPI_INT, (rank + 1) % size, 0, all + (rank - i - 1 + size) % size * n, n, \
                MPI_INT, (rank - 1 + size) % size, 0, c, s);\n  WORK\n}\n";
    let mut last = Vec::new();
    for rounds in ["0", "size", "100", "1000"] {
        let work = format!("for (int k = 0; k < {rounds}; k++) x = k;");
        let text = ring.replace("WORK", &work);
        let (ran, found) = run_program(&text, &asked, [None, None], &at).unwrap();
        assert!(found.faults.is_empty(), "{work}: {:?}", found.faults);
        let sizes = ran.program.sizes(&ran.roles, Ports::ONE, &at);
        assert_eq!((sizes.right_for(), sizes.wrong.clone()), ("right for every p".into(), None));
        assert!(ran.program.work() < 13 << 20, "{work}: {}", ran.program.work());
        last.extend(sizes.tried.last().copied());
    }
    assert_eq!(last, [64, 57, 45, 16]);
}

/// Catches a reader that follows the text as deep or as long as it is.
#[test]
fn hostile_texts_end_soon() {
    let send = "MPI_Send(b, n, MPI_INT, 0, 0, c);";
    for text in [
        format!("{send} x = {};", "(".repeat(1_000_000)),
        format!("{send} {}", "{".repeat(250_000)),
        format!("for (long i = 0; i < 1000000000000000000; i++) {send}"),
        format!("{send} printf(\"\0\");"),
        format!("{send} int a[1000000000000];"),
        format!("int b[2]; {send} for (int i = 0; i < 1000000; i++) MPI_Comm_split(c, 0, rank, &c);"),
        "int a[1000000]; int k = 1000000 / 2; MPI_Send(a, k, MPI_INT, 1, 0, MPI_COMM_WORLD);".to_owned(),
        "void f(int *b) { g(b); } void g(int *b) { f(b); MPI_Send(b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); }".to_owned(),
    ] {
        let head: String = text.chars().take(80).collect();
        if let Err(ProgramError::Bad(error)) = answer(&text) {
            assert!(error.span.is_some(), "{head}: {error}");
        }
    }
}
