//! Numbers as people type them, with their units.

use super::*;
use crate::Cost;

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

#[test]
fn units_are_exact() {
    let given = GivenNumbers {
        m: Some("64KiB"),
        word: Some("8B"),
        t_s: Some("1.5us"),
        t_w: Some("2 ns"),
        ..GivenNumbers::default()
    };
    let numbers = Numbers::read(given).unwrap();
    assert_eq!(numbers.m, Some(Rational::from(8192_u64)));
    assert_eq!(numbers.t_s, Some(rational("3/2")));
    assert_eq!(numbers.t_w, Some(rational("1/500")));
    assert_eq!(numbers.unit, Some("us"));
    let cost = Cost::plain(rational("3"), rational("3"), rational("7"));
    assert_eq!(numbers.total(&cost), Some(rational("53.652")));
}

#[test]
fn what_does_not_fit_is_said() {
    let why = |given| Numbers::read(given).unwrap_err().to_string();
    assert_eq!(
        why(GivenNumbers { t_s: Some("1us"), t_w: Some("2"), ..GivenNumbers::default() }),
        "--tw needs a unit, such as 1.5us, because another time has one"
    );
    assert_eq!(
        why(GivenNumbers { m: Some("8B"), word: Some("0B"), ..GivenNumbers::default() }),
        "--word is 0: a word has at least one byte"
    );
    assert_eq!(
        why(GivenNumbers { t_s: Some("-1"), ..GivenNumbers::default() }),
        "--ts must not be negative"
    );
    assert_eq!(
        why(GivenNumbers { t_s: Some("5 lightyears"), ..GivenNumbers::default() }),
        "--ts has an unknown unit `lightyears`: the units are ps, ns, us, µs, ms, s"
    );
}
#[test]
fn a_bandwidth_is_a_time_per_word() {
    let read = |m, word, bandwidth| {
        let t_s = Some("2us");
        Numbers::read(GivenNumbers { m, t_s, word, bandwidth, ..GivenNumbers::default() })
    };
    let numbers = read(Some("1MB"), None, Some("100Gbit/s")).unwrap();
    assert_eq!((numbers.m, numbers.word), (Some(rational("1000000")), Some(rational("1"))));
    assert_eq!((numbers.t_w, numbers.unit), (Some(rational("0.00008")), Some("us")));
    let numbers = read(Some("1000"), Some("4B"), Some("12.5 GB/s")).unwrap();
    assert_eq!(numbers.t_w, Some(rational("0.00032")));
    let why = |m, bandwidth| read(m, None, bandwidth).unwrap_err().to_string();
    assert_eq!(
        why(Some("3"), Some("1GB/s")),
        "--bandwidth needs a size in bytes: give -m in bytes, such as 1MB, or the size of a word, \
         such as --word 8B"
    );
    assert_eq!(why(Some("3B"), Some("0GB/s")), "--bandwidth must be above 0");
    assert_eq!(
        why(Some("3B"), Some("7")),
        "--bandwidth has no unit: write it with one, such as 100Gbit/s or 12.5GB/s"
    );
    let both =
        GivenNumbers { t_w: Some("1us"), bandwidth: Some("1GB/s"), ..GivenNumbers::default() };
    assert_eq!(
        Numbers::read(both).unwrap_err().to_string(),
        "--bandwidth and --tw set the same number: omit one of them"
    );
    assert_eq!(
        Numbers::read(GivenNumbers { bandwidth: None, t_w: Some("1us/inch"), ..both })
            .unwrap_err()
            .to_string(),
        "--tw has an unknown unit `us/inch`: the units are ps, ns, us, µs, ms, s; a time per size is \
         written as 1ns/B, 46us/MB or 2us/word"
    );
    let rate = GivenNumbers { t_w: Some("12.5GB/s"), ..GivenNumbers::default() };
    assert_eq!(
        Numbers::read(rate).unwrap_err().to_string(),
        "--tw has an unknown unit `GB/s`: the units are ps, ns, us, µs, ms, s; use --bandwidth for a \
         bandwidth"
    );
}

