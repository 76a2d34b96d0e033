//! From the words of the command line to how a question is answered, and to questions about machines that are too large to
//! be made.

use super::args::AskArgs;
use super::failure::{Failure, Result};
use super::limit::Allowed;
use super::request::{collective_named, cut, distance, first_given, no_node, order, search, takes};
use super::{machine, progress};
use hockney_ask::answer::{How, Large};
use hockney_core::checker::{check, check_every_message};
use hockney_core::collective::{Instance, InstanceError, Parameter};
use hockney_core::topology::{Sizes, label_of, parse_node_of};
use hockney_cost::Numbers;
use hockney_proof::Size;

/// How a question is answered, as the command line has it.
pub(crate) fn how<'a>(args: &'a AskArgs, numbers: Numbers, allowed: &Allowed) -> How<'a> {
    How {
        algorithm: args.algorithm.algorithm.as_deref().into(),
        cut: cut(&args.operation, &args.numbers),
        search: search(&args.operation),
        numbers,
        ..of_files(allowed)
    }
}

/// How a schedule file is looked at, within the limits.
pub(crate) fn of_files(allowed: &Allowed) -> How<'static> {
    How {
        limits: allowed.checker,
        weighed: allowed.weighed,
        check: |schedule, limits, every| {
            let check = if every { check_every_message } else { check };
            progress::shown(schedule, |schedule| check(schedule, limits))
        },
        ..How::default()
    }
}

/// The question about a machine that is too large to be made; `None` where it is not, or where no proof could be about
/// it.
pub(crate) fn large(name: &str, args: &AskArgs, allowed: &Allowed) -> Result<Option<Large>> {
    let (collective, operation) = (collective_named(name)?, &args.operation);
    let Ok((family, sizes)) = machine::named(&args.machine) else { return Ok(None) };
    let p = sizes.iter().try_fold(1_u64, |p, side| p.checked_mul(*side));
    let Some(p) = p.filter(|p| *p > allowed.vertices) else { return Ok(None) };
    let odd = family.sizes() == Sizes::PowerOfTwo && !p.is_power_of_two();
    let mapped = collective.parameter() == Some(Parameter::Map);
    if !Large::is_sized(family, &sizes) || odd || mapped {
        return Ok(None);
    }
    machine::agrees(&args.machine, family, &sizes, p)?;
    takes(collective, operation)?;
    let pieces = operation.pieces.unwrap_or(1);
    let plain = |error: InstanceError| Failure::input(error.to_string());
    Instance::new(collective, 1).with_pieces(pieces).map_err(plain)?;
    let shifts = collective.parameter() == Some(Parameter::By);
    let by = shifts.then(|| distance(operation, p)).transpose()?;
    let root = operation.root.as_deref().unwrap_or("0");
    let root = parse_node_of(family, &sizes, root).ok_or_else(|| {
        no_node(root, &machine::name_of(family, &sizes), p - 1, label_of(family, &sizes, p - 1))
    })?;
    let other = [("--among", operation.among.is_some()), ("--place", operation.place.is_some())];
    Ok(Some(Large {
        collective,
        family,
        size: Size { sizes, by },
        root,
        exclusive: operation.exclusive,
        pieces,
        ports: operation.ports,
        order: order(args)?,
        other: first_given(&other),
        vertices: allowed.vertices,
        request: None,
    }))
}
