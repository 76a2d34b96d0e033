//! The `hockney` command. Its code is in the folder `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hockney::cli::main()
}
