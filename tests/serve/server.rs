//! The server under attack: what is malformed, oversized, slow, hostile or many at once ends in a clear
//! message, and the others are answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server at a port of its own, ended with the test.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        Server::start_with(arguments, &[])
    }

    /// The same, with variables of the environment.
    fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hockney"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once("http://").unwrap().1.split_once('/').unwrap().0;
        Server { address: address.parse().unwrap(), child }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads until the server closes.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(request);
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        String::from_utf8_lossy(&reply).into_owned()
    }

    fn get(&self, target: &str) -> String {
        let host = self.address;
        self.raw(format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn post(&self, body: &str, headers: &str) -> String {
        let (host, length) = (self.address, body.len());
        let head =
            format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}");
        self.raw(format!("{head}\r\n{body}").as_bytes())
    }

    /// The server still answers, and rightly.
    fn lives(&self) {
        let page = self.get("/?collective=broadcast&topology=ring&p=8&m=100&ts=5&tw=1");
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<dd>315 at m = 100"), "{page}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// What takes minutes.
const LONG: &str =
    "/?collective=all-reduce&topology=hypercube&p=65536&m=1000&ts=1&tw=1&algorithm=best";

/// The first of a page's failures.
fn failure(page: &str) -> &str {
    let from = page.split_once("class=\"failure\">").unwrap_or_else(|| panic!("{page}")).1;
    from.split_once("</p").map_or(from, |(text, _)| text)
}

const NEAR_FIRST: &str =
    "Step 1: 0 -> 1\nStep 2: 0 -> 2, 1 -> 3\nStep 3: 0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7\n";

#[test]
fn a_question_is_answered_with_everything_at_once() {
    let server = Server::start(&[]);
    let page = server.get("/?collective=all-gather&topology=mesh&p=4x4&m=100&ts=5&tw=1&formula=2+ts+sqrt+p+%2B+m+tw+(p-1)");
    for part in [
        "by dimension-by-dimension</h2>",
        "valid: 96 messages in 6 steps",
        "aria-label=\"the topology with the messages of the step\"",
        "<dd>1530 at m = 100",
        "<strong class=\"bad\">different",
        ": the schedule has 6, your answer 8",
        "<h2 id=\"hr\">All algorithms for this</h2>",
        "algorithm=ring",
        "format: hockney/schedule/v1",
        "<dt>lower bound</dt>",
        "<math",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    // Nothing asked is the first example; its address says what is shown.
    let first = server.get("/");
    assert!(
        first.contains("data-query=\"collective=broadcast&amp;topology=ring&amp;p=8&amp;m=100")
    );
    // Lines are judged for the collective and topology of the form.
    let lines = encoded(NEAR_FIRST);
    let page =
        server.get(&format!("/?collective=broadcast&topology=linear-array&p=8&schedule={lines}"));
    assert!(page.contains("invalid: 6 violations: congestion 6; 7 messages in 3 steps"));
    assert!(page.contains("fix: move 3 of them to other steps"));
    // A schedule file says itself what it is about, and the form follows it.
    let file = std::fs::read_to_string("specs/examples/broadcast-on-a-ring.yaml").unwrap();
    let page =
        server.post(&format!("collective=scan&topology=star&p=3&schedule={}", encoded(&file)), "");
    assert!(page.contains("valid: 7 messages in 3 steps"), "{page}");
    assert!(page.contains("data-query=\"collective=broadcast&amp;topology=ring&amp;p=8\""));
    // Whose steps they are is seen, and so there is a closed form to hold them against.
    assert!(
        page.contains("by recursive-doubling</h2>")
            && page.contains("<strong class=\"good\">equal"),
        "{page}"
    );
}

#[test]
fn every_answer_has_the_headers_that_bind_the_browser() {
    let server = Server::start(&[]);
    let host = server.address;
    for reply in [
        server.get("/"),
        server.get("/elsewhere"),
        server.get("/favicon.ico"),
        server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
        server.raw(format!("PUT / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()),
    ] {
        let head = reply.split_once("\r\n\r\n").unwrap().0;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'sha256-",
            "x-content-type-options: nosniff",
            "cache-control: no-store",
            "referrer-policy: no-referrer",
            "frame-ancestors 'none'",
        ] {
            assert!(head.contains(header), "{header} is missing in {head}");
        }
        assert!(!head.contains("unsafe-inline") && !head.contains("access-control"), "{head}");
    }
}

#[test]
fn only_its_own_name_one_path_and_three_methods() {
    let server = Server::start(&[]);
    let host = server.address;
    let status = |request: String| {
        let reply = server.raw(request.as_bytes());
        reply.split(' ').nth(1).map(str::to_owned).unwrap_or_default()
    };
    for (request, wanted) in [
        (format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", host.port()), "200"),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".into(), "421"),
        (format!("GET / HTTP/1.1\r\nHost: evil.example:{}\r\n\r\n", host.port()), "421"),
        (format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\n\r\n"), "421"),
        ("GET / HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n".into(), "421"),
        ("GET / HTTP/1.1\r\n\r\n".into(), "400"),
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n"), "400"),
        (format!("GET /../../etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n"), "404"),
        (format!("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n"), "404"),
        (format!("GET //etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n"), "404"),
        (format!("PUT / HTTP/1.1\r\nHost: {host}\r\n\r\n"), "405"),
        (format!("DELETE / HTTP/1.1\r\nHost: {host}\r\n\r\n"), "405"),
        (format!("OPTIONS / HTTP/1.1\r\nHost: {host}\r\n\r\n"), "405"),
        (
            format!(
                "POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\n\r\n"
            ),
            "403",
        ),
        (
            format!("POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\nContent-Length: 0\r\n\r\n"),
            "403",
        ),
        (
            format!(
                "POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 0\r\n\r\n"
            ),
            "200",
        ),
        (
            format!(
                "GET / HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n"
            ),
            "403",
        ),
        (
            format!(
                "GET / HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n"
            ),
            "200",
        ),
    ] {
        assert_eq!(status(request.clone()), wanted, "{request}");
    }
    // What HEAD says is what GET says, without the page.
    let head = server.raw(format!("HEAD / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
    let (head, rest) = head.split_once("\r\n\r\n").unwrap();
    assert!(
        head.starts_with("HTTP/1.1 200") && head.contains("content-length: ") && rest.is_empty()
    );
    server.lives();
}

#[test]
fn what_is_malformed_or_too_large_is_refused() {
    let server = Server::start(&[]);
    let host = server.address;
    for request in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
    ] {
        let reply = server.raw(request);
        assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 400"), "{reply}");
    }
    let refused = |reply: &str, wanted: &[&str]| {
        let status = reply.split(' ').nth(1).unwrap_or_default().to_owned();
        assert!(wanted.contains(&&*status), "{status} for {wanted:?}");
    };
    refused(&server.get(&format!("/?p={}", "9".repeat(70_000))), &["414", "431"]);
    let many = "X-A: b\r\n".repeat(100);
    refused(
        &server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n").as_bytes()),
        &["431"],
    );
    let long = "b".repeat(100_000);
    refused(
        &server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-A: {long}\r\n\r\n").as_bytes()),
        &["431"],
    );
    let reply = server.post(&format!("schedule={}", "9".repeat(600_000)), "");
    refused(&reply, &["413"]);
    assert!(reply.contains("at most 512 KiB"), "{reply}");
    // Both lengths at once is how requests are smuggled.
    let both = format!(
        "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\np=8&m=1"
    );
    refused(&server.raw(both.as_bytes()), &["400"]);
    let mut broken = server.connect();
    write!(broken, "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\np=8").unwrap();
    broken.shutdown(Shutdown::Both).unwrap();
    server.lives();
}

#[test]
fn hostile_questions_end_in_a_message() {
    let server = Server::start(&[]);
    for (question, wanted) in [
        ("collective=broadcast&topology=ring&p=2%5E60", "over the limit of 33554432 vertices"),
        ("collective=broadcast&topology=ring&p=9%5E9%5E9%5E9", "-p 9^9^9^9"),
        ("collective=broadcast&topology=ring&p=99999999999999999999999999", "limit exceeded"),
        ("collective=broadcast&topology=ring&p=-1", "not a number of nodes"),
        ("collective=broadcast&topology=ring", "how many nodes are there?"),
        ("collective=brodcast&topology=ring&p=8", "did you mean broadcast?"),
        ("collective=all-to-all&topology=complete&p=33554432", "no answer: the schedule has"),
        ("collective=broadcast&topology=graph&p=3", "there is no topology `graph` in the list"),
        ("collective=broadcast&topology=graph:/etc/passwd&p=3", "there is no topology"),
        ("collective=permute&topology=ring&p=4&map=@/etc/passwd", "a page reads no files"),
        ("collective=broadcast&topology=ring&p=8&formula=@/etc/passwd", "your formula"),
        (
            "collective=broadcast&topology=ring&p=8&m=100&ts=5&tw=1&algorithm=chian",
            "did you mean chain?",
        ),
        ("collective=broadcast&topology=ring&p=8&m=1%2F0&ts=5&tw=1", "m"),
        ("collective=broadcast&topology=ring&p=8&q=1", "unknown field `q` in the address"),
        ("collective=broadcast&topology=ring&p=8&schedule=1+-%3E", "the schedule:1"),
    ] {
        let page = server.get(&format!("/?{question}"));
        assert!(page.starts_with("HTTP/1.1 200"), "{question}: {page}");
        let said = failure(&page);
        assert!(said.contains(wanted), "{question}: {said}");
        assert!(!page.contains("root:x:"), "{question} read a file");
    }
    // A graph in a file stays in its file, whoever names it.
    let file = "format: hockney/schedule/v1\ntopology: {graph: /etc/passwd}\ncollective: {kind: broadcast, root: 0}\nsteps: []\n";
    let page = server.post(&format!("schedule={}", encoded(file)), "");
    assert!(failure(&page).contains("a page reads no files"), "{page}");
    // Nests, bombs and aliases.
    for schedule in [
        "{".repeat(100_000),
        format!("format: hockney/schedule/v1\nsteps: {}", "[".repeat(100_000)),
        "format: hockney/schedule/v1\na: &a [x]\nb: &b [*a, *a]\n".to_owned(),
    ] {
        let page = server.post(&format!("schedule={}", encoded(&schedule)), "");
        failure(&page);
    }
    let page = server.post(
        &format!("p=8&collective=broadcast&topology=ring&formula={}", "(".repeat(100_000)),
        "",
    );
    failure(&page);
    server.lives();
}

#[test]
fn what_is_asked_is_shown_and_never_run() {
    let server = Server::start(&[]);
    let script = "\"'></textarea></title><script>alert(1)</script><img src=x onerror=alert(1)>";
    let fields = [
        "collective",
        "topology",
        "p",
        "algorithm",
        "root",
        "m",
        "formula",
        "schedule",
        "ports",
        "origin",
        "pieces",
        "x",
    ];
    for field in fields {
        let rest = [("collective", "broadcast"), ("topology", "mesh"), ("p", "4x4")];
        let rest: Vec<String> = rest
            .iter()
            .filter(|(name, _)| *name != field)
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let page = server.get(&format!("/?{}&{field}={}", rest.join("&"), encoded(script)));
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        // The page has two scripts of its own, and the data of a drawing.
        let scripts = page.matches("<script").count();
        assert!(
            scripts == 2 || (scripts == 3 && page.contains("<script type=\"application/json\"")),
            "{field}"
        );
        assert!(!page.contains("<img") && page.matches("</textarea>").count() == 1, "{field}");
    }
    let page = server.get(&format!("/?{}=1", encoded(script)));
    assert!(page.matches("<script").count() == 2 && !page.contains("<img"));
}

#[test]
fn slow_ones_are_cut_off_and_hold_up_nobody() {
    let server = Server::start(&[]);
    let slow: Vec<TcpStream> = (0..100)
        .map(|i| {
            let mut stream = server.connect();
            // Some say nothing, some break off in the head, some in the body.
            let begun = match i % 3 {
                0 => String::new(),
                1 => format!("GET / HTTP/1.1\r\nHost: {}\r\nX-", server.address),
                _ => format!(
                    "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\np",
                    server.address
                ),
            };
            stream.write_all(begun.as_bytes()).unwrap();
            stream
        })
        .collect();
    server.lives();
    // One byte now and then does not help.
    let mut dripping = server.connect();
    write!(dripping, "GET / HTTP/1.1\r\nHost: {}\r\n", server.address).unwrap();
    let mut cut = false;
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(250));
        if dripping.write_all(b"X").is_err() {
            cut = true;
            break;
        }
    }
    assert!(cut, "a request that never ends was read for 15 seconds");
    for mut stream in slow {
        let mut reply = String::new();
        let _ = stream.read_to_string(&mut reply);
        assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 408"), "{reply}");
    }
    server.lives();
}

#[test]
fn two_hundred_at_once_are_all_answered() {
    let server = Server::start(&[]);
    let answers = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..200_u32)
            .map(|i| {
                let server = &server;
                scope.spawn(move || match i % 4 {
                    0 => server.get("/?collective=broadcast&topology=ring&p=2%5E60"),
                    1 => server.get("/?collective=all-to-all&topology=graph&p=%3Cscript%3E"),
                    _ => server.get(&format!(
                        "/?collective=broadcast&topology=ring&p={}&m=100&ts=5&tw=1",
                        2 + i
                    )),
                })
            })
            .collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>()
    });
    for (i, page) in (0_u32..).zip(answers) {
        assert!(page.starts_with("HTTP/1.1 200"), "{i}: {page}");
        match i % 4 {
            0 => assert!(failure(&page).contains("over the limit")),
            1 => assert!(failure(&page).contains("there is no topology")),
            // Nobody gets what another one asked.
            _ => {
                let p = 2 + i;
                let steps = u64::from(p.next_power_of_two().trailing_zeros());
                assert!(page.contains(&format!("on ring:{p}, p = {p}")), "{i}");
                assert!(page.contains(&format!("<dd>{} at m = 100", steps * 105)), "{i}: {page}");
            }
        }
    }
}

/// Ends by the clock, and the turn is free again.
#[test]
fn a_question_that_takes_too_long_is_ended() {
    let server = Server::start(&["--seconds", "1"]);
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| server.get(LONG))).collect();
        for one in asking {
            let page = one.join().unwrap();
            assert!(page.starts_with("HTTP/1.1 503"), "{page}");
            assert!(failure(&page).contains("this takes more than the limit of 1 s for a request"));
            // The form is there, filled in, to ask for less.
            assert!(page.contains("name=\"p\" value=\"65536\""));
        }
    });
    server.lives();
}