#[test]
fn a_time_per_size_is_a_time_per_word() {
    let read = |m, word, t_w| {
        Numbers::read(GivenNumbers { m: Some(m), t_w: Some(t_w), word, ..GivenNumbers::default() })
    };
    for (m, word, t_w, expected) in [
        ("1MB", None, "0.1us/byte", "0.1"),
        ("1MB", None, "46us/MB", "0.000046"),
        ("1000", Some("8B"), "1 ns / B", "8"),
        ("1000", Some("8B"), "1/KiB", "1/128"),
        ("1MB", Some("8B"), "3/2us/word", "1.5"),
        ("7", None, "3/2/word", "1.5"),
    ] {
        assert_eq!(read(m, word, t_w).unwrap().t_w, Some(rational(expected)), "{t_w}");
    }
    assert_eq!(
        read("1000", None, "1ns/B").unwrap_err().to_string(),
        "--tw is a time per size and needs a size in bytes: give -m in bytes, such as 1MB, or the size \
         of a word, such as --word 8B"
    );
}

/// Catches a unit that is read by its first letter alone, and a meaning that is guessed.
#[test]
fn units_are_read_where_they_have_one_meaning() {
    let rate = |text: &str| {
        let given =
            GivenNumbers { m: Some("1B"), bandwidth: Some(text), ..GivenNumbers::default() };
        Numbers::read(given).map(|numbers| numbers.t_w).map_err(|error| error.to_string())
    };
    for (text, same) in [
        ("100Gb/s", "100Gbit/s"),
        ("100 Gbps", "100Gbit/s"),
        ("100gbit/s", "100Gbit/s"),
        ("7 Mbits/s", "7Mbit/s"),
        ("7Kb/s", "7kbit/s"),
        ("7bps", "7bit/s"),
        ("12.5GBps", "12.5GB/s"),
        ("7KB/s", "7kB/s"),
        ("1TiB/s", "1024GiB/s"),
        ("1Tb/s", "1000Gbit/s"),
    ] {
        assert!(rate(same).is_ok(), "{same}");
        assert_eq!(rate(text), rate(same), "{text}");
    }
    assert_eq!(
        rate("100mb/s").unwrap_err(),
        "--bandwidth has the unit `mb/s`, which may mean Mbit/s or MB/s: write Mbit/s or MB/s"
    );
    assert_eq!(
        rate("100mbps").unwrap_err(),
        "--bandwidth has the unit `mbps`, which may mean Mbit/s or MB/s: write Mbit/s or MB/s"
    );
    assert_eq!(
        rate("1ps").unwrap_err(),
        "--bandwidth has an unknown unit `ps`: the units are bit/s, kbit/s, Mbit/s, Gbit/s, Tbit/s, \
         B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s"
    );
    let size = |m| Numbers::read(GivenNumbers { m: Some(m), ..GivenNumbers::default() });
    assert_eq!(size("2TB").unwrap().m, Some(rational("2e12")));
    assert_eq!(size("1TiB").unwrap().m, Some(Rational::from(1_u64 << 40)));
    assert_eq!(
        size("3Mb").unwrap_err().to_string(),
        "-m has the unit `Mb`, which may mean Mbit or MB: write MB; 8 Mbit are 1 MB"
    );
    assert_eq!(
        size("3 gb").unwrap_err().to_string(),
        "-m has the unit `gb`, which may mean Gbit or GB: write GB; 8 Gbit are 1 GB"
    );
    assert_eq!(
        size("3gbps").unwrap_err().to_string(),
        "-m has an unknown unit `gbps`: the units are B, kB, MB, GB, TB, KiB, MiB, GiB, TiB"
    );
}

#[test]
fn times_are_read_in_the_unit_of_the_others() {
    assert_eq!(Numbers::time("0.168 ms", Some("us")), Some(Rational::from(168)));
    assert_eq!(Numbers::time("5000ns", Some("us")), Some(Rational::from(5)));
    assert_eq!(Numbers::time("5", Some("us")), None);
    assert_eq!(Numbers::time("5 us", None), None);
}

#[test]
fn kilobytes_are_read_as_people_write_them() {
    let read = |m| Numbers::read(GivenNumbers { m: Some(m), ..GivenNumbers::default() }).unwrap();
    for (size, bytes) in [("4kB", 4000_u64), ("4KB", 4000), ("1 MB", 1_000_000), ("64KiB", 65536)] {
        assert_eq!(read(size).m, Some(Rational::from(bytes)), "{size}");
    }
    assert_eq!(read("4KB").notes, ["KB means kB, 1000 bytes; use KiB for 1024 bytes"]);
    assert!(read("4kB").notes.is_empty() && read("4000").word.is_none());
}
