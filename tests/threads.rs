//! The same bytes for any number of threads.

use hockney_testing::sweep;
use std::process::{Command, Output};

fn run(threads: &str, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(line.split(' '))
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap()
}

sweep! {
    /// Schedules of so many messages that steps are made side by side: valid ones, and two with more faults
    /// than are named.
    fn reports_do_not_depend_on_threads(effort) {
        let lines = [
            ("cost all-gather -t ring:512 --every-message -f json", 0),
            ("cost all-to-all -t hypercube:512 --every-message -f json", 0),
            ("cost all-to-all -t mesh:16x20 --every-message -f json", 0),
            ("cost all-to-all -t complete:300 -a rotation --every-message -f json", 0),
            ("cost reduce-scatter -t ring:300 --every-message -f json", 0),
            ("cost all-reduce -t torus:16x16 -a ring -f json", 0),
            ("cost all-gather -t mesh:64x128 -a recursive-doubling -f json", 1),
            ("cost all-to-all -t ring:300 -a ring --ports all --every-message -f json", 0),
            // Steps that are looked at in parts: of copied data, of sums, and with faults.
            ("cost all-gather -t hypercube:32768 --every-message -f json", 0),
            ("cost all-reduce -t hypercube:16384 -a recursive-doubling --every-message -f json", 0),
            ("cost all-gather -t mesh:128x128 -a recursive-doubling -f json", 1),
            ("cost broadcast -t mesh:256x512 -a near-first-doubling --contention", 0),
            // Placements of so many messages that their steps are priced side by side.
            (
                "cost all-to-all -t nodes:17x8 -a rotation --place best --contention -m 1kB --ts 1us --link \
                 inside=1us,1ns/B --link between=1us,3ns/B --limit evaluations=60 -f json",
                0,
            ),
        ];
        for (line, code) in effort.thin(lines.to_vec(), 4) {
            let [one, four] = ["1", "4"].map(|threads| run(threads, line));
            assert_eq!(one.status.code(), Some(code), "{line}: {one:?}");
            assert_eq!(one, four, "{line}");
        }
    }
}
