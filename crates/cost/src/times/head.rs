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

/// What the title of a benchmark announces.
pub(super) enum Title {
    /// Times of single messages, for which this place is the best of several: 0 of PingPong.
    Messages(usize),
    /// A collective or something else, by this name.
    Other(String),
}

/// The benchmark that a line is the title of.
pub(super) fn title(line: &str) -> Option<Title> {
    let lower = line.to_lowercase();
    let word_after = |before: &str| {
        let (_, rest) = lower.split_once(before)?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    let among = |all: &[&str], name: String| {
        let place = all.iter().position(|one| name.starts_with(one));
        Some(place.map_or(Title::Other(name), Title::Messages))
    };
    if let Some(name) = word_after("benchmarking ") {
        return among(&MESSAGES_OF_IMB, name);
    }
    if let Some(name) = word_after("test starting: ") {
        return among(&["sendrecv"], name);
    }
    let osu = lower.trim_start_matches(['#', ' ']).strip_prefix("osu ")?;
    let named = COLLECTIVES.iter().find(|name| osu.contains(**name));
    Some(named.map_or(Title::Messages(0), |name| Title::Other((*name).to_owned())))
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
    let of_imb = at("t[usec]").or_else(|| at("t_max[usec]"));
    if let Some(time) = of_imb.filter(|_| at("repetitions").is_some()) {
        return Some(Layout::of(TableFormat::Imb, at("bytes").unwrap_or(0), time, time + 1));
    }
    let joined = plain.to_lowercase().replace(' ', "");
    let second = joined.strip_prefix("size").filter(|_| !plain.contains([',', ';', '\t']))?;
    let second = second.strip_prefix("avg").unwrap_or(second);
    let begins = |names: &[&str]| names.iter().any(|name| second.starts_with(name));
    if begins(&["latency(us)", "lat(us)"]) {
        return Some(Layout::of(TableFormat::Osu, 0, 1, 2));
    }
    begins(&["bandwidth(mb/s)"]).then(|| Layout::of(TableFormat::OsuBandwidth, 0, 1, 2))
}

/// What a column of a head has.
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
    let Columns { sizes, times } = Columns::of(cells);
    !sizes.is_empty() && !times.is_empty()
}

/// The columns of sizes and of times, each with its unit.
#[derive(Default)]
struct Columns {
    sizes: Vec<(usize, Option<(Counted, u64)>)>,
    times: Vec<(usize, Option<u64>)>,
}

impl Columns {
    fn of(cells: &[String]) -> Self {
        let mut columns = Columns::default();
        for (at, cell) in cells.iter().enumerate() {
            match meaning(cell) {
                Meaning::Size(unit) => columns.sizes.push((at, unit)),
                Meaning::Time(unit) => columns.times.push((at, unit)),
                Meaning::Other => {}
            }
        }
        columns
    }
}

/// The layout that the names of columns state.
///
/// # Errors
/// What they leave open.
pub(super) fn stated(cells: &[String]) -> Result<Layout, String> {
    let Columns { sizes, times } = Columns::of(cells);
    let ((size, unit), (time, time_unit)) = match (&sizes[..], &times[..]) {
        ([size], [time]) => (*size, *time),
        ([], _) => return Err("no column is named as the size: bytes or words".to_owned()),
        (_, []) => return Err("no column is named as the time, such as us".to_owned()),
        ([_], times) => {
            let names: Vec<&str> = times.iter().map(|(at, _)| &*cells[*at]).collect();
            return Err(format!("{} columns are times: {}", times.len(), names.join(", ")));
        }
        _ => return Err("two columns are sizes".to_owned()),
    };
    let open = |cell: &str, units: &str| format!("`{cell}` does not say its unit: {units}");
    let (counted, size_unit) = unit.ok_or_else(|| open(&cells[size], "bytes, KiB or words"))?;
    let time_unit = time_unit.ok_or_else(|| open(&cells[time], "us, ns or ms"))?;
    let layout = Layout::of(TableFormat::Columns, size, time, cells.len());
    Ok(Layout { counted, size_unit, time_unit, ..layout })
}
