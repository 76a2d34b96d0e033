//! Heads of tables of times: which column has the size, which one the time, and in which units.

use hockney_base::number::{SIZES, TIMES, Unit};

/// The software whose table it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// osu_latency.
    Osu,
    /// osu_bw: the bandwidth of a stream of messages, which has no startup time.
    OsuBandwidth,
    /// IMB PingPong.
    Imb,
    /// sendrecv_perf of nccl-tests.
    Nccl,
    /// Columns with a head that names size and time and their units.
    Columns,
    /// Two columns without a head: bytes and us.
    Bare,
}

/// What the sizes of a table count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Bytes.
    Bytes,
    /// Words.
    Words,
}

/// Where a row has its size and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) format: TableFormat,
    pub(super) size: usize,
    pub(super) time: usize,
    /// The least number of columns.
    pub(super) columns: usize,
    /// Columns that a row may leave empty, as old nccl-tests do.
    pub(super) empty: usize,
    /// What a bare size counts.
    pub(super) counted: Counted,
    /// The bytes of a bare size, or 1 for words.
    pub(super) size_unit: u64,
    /// The picoseconds of a bare time.
    pub(super) time_unit: u64,
}

impl Layout {
    /// Sizes in bytes and times in us.
    pub(super) fn of(format: TableFormat, size: usize, time: usize, columns: usize) -> Self {
        let counted = Counted::Bytes;
        let (size_unit, time_unit) = (1, 1_000_000);
        Layout { format, size, time, columns, empty: 0, counted, size_unit, time_unit }
    }
}

/// Words in titles of tables whose times are not those of messages.
const COLLECTIVES: [&str; 10] = [
    "reduce",
    "cast",
    "gather",
    "scatter",
    "all-to-all",
    "alltoall",
    "barrier",
    "scan",
    "bi-directional",
    "multiple bandwidth",
];

/// The benchmarks of IMB that time a message.
const MESSAGES_OF_IMB: [&str; 3] = ["pingpong", "pingping", "sendrecv"];

