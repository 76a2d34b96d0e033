//! `-f csv` and `-f jsonl`: a row for each point and algorithm, whole or in shards.
//!
//! A shard is a range of the numbers of points, so that shards one after another are the whole.

use rayon::prelude::*;

use super::asked::Comparison;
use super::line;
use super::points::Points;
use crate::cli::args::CompareFormat;
use crate::cli::failure::{Failure, Result};
use crate::cli::{Answer, output};
use hockney_ask::ranking;
use hockney_base::number::saturated;

/// How many points are worked on side by side before their rows are written.
const BATCH: u64 = 512;

/// Which part of the points.
#[derive(Clone, Copy)]
struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    fn read(text: &str) -> Result<Self> {
        let whole =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok());
        let parts = text
            .split_once('/')
            .and_then(|(number, of)| Some(Shard { number: whole(number)??, of: whole(of)?? }));
        let why = match parts {
            Some(shard) if (1..=shard.of).contains(&shard.number) => return Ok(shard),
            Some(Shard { of: 0, .. }) => "there are no parts".to_owned(),
            Some(Shard { number: 0, .. }) => "parts are counted from 1".to_owned(),
            Some(shard) => format!("the last part is {}/{}", shard.of, shard.of),
            None => "expected two whole numbers with a / between them".to_owned(),
        };
        Err(Failure::input(format!("--shard {text} is not a valid part: {why}"))
            .help("write the part and the number of parts, such as 3/16; parts are counted from 1"))
    }

    /// The numbers of its points; all shards have equally many, but for one.
    fn range(self, points: u64) -> (u64, u64) {
        let at = |number: u64| {
            let at = u128::from(points) * u128::from(number) / u128::from(self.of);
            // No more than there are points.
            saturated(at)
        };
        (at(self.number - 1), at(self.number))
    }
}

pub(super) fn run(asked: &Comparison<'_>) -> Result<Answer> {
    let args = asked.args;
    let shard = args.shard.as_deref().map(Shard::read).transpose()?;
    let points = Points::of(asked)?;
    let count = points.count()?;
    let shard = shard.unwrap_or(Shard { number: 1, of: 1 });
    let (from, to) = shard.range(count);
    let most = asked.allowed.points;
    if to - from > most {
        // Where no point is allowed no part of them is.
        let part = match most {
            0 => String::new(),
            _ => format!("--shard 1/{} takes a part of them, ", count.div_ceil(most)),
        };
        let needed = to - from;
        return Err(Failure::NoAnswer(format!(
            "limit exceeded: {needed} points, {most} are allowed in one run; {part}--limit \
             points={needed} raises it"
        )));
    }
    // What cannot be asked for is known before anything is written, whichever the shard.
    points.largest()?;
    if from < to {
        points.at(from)?;
    }
    asked.read_as();
    output::write_to(asked.output(), &mut |out| {
        if args.format == CompareFormat::Csv && shard.number == 1 {
            line::write_head(out)?;
        }
        let mut first = from;
        while first < to {
            let last = to.min(first + if asked.how.measure { 1 } else { BATCH });
            let rows = (first..last).into_par_iter().map(|point| rows(asked, &points, point));
            for rows in rows.collect::<Vec<_>>() {
                out.write_all(&rows?)?;
            }
            // Who watches sees what is done.
            out.flush()?;
            first = last;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}

fn rows(asked: &Comparison<'_>, points: &Points<'_>, point: u64) -> Result<Vec<u8>> {
    let (question, numbers) = points.at(point)?;
    let ranking = ranking(&question, &numbers, &asked.how);
    let mut rows = Vec::new();
    line::write(&mut rows, asked, &question, &numbers, &ranking)?;
    Ok(rows)
}
