//! Amounts with units: every spelling, and what is said of one that has no meaning or two.

use hockney_base::number::{Quantity, RATES, Rational, SIZES, TIMES, TimePerSize, Unit, is_rate};

fn read(text: &str, units: &'static [Unit]) -> Result<(String, Option<&'static str>), String> {
    let quantity = Quantity::read(text, units).map_err(|fault| fault.to_string())?;
    Ok((quantity.value.to_string(), quantity.unit.map(|(name, _)| name)))
}

#[test]
fn every_unit_is_read_in_the_smallest_one() {
    for units in [&TIMES[..], &SIZES, &RATES] {
        for (name, size) in units {
            for text in [format!("3/2{name}"), format!(" 1.5 {name} ")] {
                let value = Rational::from(3 * *size).checked_div(&2.into()).unwrap();
                let Ok((found, unit)) = read(&text, units) else { panic!("{text}") };
                assert_eq!((found, unit), (value.to_string(), Some(*name)), "{text}");
            }
        }
    }
    assert_eq!(read("2", &TIMES), Ok(("2".to_owned(), None)));
    assert_eq!(read("0s", &TIMES), Ok(("0".to_owned(), Some("s"))));
}

#[test]
fn rates_have_many_spellings() {
    for (name, unit) in [
        ("Gb/s", Some("Gbit/s")),
        ("Gbps", Some("Gbit/s")),
        ("gbit/s", Some("Gbit/s")),
        ("Gbits/s", Some("Gbit/s")),
        ("kb/s", Some("kbit/s")),
        ("Kbit/s", Some("kbit/s")),
        ("KB/s", Some("kB/s")),
        ("GBps", Some("GB/s")),
        ("MiB/s", Some("MiB/s")),
        ("b/s", Some("bit/s")),
        ("bps", Some("bit/s")),
        ("gb/s", None),
        ("GB", None),
        ("s", None),
        ("Gx/s", None),
    ] {
        assert_eq!(is_rate(name), unit.is_some(), "{name}");
        let found = read(&format!("1{name}"), &RATES).ok().map(|(_, found)| found);
        assert_eq!(found, unit.map(Some), "{name}");
    }
}

#[test]
fn what_has_no_meaning_or_two_is_refused_with_advice() {
    for (text, units, message) in [
        ("", &TIMES[..], "cannot be read: expected a number such as 3, 1.5, 3/2, 1e-6 or 2^20"),
        (
            "1.5.2us",
            &TIMES,
            "cannot be read: unexpected `.` in a number such as 3, 1.5, 3/2, 1e-6 or 2^20",
        ),
        ("-1us", &TIMES, "must not be negative"),
        (
            "5 lightyears",
            &TIMES,
            "has an unknown unit `lightyears`: the units are ps, ns, us, µs, ms, s",
        ),
        ("5 MB", &TIMES, "has an unknown unit `MB`: the units are ps, ns, us, µs, ms, s"),
        ("1Mb", &SIZES, "has the unit `Mb`, which may mean Mbit or MB: write MB; 8 Mbit are 1 MB"),
        ("1kb", &SIZES, "has the unit `kb`, which may mean kbit or kB: write kB; 8 kbit are 1 kB"),
        (
            "1mb/s",
            &RATES,
            "has the unit `mb/s`, which may mean Mbit/s or MB/s: write Mbit/s or MB/s",
        ),
        (
            "1gbps",
            &RATES,
            "has the unit `gbps`, which may mean Gbit/s or GB/s: write Gbit/s or GB/s",
        ),
        ("1GB", &RATES, "has the unit `GB`, which may mean Gbit/s or GB/s: write Gbit/s or GB/s"),
        (
            "1Mb/s",
            &SIZES,
            "has an unknown unit `Mb/s`: the units are B, kB, MB, GB, TB, KiB, MiB, GiB, TiB",
        ),
        (
            "1xb/s",
            &RATES,
            "has an unknown unit `xb/s`: the units are bit/s, kbit/s, Mbit/s, Gbit/s, Tbit/s, B/s, \
             kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s",
        ),
        (
            "1abcdefghijklmnopqrstuvwxyz",
            &TIMES,
            "has an unknown unit `abcdefghijklmnopqrst`: the units are ps, ns, us, µs, ms, s",
        ),
    ] {
        assert_eq!(read(text, units).unwrap_err(), message, "{text}");
    }
}

/// The time for a word of so many bytes, in picoseconds.
fn per_word(time: &TimePerSize, word: Option<i64>) -> Option<String> {
    let word = word.map(Rational::from);
    time.per_word(word.as_ref()).map(|time| time.value.to_string())
}

#[test]
fn times_are_per_word_or_per_bytes() {
    for (text, unknown, of_eight) in [
        ("2us", Some("2000000"), "2000000"),
        ("2us/word", Some("2000000"), "2000000"),
        ("1ns/byte", None, "8000"),
        ("46us/MB", None, "368"),
        ("1ns / kB", None, "8"),
        ("3/2", Some("3/2"), "3/2"),
        ("3/2ns", Some("1500"), "1500"),
    ] {
        let time = TimePerSize::read(text).unwrap();
        assert_eq!(per_word(&time, None).as_deref(), unknown, "{text}");
        assert_eq!(per_word(&time, Some(8)).as_deref(), Some(of_eight), "{text}");
    }
    assert!(TimePerSize::read("1us/mile").is_err());
}

#[test]
fn a_link_has_a_bandwidth_or_a_time() {
    for (text, of_eight) in [
        ("8bit/s", "8000000000000"),
        ("1GB/s", "8000"),
        ("64Gbps", "1000"),
        ("2ns/byte", "16000"),
        ("3us", "3000000"),
    ] {
        let time = TimePerSize::of_link(text).unwrap();
        assert_eq!(per_word(&time, Some(8)).as_deref(), Some(of_eight), "{text}");
    }
    let fault = |text| TimePerSize::of_link(text).unwrap_err().to_string();
    assert_eq!(fault("0Gbit/s"), "must be above 0");
    assert_eq!(fault("0us"), "must be above 0");
    assert_eq!(
        fault("1gb/s"),
        "has the unit `gb/s`, which may mean Gbit/s or GB/s: write Gbit/s or GB/s"
    );
}
