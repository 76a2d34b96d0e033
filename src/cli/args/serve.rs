//! The arguments of `serve`.

use clap::Args;

pub(super) const SERVE_EXAMPLES: &str = "\
Examples:
  hockney serve
  hockney serve --port 0";

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any free port.
    #[arg(long, value_name = "N", default_value_t = 8128)]
    pub(crate) port: u16,
    /// The address to listen on; the default allows only this computer.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// An additional host name for browsers, besides localhost and the addresses.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Vec<String>,
    /// The time limit of a request.
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) seconds: u64,
    /// Answer the question on standard input, which is what the server starts itself for.
    #[arg(long, hide = true)]
    pub(crate) answer: bool,
}
