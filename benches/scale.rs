//! How long the checker takes at a million nodes, and how much memory: `cargo bench --bench scale`.
//!
//! Each row is a process of the command, planned, checked, priced and printed: the median of a few
//! runs, and their largest peak memory as the system counts it. Beside it stands how many times as
//! long that is as a loop in this process that only writes and reads as many message records, in
//! steps of the same size. `docs/manual/scale.md` has the table. Say rows by a part of their names to
//! have only these: `cargo bench --bench scale -- ring`. `cargo bench --bench scale -- --against PROGRAM` runs another
//! build of the program in turn with this one, on the rows of 0.3 s and more, and prints the ratios.
#![allow(clippy::disallowed_types)] // a benchmark measures time
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::float_arithmetic)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hockney_core::schedule::{Message, Payload, Runs};

/// How often each row is run.
const RUNS: usize = 3;
/// GNU time, which has the system's word for the peak memory of a process.
const TIME: &str = "/usr/bin/time";

/// What is run, with the messages of its steps.
struct Row {
    command: String,
    steps: Steps,
    /// `RAYON_NUM_THREADS`, where it is not left to the machine.
    threads: Option<&'static str>,
}

/// How many messages the steps have.
#[derive(Clone, Copy)]
enum Steps {
    /// 1, 2, 4, .. up to half of so many nodes, in one order or the other.
    Doubling(u64),
    /// So many steps of so many.
    Equal(u64, u64),
    /// More than are written one by one.
    Untold,
}

impl Steps {
    fn each(self) -> Vec<u64> {
        match self {
            Steps::Doubling(p) => (0..p.ilog2()).map(|k| 1 << k).collect(),
            Steps::Equal(count, each) => (0..count).map(|_| each).collect(),
            Steps::Untold => Vec::new(),
        }
    }

    fn messages(self) -> u64 {
        self.each().iter().sum()
    }
}

fn row(command: &str, steps: Steps) -> Row {
    Row { command: command.to_owned(), steps, threads: None }
}

const MILLION: u64 = 1 << 20;
const PROGRAM: &str = env!("CARGO_BIN_EXE_hockney");

fn rows() -> Vec<Row> {
    let mut rows = vec![row("cost broadcast -t ring:8 -m 100 --ts 5 --tw 1", Steps::Untold)];
    let machines = [
        "linear-array:1048576",
        "ring:1048576",
        "mesh:1024x1024",
        "torus:1024x1024",
        "hypercube:1048576",
        "tree:1048576",
        "node-tree:1048576",
        "star:1048576",
        "switch:1048576",
        "complete:1048576",
    ];
    for collective in ["broadcast", "reduce", "scatter", "gather"] {
        let of = |on| row(&format!("cost {collective} -t {on}"), Steps::Doubling(MILLION));
        rows.extend(machines.map(of));
    }
    let every = |command: &str, count, each| {
        let (command, steps) =
            (format!("cost {command} --every-message"), Steps::Equal(count, each));
        [Some("1"), None].map(|threads| Row { command: command.clone(), steps, threads })
    };
    let p = 4096;
    rows.extend(every("all-gather -t hypercube:1048576", 20, MILLION));
    rows.extend(every("all-gather -t ring:4096", p - 1, p));
    rows.extend(every("all-gather -t torus:64x64 -a ring", p - 1, p));
    rows.extend(every("all-to-all -t hypercube:4096", p - 1, p));
    rows.extend(every("reduce-scatter -t ring:4096", p - 1, p));
    for collective in ["all-gather", "all-to-all"] {
        for on in ["ring:1048576", "torus:1024x1024", "hypercube:1048576"] {
            rows.push(row(&format!("cost {collective} -t {on} --by-symmetry"), Steps::Untold));
        }
    }
    let others = [
        "prove --all",
        "compare all-reduce -t nodes:64x8 --contention -m 1MiB --ts 0 --link inside=1us,300GB/s --link between=2us,50GB/s",
        "equal (t_s+m*t_w+p)^75 (m*t_w+t_s+p)^75",
        "grade specs/examples/sheet.problems.yaml target/class-of-1000",
        "optimal all-gather -t linear-array:7",
    ];
    rows.extend(others.map(|command| row(command, Steps::Untold)));
    rows
}

