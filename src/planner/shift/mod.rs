//! Stub.

use super::Algorithm;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[];
