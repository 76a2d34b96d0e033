//! Certificates of rules.
