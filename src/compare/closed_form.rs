//! A measured cost compared with a formula, exactly, at one size.

use crate::collective::{Instance, Parameter};
use crate::cost::Cost;
use crate::formula::{self, Bindings, EvaluateError, Formula, Powers, Value};
use crate::topology::Topology;

pub use crate::formula::Comparison;

/// A formula at a size, and how a measured cost stands to it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What the formula comes to.
    pub value: Value,
    /// The measured cost (left) against the formula (right).
    pub comparison: Comparison,
    /// Whether hops were left out of the cost, since the formula does not speak of t_h.
    pub hops_left_out: bool,
}

/// What the symbols of a formula mean on a topology: p, d where p is a power of two, and for a grid its sides k_1, k_2, .. and
/// of two sides also the rows r and the columns c. Of a collective also q, by how much a shift
/// moves, and n, the number of pieces, where blocks are cut.
pub fn bindings(topology: &Topology, instance: Option<&Instance>) -> Bindings {
    // Among some of the nodes p is how many these are, and they have no sides.
    let p = instance.map_or(topology.nodes(), |of| of.nodes);
    let mut bindings = Bindings::new().with("p", p);
    // Beside p it is the dimension; alone it is read as log p, whatever p is.
    if p.is_power_of_two() {
        bindings.set("d", p.ilog2());
    }
    let sides = topology.network().sides().filter(|_| p == topology.nodes()).unwrap_or(&[]);
    for (i, side) in sides.iter().enumerate() {
        bindings.set(&format!("k_{}", i + 1), *side);
    }
    if let [rows, columns] = sides {
        bindings.set("r", *rows);
        bindings.set("c", *columns);
    }
    if let Some(instance) = instance {
        if instance.collective.parameter() == Some(Parameter::By) {
            bindings.set("q", instance.by);
        }
        // Where nothing is cut nobody means the number of pieces by n.
        if instance.pieces > 1 {
            bindings.set("n", instance.pieces);
        }
    }
    bindings
}

/// The same for a closed form, in which n is the number of pieces even where it is 1.
pub fn bindings_of(topology: &Topology, instance: &Instance) -> Bindings {
    bindings(topology, Some(instance)).with("n", instance.pieces)
}

/// Holds a measured cost against a formula. Where the formula does not speak of t_h, the hops are
/// left out of the cost too: the textbook's forms take t_h as 0.
///
/// # Errors
/// A formula that has no exact value with these symbols.
pub fn against(
    formula: &Formula,
    bindings: &Bindings,
    cost: &Cost,
) -> Result<Measured, EvaluateError> {
    let value = formula.evaluate(bindings)?;
    let speaks_of_hops = formula.mentions("t_h");
    let hops_left_out = !speaks_of_hops && !cost.t_h.is_zero();
    let cost = if hops_left_out { cost.without_hops() } else { cost.clone() };
    let measured = Value::cost(cost.t_s, cost.t_w, cost.t_h);
    let comparison = formula::compare(&measured, &value);
    Ok(Measured { value, comparison, hops_left_out })
}

/// The coefficients of t_s, m t_w and t_h in a value, where they are rational.
pub fn as_cost(value: &Value) -> Option<Cost> {
    let of = |powers: Powers| value.coefficient(powers).as_rational();
    Some(Cost { t_s: of(Powers::T_S)?, t_w: of(Powers::M_T_W)?, t_h: of(Powers::T_H)? })
}
