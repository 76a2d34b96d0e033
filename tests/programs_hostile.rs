//! Programs that nobody would write: both readers end soon, with an error at its place, whatever the text is.

use std::fmt::Write as _;
use std::sync::Arc;

use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_program::{ProgramError, is_program, run_program};

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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/programs");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Catches a panic at the end of a text, in the middle of a character and behind every token.
#[test]
fn texts_are_cut_off_at_every_byte() {
    for text in files() {
        for at in 0..text.len() {
            let cut = String::from_utf8_lossy(&text.as_bytes()[..at]);
            is_program(&cut);
            if let Err(error) = answer(&cut) {
                let at = error.diagnostic().span.map_or(0, |at| at.end);
                assert!(at <= cut.len(), "{cut}: {error:?}");
            }
        }
    }
}

/// Catches a character that is no token, and a place in the middle of one.
#[test]
fn strange_characters_stand_everywhere() {
    for text in files() {
        for (k, (at, _)) in text.char_indices().enumerate().step_by(7) {
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

/// Catches a reader whose time is the square of the length, which takes minutes: texts of the greatest length, also in one line.
#[test]
fn long_texts_are_read_soon() {
    const LONGEST: usize = 1 << 18;
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
        let many = (LONGEST - begin.len() - end.len()) / part.len();
        let text = format!("{begin}{}{end}", part.repeat(many));
        let _ = is_program(&text);
        let _ = answer(&text);
    }
}

/// Catches a limit that counts a node alone, or operations without their words.
#[test]
fn endless_programs_get_no_answer() {
    let send = "MPI_Send(buf, n, MPI_INT, 1, 0, MPI_COMM_WORLD);";
    let all = "statements and words of all nodes";
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
    assert!(error.diagnostic().message.ends_with("statements and words of all nodes"), "{error:?}");
}

/// Catches a search among all waiting operations for each of them.
#[test]
fn many_receives_that_nobody_answers_end() {
    let text = "MPI_Request r[100000];\nif (rank == 0)\n  for (int i = 0; i < 20000; i++)\n    \
                MPI_Irecv(a + i, 1, MPI_INT, 1, 0, c, &r[i]);\nif (rank == 0) MPI_Waitall(20000, r, s);\n\
                if (rank == 2) MPI_Send(a, 1, MPI_INT, 3, 0, c);\n";
    assert_eq!(answer(text), Ok(false));
}
