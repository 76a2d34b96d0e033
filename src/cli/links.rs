//! The classes of links that `--link` and `--link-order` give.

use std::num::NonZeroU32;

use super::args::NumberArgs;
use super::failure::{Failure, Result};
use hockney_core::topology::LinkClass;

/// The classes of links on the command line.
pub(crate) fn links(args: &NumberArgs) -> Result<Vec<LinkClass>> {
    let order = args.link_order.as_deref().map_or(Ok(Vec::new()), in_order)?;
    order.into_iter().map(Ok).chain(args.link.iter().map(|text| link(text))).collect()
}

/// `inside,between`: the classes in the order of their times per word, without times.
fn in_order(text: &str) -> Result<Vec<LinkClass>> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let again = |(i, name): (usize, &&str)| name.is_empty() || names[..i].contains(name);
    if names.iter().enumerate().any(again) {
        return Err(Failure::input(format!("--link-order {text} does not list classes once each"))
            .help(
                "write the class with the shortest time per word first, such as inside,between",
            ));
    }
    let class = |(rank, name): (usize, &&str)| LinkClass {
        name: (*name).to_owned(),
        rank: Some(rank),
        ..LinkClass::default()
    };
    Ok(names.iter().enumerate().map(class).collect())
}

/// `fast=100ns,46us/MB`, or with lanes `fast=100ns,46us/MB,4`.
fn link(text: &str) -> Result<LinkClass> {
    let refused = |what: &str| {
        Failure::input(format!("--link {text} {what}")).help(
            "write --link NAME=T_H,T_W or NAME=T_H,T_W,LANES, such as --link fast=100ns,46us/MB",
        )
    };
    let no_times = || refused("is not the times of a class");
    let (name, times) = text.split_once('=').ok_or_else(no_times)?;
    let (times, lanes) = match *times.split(',').collect::<Vec<_>>() {
        [t_h, t_w] => ([t_h, t_w], None),
        [t_h, t_w, lanes] => ([t_h, t_w], Some(lanes)),
        _ => return Err(no_times()),
    };
    let lanes = lanes.map(|lanes| match lanes.trim().parse::<NonZeroU32>() {
        Ok(lanes) => Ok(lanes.get()),
        Err(_) => Err(refused(&format!("has {lanes} lanes: a link has 1 to {} lanes", u32::MAX))),
    });
    let [t_h, t_w] = times.map(|time| Some(time.trim().to_owned()));
    let name = name.trim().to_owned();
    Ok(LinkClass { name, t_h, t_w, lanes: lanes.transpose()?, ..LinkClass::default() })
}
