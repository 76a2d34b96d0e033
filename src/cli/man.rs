//! `hockney man`: the man pages, one for each command, which `.ci/release` puts beside the static program.

use super::command;
use super::prelude::*;
use clap_mangen::Man;

/// Writes a page for each command, and one for all, to a folder that exists.
pub(crate) fn run(folder: &Path) -> Result<Answer> {
    let mut left = vec![command()];
    left[0].build();
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|below| !below.is_hide_set()).cloned());
        // An empty date would be left out of the title, which has the version behind it.
        let man = Man::new(with_uses(command)).date(" ").source(GENERATOR);
        let mut page = Vec::new();
        man.render(&mut page)?;
        let page = String::from_utf8_lossy(&page).replace(".SH EXTRA", ".SH EXAMPLES");
        let write = &mut |out: &mut dyn Write| Ok(out.write_all(page.as_bytes())?);
        output::write_to(Some(&folder.join(man.get_filename())), write)?;
    }
    Ok(Answer::Yes)
}

/// The command with its uses and those of the commands below it, and its examples where clap_mangen looks for them.
fn with_uses(command: clap::Command) -> clap::Command {
    let path = command.get_bin_name().unwrap_or("hockney").to_owned() + " ";
    let uses = include_str!("uses.txt").lines().filter(|line| line.starts_with(&path));
    let examples = command.get_before_help().or(command.get_after_help()).cloned();
    // An option that the short help leaves out has its text all the same.
    let command = command.mut_args(|arg| arg.hide_short_help(false));
    let uses = uses.collect::<Vec<_>>().join("\n");
    command.override_usage(uses).after_help(clap::builder::Resettable::from(examples))
}
