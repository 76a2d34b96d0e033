//! Ranks the algorithms of an all-reduce of 1 MB beside the lower bound: `cargo run --example rank`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use hockney::compare::{How, ranking};
use hockney::{GivenNumbers, Numbers, Question, Topology};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = Question::new("all-reduce", Topology::parse("switch:64")?)?;
    let numbers = Numbers::read(GivenNumbers {
        m: Some("1MB"),
        t_s: Some("2us"),
        bandwidth: Some("100Gbit/s"),
        ..GivenNumbers::default()
    })?;
    let ranking = ranking(&question, &numbers, &How::default());
    for row in ranking.rows.iter().filter(|row| row.dominated_by.is_none()) {
        let total = row.total.as_ref().ok_or("a number is missing")?;
        println!("{total:>10.6} us  {}: {}", row.algorithm.name(), row.algorithm.about());
    }
    let least = ranking.least.as_ref().ok_or("a number is missing")?;
    println!("{least:>10.6} us  no schedule is faster");
    assert!(ranking.rows.iter().all(|row| row.total.as_ref() >= Some(least)));
    Ok(())
}
