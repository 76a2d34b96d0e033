//! Schedules that look the same from every node: certified for all sizes by the kernel, and compared
//! with real schedules message by message.

mod messages;
mod templates;

use super::kernel::{Orbit, OrbitRefusal, certify};
use crate::planner::Algorithm;
use crate::topology::Family;

pub use messages::agree;
pub use templates::template;

/// A template, forwards or run backwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The template.
    pub orbit: Orbit,
    /// Whether the schedule is this one run backwards: from the last step to the first, from every
    /// receiver to its sender (specs/lemmas.md, Duality).
    pub backwards: bool,
}

/// What is known of a schedule for all sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// Whether the data was looked at, beside ports and links.
    pub data: bool,
    /// How many messages of real schedules are those of the template.
    pub messages: usize,
    /// Of which sizes the template is: `p = 2, 3, ..`.
    pub sizes: String,
    /// Over which sizes messages were compared.
    pub compared: String,
}

/// Certifies the schedules of an algorithm, where there is a template for them.
///
/// # Errors
/// What the kernel refuses, or the first message that differs.
pub fn certified(
    algorithm: &Algorithm,
    family: &'static dyn Family,
    most: u32,
) -> Option<Result<Certified, String>> {
    let parts = template(algorithm.collective(), algorithm.name(), family.name())?;
    Some(whole(algorithm, family, &parts, most))
}

fn whole(
    algorithm: &Algorithm,
    family: &'static dyn Family,
    parts: &[Part],
    most: u32,
) -> Result<Certified, String> {
    let refused = |why: OrbitRefusal| why.to_string();
    let certify = |part: &Part| certify(&part.orbit);
    let data = parts.iter().map(certify).collect::<Result<Vec<_>, _>>().map_err(refused)?;
    let (messages, compared) = agree(algorithm, family, parts, most)?;
    let sizes = parts.first().map_or_else(String::new, |part| {
        let (name, whole) = &part.orbit.size;
        format!("{name} = {}, {}, ..", whole.smallest(), whole.smallest() + whole.modulus)
    });
    Ok(Certified { data: data.iter().all(|data| *data), messages, sizes, compared })
}
