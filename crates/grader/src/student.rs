//! Which student a name means, and the size and root that each student gets, drawn from a secret and the name.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{ProblemSet, Question};
use hockney_core::collective::Parameter;

/// The ASCII form of a full-width character; any other as it is.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// The normal form of a name, so that `S1234567`, ` s1234567 ` and `ｓ１２３４５６７` are one: lower-case letters of ordinary width, without spaces and invisible
/// characters.
pub fn identity(name: &str) -> String {
    let unseen = |c: &char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    name.chars().filter(|c| !unseen(c)).map(narrow).flat_map(char::to_lowercase).collect()
}

/// The student of a submission on Gradescope, by its `submission_metadata.json`: the email of the user.
/// Of a group it is the first email in alphabetical order, whoever submits.
///
/// # Errors
/// A text that is not such a file, or has no users.
pub fn submitter(metadata: &str) -> Result<String, String> {
    let metadata: Metadata = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let emails = metadata.users.into_iter().map(|user| user.email);
    let named = emails.filter(|email| !identity(email).is_empty());
    named
        .min_by_key(|email| identity(email))
        .ok_or_else(|| "it names no user with an email".to_owned())
}

#[derive(Deserialize)]
struct Metadata {
    users: Vec<User>,
}

#[derive(Deserialize)]
struct User {
    email: String,
}

impl ProblemSet {
    /// The set of one student: the same secret and name give the same set on every machine, however
    /// the name is spelled.
    #[must_use]
    pub fn variant(&self, secret: &str, student: &str) -> ProblemSet {
        let question = |question: &Question| {
            let count = question.variants.len() as u64;
            let drawn = draw(secret, student, &question.id).checked_rem(count);
            let drawn = drawn.and_then(|drawn| usize::try_from(drawn).ok());
            match drawn.and_then(|drawn| question.variants.get(drawn).cloned()) {
                Some((topology, instance)) => Question { topology, instance, ..question.clone() },
                None => question.clone(),
            }
        };
        ProblemSet {
            title: self.title.clone(),
            questions: self.questions.iter().map(question).collect(),
        }
    }

    /// Which variant this is, where students have sets of their own: `ring-broadcast: ring:16, root 3`.
    pub fn drawn(&self) -> Option<String> {
        let own = self.questions.iter().filter(|question| !question.variants.is_empty());
        let drawn = own.map(|Question { id, topology, instance, .. }| {
            match instance.collective.parameter() {
                Some(Parameter::Root) => {
                    format!("{id}: {topology}, root {}", topology.number(instance.root))
                }
                _ => format!("{id}: {topology}"),
            }
        });
        let drawn: Vec<String> = drawn.collect();
        (!drawn.is_empty()).then(|| drawn.join("; "))
    }

    /// Whether students have sets of their own.
    pub fn has_variants(&self) -> bool {
        self.questions.iter().any(|question| !question.variants.is_empty())
    }
}

/// The first eight bytes of a hash of all three; lengths keep `a` + `bc` from `ab` + `c`.
fn draw(secret: &str, student: &str, question: &str) -> u64 {
    let mut hash = Sha256::new();
    let student = identity(student);
    for part in [secret.trim(), &*student, question] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(8).fold(0, |drawn, byte| drawn << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_one_student_in_any_order() {
        let of = |users: &str| submitter(&format!(r#"{{"id": 1, "users": [{users}]}}"#));
        let (bob, eve) = (r#"{"email": "bob@x.edu", "id": 2}"#, r#"{"email": "Ann@x.edu"}"#);
        for users in [format!("{bob}, {eve}"), format!("{eve}, {bob}")] {
            assert_eq!(of(&users), Ok("Ann@x.edu".to_owned()));
        }
        assert_eq!(of(bob), Ok("bob@x.edu".to_owned()));
        assert_eq!(of(&format!(r#"{{"email": " "}}, {bob}"#)), Ok("bob@x.edu".to_owned()));
        for none in ["", r#"{"email": ""}"#] {
            assert_eq!(of(none), Err("it names no user with an email".to_owned()));
        }
        assert_eq!(submitter("{}"), Err("missing field `users` at line 1 column 2".to_owned()));
    }

    #[test]
    fn spellings_of_a_name_are_one_student() {
        for name in [
            "s1234567",
            "S1234567",
            " s1234567\n",
            "s 123 4567",
            "ｓ１２３４５６７",
            "Ｓ1234567",
            "s1234567\u{200b}",
        ] {
            assert_eq!(identity(name), "s1234567", "{name:?}");
        }
        assert_ne!(identity("s1234567"), identity("s1234568"));
        assert_eq!(identity("Zoë Ångström"), identity("ZOË\u{3000}ÅNGSTRÖM"));
    }
}
