//! Tests of tables of times: what is read, what is refused, and the function between and beyond the sizes.

use super::*;
use hockney_base::diagnostic::Source;

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn table(text: &str) -> TimeTable {
    TimeTable::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> String {
    let error = TimeTable::read(text).expect_err(text);
    let place = error.position(&Source::new("t", text)).map_or(0, |place| place.line);
    format!("{place}: {}", error.message)
}

#[test]
fn a_table_is_exact_between_its_sizes_and_goes_on_beyond_them() {
    let of = table("8 20\n16 30\n24 20\n32 60\n").message_time(Some(&number("8")), 1_000_000);
    let of = of.unwrap();
    let at = |words: &str| of.of(&number(words));
    let expected =
        [("1", "20"), ("3/2", "25"), ("2", "30"), ("5/2", "25"), ("3", "20"), ("4", "60")];
    for (words, time) in expected {
        assert_eq!(at(words), number(time), "{words}");
    }
    // Before the first size and after the last one the end line goes on.
    assert_eq!([at("0"), at("1/2"), at("6")], [number("10"), number("15"), number("140")]);
    assert_eq!(of.measured(), Some(&[number("1"), number("4")]));
    // A line that would be below 0 without words begins at 0.
    let steep =
        table("bytes,us\n1,1\n2,5").message_time(Some(&Rational::one()), 1_000_000).unwrap();
    assert_eq!([steep.of(&number("0")), steep.of(&number("1/2"))], [number("0"), number("1/2")]);
    assert_eq!(MessageTime::linear(number("5"), number("2")).of(&number("3")), number("11"));
}

#[test]
fn lines_below_a_table_are_nowhere_above_it_and_touch_it() {
    let texts =
        ["8 20\n16 30\n24 20\n32 60\n", "1 1\n2 5\n", "1 5\n2 5\n3 5\n", "0 3\n4 4\n8 9\n9 9\n"];
    for text in texts {
        let of = table(text).message_time(Some(&Rational::one()), 1_000_000).unwrap();
        let lines = of.lines_below();
        assert!(lines.windows(2).all(|pair| pair[0].each < pair[1].each), "{lines:?}");
        for line in lines {
            let gap = |half: u32| {
                let words = Rational::ratio(half, 2_u32).unwrap();
                of.of(&words) - line.at(&words)
            };
            assert!((0..200).all(|half| !gap(half).is_negative()), "{text} {line:?}");
            assert!((0..200).any(|half| gap(half).is_zero()), "{text} {line:?}");
            assert!(!line.fixed.is_negative() && !line.each.is_negative());
        }
    }
}

#[test]
fn what_benchmarks_print_and_mails_quote_is_read() {
    let texts = [
        "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n1   1.5\n1048576  100.25\n",
        "# OSU MPI-CUDA Latency Test\n# Size   Latency (us)\n1 1.5\n1048576 100.25",
        "# Size  Avg Latency(us)  Min Latency(us)  Max Latency(us)  Iterations\n1 1.5 1 2 9\n1048576 100.25 1 2 9",
        "# Benchmarking PingPong\n  #bytes #repetitions t[usec] Mbytes/sec\n 1 1000 1.5 0\n1048576 9 100.25 1\n",
        "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n#  (B) (elements) (us)\n\
         1 1 float none -1 1.5 0.1 0.1 0 2 0 0 N/A\n1048576 2 float none -1 100.25 0 0 0 1 1 1 0\n",
        "# size count type time algbw busbw error\n1 1 float 1.5 0 0 0\n1048576 2 float 100.25 0 0 0\n",
        "# size count type redop time algbw busbw error\n1 1 float 1.5 0 0 0\n1048576 2 float 100.25 0 0 0\n",
        "bytes,us\r\n1,1.5\r\n1048576,100.25\r\n",
        "message size [KiB];latency [ms]\n1024;0.10025\n0.0009765625;0.0015\n",
        "us\tbytes\n1.5\t1\n100.25\t1048576\n",
        "# size (B)   time (us)\n1 1.5\n1MiB 100250ns",
        "Hello, here are the numbers:<br>\n> <pre>1&nbsp;&nbsp;1.5</pre>\n> > 1048576 100.25 <br>\n-- \nNn\n",
        "<tr><td>1</td><td>1.5</td></tr>\n&gt; <b>1048576</b>\u{a0}100.25\n",
        "# OSU MPI Latency Test v7.0\n# Datatype: MPI_CHAR.\n# Size   Avg Lat(us)\n1 1.5\n1,048,576     100.25\n",
        "# OSU MPI Latency Test v7.4\n# Size   Latency (us)   P50 Tail Lat(us)   Validation\n1 1.5 9 Pass\n1048576 100.25 200 Pass\n",
        "2024-05-01 10:11:12 start of job\n10.0.0.1 node01\nOpen MPI 4.1.4\n--------\n# OSU MPI Latency Test v7.0\n\
         # Size   Latency (us)\n1   1.5\n1048576  1.0025e+02\n1 more process has sent help message help-mpi.txt / error\n",
        "[1,0]<name>:# Size   Latency (us)\n[1,0]<name>:1   1.5\n[1,0]<name>:1048576   100.25\n",
        "0: # Size   Latency (us)\n0: 1   1.5\n0: 1048576   100.25\n",
        "# OSU MPI Latency Test v7.0\n# Size Latency (us)\n1 1.5\n1048576 100.25\n\
         # OSU MPI Allreduce Latency Test v7.0\n# Size  Avg Latency(us)\n1 9\n",
        "# Benchmarking PingPing\n#bytes #repetitions t[usec]\n1 9 7\n2 9 7\n# Benchmarking PingPong\n#bytes #repetitions t[usec]\n\
         1 1000 1.5\n1048576 9 100.25\n4194304 out-of-mem.; needed X= 0.016 GB\n# Benchmarking Sendrecv\n\
         #bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n1 9 8 8 8\n# Benchmarking Allreduce\n1 9 8 8 8\n",
        "\"Message size (bytes)\",\"Latency (us)\"\n\"1\",\"1.5\"\n\"1,048,576\",\"100.25\"\n",
        "Message Size (Bytes)   Latency (microseconds)\n1    1.5\n1048576    100.25\n",
        "| Size (B) | Latency (us) |\n|---|---:|\n| 1 | 1.5 |\n| 1048576 | 100.25 |\n",
        "Size (B),Iterations,Latency (us)\n1,1000,1.5\n1048576,9,100.25\n",
        "us,bytes\n1.5,1\n1.0025e2,1048576\n",
    ];
    for text in texts {
        let rows = table(text).rows;
        let rows: Vec<[String; 2]> =
            rows.iter().map(|row| [row.size.to_string(), row.time.to_string()]).collect();
        assert_eq!(rows, [["1", "1500000"], ["1048576", "100250000"]], "{text}");
    }
    assert_eq!(table("words,us\n1,1\n2,2\n").counted, Counted::Words);
    let stream = table("# OSU MPI Bandwidth Test\n# Size Bandwidth (MB/s)\n1 2\n2 8\n");
    assert_eq!(
        (stream.rows[1].time.clone(), stream.format),
        (number("250000"), TableFormat::OsuBandwidth)
    );
}

#[test]
fn broken_and_ambiguous_tables_are_refused_with_their_line() {
    let texts = [
        ("", "0: the file has no table of times"),
        ("# Size Latency (us)\n", "0: the file has no table of times"),
        ("# Size Latency (us)\n8 1.5\n", "2: the table has one size, and a line needs two"),
        ("8 1.5\n16 1.6\n8 1.7\n", "3: the size 8 has a time in line 1, too"),
        ("8 1.5\n16\n", "2: the row has 1 column, not 2"),
        (
            "8 1.5\n16 1.\n",
            "2: the time `1.` cannot be read: the number ends where a digit is expected",
        ),
        (
            "8 1.5\n16 nan\n",
            "2: the time `nan` cannot be read: expected a number such as 3, 1.5, 3/2, 1e-6 or 2^20",
        ),
        ("8 1.5\n16 -2\n", "2: the time `-2` must not be negative"),
        ("-8 1.5\n16 2\n", "1: the size `-8` must not be negative"),
        ("8 1.5\n16 0.00\n", "2: the time is 0"),
        ("8 1.5\neight 2\n", "2: the size `eight` is not a number"),
        ("8 1.5\n8.5 2\n", "2: the size `8.5` is not whole"),
        (
            "8 1,5\n16 2,0\n",
            "1: the size `8 1` cannot be read: unexpected ` ` in a number such as 3, 1.5, 3/2, 1e-6 or 2^20",
        ),
        (
            "8 20 1 2\n",
            "1: the table is not clear: a row has 4 columns and no head says which are size and time",
        ),
        (
            "m,us\n8,1\n16,2\n",
            "1: the table is not clear: no column is named as the size: bytes or words",
        ),
        (
            "size,time\n8,1\n16,2\n",
            "1: the table is not clear: `size` does not say its unit: bytes, KiB or words",
        ),
        (
            "bytes,time\n8,1\n16,2\n",
            "1: the table is not clear: `time` does not say its unit: us, ns or ms",
        ),
        (
            "bytes,ring us,tree us\n8,1,2\n",
            "1: the table is not clear: 2 columns are times: ring us, tree us",
        ),
        ("bytes,us\n8,1\n16,2,3\n", "3: the row has 3 columns, not 2"),
        (
            "# OSU MPI Broadcast Latency Test\n# Size Latency (us)\n8 1\n",
            "1: `cast` does not time single messages",
        ),
        (
            "# OSU MPI Bi-Directional Bandwidth Test\n",
            "1: `bi-directional` does not time single messages",
        ),
        ("# Benchmarking Allreduce\n", "1: `allreduce` does not time single messages"),
        (
            "# Collective test starting: all_gather_perf\n",
            "1: `all_gather_perf` does not time single messages",
        ),
        (
            "# size count type redop root time algbw busbw #wrong\n8 2 float sum -1 9 0.1 0.2 0\n",
            "2: a collective of nccl-tests does not time single messages",
        ),
        (
            "# size count type redop root time algbw busbw #wrong\n8 2 float sum 0 9 0.1 0.1 0\n",
            "2: a collective of nccl-tests does not time single messages",
        ),
        ("# bytes us\n8 1\n16 2\n# bytes us\n8 1\n16 2\n", "4: a second table begins here"),
        ("8 1\n1e999 2\n", "2: the size `1e999` has too many digits"),
        (
            "8;1,250\n16;1,500\n",
            "1: the time `1,250` may mean two numbers: write it without a comma",
        ),
        (
            "# Size   Iterations   Latency (us)\n8 100 1\n",
            "1: the table is not clear: `Size` does not say its unit: bytes, KiB or words",
        ),
        ("8 1\n12:30 2\n", "2: the size `12:30` is not a number"),
        ("8 1\n16 nan nan nan\n", "2: the row has 4 columns, not 2"),
        (
            "# Benchmarking PingPong\n#bytes #repetitions t[usec]\n8 9 1\n16 9 1\n# Benchmarking PingPong\n#bytes #repetitions t[usec]\n",
            "6: a second table begins here",
        ),
    ];
    for (text, expected) in texts {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn any_cut_of_a_table_is_read_or_refused() {
    let text = "# OSU MPI Latency Test\n# Size Latency (us)\n<b>1</b>\u{a0}1.5&nbsp;\n> 2 1.75\n4,\"3\"\n\u{0}\u{202e}8 9e9\n";
    for cut in (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)) {
        let _ = TimeTable::read(&text[..cut]);
        let _ = TimeTable::read(&text[cut..]);
    }
    assert!(
        refused(&"1 1\n".repeat(MOST_ROWS + 1))
            .starts_with("10001: the table has more than 10000 rows")
    );
}

#[test]
fn lines_are_fitted_where_they_change() {
    let line = |n: u64| if n < 100 { 2 * n + 50 } else { n + 1000 };
    let rows: Vec<String> = (1..12).map(|k| format!("{} {}\n", k * 16, line(k * 16))).collect();
    let text = rows.concat();
    let fits = Fits::of(&table(&text));
    let within = |of: &Fit, error: &str| of.errors.iter().all(|e| e.abs() <= number(error));
    assert!(!within(&fits.one, "1/10"));
    assert_eq!((fits.several.len(), fits.several[2].end), (3, 11));
    assert!(fits.several.iter().all(|fit| within(fit, "1e-5")), "{:?}", fits.several);
    assert!(fits.several.iter().any(|fit| fit.first == 6), "{:?}", fits.several);
    // Times that fall have a level line, and a startup below 0 is none.
    let falls = Fits::of(&table("1 9\n2 8\n4 7\n"));
    assert!(falls.one.line.each.is_zero() && !falls.has_large() && falls.has_small());
    let steep = Fits::of(&table("1000 1\n2000 5\n3000 9\n"));
    assert!(steep.one.line.fixed.is_zero() && steep.has_large() && !steep.has_small());
    // Many rows end at once.
    let many: Vec<String> = (1..=MOST_ROWS).map(|k| format!("{k} {}.{k}\n", k + 7)).collect();
    let many = many.concat();
    assert_eq!(Fits::of(&table(&many)).several.len(), 3);
}
