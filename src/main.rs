//! The `hockney` command: everything it does is in the library's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hockney::cli::main()
}
