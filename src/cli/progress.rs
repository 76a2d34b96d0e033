//! How far a long command is: a bar on a terminal, and in the page the same words in lines that it reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The work that a command does piece by piece; clones share it.
#[derive(Clone)]
pub(crate) struct Progress {
    done: Arc<AtomicU64>,
    /// After how many pieces the bar moves on.
    each: u64,
    bar: Bar,
}

impl Progress {
    /// So many things, which are called `what`. The bar appears after a while, and moves after each `each` of them.
    pub(crate) fn of(many: u64, what: &str, each: u64, after: Duration) -> Self {
        Progress { done: Arc::default(), each, bar: Bar::new(many, what, after) }
    }

    /// Counts more of them as done.
    pub(crate) fn add(&self, more: u64) {
        let before = self.done.fetch_add(more, Ordering::Relaxed);
        if before / self.each != (before + more) / self.each {
            self.bar.show(before + more);
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.end();
    }
}

#[cfg(not(target_family = "wasm"))]
mod bar {
    use std::time::Duration;

    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

    #[derive(Clone)]
    pub(super) struct Bar(ProgressBar, Duration);

    impl Bar {
        pub(super) fn new(many: u64, what: &str, after: Duration) -> Self {
            let template = format!("{{human_pos}} of {{human_len}} {what} {{wide_bar}} {{eta}}");
            let style = ProgressStyle::with_template(&template);
            let bar = ProgressBar::with_draw_target(Some(many), ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            Bar(bar, after)
        }

        pub(super) fn show(&self, done: u64) {
            let Bar(bar, after) = self;
            // A schedule lives on, and may be made again to be written.
            if bar.is_finished() {
                return;
            }
            if bar.is_hidden() && bar.elapsed() >= *after {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_position(done);
        }

        pub(super) fn end(&self) {
            self.0.finish_and_clear();
        }
    }
}

/// The page reads what stands behind a carriage return on standard error.
#[cfg(target_family = "wasm")]
mod bar {
    use std::io::Write;
    use std::time::Duration;

    #[derive(Clone)]
    pub(super) struct Bar(u64, String);

    impl Bar {
        pub(super) fn new(many: u64, what: &str, _after: Duration) -> Self {
            Bar(many, what.to_owned())
        }

        pub(super) fn show(&self, done: u64) {
            let Bar(many, what) = self;
            let _ = std::io::stderr().write_all(format!("\r{done} of {many} {what}").as_bytes());
        }

        pub(super) fn end(&self) {}
    }
}

use bar::Bar;
