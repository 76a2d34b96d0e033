//! Limits: each is named with what is needed and what raises it, and raising it so is enough.

use std::process::Command;

fn run(line: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let output = command.args(line.split_whitespace()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{line}: {said}");
    (output.status.code().unwrap(), said)
}

/// Catches a name that raises another limit, and an amount that is not enough.
#[test]
fn what_is_said_raises_it() {
    // A first limit that is too small for anything; what is said later stands behind it and counts.
    let cases = [
        ("messages=3", "cost broadcast -t ring:8"),
        ("messages=3", "plan broadcast -t ring:8"),
        ("messages=10,values=4", "cost all-reduce -t ring:5 -a parts-exchange-broadcast"),
        ("hops=2", "cost broadcast -t linear-array:8 -a chain"),
        ("hops=0", "cost broadcast -t linear-array:8 -a chain"),
        ("sets=0", "cost all-reduce -t complete:6 -a census"),
        ("sets=1", "cost all-reduce -t complete:6 -a census"),
        ("ranges=3", "cost all-to-all -t mesh:4x4"),
        ("ranges=3", "cost all-to-all -t ring:6 --every-message"),
        ("messages=3,values=2,hops=4,ranges=1", "cost all-reduce -t mesh:3x3"),
        ("messages=2,hops=1", "cost broadcast -t linear-array:8 -a sequential"),
        ("vertices=4,messages=4", "cost broadcast -t ring:8 --every-message"),
        ("vertices=4,messages=6", "plan all-to-all -t ring:8 --pieces 3"),
        ("points=3", "compare all-gather -t ring:8 --over m=1..1024:x2 --ts 1 --tw 1 -f csv"),
        ("points=3", "compare all-gather -t ring:8 --over m=1..9:+1 --ts 1 --tw 1 -f csv"),
        ("points=0", "compare all-gather -t ring:8 --over m=1..9:+1 --ts 1 --tw 1 -f csv"),
        ("vertices=4", "cost broadcast -t ring:8"),
        ("vertices=4", "draw broadcast -t hypercube:8 -f text"),
        ("vertices=4", "compare broadcast -t torus:3x3"),
        ("vertices=4", "compare broadcast -t ring -m 1 --ts 1 --tw 1 --over p=2..9"),
        ("nodes=4", "compare broadcast -t ring -m 1 --ts 1 --tw 1 --over p=2..9"),
    ];
    for (first, line) in cases {
        raised(first, line);
    }
}

/// What the message says raises all limits at once, added to what was said before; where it cannot know, it
/// says so.
fn raised(first: &str, line: &str) {
    let mut limited = format!("{line} --limit {first}");
    for _ in 0..8 {
        let (code, said) = run(&limited);
        assert_eq!(code, 3, "{limited}: {said}");
        let advice = said.split("--limit ").nth(1).unwrap_or_else(|| panic!("{line}: {said}"));
        let advice: String = advice.chars().take_while(|c| !c.is_whitespace()).collect();
        limited = format!("{limited} --limit {advice}");
        let perhaps = said.contains("may not be enough");
        match run(&limited).0 {
            0 => return,
            _ => assert!(perhaps, "not answered: {limited}"),
        }
    }
    panic!("not answered: {limited}");
}

/// Catches amounts that wrap: what is beyond every machine is refused with its amount, not begun.
#[test]
fn nothing_wraps() {
    let cases = [
        (2, "cost broadcast -t ring:8 --limit vertices=2^31"),
        (2, "cost broadcast -t ring:8 --limit 2^64"),
        (2, "cost broadcast -t ring:8 --limit -1"),
        (2, "cost broadcast -t ring:8 --limit 1/2"),
        (2, "cost broadcast -t ring:8 --limit"),
        (3, "plan broadcast -t ring:2^63"),
        (3, "plan broadcast -t torus:2^32x2^32"),
        (3, "plan broadcast -t torus:2^63x2^63x2^63"),
        (3, "plan broadcast -t tree:2^30"),
        (3, "compare broadcast -t ring:2^63"),
        (3, "compare all-gather -t torus --over p=1..2^63 -f csv"),
        (3, "compare all-gather -t ring --over p=1..2^63 -m 1 --ts 1 --tw 1"),
        (0, "compare broadcast -t star:2^30 --limit vertices=2^30"),
        (0, "compare all-reduce -t torus:2^15x2^15 --limit vertices=2^30 -m 100 --ts 5 --tw 1"),
    ];
    for (code, line) in cases {
        let (found, said) = run(line);
        assert_eq!(found, code, "{line}: {said}");
    }
}