/// Whoever goes away takes his question along, and its turn is free at once.
#[test]
fn a_question_that_nobody_waits_for_is_ended() {
    let server = Server::start(&["--seconds", "600"]);
    let host = server.address;
    let gone: Vec<TcpStream> = (0..64)
        .map(|_| {
            let mut stream = server.connect();
            write!(stream, "GET {LONG} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    drop(gone);
    // With all turns taken for ten minutes this would be told to ask again later.
    server.lives();
}

/// A question may open no file and write none, whatever is asked of it.
#[test]
#[cfg(target_os = "linux")]
fn the_process_of_a_question_is_confined() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(["serve", "--answer"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"collective=all-to-all&topology=ring&p=1000&m=1&ts=1&tw=1").unwrap();
    drop(stdin);
    // Confined once it works; the answer takes long enough to be looked at.
    let limits = format!("/proc/{}/limits", child.id());
    let row = |name: &str, text: &str| -> Vec<String> {
        let row = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        row[name.len()..].split_whitespace().take(2).map(str::to_owned).collect()
    };
    let mut confined = false;
    for _ in 0..200 {
        let text = std::fs::read_to_string(&limits).unwrap_or_default();
        confined = row("Max open files", &text) == ["3", "3"]
            && row("Max file size", &text) == ["0", "0"]
            && row("Max address space", &text) == ["1073741824", "1073741824"]
            && row("Max core file size", &text) == ["0", "0"];
        if confined {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    assert!(confined);
}

/// Catches threads that take the memory of a question, which as many as a large machine has would.
#[test]
fn a_machine_with_many_cores_answers() {
    let server = Server::start_with(&[], &[("RAYON_NUM_THREADS", "128")]);
    // Many messages, whose steps are checked side by side.
    let page = server.get(
        "/?collective=all-to-all&topology=complete&p=512&m=1&ts=1&tw=1&algorithm=pairwise-exchange",
    );
    assert!(page.starts_with("HTTP/1.1 200") && !page.contains("MiB of memory"), "{page}");
    server.lives();
}

/// Catches `schedule=null`: a long question without a schedule has nothing that could stand behind the
/// `#`, so all of it stands in the address, which the server takes.
#[test]
fn a_long_question_without_a_schedule_stands_in_its_address() {
    let server = Server::start(&[]);
    let expect = "0".repeat(7000);
    let page = server
        .get(&format!("/?collective=broadcast&topology=ring&p=8&m=100&ts=5&tw=1&expect={expect}"));
    assert!(page.starts_with("HTTP/1.1 200") || page.starts_with("HTTP/1.1 4"), "{page}");
    assert!(!page.starts_with("HTTP/1.1 414") && !page.starts_with("HTTP/1.1 431"), "{page}");
    let (whole, behind) = page.split_once("behind.set(\"schedule\"").unwrap();
    assert!(behind.starts_with(", rest.get(\"schedule\"))"));
    assert!(
        whole
            .contains("if (query.toString().length <= LONGEST || !query.has(\"schedule\")) return")
    );
}

#[test]
fn a_port_that_is_taken_is_said() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    let run = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.contains("another program uses it") && said.contains("--port 0"), "{said}");
    let run = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(["serve", "--host", "nowhere"])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
}
