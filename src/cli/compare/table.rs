//! The ranking as a page to read, with the lower bounds and their reasons below it.

use std::io::Write;

use super::shown;
use crate::cli::amounts::{amount, count, exact, given, or_dash, times_m};
use crate::cli::args::CompareArgs;
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::Result;
use crate::cli::heading;
use crate::cli::table::{Table, numbers as number, words};
use crate::compare::{Price, Ranked, Ranking};
use crate::cost::Numbers;
use crate::question::Question;

pub(super) fn write(
    out: &mut dyn Write,
    args: &CompareArgs,
    asked: &Question,
    numbers: &Numbers,
    ranking: &Ranking,
) -> Result<()> {
    writeln!(out, "{}", heading::of_asked(asked))?;
    writeln!(out)?;
    let rows: Vec<&Ranked> = shown(args, ranking).collect();
    let (total, loads) =
        (ranking.least.is_some(), rows.iter().any(|row| row.price != Price::ClosedForm));
    let columns = [
        words("algorithm"),
        number("pieces").only_if(rows.iter().any(|row| row.pieces > 1)),
        number("steps"),
        number("words"),
        number("hops").only_if(args.measure),
        number("total").only_if(total),
        number("of the bound").only_if(total),
        number("most held").only_if(loads),
        number("busiest link").only_if(loads),
        words("price"),
        words("closed form"),
    ];
    Table::of(columns, rows, cells).write(out)?;
    writeln!(out)?;
    facts::write(out, WIDTH, below(args, numbers, ranking))
}

/// What nothing goes below, and why.
pub(crate) fn of_bounds(Ranking { bounds, least, .. }: &Ranking, numbers: &Numbers) -> Fact {
    let total = least.as_ref().map(|least| format!(" = {}", amount(least, numbers)));
    Fact::of("lower bound")
        .formula(bounds.cost())
        .plain(total.unwrap_or_default())
        .line(format!("{} t_s: {}", bounds.steps.value, bounds.steps.why))
        .line(format!("{} m t_w: {}", bounds.words.value, bounds.words.why))
}

/// What is said below the table.
fn below(args: &CompareArgs, numbers: &Numbers, ranking: &Ranking) -> Vec<Fact> {
    let mut said = vec![of_bounds(ranking, numbers)];
    if ranking.least.is_some() {
        said.push(Fact::new("totals", totals(numbers, args.measure)));
    }
    if let Some(row) = ranking.rows.iter().find(|row| row.cut_at_best) {
        let hops = if numbers.t_h.is_zero() { "" } else { ", t_h left out" };
        let best = format!("the best number for each that takes any{hops}");
        let name = row.algorithm.name();
        said.push(Fact::new("pieces", format!("{best}; cost -a {name} says why")));
    }
    if ranking.rows.iter().any(|row| row.uneven.is_some()) {
        let whole = "pieces are whole words in totals, and m/n elsewhere; --ideal prices m/n";
        said.push(Fact::new("whole words", whole));
    }
    for row in shown(args, ranking) {
        said.extend(row.not_weighed.map(|messages| {
            let name = row.algorithm.name();
            let many = format!("{messages} messages or values in them are too many to weigh");
            let raised = format!("--limit weighed={messages} allows it");
            Fact::new("m/n words", format!("in the total of {name}, whose {many}; {raised}"))
        }));
    }
    let hidden = ranking.rows.len() - shown(args, ranking).count();
    if hidden > 0 {
        let hidden = count(hidden as u128, "dominated algorithm");
        said.push(Fact::new("left out", format!("{hidden}; --all shows them")));
    }
    said
}

fn cells(row: &Ranked) -> [String; 11] {
    let (held, link) = match &row.price {
        Price::ClosedForm => (None, None),
        Price::Measured(loads) => (loads.most_held.as_ref(), Some(&loads.busiest_link)),
    };
    [
        row.algorithm.name().to_owned(),
        row.pieces.to_string(),
        exact(&row.cost.t_s),
        times_m(&row.cost.t_w),
        exact(&row.cost.t_h),
        or_dash(row.total.as_ref(), exact),
        or_dash(row.ratio.as_ref(), exact),
        or_dash(held, times_m),
        or_dash(link, times_m),
        row.price.name().to_owned(),
        row.closed_form.clone().unwrap_or_else(|| "-".to_owned()),
    ]
}

/// What totals are for: `in us at m = 100, t_s = 5, t_w = 1`
pub(super) fn totals(numbers: &Numbers, hops: bool) -> String {
    let within = numbers.unit.map_or_else(String::new, |unit| format!("in {unit} "));
    within + &given(numbers, hops)
}
