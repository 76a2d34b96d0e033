//! A schedule of templates, checked by its templates and by every message.

use std::fmt::Debug;

use hockney_core::checker::{Limits, LookedAt, Report, check, check_every_message};
use hockney_core::collective::Schedule;
use hockney_core::topology::Translations;

/// What of a report does not depend on what was looked at.
pub fn gist(report: &Report) -> impl PartialEq + Debug + use<> {
    (
        report.counts,
        report.steps,
        report.messages,
        report.needs_commutative,
        report.measures.clone(),
        report.redundant.count,
    )
}

/// Whether a schedule is valid, which both ways agree on; nothing if neither has an answer.
pub fn agree(name: &str, schedule: &Schedule, by: &Translations) -> Option<bool> {
    let limits = Limits::default();
    let (short, long) = (check(schedule, &limits), check_every_message(schedule, &limits));
    let (short, long) = match (short, long) {
        (Ok(short), Ok(long)) => (short, long),
        (short, long) => {
            assert_eq!(short.is_err(), long.is_err(), "{name}");
            return None;
        }
    };
    let (short, long) = (short.report(), long.report());
    let (copies, classes) = (by.order(), by.classes());
    assert_eq!(short.looked_at, LookedAt::Templates { copies, classes }, "{name}");
    assert_eq!(long.looked_at, LookedAt::EveryMessage, "{name}");
    assert_eq!(gist(short), gist(long), "{name} under {by:?}: {:?}", short.violations.first());
    // What is listed for the representatives is listed for all.
    for violation in &short.violations {
        let is_listed = long.violations.iter().any(|other| {
            (other.step, other.place, other.rule.rule())
                == (violation.step, violation.place, violation.rule.rule())
        });
        let all = long.violations.len() as u64 == long.counts.total();
        assert!(is_listed || !all, "{name}: {violation:?}");
    }
    Some(short.is_valid())
}
