//! Another size and root for each student, drawn from a secret and the student's name.

use sha2::{Digest, Sha256};

use super::problems::{ProblemSet, Question};
use super::student::identity;
use hockney_core::collective::Parameter;

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
