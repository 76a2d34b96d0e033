//! Proofs that the costs of all steps add up to a closed form, for all sizes of a family at once.
//!
//! An algorithm states the cost of each of its steps. [`statement`] makes a claim from these costs and the
//! closed form. [`find`] searches a proof. The [`hockney_kernel`], which is independent of the others, accepts or
//! rejects it. [`certificate`] is the proof as a document, and [`Written`] has the texts of what the kernel computes
//! and refuses. [`compared`] compares the stated step costs with real schedules. [`certified`] has the kernel check
//! the rule that the planner expands, and [`at_size()`] derives the result for one size.
//!
//! ```
//! use hockney_plan::planner::algorithm;
//! use hockney_proof::{Verdict, prove};
//! use hockney_core::topology::family;
//!
//! let ring = algorithm("all-gather", "ring").unwrap();
//! assert!(matches!(prove(ring, family("ring").unwrap(), 1, None, 8), Verdict::Proved(_)));
//! ```

mod at_size;
mod boxes;
pub mod certificate;
pub mod certified;
pub mod compared;
pub mod find;
mod read;
pub mod refuted;
pub mod statement;
mod verdict;
mod written;

pub use at_size::{AtSize, Missing, Size, at_size, known};
pub use certificate::{Accepted, Certificate, PhaseSum};
pub use verdict::{Proved, Verdict, prove, prove_where};
pub use written::Written;

use hockney_kernel::{Function, Term};

/// Every list with each of its successors.
fn longer<T: Clone>(lists: &[Vec<T>], next: impl Fn(&[T]) -> Vec<T>) -> Vec<Vec<T>> {
    let longer = |list: &Vec<T>| {
        let list = list.clone();
        let next = next(&list).into_iter();
        next.map(move |last| [list.as_slice(), &[last]].concat())
    };
    lists.iter().flat_map(longer).collect()
}

/// A number K for which the phases have `p mod K`, in their numbers of steps.
fn modulus<'a>(phases: impl Iterator<Item = &'a hockney_kernel::Phase>) -> Option<i64> {
    fn inside(term: &Term) -> Option<i64> {
        match term {
            Term::Apply(Function::Mod, of) if let [_, Term::Number(number)] = &of[..] => {
                number.to_i64()
            }
            _ => term.parts().iter().find_map(inside),
        }
    }
    phases.flat_map(|phase| [&phase.from, &phase.to]).find_map(inside)
}
