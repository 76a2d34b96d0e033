//! `hockney serve` in a build without the server: how to get one that has it.

use super::Answer;
use super::args::ServeArgs;
use super::failure::{Failure, Result};

pub(crate) fn run(_: &ServeArgs) -> Result<Answer> {
    Err(Failure::input("this hockney was built without the server").help(
        "build it with the feature `serve`, in the project's folder: cargo run --release --features \
         serve -- serve, or cargo install --path . --features serve",
    ))
}
