//! The arguments of `serve`.

use clap::Args;

pub(super) const SERVE_EXAMPLES: &str = "\
Examples:
  hockney serve
  hockney serve --port 0";

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 8128)]
    pub(crate) port: u16,
    /// The address to listen at; any but the default lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// A name by which browsers may call this machine, beside localhost and its addresses.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Vec<String>,
    /// How long a question may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) seconds: u64,
    /// Answer the question on standard input, which is what the server starts itself for.
    #[arg(long, hide = true)]
    pub(crate) answer: bool,
}