/// Writes the answers of 1000 students, which a row grades.
fn write_class() {
    let folder = Path::new("target/class-of-1000");
    fs::create_dir_all(folder).unwrap();
    let one = fs::read_to_string("specs/examples/class/first.yaml").unwrap();
    let name = one.lines().find_map(|line| line.strip_prefix("student: ")).unwrap();
    for number in 0..1000 {
        let of = one.replace(&format!("student: {name}"), &format!("student: s{number}"));
        fs::write(folder.join(format!("s{number}.yaml")), of).unwrap();
    }
}

/// Pairs of rows of which the second has about twice as many messages.
fn growth() -> Vec<[Row; 2]> {
    let p = MILLION;
    let each = |collective: &str, on: &str| {
        [p / 2, p].map(|p| row(&format!("cost {collective} -t {on}:{p}"), Steps::Doubling(p)))
    };
    let mut pairs = vec![
        each("broadcast", "ring"),
        each("broadcast", "hypercube"),
        each("reduce", "hypercube"),
        each("gather", "tree"),
    ];
    // The square of p messages: 2896 is 4096 / sqrt(2).
    let squares =
        ["all-gather -t ring", "all-to-all -a rotation -t complete", "reduce-scatter -t ring"];
    for collective in squares {
        pairs.push([2896, 4096].map(|p| {
            let command = format!("cost {collective}:{p} --every-message");
            row(&command, Steps::Equal(p - 1, p))
        }));
    }
    pairs
}

struct Measured {
    wall: Duration,
    /// Of all threads together; on a machine with other work this is what can be compared.
    processor: Option<Duration>,
    /// KiB.
    peak: Option<u64>,
}

fn measured(row: &Row) -> Measured {
    let runs: Vec<Measured> = (0..RUNS).map(|_| once(row, PROGRAM)).collect();
    let median = |of: fn(&Measured) -> Option<Duration>| {
        let mut times: Vec<Duration> = runs.iter().filter_map(of).collect();
        times.sort();
        times.get(times.len() / 2).copied()
    };
    Measured {
        wall: median(|run| Some(run.wall)).unwrap_or_default(),
        processor: median(|run| run.processor),
        peak: runs.iter().filter_map(|run| run.peak).max(),
    }
}

fn once(row: &Row, program: &str) -> Measured {
    let timed = Path::new(TIME).exists();
    let mut command = Command::new(if timed { TIME } else { program });
    if timed {
        command.args(["-f", "took %U %S %M", program]);
    }
    command.args(row.command.split(' ')).stdout(Stdio::null());
    if let Some(threads) = row.threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let start = Instant::now();
    let done = command.output().unwrap();
    let wall = start.elapsed();
    // 1 is the answer no: some student is wrong.
    let answered = done.status.code().is_some_and(|code| code < 2);
    assert!(answered, "{}: {}", row.command, String::from_utf8_lossy(&done.stderr));
    let said = String::from_utf8_lossy(&done.stderr);
    let took = said.lines().find_map(|line| line.strip_prefix("took "));
    let took: Vec<&str> = took.map_or_else(Vec::new, |took| took.split(' ').collect());
    let [user, system, peak] = took[..] else {
        return Measured { wall, processor: None, peak: None };
    };
    let seconds = |text: &str| Duration::from_secs_f64(text.parse().unwrap());
    let processor = Some(seconds(user) + seconds(system));
    Measured { wall, processor, peak: peak.parse().ok() }
}

/// Writing and reading as many records, of one block each; the median.
fn loop_of(steps: Steps) -> Option<Duration> {
    let once = |steps: &[u64]| {
        let mut messages: Vec<Message> = Vec::new();
        let start = Instant::now();
        for each in steps {
            messages.clear();
            let each = u32::try_from(*each).unwrap();
            messages.extend((0..each).map(|from| Message::plain(from, from + 1, Runs::one(7))));
            let sum = black_box(&messages).iter().fold(0, |sum: u64, message| {
                let blocks = match &message.payload {
                    Payload::Plain(blocks) => blocks.len(),
                    Payload::Everything | Payload::Values(_) => 0,
                };
                sum + u64::from(message.from ^ message.to) + blocks
            });
            black_box(sum);
        }
        start.elapsed()
    };
    let each = steps.each();
    let mut walls: Vec<Duration> = (0..RUNS).map(|_| once(&each)).collect();
    walls.sort();
    walls.get(RUNS / 2).copied().filter(|_| !each.is_empty())
}

