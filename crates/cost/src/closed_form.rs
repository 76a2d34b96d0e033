//! Compares a measured cost with a formula, exactly, at one size.

use crate::Cost;
use hockney_core::collective::{Instance, Parameter};
use hockney_core::topology::Topology;
use hockney_formula::{self as formula, Bindings, EvaluateError, Formula, Powers, Value};

pub use hockney_formula::Comparison;

/// The value of a formula at a size, and its comparison with a measured cost.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The value of the formula.
    pub value: Value,
    /// The comparison of the measured cost (left) with the formula (right).
    pub comparison: Comparison,
    /// Whether the comparison ignores hops, because the formula has no t_h.
    pub hops_left_out: bool,
}

/// The values of the symbols of a formula: p, d if p is a power of two, and for a grid its sides k_1, k_2, ..
/// (for two sides also r rows and c columns). For a collective also q, the distance of a shift, and n, the
/// number of pieces, if blocks are cut.
pub fn bindings(topology: &Topology, instance: Option<&Instance>) -> Bindings {
    // Among some of the nodes p is their number, and there are no sides.
    let p = instance.map_or(topology.nodes(), |of| of.nodes);
    let mut bindings = Bindings::new().with("p", p);
    // Beside p, d is the dimension; alone it is read as log p, for any p.
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
        // If nothing is cut, n is not the number of pieces.
        if instance.pieces > 1 {
            bindings.set("n", instance.pieces);
        }
    }
    bindings
}

/// The same for a closed form, in which n is the number of pieces even if it is 1.
pub fn bindings_of(topology: &Topology, instance: &Instance) -> Bindings {
    bindings(topology, Some(instance)).with("n", instance.pieces)
}

/// Compares a measured cost with a formula. If the formula has no t_h, hops are ignored: textbook formulas
/// take t_h as 0.
///
/// # Errors
/// A formula without an exact value for these symbols.
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

/// The coefficients of t_s, m t_w and t_h in a value, if they are rational.
pub fn as_cost(value: &Value) -> Option<Cost> {
    let of = |powers: Powers| value.coefficient(powers).as_rational();
    Some(Cost::plain(of(Powers::T_S)?, of(Powers::M_T_W)?, of(Powers::T_H)?))
}
