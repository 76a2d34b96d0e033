//! The ranking as a page to read, with the lower bounds and their reasons below it.

use std::io::Write;

use super::shown;
use crate::cli::args::CompareArgs;
use crate::cli::failure::Result;
use crate::cli::heading;
use crate::cli::report::{amount, count, times_m, unit};
use crate::cli::table::{Column, Table};
use crate::compare::{Price, Ranked, Ranking};
use crate::cost::Numbers;
use crate::number::Rational;
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
    let parts = Parts {
        pieces: rows.iter().any(|row| row.pieces > 1),
        hops: args.measure,
        total: ranking.least.is_some(),
        loads: rows.iter().any(|row| row.price != Price::ClosedForm),
    };
    Table::of_cells(rows.into_iter().map(|row| parts.cells(row))).write(out)?;
    writeln!(out)?;
    let bounds = &ranking.bounds;
    let total = ranking.least.as_ref();
    let total = total.map_or_else(String::new, |least| format!(" = {}", amount(least, numbers)));
    writeln!(out, "lower bound  {}{total}", bounds.cost())?;
    writeln!(out, "             {} t_s: {}", bounds.steps.value, bounds.steps.why)?;
    writeln!(out, "             {} m t_w: {}", bounds.words.value, bounds.words.why)?;
    if ranking.least.is_some() {
        writeln!(out, "totals      {}", given(numbers, args.measure))?;
    }
    if let Some(row) = ranking.rows.iter().find(|row| row.cut_at_best) {
        let hops = if numbers.t_h.is_zero() { "" } else { ", t_h left out" };
        writeln!(
            out,
            "pieces       the best number for each that takes any{hops}; cost -a {} says why",
            row.algorithm.name()
        )?;
    }
    if ranking.rows.iter().any(|row| row.uneven.is_some()) {
        writeln!(
            out,
            "whole words  pieces are whole words in totals, and m/n elsewhere; --ideal prices m/n"
        )?;
    }
    for row in shown(args, ranking) {
        if let Some(messages) = row.not_weighed {
            let name = row.algorithm.name();
            writeln!(
                out,
                "m/n words    in the total of {name}, whose {messages} messages or values in them are too many to weigh; --limit weighed={messages} allows it"
            )?;
        }
    }
    let hidden = ranking.rows.len() - shown(args, ranking).count();
    if hidden > 0 {
        let hidden = count(hidden as u128, "dominated algorithm");
        writeln!(out, "left out     {hidden}; --all shows them")?;
    }
    Ok(())
}

/// Which columns there are beside those that always are.
#[allow(clippy::struct_excessive_bools)] // each is a column, and all combinations occur
struct Parts {
    pieces: bool,
    hops: bool,
    total: bool,
    loads: bool,
}

impl Parts {
    fn cells(&self, row: &Ranked) -> Vec<(Column, String)> {
        use Column::{Numbers, Words};
        let dash = || "-".to_owned();
        let text =
            |number: &Option<Rational>| number.as_ref().map_or_else(dash, Rational::to_string);
        let mut cells = vec![(Words("algorithm"), row.algorithm.name().to_owned())];
        cells.extend(self.pieces.then(|| (Numbers("pieces"), row.pieces.to_string())));
        cells.push((Numbers("steps"), row.cost.t_s.to_string()));
        cells.push((Numbers("words"), times_m(&row.cost.t_w)));
        cells.extend(self.hops.then(|| (Numbers("hops"), row.cost.t_h.to_string())));
        if self.total {
            cells.push((Numbers("total"), text(&row.total)));
            cells.push((Numbers("of the bound"), text(&row.ratio)));
        }
        if self.loads {
            let (held, link) = match &row.price {
                Price::ClosedForm => (None, None),
                Price::Measured(loads) => (loads.most_held.as_ref(), Some(&loads.busiest_link)),
            };
            cells.push((Numbers("most held"), held.map_or_else(dash, times_m)));
            cells.push((Numbers("busiest link"), link.map_or_else(dash, times_m)));
        }
        cells.push((Words("price"), row.price.name().to_owned()));
        cells.push((Words("closed form"), row.closed_form.clone().unwrap_or_else(dash)));
        cells
    }
}

/// What totals are for: ` in us at m = 100, t_s = 5, t_w = 1`.
pub(super) fn given(numbers: &Numbers, hops: bool) -> String {
    let exact = |number: &Rational| number.decimal().unwrap_or_else(|| number.to_string());
    let unit = unit(numbers);
    let mut given = Vec::new();
    given.extend(numbers.m.as_ref().map(|m| format!("m = {}", exact(m))));
    given.extend(numbers.t_s.as_ref().map(|t| format!("t_s = {}{unit}", exact(t))));
    given.extend(numbers.t_w.as_ref().map(|t| format!("t_w = {}{unit}", exact(t))));
    if hops && numbers.t_h.is_zero() {
        given.push("t_h = 0".to_owned());
    } else if hops {
        given.push(format!("t_h = {}{unit}", exact(&numbers.t_h)));
    }
    let within = numbers.unit.map_or_else(String::new, |unit| format!(" in {unit}"));
    format!("{within} at {}", given.join(", "))
}
