//! Limits: each is named with what is needed and what raises it, and raising it so is enough.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

fn run(line: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let output = command.args(line.split_whitespace()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{line}: {said}");
    (output.status.code().unwrap(), said)
}

/// Catches a table with a number for each vertex that is made before the question is known to have an answer: for the
/// lower bounds of a ranking without rows. 128 MiB hold the program, and no such table of 2^25 vertices.
#[cfg(target_os = "linux")]
#[test]
fn a_refusal_of_a_large_machine_takes_little_memory() {
    let machines = [
        "ring:33554432",
        "linear-array:33554432",
        "mesh:4096x8192",
        "torus:4096x8192",
        "hypercube:33554432",
        "tree:33554432",
        "node-tree:33554432",
        "star:33554432",
        "complete:33554432",
        "switch:33554431",
        "nodes:2000000x8",
        "nodes-direct:2000000x8",
        "fat-tree:400",
        "dragonfly:16x32x16x500",
        "tree:4194304/switch:2",
        "node-tree:8388608/switch:2",
    ];
    let questions = [
        "plan broadcast -t T --root zzz",
        "cost broadcast -t T -a nonsense",
        "compare broadcast -t T -a nonsense",
        "cost broadcast -t T --among 0-1000 -a nonsense",
        "cost broadcast -t T --among 0,0",
    ];
    // Rankings without rows, whose bounds would be those of cuts.
    let no_row = "compare all-to-all -a pairwise --measure --limit messages=9 -t";
    let of_rankings = ["nodes:2000000x8", "fat-tree:400", "tree:33554432", "node-tree:33554432"]
        .map(|machine| format!("{no_row} {machine}"));
    for line in machines
        .iter()
        .flat_map(|machine| questions.map(|q| q.replace(" T", &format!(" {machine}"))))
        .chain(of_rankings)
    {
        let mut command = Command::new("sh");
        command.env("RAYON_NUM_THREADS", "1").env("MALLOC_ARENA_MAX", "1");
        command.args([
            "-c",
            "ulimit -v 131072 && exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_hockney"),
        ]);
        let output = command.args(line.split_whitespace()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(2 | 3)), "{line}: {:?}: {said}", output.status);
    }
}

