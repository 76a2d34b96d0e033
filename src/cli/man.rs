//! `hockney man`: the man pages, one for each command, which `.ci/release` puts beside the static program.

use super::command;
use super::prelude::*;
use clap_mangen::Man;

/// The uses of the commands, one a line.
const USES: &str = include_str!("uses.txt");

/// Where the pages are written.
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// A folder that exists.
    folder: PathBuf,
}

/// Writes a page for each command, and one for all.
pub(crate) fn run(args: &ManArgs) -> Result<Answer> {
    let mut root = command();
    root.build();
    let mut left = vec![root];
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|below| !below.is_hide_set()).cloned());
        // An empty date would be left out of the title, which has the version behind it.
        let man = Man::new(with_uses(command)).date(" ").source(GENERATOR);
        let mut page = Vec::new();
        man.render(&mut page)?;
        let page = String::from_utf8_lossy(&page).replace(".SH EXTRA", ".SH EXAMPLES");
        let file = args.folder.join(man.get_filename());
        output::write_to(Some(&file), &mut |out| Ok(out.write_all(page.as_bytes())?))?;
    }
    Ok(Answer::Yes)
}

/// The command with its uses and those of the commands below it, and its examples where clap_mangen looks for them.
fn with_uses(command: clap::Command) -> clap::Command {
    let path = command.get_bin_name().unwrap_or("hockney").to_owned() + " ";
    let uses: Vec<&str> = USES.lines().filter(|line| line.starts_with(&path)).collect();
    // An option that the short help leaves out has its text all the same.
    let command =
        command.mut_args(|arg| arg.hide_short_help(false)).override_usage(uses.join("\n"));
    match command.get_before_help().cloned() {
        Some(examples) => command.after_help(examples),
        None => command,
    }
}
