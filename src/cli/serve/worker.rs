//! A process for each question, with bounds that the system keeps: seconds, memory, no files.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The most memory of a question, in bytes of address space.
const MOST_MEMORY: u64 = 1 << 30;

/// The threads of a request. Each takes address space for its stack and its heap, so on a machine with
/// many cores as many threads would leave no memory for the request; and other requests run at the
/// same time.
const THREADS: &str = "2";

/// The largest page, in bytes.
const MOST_PAGE: u64 = 1 << 24;

/// How long a question waits for its turn.
const MOST_WAITING: Duration = Duration::from_secs(30);

/// Starts processes, as many at once as there are cores; a few in any case, so that a slow one does
/// not block the others.
pub(super) struct Worker {
    program: PathBuf,
    seconds: u64,
    turns: Semaphore,
}

/// Why there is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// All turns are taken by others.
    Busy,
    /// It took longer than that many seconds.
    TooLong(u64),
    /// The process ended without a page: the memory was not enough, or there is a defect.
    Broken,
}

impl Worker {
    pub(super) fn new(program: PathBuf, seconds: u64) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).max(4);
        Worker { program, seconds, turns: Semaphore::new(cores) }
    }

    /// How long an answer takes at most, waiting included.
    pub(super) fn longest(&self) -> Duration {
        MOST_WAITING + Duration::from_secs(self.seconds)
    }

    /// The page that answers a question.
    pub(super) async fn answer(&self, question: &[u8]) -> Result<Vec<u8>, Stopped> {
        let turn = timeout(MOST_WAITING, self.turns.acquire()).await;
        let Ok(Ok(_turn)) = turn else { return Err(Stopped::Busy) };
        let seconds = self.seconds.to_string();
        // If the client disconnects, this is dropped, and the process with it.
        let child = Command::new(&self.program)
            .args(["serve", "--answer", "--seconds", &seconds])
            .env("RAYON_NUM_THREADS", THREADS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let Ok(mut child) = child else { return Err(Stopped::Busy) };
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Stopped::Broken);
        };
        let work = async {
            // A process that ends before it has read everything reports that by its exit.
            let _ = stdin.write_all(question).await;
            drop(stdin);
            let mut page = Vec::new();
            stdout.take(MOST_PAGE + 1).read_to_end(&mut page).await?;
            if page.len() as u64 > MOST_PAGE {
                return Ok((false, page));
            }
            Ok::<_, std::io::Error>((child.wait().await?.success(), page))
        };
        match timeout(Duration::from_secs(self.seconds), work).await {
            Ok(Ok((true, page))) => Ok(page),
            Ok(_) => Err(Stopped::Broken),
            Err(_) => Err(Stopped::TooLong(self.seconds)),
        }
    }
}

impl Stopped {
    /// The response to the client.
    pub(super) fn why(self) -> String {
        match self {
            Stopped::Busy => "the server is busy; try again in a moment".to_owned(),
            Stopped::TooLong(seconds) => format!(
                "this takes more than the limit of {seconds} s for a request; use a smaller p, \
                 or the command line, which has no time limit"
            ),
            Stopped::Broken => format!(
                "this takes more than the limit of {} MiB of memory for a request; use a \
                 smaller p, or the command line. If the request is small, please report it",
                MOST_MEMORY >> 20
            ),
        }
    }
}

/// Limits the resources of this process. If the system does not support such limits, those of work
/// and time remain.
#[cfg(unix)]
pub(super) fn confine(seconds: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bounds = [
        // No file is opened or written, and no dump left behind.
        (Resource::Nofile, 3),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        (Resource::As, MOST_MEMORY),
        // Should the server itself be gone.
        (Resource::Cpu, seconds + 1),
    ];
    for (resource, most) in bounds {
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
pub(super) fn confine(_seconds: u64) {}
