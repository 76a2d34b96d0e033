//! The laws of exact values.