fn seconds(wall: Duration) -> String {
    if wall < Duration::from_millis(100) {
        format!("{:.1} ms", wall.as_secs_f64() * 1e3)
    } else {
        format!("{:.2} s", wall.as_secs_f64())
    }
}

fn processor(time: Option<Duration>) -> String {
    time.map_or_else(|| "not measured".to_owned(), seconds)
}

fn mebibytes(peak: Option<u64>) -> String {
    peak.map_or_else(|| "not measured".to_owned(), |kib| format!("{} MiB", kib.div_ceil(1024)))
}

/// The ratios of this program to another, by the least of 15 runs of each in turn, of rows of 0.3 s and more.
fn against(other: &str, rows: &[Row]) {
    println!("| hockney .. | threads | before | now | processor time | peak memory |");
    println!("|---|---|---|---|---|---|");
    let mut logarithms = Vec::new();
    for row in rows.iter().filter(|row| once(row, other).wall.as_secs_f64() >= 0.3) {
        let pairs: Vec<[Measured; 2]> =
            (0..15).map(|_| [other, PROGRAM].map(|of| once(row, of))).collect();
        let least = |at: usize, of: fn(&Measured) -> f64| {
            pairs.iter().map(|pair| of(&pair[at])).fold(f64::INFINITY, f64::min)
        };
        let ratio = |of: fn(&Measured) -> f64| least(1, of) / least(0, of);
        let processor = ratio(|run| run.processor.unwrap_or(run.wall).as_secs_f64());
        let peak = ratio(|run| run.peak.map_or(1.0, |kib| u32::try_from(kib).unwrap().into()));
        logarithms.push(processor.ln());
        let wall = [0, 1].map(|at| least(at, |run| run.wall.as_secs_f64()));
        let threads = row.threads.unwrap_or("all");
        println!(
            "| `{}` | {threads} | {:.2} s | {:.2} s | {processor:.3} | {peak:.3} |",
            row.command, wall[0], wall[1]
        );
    }
    let count = u32::try_from(logarithms.len()).unwrap();
    let mean = (logarithms.iter().sum::<f64>() / f64::from(count)).exp();
    println!("\n{count} rows, geometric mean of processor time {mean:.3}");
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let chosen = |row: &Row| wanted.is_empty() || wanted.iter().any(|w| row.command.contains(w));
    write_class();
    if let Some(other) = std::env::args().skip_while(|a| a != "--against").nth(1) {
        return against(&other, &rows());
    }
    println!("| hockney .. | threads | time | processor time | peak memory | times the loop |");
    println!("|---|---|---|---|---|---|");
    for row in rows().iter().filter(|row| chosen(row)) {
        let Measured { wall, processor: of, peak } = measured(row);
        let times = loop_of(row.steps).map_or_else(
            || "-".to_owned(),
            |base| format!("{:.1}", wall.as_secs_f64() / base.as_secs_f64()),
        );
        let threads = row.threads.unwrap_or("all");
        let (time, of, peak) = (seconds(wall), processor(of), mebibytes(peak));
        println!("| `{}` | {threads} | {time} | {of} | {peak} | {times} |", row.command);
    }
    println!("\n| hockney .. | messages | time | processor time | peak memory | growth |");
    println!("|---|---|---|---|---|---|");
    for [small, large] in growth().iter().filter(|pair| pair.iter().all(chosen)) {
        let (a, b) = (measured(small), measured(large));
        let growth = format!(
            "{:.2} of time, {}",
            b.wall.as_secs_f64() / a.wall.as_secs_f64(),
            a.processor.zip(b.processor).map_or_else(
                || "of processor time not measured".to_owned(),
                |(a, b)| format!("{:.2} of processor time", b.as_secs_f64() / a.as_secs_f64()),
            )
        );
        for (row, of, growth) in [(small, a, "-"), (large, b, &growth)] {
            println!(
                "| `{}` | {} | {} | {} | {} | {growth} |",
                row.command,
                row.steps.messages(),
                seconds(of.wall),
                processor(of.processor),
                mebibytes(of.peak),
            );
        }
    }
}
