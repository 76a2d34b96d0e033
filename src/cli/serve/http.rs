//! The server: connections in, each with its bounds, pages out. It takes requests that a person's browser makes of this very
//! server.

use std::convert::Infallible;
use std::net::{IpAddr, TcpListener};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{ALLOW, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN, RETRY_AFTER};
use hyper::http::uri::Authority;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::MOST_ASKED;
use super::form::Query;
use super::page::{AnswerPage, policy};
use super::worker::{Stopped, Worker};
use crate::cli::prelude::*;

/// The most connections at once; further ones wait to be accepted.
const MOST_CONNECTIONS: usize = 256;

/// The most headers of a request, and bytes of it before its body.
const MOST_HEADERS: usize = 64;
const MOST_HEAD: usize = 1 << 16;

/// How long a request may take to come in: its head, its body.
const HEAD: Duration = Duration::from_secs(5);
const BODY: Duration = Duration::from_secs(10);

/// How long an answer may take to be read.
const READING: Duration = Duration::from_secs(30);

struct Server {
    guard: Guard,
    worker: Worker,
    policy: HeaderValue,
}

type Reply = Response<Full<Bytes>>;

/// Serves until the process is ended.
pub(super) fn serve(listener: TcpListener, guard: Guard, worker: Worker) -> Result<Answer> {
    let cannot = |error: std::io::Error| {
        Failure::input(format!("the server does not start: {}", reason(&error)))
    };
    // One thread is enough: it only passes bytes on.
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)?;
    let policy = HeaderValue::try_from(policy()).map_err(|_| {
        Failure::input("the server does not start: its policy is not a valid header")
    })?;
    let server = Arc::new(Server { guard, worker, policy });
    listener.set_nonblocking(true).map_err(cannot)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(cannot)?;
        accept(&listener, &server).await
    })
}

async fn accept(listener: &tokio::net::TcpListener, server: &Arc<Server>) -> Result<Answer> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        // Nobody closes the semaphore.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(Answer::Yes) };
        let Ok((stream, _)) = listener.accept().await else {
            // Whoever connected is gone again, or there are no more files to be had.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let server = Arc::clone(server);
        tokio::spawn(async move {
            let service = service_fn(|request| reply(&server, request));
            let mut builder = http1::Builder::new();
            builder
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_headers(MOST_HEADERS)
                .max_header_size(MOST_HEAD)
                .max_buf_size(MOST_HEAD)
                // A connection has one request, so that its time is the request's.
                .keep_alive(false);
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            // Errors here concern only the client, which has received them.
            let most = HEAD + BODY + server.worker.longest() + READING;
            let _ = timeout(most, connection).await;
            drop(place);
        });
    }
}

async fn reply(server: &Server, request: Request<Incoming>) -> Result<Reply, Infallible> {
    let (head, body) = request.into_parts();
    let icon = head.uri.path() == "/favicon.ico";
    let mut reply = match server.guard.check(&head.method, &head.uri, &head.headers) {
        // Browsers request it automatically.
        Err((StatusCode::NOT_FOUND, _)) if icon => plain(StatusCode::NO_CONTENT, ""),
        Err((status, why)) => plain(status, why),
        Ok(()) if head.method == Method::POST => match collected(body).await {
            Ok(question) => answered(server, &question).await,
            Err((status, why)) => plain(status, why),
        },
        Ok(()) => answered(server, head.uri.query().unwrap_or_default().as_bytes()).await,
    };
    let headers = reply.headers_mut();
    headers.insert("content-security-policy", server.policy.clone());
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    Ok(reply)
}

/// The page of a question, or an error page; both with the form filled in.
async fn answered(server: &Server, question: &[u8]) -> Reply {
    let stopped = match server.worker.answer(question).await {
        Ok(page) => return html(StatusCode::OK, page),
        Err(stopped) => stopped,
    };
    let (query, _) = Query::read(question);
    let page = AnswerPage::of_failure(&query, &Failure::NoAnswer(stopped.why()));
    let mut reply = html(StatusCode::SERVICE_UNAVAILABLE, page.html().into_bytes());
    if stopped == Stopped::Busy {
        reply.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    }
    reply
}

/// The body of a request within its bounds. The rest of a body that is too long is read for a while
/// and dropped, since a client that still sends cannot read the response.
async fn collected(mut body: Incoming) -> Result<Vec<u8>, (StatusCode, &'static str)> {
    let too_long = (StatusCode::PAYLOAD_TOO_LARGE, "a request has at most 512 KiB");
    let mut all = Vec::new();
    let mut length = 0_usize;
    let read = async {
        while let Some(frame) = body.frame().await {
            let frame =
                frame.map_err(|_| (StatusCode::BAD_REQUEST, "the request is incomplete"))?;
            let Some(data) = frame.data_ref() else { continue };
            length = length.saturating_add(data.len());
            if length <= MOST_ASKED {
                all.extend_from_slice(data);
            } else if length > 8 * MOST_ASKED {
                return Err(too_long);
            }
        }
        if length > MOST_ASKED { Err(too_long) } else { Ok(()) }
    };
    match timeout(BODY, read).await {
        Ok(Ok(())) => Ok(all),
        Ok(Err(why)) => Err(why),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the request arrives too slowly")),
    }
}

