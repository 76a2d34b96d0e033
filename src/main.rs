//! The `hockney` command.
fn main() {}
