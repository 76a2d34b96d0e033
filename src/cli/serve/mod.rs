//! `hockney serve`: a page with a form, on this machine.
//!
//! The server takes requests and does no work: each question goes to a process of its own, which is
//! this program again. So a question that is hostile ends with its process, by the clock, by the memory
//! or by a defect, and the others never notice.

mod answer;
mod form;
mod http;
mod page;
mod price;
mod worker;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use super::args::ServeArgs;
use super::prelude::*;

/// The longest question, in bytes as they are sent.
const MOST_ASKED: usize = 1 << 19;

/// The most messages, and nodes, of what a page is about. A question has a few seconds, and the
/// command line has no such limit.
const MOST_MESSAGES: u128 = 1 << 21;

/// So many messages, of combined data as well.
fn limits(messages: u128) -> Limits {
    Limits { messages, combining: messages, ..Limits::default() }
}

pub(crate) fn run(args: &ServeArgs) -> Result<Answer> {
    if args.answer {
        return one(args);
    }
    let ip: IpAddr = match args.host.as_str() {
        "localhost" => Ipv4Addr::LOCALHOST.into(),
        host => host.trim_matches(['[', ']']).parse().map_err(|_| {
            Failure::input(format!("--host {host} is not an IP address")).help(
                "write an address of this computer, such as 127.0.0.1 or ::1, or 0.0.0.0 for \
                 all; --name gives it a name for browsers",
            )
        })?,
    };
    let cannot = |error: &std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::AddrInUse => "another program uses it".to_owned(),
            _ => reason(error),
        };
        Failure::input(format!("cannot listen on port {} of {ip}: {why}", args.port))
            .help("name another port; --port 0 takes any free port")
    };
    let listener = TcpListener::bind(SocketAddr::new(ip, args.port)).map_err(|e| cannot(&e))?;
    let address = listener.local_addr().map_err(|e| cannot(&e))?;
    let program = std::env::current_exe().map_err(|error| {
        Failure::input(format!("the program cannot find its own file: {}", reason(&error)))
    })?;
    if !ip.is_loopback() {
        note(
            "everyone who can reach this computer at that address can use the server; it keeps \
             nothing private and writes no files",
        );
    }
    output::write_to(None, &mut |out| {
        writeln!(out, "hockney is at http://{address}/ until Ctrl-C")?;
        Ok(())
    })?;
    let worker = worker::Worker::new(program, args.seconds);
    http::serve(listener, http::Guard::new(ip, &args.name), worker)
}

/// Answers the question on standard input, in a process that may do nothing else.
fn one(args: &ServeArgs) -> Result<Answer> {
    let mut question = Vec::new();
    std::io::stdin().lock().take(MOST_ASKED as u64).read_to_end(&mut question)?;
    worker::confine(args.seconds);
    let html = answer::answer(&question).html();
    output::write_to(None, &mut |out| Ok(out.write_all(html.as_bytes())?))?;
    Ok(Answer::Yes)
}
