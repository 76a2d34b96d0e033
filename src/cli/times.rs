//! Tables of times on the command line: `--times FILE`, and what is noted of them.

use super::prelude::*;
use hockney_cost::{Beyond, Counted, NamedTable, TableFormat, TimeTable};

/// The most sizes that a note names.
const MOST_NAMED: usize = 8;

/// The table of a file.
pub(crate) fn table(file: &str) -> Result<TimeTable> {
    Ok(input::parsed(file, TimeTable::read)?.1)
}

/// `FILE`, or `inside=FILE` for a class of links; notes say how it is read.
pub(crate) fn named(text: &str) -> Result<NamedTable> {
    let word =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    let parts = text.split_once('=').filter(|(class, _)| word(class) && !Path::new(text).exists());
    let (class, file) = parts.map_or((None, text), |(class, file)| (Some(class.to_owned()), file));
    let table = table(file)?;
    notes(file, &table);
    Ok(NamedTable { class, name: file.to_owned(), table })
}

/// What is noted of a table.
pub(crate) fn notes(file: &str, table: &TimeTable) {
    match table.format {
        TableFormat::Bare => note(&format!("{file}: two columns are read as bytes and us")),
        TableFormat::OsuBandwidth => note(&format!(
            "{file} is a table of bandwidths: its times are those of messages in a stream, without a startup; \
             osu_latency measures startups"
        )),
        TableFormat::Osu | TableFormat::Imb | TableFormat::Nccl | TableFormat::Columns => {}
    }
    let falls = table.falls_at();
    if !falls.is_empty() {
        let unit = unit(table.counted);
        let named: Vec<String> = falls.iter().take(MOST_NAMED).map(Rational::to_string).collect();
        let more = if falls.len() > MOST_NAMED { ", .." } else { "" };
        let sizes = named.join(", ");
        note(&format!(
            "{file}: at {sizes}{more} {unit} the time is below that of a smaller size; lower bounds use a line below the table"
        ));
    }
}

/// What sizes count.
pub(crate) fn unit(counted: Counted) -> &'static str {
    match counted {
        Counted::Bytes => "bytes",
        Counted::Words => "words",
    }
}

/// Notes the tables of which messages are smaller or larger than all sizes.
pub(crate) fn note_beyond(word: Option<&Rational>, all: impl IntoIterator<Item = Beyond>) {
    let mut tables: BTreeMap<String, Beyond> = BTreeMap::new();
    for one in all {
        let known = tables.entry(one.name.clone()).or_insert_with(|| one.clone());
        let [least, most] = one.sent;
        known.sent = [known.sent[0].clone().min(least), known.sent[1].clone().max(most)];
    }
    let size = word.cloned().unwrap_or_else(Rational::one);
    let unit = if word.is_some() { "bytes" } else { "words" };
    for Beyond { name, sent, measured } in tables.into_values() {
        let range = |ends: &[Rational; 2]| {
            let [low, high] = ends.each_ref().map(|words| shown(&(words * &size)));
            if low == high { low } else { format!("{low} to {high}") }
        };
        note(&format!(
            "messages have {} {unit}, and {name} has sizes of {}: its end lines continue",
            range(&sent),
            range(&measured)
        ));
    }
}