/// Catches a name that raises another limit, and an amount that is not enough.
#[test]
fn what_is_said_raises_it() {
    // A first limit that is too small for anything; what is said later stands behind it and counts.
    let cases = [
        ("messages=3", "cost broadcast -t ring:8 --every-message"),
        ("messages=3", "plan broadcast -t ring:8"),
        ("messages=10,values=4", "cost all-reduce -t ring:5 -a parts-exchange-broadcast"),
        ("hops=2", "cost broadcast -t linear-array:8 -a chain --every-message"),
        ("hops=0", "cost broadcast -t linear-array:8 -a chain --every-message"),
        ("sets=0", "cost all-reduce -t complete:6 -a parts-exchange-broadcast"),
        ("sets=1", "cost all-reduce -t complete:6 -a parts-exchange-broadcast"),
        ("ranges=3", "cost all-to-all -t mesh:4x4 --every-message"),
        ("ranges=3", "cost all-to-all -t ring:6 --every-message"),
        (
            "messages=3,values=2,hops=4,ranges=1",
            "cost all-reduce -t mesh:3x3 -a dimension-by-dimension",
        ),
        ("messages=2,hops=1", "cost broadcast -t linear-array:8 -a sequential --every-message"),
        ("vertices=4,messages=4", "cost broadcast -t ring:8 --every-message"),
        ("vertices=4,messages=6", "plan all-to-all -t ring:8 --pieces 3"),
        ("points=3", "compare all-gather -t ring:8 --over m=1..1024:x2 --ts 1 --tw 1 -f csv"),
        ("points=3", "compare all-gather -t ring:8 --over m=1..9:+1 --ts 1 --tw 1 -f csv"),
        ("points=0", "compare all-gather -t ring:8 --over m=1..9:+1 --ts 1 --tw 1 -f csv"),
        ("vertices=4", "cost broadcast -t ring:8 --every-message"),
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

/// Runs a command that may take so much memory, with a text on standard input.
#[cfg(unix)]
fn within(kilobytes: u32, line: &str, begins: &str, goes_on: &str) -> (i32, String) {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_hockney")).args(line.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (first, rest) = (begins.to_owned(), goes_on.repeat((1 << 16) / goes_on.len()));
    // It ends when nobody reads any more.
    let writer = thread::spawn(move || {
        let _ = input.write_all(first.as_bytes());
        for _ in 0..1 << 13 {
            if input.write_all(rest.as_bytes()).is_err() {
                return true;
            }
        }
        false
    });
    let output = child.wait_with_output().unwrap();
    assert!(writer.join().unwrap(), "{line}: all of it was read");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Catches a refusal that first makes or checks the schedule of a machine of 2^25 nodes, which takes 1.6 GB and more.
/// Half a gigabyte of what counts here are marks for links that are never touched.
#[cfg(unix)]
#[test]
fn refusals_of_large_machines_take_little_memory() {
    let many = "33554432 nodes and switches are too many for a drawing";
    let lines = [
        (3, "draw broadcast -t ring:33554432", many),
        (3, "draw gather -t node-tree:33554432 -f text --root 77", many),
        (3, "plan scatter -t linear-array:33554432 --root 77", "the schedule has 553647974 hops"),
        (3, "plan gather -t linear-array:33554432 --root 77", "the schedule has 553647974 hops"),
        (3, "plan all-to-all -t torus:8192x4096", "messages"),
        (2, "export goal broadcast -t hypercube:33554432", "the format needs -m"),
        (
            2,
            "export simgrid reduce -t torus:8192x4096 -m 4 --ts 1 -o none",
            "the format needs --tw",
        ),
        (3, "export mpi barrier -t linear-array:33554432 -o none", "67108862 messages"),
    ];
    for (code, line, why) in lines {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 1200000 && exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_hockney")).args(line.split(' '));
        let output = command.env("RAYON_NUM_THREADS", "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert!(said.contains(why), "{line}: {said}");
    }
}

/// Catches input that is read without end, whatever it is for.
#[cfg(unix)]
#[test]
fn no_input_is_read_without_end() {
    let file =
        |name: &str| format!("no answer: {name} is too large: a file has at most 67108864 bytes\n");
    let formula = "no answer: /dev/zero is too large: a formula has at most 65536 bytes\n";
    let zeros = [
        ("check /dev/zero", file("/dev/zero")),
        ("check /dev/zero --to json", file("/dev/zero")),
        ("check broadcast -t ring:8 /dev/zero", file("/dev/zero")),
        ("cost --schedule /dev/zero", file("/dev/zero")),
        ("draw /dev/zero", file("/dev/zero")),
        ("plan --composition /dev/zero", file("/dev/zero")),
        ("cost broadcast -t graph:/dev/zero", file("/dev/zero")),
        ("plan permute -t ring:8 --map @/dev/zero", file("/dev/zero")),
        ("prove --check /dev/zero", file("/dev/zero")),
        ("grade /dev/zero /dev/zero", file("/dev/zero")),
        ("equal @/dev/zero p", formula.to_owned()),
        ("cost broadcast -t ring:8 --expect @/dev/zero", formula.to_owned()),
    ];
    for (line, expected) in zeros {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 600000 && exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_hockney")).args(line.split_whitespace());
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said), (Some(3), expected), "{line}");
    }
    let input = file("standard input");
    for (line, goes_on) in [
        ("check broadcast -t ring:8 -", "y\n"),
        ("check -", "# a comment, and one more\n"),
        ("check -", "key: value\n"),
        ("cost --schedule -", "["),
        ("cost --schedule -", "{\"a\": "),
        ("check -", "a line without end"),
    ] {
        assert_eq!(within(600_000, line, "", goes_on), (3, input.clone()), "{goes_on}");
    }
}

/// Catches a line that is read without end where the document is read a line at a time.
#[cfg(unix)]
#[test]
fn a_line_of_a_large_document_has_a_limit() {
    let head = "format: hockney/schedule/v1\ntopology: ring:8\n\
                collective: {kind: broadcast, root: 0}\nsteps:\n  \
                - - {\"from\": 0, \"to\": 1, \"blocks\": [0]}\n";
    let said = "error: this line has more than 16777216 bytes\n --> standard input:6:1\n  |\n6 | \
                \u{2026}\n  | ^\n  |\n  = help: write one message a line\n";
    assert_eq!(within(600_000, "check -", head, "y"), (2, said.to_owned()));
}

/// Help and version are output like any other.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let lines = [
        "--help",
        "--version",
        "help",
        "list --help",
        "help plan",
        "list",
        "plan broadcast -t ring:4",
    ];
    for line in lines {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        let output = command.args(line.split_whitespace()).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = "error: cannot write: no space left on device\n";
        assert_eq!((output.status.code(), &*said), (Some(2), expected), "{line}");
    }
}

