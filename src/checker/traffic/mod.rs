//! The rules of ports and links, and what a step's messages come to on their way.

pub(crate) mod clean;
mod congestion;
pub(crate) mod counter;
pub(crate) mod links;
pub(crate) mod measure;
pub(crate) mod ports;
