//! `hockney form`, which answers the form of the page: everything at once, hostile questions, and text that stays text.

use std::io::Write;
use std::process::{Command, Stdio};

/// The form and the answer to what stands behind the `#` of an address.
fn ask(question: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .arg("form")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
    let run = child.wait_with_output().unwrap();
    assert!(run.status.success(), "{question}");
    String::from_utf8(run.stdout).unwrap()
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The first of an answer's failures.
fn failure(page: &str) -> &str {
    let from = page.split_once("class=\"failure\">").unwrap_or_else(|| panic!("{page}")).1;
    from.split_once("</p").map_or(from, |(text, _)| text)
}

const NEAR_FIRST: &str =
    "Step 1: 0 -> 1\nStep 2: 0 -> 2, 1 -> 3\nStep 3: 0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7\n";

#[test]
fn a_question_is_answered_with_everything_at_once() {
    let page = ask(
        "collective=all-gather&topology=mesh&p=4x4&m=100&ts=5&tw=1&formula=2+ts+sqrt+p+%2B+m+tw+(p-1)",
    );
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
    let first = ask("");
    assert!(
        first.contains("data-query=\"collective=broadcast&amp;topology=ring&amp;p=8&amp;m=100")
    );
    // Lines are judged for the collective and topology of the form.
    let lines = encoded(NEAR_FIRST);
    let page = ask(&format!("collective=broadcast&topology=linear-array&p=8&schedule={lines}"));
    assert!(page.contains("invalid: 6 violations: congestion 6; 7 messages in 3 steps"));
    assert!(page.contains("move 3 of them to other steps"));
    // A schedule file says itself what it is about, and the form follows it.
    let file = std::fs::read_to_string("specs/examples/broadcast-on-a-ring.yaml").unwrap();
    let page = ask(&format!("collective=scan&topology=star&p=3&schedule={}", encoded(&file)));
    assert!(page.contains("valid: 7 messages in 3 steps"), "{page}");
    assert!(page.contains("data-query=\"collective=broadcast&amp;topology=ring&amp;p=8\""));
    // Whose steps they are is seen, and so there is a closed form to hold them against.
    assert!(
        page.contains("by recursive-doubling</h2>")
            && page.contains("<strong class=\"good\">equal"),
        "{page}"
    );
}

/// Catches an answer in which the picture comes before the verdicts and the cost, or the reasons before the picture.
#[test]
fn the_verdicts_and_the_cost_are_above_the_picture_and_the_reasons_below_it() {
    let near = encoded(NEAR_FIRST);
    let planned = "collective=broadcast&topology=linear-array&p=8&m=100&ts=5&tw=1";
    let planned = format!("{planned}&formula=4+ts+%2B+3+m+tw");
    for (question, order) in [
        (planned.clone(), &["valid:", "different", "total", "<svg", ": the schedule has 3"][..]),
        (
            format!("{planned}&schedule={near}"),
            &["invalid:", "different", "<svg", "id=\"faults\""][..],
        ),
    ] {
        let page = ask(&question);
        let answer = page.split_once("<main").unwrap().1.split_once('>').unwrap().1;
        let places: Vec<Option<usize>> = order.iter().map(|part| answer.find(part)).collect();
        assert!(places.iter().all(Option::is_some), "{order:?} at {places:?}");
        assert!(places.is_sorted(), "{order:?} at {places:?}");
    }
}

#[test]
fn hostile_questions_end_in_a_message() {
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
        let page = ask(question);
        let said = failure(&page);
        assert!(said.contains(wanted), "{question}: {said}");
        assert!(!page.contains("root:x:"), "{question} read a file");
    }
    // A graph in a file stays in its file, whoever names it.
    let file = "format: hockney/schedule/v1\ntopology: {graph: /etc/passwd}\ncollective: {kind: broadcast, root: 0}\nsteps: []\n";
    let page = ask(&format!("schedule={}", encoded(file)));
    assert!(failure(&page).contains("a page reads no files"), "{page}");
    // Nests, bombs and aliases.
    for schedule in [
        "{".repeat(100_000),
        format!("format: hockney/schedule/v1\nsteps: {}", "[".repeat(100_000)),
        "format: hockney/schedule/v1\na: &a [x]\nb: &b [*a, *a]\n".to_owned(),
    ] {
        failure(&ask(&format!("schedule={}", encoded(&schedule))));
    }
    failure(&ask(&format!(
        "p=8&collective=broadcast&topology=ring&formula={}",
        "(".repeat(100_000)
    )));
}

/// Catches a question that is cut off in silence.
#[test]
fn a_question_that_is_too_long_is_refused() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .arg("form")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let question = format!("p=8&formula={}", "1".repeat(1 << 20));
    // The program may end before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(question.as_bytes());
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(3));
    assert!(String::from_utf8(run.stderr).unwrap().contains("at most 1048576 bytes"));
}

#[test]
fn what_is_asked_is_shown_and_never_run() {
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
        let page = ask(&format!("{}&{field}={}", rest.join("&"), encoded(script)));
        // There may be the data of a drawing, which is no script.
        let data = page.matches("<script type=\"application/json\"").count();
        assert_eq!(page.matches("<script").count(), data, "{field}");
        assert!(!page.contains("<img") && page.matches("</textarea>").count() == 1, "{field}");
    }
    let page = ask(&format!("{}=1", encoded(script)));
    assert!(!page.contains("<script") && !page.contains("<img"));
}

/// Catches a page that may load something, or a script that a policy does not admit.
#[test]
fn the_page_admits_its_own_scripts_only() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(["form", "--page"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"UFJPR1JBTQ==\n{\"a.txt\": \"</script>\"}").unwrap();
    let page = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1).unwrap();
    let policy = policy.split('"').next().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe-inline") && !policy.contains("http"), "{policy}");
    assert_eq!(page.matches("<script>").count(), 2);
    assert!(page.contains(">UFJPR1JBTQ==</script>"));
    assert!(page.contains("{\"a.txt\": \"\\u003c/script>\"}"));
    assert!(!page.contains("{{"), "a place of the page is not filled");
}
