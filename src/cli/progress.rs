//! How far a long check is: a bar on stderr, on a terminal only, once it has taken a second.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use hockney_base::number::saturated;
use hockney_core::collective::Schedule;
use hockney_core::schedule::{Step, Steps, Symmetric, Visit};

/// The fewest messages of a schedule that could take so long.
const MANY: u128 = 1 << 20;
/// After how many messages the bar is moved on.
const EACH: u64 = 1 << 16;
/// Shorter work needs no bar.
const SOON: Duration = Duration::from_secs(1);

/// Steps that advance a bar when they are made, independent of the checker.
struct Watched {
    steps: Arc<dyn Steps>,
    bar: ProgressBar,
    made: Arc<AtomicU64>,
}

impl Steps for Watched {
    fn count(&self) -> usize {
        self.steps.count()
    }

    fn messages(&self) -> u128 {
        self.steps.messages()
    }

    fn ranges(&self) -> Option<u128> {
        self.steps.ranges()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        self.steps.step_into(k, step);
        self.made(step.messages.len());
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        self.steps.in_parts(k, step, &mut |messages| {
            self.made(messages.len());
            visit(messages)
        })
    }

    fn prefers_parts(&self) -> bool {
        self.steps.prefers_parts()
    }

    fn symmetric(&self) -> Option<&Symmetric> {
        self.steps.symmetric()
    }
}

impl Watched {
    fn made(&self, messages: usize) {
        let more = messages as u64;
        let before = self.made.fetch_add(more, Ordering::Relaxed);
        // The schedule lives on, and may be made again to be written.
        if before / EACH != (before + more) / EACH && !self.bar.is_finished() {
            if self.bar.is_hidden() && self.bar.elapsed() > SOON {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_position(before + more);
        }
    }
}

/// A bar for so many things, which is drawn on a terminal only.
pub(super) fn bar(many: u64, template: &str, target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(Some(many), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Does something with a schedule of which every message will be made, and shows how far it is.
pub(super) fn shown<T>(schedule: &Schedule, work: impl FnOnce(&Schedule) -> T) -> T {
    let messages = schedule.messages();
    if messages < MANY || !std::io::stderr().is_terminal() {
        return work(schedule);
    }
    let length = saturated(messages);
    let template = "{human_pos} of {human_len} messages {wide_bar} {eta}";
    let bar = bar(length, template, ProgressDrawTarget::hidden());
    let made = Arc::<AtomicU64>::default();
    let mut watched = schedule.clone();
    for phase in &mut watched.phases {
        let (steps, bar, made) = (Arc::clone(&phase.steps), bar.clone(), Arc::clone(&made));
        phase.steps = Arc::new(Watched { steps, bar, made });
    }
    let done = work(&watched);
    bar.finish_and_clear();
    done
}