/// The collective or other benchmark that a title names, if its times are not those of single messages.
pub(super) fn other_benchmark(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let word_after = |before: &str| {
        let (_, rest) = lower.split_once(before)?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    if let Some(name) = word_after("benchmarking ") {
        let is_message = MESSAGES_OF_IMB.iter().any(|one| name.starts_with(one));
        return (!is_message).then(|| name.clone());
    }
    if let Some(name) = word_after("test starting: ") {
        return (!name.starts_with("sendrecv")).then(|| name.clone());
    }
    let titled = lower.contains("osu ") && lower.trim_start_matches(['#', ' ']).starts_with("osu ");
    let named = COLLECTIVES.iter().find(|name| titled && lower.contains(**name))?;
    Some((*named).to_owned())
}

/// The layout that a head of a known benchmark names.
pub(super) fn known(line: &str) -> Option<Layout> {
    let plain = line.replace('#', " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let at = |name: &str| words.iter().position(|word| *word == name);
    if let (Some(size), Some(time), Some(_)) = (at("size"), at("time"), at("algbw")) {
        let empty = ["type", "redop", "root"].iter().filter(|name| at(name).is_some()).count();
        let layout = Layout::of(TableFormat::Nccl, size, time, words.len());
        return Some(Layout { empty, ..layout });
    }
    if let Some(time) = at("t[usec]").or_else(|| at("t_max[usec]")) {
        return Some(Layout::of(TableFormat::Imb, at("bytes").unwrap_or(0), time, time + 1));
    }
    let follows = |unit: &str| plain.to_lowercase().replace(' ', "").contains(unit);
    if words.first() != Some(&"Size") {
        None
    } else if follows("latency(us)") {
        Some(Layout::of(TableFormat::Osu, 0, 1, 2))
    } else {
        follows("bandwidth(mb/s)").then(|| Layout::of(TableFormat::OsuBandwidth, 0, 1, 2))
    }
}

/// What a column of a head has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Size(Option<(Counted, u64)>),
    Time(Option<u64>),
    Other,
}

/// Other spellings of units of time.
const SPELLED: [(&str, u64); 8] = [
    ("nsec", 1_000),
    ("usec", 1_000_000),
    ("msec", 1_000_000_000),
    ("sec", 1_000_000_000_000),
    ("nanoseconds", 1_000),
    ("microseconds", 1_000_000),
    ("milliseconds", 1_000_000_000),
    ("seconds", 1_000_000_000_000),
];

fn meaning(cell: &str) -> Meaning {
    if cell.contains('/') {
        return Meaning::Other;
    }
    let words: Vec<&str> =
        cell.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let unit = |units: &[Unit]| {
        let of = |word: &&str| units.iter().find(|(name, _)| name == word).map(|(_, size)| *size);
        words.iter().find_map(of)
    };
    let names = |all: &[&str]| words.iter().any(|word| all.contains(&&*word.to_lowercase()));
    if names(&["words", "word"]) {
        Meaning::Size(Some((Counted::Words, 1)))
    } else if let Some(bytes) = unit(&SIZES).or(names(&["bytes", "byte"]).then_some(1)) {
        Meaning::Size(Some((Counted::Bytes, bytes)))
    } else if let Some(time) = unit(&TIMES).or_else(|| unit(&SPELLED)) {
        Meaning::Time(Some(time))
    } else if names(&["size", "length"]) {
        Meaning::Size(None)
    } else if names(&["time", "latency"]) {
        Meaning::Time(None)
    } else {
        Meaning::Other
    }
}

/// Cells of a head without units, where each unit in parentheses belongs to the cell before.
pub(super) fn joined(cells: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for cell in cells {
        match joined.last_mut() {
            Some(last) if cell.starts_with(['(', '[']) => {
                last.push(' ');
                last.push_str(cell);
            }
            _ => joined.push(cell.clone()),
        }
    }
    joined
}

/// Whether these cells are names of a size and of a time.
pub(super) fn names_columns(cells: &[String]) -> bool {
    let all: Vec<Meaning> = cells.iter().map(|cell| meaning(cell)).collect();
    [true, false].iter().all(|are_sizes| !places(&all, *are_sizes).is_empty())
}

/// The columns of sizes, or of times.
fn places(all: &[Meaning], are_sizes: bool) -> Vec<usize> {
    let of = |(_, one): &(usize, &Meaning)| match one {
        Meaning::Size(_) => are_sizes,
        Meaning::Time(_) => !are_sizes,
        Meaning::Other => false,
    };
    all.iter().enumerate().filter(of).map(|(at, _)| at).collect()
}

/// The layout that the names of columns state.
///
/// # Errors
/// What they leave open.
pub(super) fn stated(cells: &[String]) -> Result<Layout, String> {
    let all: Vec<Meaning> = cells.iter().map(|cell| meaning(cell)).collect();
    let (size, time) = match (&places(&all, true)[..], &places(&all, false)[..]) {
        ([size], [time]) => (*size, *time),
        ([], _) => return Err("no column is named as the size: bytes or words".to_owned()),
        (_, []) => return Err("no column is named as the time, such as us".to_owned()),
        ([_], times) => {
            let names: Vec<&str> = times.iter().map(|at| &*cells[*at]).collect();
            return Err(format!("{} columns are times: {}", times.len(), names.join(", ")));
        }
        _ => return Err("two columns are sizes".to_owned()),
    };
    let (Meaning::Size(unit), Meaning::Time(time_unit)) = (all[size], all[time]) else {
        return Err("no column is named as the time, such as us".to_owned());
    };
    let open = |cell: &str, units: &str| format!("`{cell}` does not say its unit: {units}");
    let (counted, size_unit) = unit.ok_or_else(|| open(&cells[size], "bytes, KiB or words"))?;
    let time_unit = time_unit.ok_or_else(|| open(&cells[time], "us, ns or ms"))?;
    let layout = Layout::of(TableFormat::Columns, size, time, cells.len());
    Ok(Layout { counted, size_unit, time_unit, ..layout })
}