/// Runs a command that may take so many seconds, in a folder.
#[cfg(unix)]
fn in_time(folder: &std::path::Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t 20 && ulimit -v 1200000 && exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_hockney")).args(line.split_whitespace()).current_dir(folder);
    let output = command.env("RAYON_NUM_THREADS", "1").output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).replace("\n    ", " "))
}

/// Catches what takes a minute, or a gigabyte, unasked: each ends, or is refused with its limit.
#[cfg(unix)]
#[test]
fn small_files_and_machines_take_little_time() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    let goal = |sends: usize, calcs: usize| {
        let send = |number: usize, what: &str| {
            format!("s{number}: {what} 8b {} 1 tag 0\n", if what == "send" { "to" } else { "from" })
        };
        let calc = |number: usize| {
            let after = format!("c{number} requires c{}\n", number.saturating_sub(1));
            format!("c{number}: calc 5\n{}", if number > 0 { after } else { String::new() })
        };
        let zero: String =
            (0..sends).map(|number| send(number, "send")).chain((0..calcs).map(calc)).collect();
        let one: String =
            (0..sends).map(|number| send(number, "recv").replace("from 1", "from 0")).collect();
        format!("num_ranks 2\nrank 0 {{\n{zero}}}\nrank 1 {{\n{one}}}\n")
    };
    write("chain.goal", goal(1, 60_000));
    write("many.goal", goal(150_000, 0));
    let times: Vec<String> = (1..1000).map(|size| format!("{} {size}.5\n", size * size)).collect();
    write("times.txt", format!("# bytes us\n{}", times.concat()));
    let links = "[[0, 1, c, 4294967295], [1, 2, c, 4294967294], [2, 0, c, 4294967293]]";
    write("lanes.graph.yaml", format!("nodes: 3\nclasses: {{c: {{t_w: 1}}}}\nlinks: {links}\n"));
    for (code, line, why) in [
        (0, "cost broadcast -t complete:2 chain.goal --ts 1 --tw 1", ""),
        (2, "cost broadcast -t complete:2 many.goal --ts 1 --tw 1", "at most 131072 operations"),
        (
            3,
            "compare all-reduce -t switch:64 --over m=1B..1GB --times times.txt",
            "at most 256 sizes",
        ),
        (
            2,
            "cost all-gather -t complete:256 -a trees --ports all",
            "at most 128 nodes and switches",
        ),
        (0, "compare all-gather -t graph:lanes.graph.yaml --ports all -m 1 --ts 1 --tw 1", ""),
        (
            0,
            "cost all-reduce -t nodes:64x8 -a ring --place best --contention --timing asynchronous -m 1MB --ts 1us \
             --link inside=0,10GB/s --link between=0,1GB/s",
            "",
        ),
        (2, "list -t fat-tree:3", "the even number of ports"),
    ] {
        let (found, said) = in_time(folder.path(), line);
        assert_eq!(found, Some(code), "{line}: {said}");
        assert!(said.contains(why), "{line}: {said}");
    }
}