fn html(status: StatusCode, page: Vec<u8>) -> Reply {
    typed(status, "text/html; charset=utf-8", page)
}

fn plain(status: StatusCode, why: &str) -> Reply {
    let text = if why.is_empty() { String::new() } else { format!("{why}\n") };
    typed(status, "text/plain; charset=utf-8", text.into_bytes())
}

fn typed(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Reply {
    let mut reply = Response::new(Full::new(Bytes::from(body)));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        reply.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
    }
    reply
}

/// Knows what the server may be called.
pub(super) struct Guard {
    loopback: bool,
    names: Vec<String>,
}

/// A refused request, with its response.
pub(super) type Refusal = (StatusCode, &'static str);

impl Guard {
    pub(super) fn new(ip: IpAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_lowercase()).collect();
        Guard { loopback: ip.is_loopback(), names }
    }

    /// Whether a request may be answered.
    pub(super) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        self.host(uri, headers)?;
        if uri.path() != "/" {
            return Err((StatusCode::NOT_FOUND, "the only page is /"));
        }
        if ![Method::GET, Method::HEAD, Method::POST].contains(method) {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "use GET, HEAD or POST"));
        }
        self.site(method, headers)
    }

    /// A page elsewhere can have its own name point here, and then read what is answered to that name.
    /// Names that it cannot have are those of this machine, and bare addresses.
    fn host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err((StatusCode::BAD_REQUEST, "a request has one Host header"));
        };
        let host = host.to_str().unwrap_or_default();
        let asked = uri.authority().map(Authority::as_str);
        if self.is_here(host) && asked.is_none_or(|name| self.is_here(name)) {
            return Ok(());
        }
        Err((
            StatusCode::MISDIRECTED_REQUEST,
            "unknown host name: use the address that the server printed, or start the server \
             with --name",
        ))
    }

    fn is_here(&self, host: &str) -> bool {
        let Some(name) = name_of(host) else { return false };
        let name = name.to_lowercase();
        match name.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.loopback,
            Err(_) => name == "localhost" || self.names.contains(&name),
        }
    }

    /// Links from elsewhere are welcome; other pages that send forms or load this one are not.
    fn site(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let refused = Err((StatusCode::FORBIDDEN, "other sites may only link to this page"));
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let elsewhere = matches!(header("sec-fetch-site"), Some("cross-site" | "same-site"));
        if elsewhere && (method == Method::POST || header("sec-fetch-mode") != Some("navigate")) {
            return refused;
        }
        if method == Method::POST {
            let mut origins = headers.get_all(ORIGIN).iter();
            let here = origins.all(|origin| {
                let origin = origin.to_str().unwrap_or_default();
                origin.split_once("://").is_some_and(|(_, host)| self.is_here(host))
            });
            return if here { Ok(()) } else { refused };
        }
        Ok(())
    }
}

/// `localhost` of `localhost:8128`, `[::1]` of `[::1]:8128`. The port is left aside: a tunnel has
/// another one.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.rfind(':') {
        Some(colon) if !host.ends_with(']') => (&host[..colon], &host[colon + 1..]),
        _ => (host, ""),
    };
    (!name.is_empty() && port.bytes().all(|b| b.is_ascii_digit())).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::Guard;

    fn is_here(ip: [u8; 4], names: &[&str], host: &str) -> bool {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Guard::new(IpAddr::V4(Ipv4Addr::from(ip)), &names).is_here(host)
    }

    #[test]
    fn only_names_that_nobody_else_can_have_are_ours() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8128", "[::1]:8128", "[::1]"] {
            assert!(is_here([127, 0, 0, 1], &[], host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "evil.example:8128",
            "localhost.evil.example",
            "10.0.0.1",
            "localhost:80@evil.example",
            "127.0.0.1.evil.example",
            "localhost:x",
            "[::1",
            "::1]x",
        ] {
            assert!(!is_here([127, 0, 0, 1], &[], host), "{host}");
        }
        assert!(is_here([0, 0, 0, 0], &[], "10.0.0.1:8128"));
        assert!(!is_here([0, 0, 0, 0], &[], "lab.example"));
        assert!(is_here([0, 0, 0, 0], &["Lab.example"], "lab.EXAMPLE:8128"));
    }
}
