//! `hockney form`: the form of the page, filled in, with the answer below it; the page asks for both after each change.
//!
//! Only the program in the page has this command. The question is what stands behind the `#` of the page's address, on
//! standard input. With `--page` the command writes the page itself, around the program on standard input.

mod answer;
mod fields;
mod html;
mod price;

use super::prelude::*;

/// The longest question, in bytes.
const MOST_ASKED: u64 = 1 << 20;

/// The largest program, as text, and the files behind it.
const MOST_PROGRAM: u64 = 1 << 26;

/// The most messages, and nodes, of what the form asks. The command line has no such limit.
const MOST_MESSAGES: u128 = 1 << 21;

/// So many messages, of combined data as well.
fn limits(messages: u128) -> Limits {
    Limits { messages, combining: messages, ..Limits::default() }
}

/// What to write.
#[derive(Args, Debug)]
pub(crate) struct FormArgs {
    /// Write the page around what is on standard input: the program as a compressed WebAssembly module as text, and in
    /// the second line the files of the manual's examples as a JSON object.
    #[arg(long)]
    page: bool,
}

/// Writes HTML: the form and the answer, or the page.
pub(crate) fn run(args: &FormArgs) -> Result<Answer> {
    let most = if args.page { MOST_PROGRAM } else { MOST_ASKED };
    let mut given = Vec::new();
    std::io::stdin().lock().take(most + 1).read_to_end(&mut given)?;
    if given.len() as u64 > most {
        return Err(Failure::NoAnswer(format!(
            "the question is too long: it has at most {most} bytes"
        )));
    }
    let html = if args.page {
        html::page(String::from_utf8_lossy(&given).trim())
    } else {
        answer::answer(&given).html()
    };
    output::write_to(None, &mut |out| Ok(out.write_all(html.as_bytes())?))?;
    Ok(Answer::Yes)
}
