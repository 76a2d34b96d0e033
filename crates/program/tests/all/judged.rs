//! Programs are judged as they would run: what is right for 2 words only, other types, tags and roots, and names in any order.

use std::sync::Arc;

use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_foreign::Foreign;
use hockney_program::{ProgramError, run_program};

/// Runs a program at a size: its first fault or else `valid`, roles and sizes, and what was executed; or the error.
pub(crate) fn judged(text: &str, of: &str, p: u32) -> Result<(String, Foreign), ProgramError> {
    let at = |p: u32| Some(Instance::new(collective(of)?, p).with_by(1)).filter(|_| p <= 16);
    let topology = Topology::parse(&format!("complete:{p}")).unwrap();
    let asked = Schedule::plain(topology, Ports::ONE, at(p).unwrap(), Arc::new(Listed::default()));
    let (ran, found) = run_program(text, &asked, [None, None], &at)?;
    let line = |at: hockney_base::diagnostic::Span| ran.program.line(at.start);
    let sizes = ran.program.sizes(&ran.roles, Ports::ONE, &at).sentence(&line);
    let verdict = found.faults.first().map_or_else(
        || "valid".to_owned(),
        |fault| format!("line {}: {}", fault.at.map_or(0, line), fault.message),
    );
    Ok((format!("{verdict}; {}; {sizes}", ran.roles.sentence()), found))
}

fn said(text: &str, of: &str, p: u32) -> String {
    judged(text, of, p).unwrap_or_else(|error| panic!("{text}: {error:?}")).0
}

fn refused(text: &str, of: &str) -> String {
    judged(text, of, 4)
        .err()
        .map_or_else(|| panic!("{text}: an answer"), |error| error.diagnostic().to_string())
}

fn file(name: &str) -> String {
    hockney_testing::text(&format!("docs/programs/{name}"))
}

/// Catches a verdict from one number of words: each is right for 2.
#[test]
fn what_is_right_for_two_words_only_is_wrong() {
    let copy = "n * sizeof(int));\n    for";
    for (name, of, from, to, why) in [
        ("reduce.c", "reduce", "j < n", "j < 2", "with 3 words"),
        ("reduce.c", "reduce", copy, "8);\n    for", "with 3 words"),
        (
            "reduce.c",
            "reduce",
            copy,
            "n);\n    for",
            "counts 2 bytes, which is not a multiple of the 4 of a word",
        ),
        ("reduce.c", "reduce", copy, "8 * n);\n    for", "uses in[3], which is not there"),
        (
            "reduce.txt",
            "reduce",
            "m - 1 do sum[j] := sum",
            "m*m - 3 do sum[j] := sum",
            "with 3 words",
        ),
        ("ring.c", "all-gather", "mine * n", "mine * 2", "with 3 words"),
        (
            "broadcast.c",
            "broadcast",
            "buf, n, MPI_INT, (to",
            "buf, n*n/2, MPI_INT, (to",
            "with 3 words",
        ),
    ] {
        let right = file(name);
        assert!(right.contains(from), "{name}: {from}");
        assert!(said(&right, of, 4).starts_with("valid"), "{name}");
        let found = said(&right.replacen(from, to, 1), of, 4);
        assert!(found.starts_with("line ") && found.contains(why), "{name}: {to}: {found}");
    }
}

const FLAT: &str = "void f(int *buf, int n, int rank, int size) {\n\
    if (rank == 0) for (int i = 1; i < size; i++) MPI_Send(buf, n, MPI_INT, i, 0, MPI_COMM_WORLD);\n\
    else MPI_Recv(buf, n, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n}\n";

/// Catches an end of a message that is not compared with the other, and a number without a value.
#[test]
fn both_ends_of_a_message_agree() {
    assert!(said(FLAT, "broadcast", 4).starts_with("valid"));
    for (from, to, why) in [
        ("MPI_INT, i", "MPI_CHAR, i", "uses buf as MPI_CHAR"),
        ("0, MPI_COMM_WORLD);", "0, other);", "never receives what it sends"),
        ("i, 0, MPI", "i, tag, MPI", "never receives what it sends"),
        ("i, 0, MPI", "i, 2000000000 + 2000000000, MPI", "which no int can hold"),
        ("buf, n, MPI_INT, 0", "buf, 3 * n, MPI_INT, 0", "which is not there"),
    ] {
        let found = said(&FLAT.replacen(from, to, 1), "broadcast", 4);
        assert!(found.starts_with("line ") && found.contains(why), "{to}: {found}");
    }
    let any = FLAT.replace("0, 0, MPI_COMM_WORLD, MPI_S", "0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_S");
    assert!(said(&any, "broadcast", 4).starts_with("valid"));
    assert!(
        refused(&FLAT.replace("0, 0, MPI_COMM", "MPI_ANY_SOURCE, 0, MPI_COMM"), "broadcast")
            .contains("MPI_ANY_SOURCE")
    );
}

/// Catches an answer that does not say which roots were tried.
#[test]
fn roots_are_tried_or_fixed_in_the_text() {
    assert!(said(FLAT, "broadcast", 4).contains("the text fixes the root: 0"));
    let half =
        FLAT.replace("int size)", "int size, int root)").replace("rank == 0", "rank == root");
    let found = said(&half, "broadcast", 4);
    assert!(found.starts_with("valid") && found.contains("for p = 2 with root 1"), "{found}");
    assert!(said(&file("broadcast.c"), "broadcast", 4).contains("up to p = 16 all roots"));
}

/// Catches roles that go by the place of a parameter.
#[test]
fn parameters_are_what_the_text_does_with_them() {
    let cube = file("all-gather-cube.txt");
    let reversed = cube.replacen("(my_id, my_msg, d, result)", "(d, result, my_id, my_msg)", 1);
    assert!(said(&reversed, "all-gather", 8).starts_with("valid; input: my_msg; output: result"));
    let local = "procedure REDUCE(my_id, p, x)\nbegin\n  s := x;\n  if my_id > 0 then send s to 0;\n  if my_id = 0 then\n    \
                 for i := 1 to p - 1 do\n      receive t from i;\n      s := s + t;\n    endfor;\n  endif;\nend REDUCE\n";
    assert!(said(local, "reduce", 6).starts_with("valid; input: x; output: s"));
    let unused = local.replace("p, x)", "p, x, result)");
    assert!(said(&unused, "reduce", 6).contains("result is empty"));
    // Of two arrays that are written nobody knows which is the result, unless it is wrong in both.
    let two = local.replace("p, x)", "p, x, a1, b1)").replace("s :=", "a1 :=");
    let two = two
        .replace("send s", "send a1")
        .replace("s + t", "a1 + b1")
        .replace("receive t", "receive b1");
    let error = judged(&two, "reduce", 6).err().expect("an answer");
    assert!(matches!(error, ProgramError::Open(_)), "{error:?}");
    assert!(error.diagnostic().message.contains("output: a1 the program is right"), "{error:?}");
    let named = two.replace("b1", "tmp").replace("a1", "sum");
    assert!(said(&named, "reduce", 6).starts_with("valid; input: x; output: sum"));
}

/// Catches an operator that is told from sets.
#[test]
fn the_order_of_adding_is_that_of_the_text() {
    let scan = "void scan(int *in, int *out, int n, int rank, int size) {\n  int got[n];\n  memcpy(out, in, n * sizeof(int));\n  \
                if (rank > 0) {\n    MPI_Recv(got, n, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    \
                for (int j = 0; j < n; j++) out[j] = got[j] + out[j];\n  }\n  \
                if (rank < size - 1) MPI_Send(out, n, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);\n}\n";
    let in_order = |text: &str, of, p| judged(text, of, p).unwrap().1.in_order;
    assert_eq!(in_order(scan, "scan", 4), Some(true));
    assert_eq!(
        in_order(&scan.replace("got[j] + out[j]", "out[j] + got[j]"), "scan", 4),
        Some(false)
    );
    assert_eq!(in_order(&file("all-reduce.txt"), "all-reduce", 4), Some(false));
    assert_eq!(in_order(&file("reduce.c"), "reduce", 4), Some(true));
}

/// A ring all-reduce by chunks; its first loop runs `last` times.
fn chunks(last: &str, n: &str) -> String {
    format!(
        "int c = {n};\nint from = (rank - 1 + size) % size;\nint to = (rank + 1) % size;\nmemcpy(vec, in, n * sizeof(int));\n\
         for (int i = 0; i < {last}; i++) {{\n  int s = (rank - i + size) % size;\n  int r = (rank - i - 1 + size) % size;\n  \
         MPI_Send(vec + s*c, c, MPI_INT, to, 0, MPI_COMM_WORLD);\n  MPI_Recv(tmp, c, MPI_INT, from, 0, MPI_COMM_WORLD, &stat);\n  \
         for (int j = 0; j < c; j++) vec[r*c + j] += tmp[j];\n}}\nfor (int i = 0; i < size - 1; i++) {{\n  \
         int s = (rank + 1 - i + size) % size;\n  int r = (rank - i + size) % size;\n  \
         MPI_Send(vec + s*c, c, MPI_INT, to, 0, MPI_COMM_WORLD);\n  MPI_Recv(vec + r*c, c, MPI_INT, from, 0, MPI_COMM_WORLD, &stat);\n}}\n"
    )
}

/// Catches a fault that no run shows, and one that every run shows.
#[test]
fn faults_are_what_is_used() {
    let right = said(&chunks("size - 1", "n / size"), "all-reduce", 4);
    assert!(
        right.starts_with("valid; input: in; output: vec; right if p divides n, for every p"),
        "{right}"
    );
    let (once_more, found) = judged(&chunks("size", "n / size"), "all-reduce", 4).unwrap();
    assert!(once_more.starts_with("valid"), "{once_more}");
    assert!(
        found.notes.iter().any(|note| note.contains("overwritten before it is used")),
        "{:?}",
        found.notes
    );
    let whole = chunks("size - 1", "n").replace("memcpy(vec, in, n", "memcpy(vec, in, size * n");
    assert!(said(&whole, "all-reduce", 4).starts_with("line 4: node 0 uses in["));
    let past = "memcpy(v, in, 3 * n * sizeof(int));\nfor (int i = 1; i < size; i++)\n  if (rank == 0) MPI_Send(v, n, MPI_INT, i, 0, c);\n  \
                else if (rank == i) MPI_Recv(v, n, MPI_INT, 0, 0, c, &st);\n";
    assert!(said(past, "broadcast", 4).contains("line 1: node 0 uses in[5], which is not there"));
}

/// Programs as people write them.
#[test]
fn whole_programs_are_read() {
    let program = "#include <mpi.h>\nint parent(int r) { return (r - 1) / 2; }\nvoid bcast(int *data, int count, int me, int procs) {\n  \
        if (me > 0) MPI_Recv(data, count, MPI_INT, parent(me), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n  \
        for (int child = 2 * me + 1; child <= 2 * me + 2; child++)\n    if (child < procs) MPI_Send(data, count, MPI_INT, child, 0, MPI_COMM_WORLD);\n}\n\
        int main(int argc, char **argv) {\n  int rank, size, value;\n  MPI_Init(&argc, &argv);\n  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n  \
        MPI_Comm_size(MPI_COMM_WORLD, &size);\n  if (rank == 0) value = 42;\n  bcast(&value, 1, rank, size);\n  \
        printf(\"%d has %d\\n\", rank, value);\n  MPI_Finalize();\n  return 0;\n}\n";
    let (found, foreign) = judged(program, "broadcast", 6).unwrap();
    assert!(found.starts_with("valid; input and output: value; right for every p"), "{found}");
    assert_eq!(foreign.notes, ["left out: printf in line 15"]);
    let wrong = program.replace("2 * me + 2;", "2 * me + 1;");
    assert!(said(&wrong, "broadcast", 6).starts_with("line "));
    let swapped = "void f(int *in, int *out, int n, int rank, int size) {\n  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int)), *t;\n  \
        memcpy(a, in, n * sizeof(int));\n  memcpy(out, in, n * sizeof(int));\n  for (int i = 1; i < size; i++) {\n    \
        MPI_Sendrecv(a, n, MPI_INT, (rank + 1) % size, 0, b, n, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    \
        for (int j = 0; j < n; j++) out[j] += b[j];\n    t = a; a = b; b = t;\n  }\n}\n";
    assert!(
        said(swapped, "all-reduce", 5).starts_with("valid"),
        "{}",
        said(swapped, "all-reduce", 5)
    );
    assert!(
        said(&swapped.replace("t = a; a = b; b = t;", ""), "all-reduce", 5).starts_with("line ")
    );
    let rows = "void f(int *in, int *out, int n, int rank, int size) {\n  MPI_Comm row, col;\n  int tmp[n];\n  \
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);\n  MPI_Allreduce(in, tmp, n, MPI_INT, MPI_SUM, row);\n  \
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &col);\n  MPI_Allreduce(tmp, out, n, MPI_INT, MPI_SUM, col);\n}\n";
    assert!(said(rows, "all-reduce", 6).starts_with("valid"));
    assert!(said(rows, "all-reduce", 5).starts_with("line "));
    let skipped = "for (int k = 1; k < size; k *= 2) {\n  if ((rank ^ k) >= size) continue;\n  MPI_Sendrecv(a, n, MPI_INT, rank ^ k, 0, b, n, \
        MPI_INT, rank ^ k, 0, c, &s);\n  for (int j = 0; j < n; j++) a[j] += b[j];\n  MPI_Barrier(c);\n}\n";
    assert!(said(skipped, "all-reduce", 4).starts_with("valid"));
    assert!(said(skipped, "all-reduce", 3).contains("deadlock"));
    let itself = "void f(int *b, int n, int rank) {\n  MPI_Send(b, n, MPI_INT, 0, 0, MPI_COMM_WORLD);\n  f(b, n, rank);\n}\n\
        int main() { int b, rank; f(&b, 1, rank); }\n";
    assert!(refused(itself, "broadcast").contains("`f` calls itself"));
    assert!(
        refused(&FLAT.replace("if (rank == 0)", "if (buf[0] == 0)"), "broadcast")
            .contains("not known beforehand")
    );
}

/// Catches what is not read without an edit that makes it readable.
#[test]
fn what_is_not_read_says_what_to_write() {
    let flat = |line: &str| FLAT.replacen("if (rank", &format!("{line}\nif (rank"), 1);
    for (line, what, help) in [
        ("struct Pair { int a, b; };", "`struct`", "declare its parts as separate variables"),
        ("auto f = [&](int i) { return i; };", "`[`", "write it as a separate function"),
        (
            "std::unique_ptr<int[]> t(new int[n]);",
            "`unique_ptr`",
            "declare an array or a std::vector",
        ),
        ("goto end;", "`goto`", "write it with for, while and if"),
        ("std::transform(buf, buf + n, buf, g);", "`transform`", "write it as a loop"),
        (
            "for (int x : v) n = x;",
            "a loop over all values",
            "did you mean for (int i = 0; i < size; i++)?",
        ),
    ] {
        let error = judged(&flat(line), "broadcast", 4).err().expect(line);
        let error = error.diagnostic();
        assert_eq!(error.message, format!("{what} is not understood"), "{line}");
        assert_eq!(error.help.as_deref(), Some(help), "{line}");
    }
    for (before, what, help) in [
        ("typedef struct { int a; } Pair;", "struct", "declare its parts as separate variables"),
        (
            "template <typename T> T id(T x) { return x; }",
            "template",
            "write the function for one type",
        ),
        ("namespace { int one = 1; }", "namespace", "leave it out"),
    ] {
        let error = judged(&format!("{before}\n{FLAT}"), "broadcast", 4).err().expect(before);
        let error = error.diagnostic();
        assert_eq!(error.message, format!("`{what}` is not understood"), "{before}");
        assert_eq!(error.help.as_deref(), Some(help), "{before}");
    }
}

/// Catches a request that is set outside of its array.
#[test]
fn requests_are_set_where_they_are() {
    let text = FLAT.replacen(
        "if (rank",
        "std::vector<MPI_Request> r(size - 1); r[size - 1] = MPI_REQUEST_NULL;\nif (rank",
        1,
    );
    let found = said(&text, "broadcast", 4);
    assert!(found.starts_with("line 2: node 0 uses r[3], which is not there; "), "{found}");
}

/// Catches loops that keep more and more, and loops over words that count as no work.
#[test]
fn what_is_kept_is_bounded() {
    let kept = "2097152 words, numbers and arrays that are kept";
    for (endless, after) in [
        ("int *q = malloc(40); q[0] = 1;", kept),
        ("std::vector<int> v(1000000, 1);", kept),
        ("v.push_back(1);", kept),
        ("std::vector<int> w = ones;", kept),
        ("big = ones; ones = big;", kept),
        (
            "int b[1000000]; memset(b, 0, sizeof b); MPI_Send(b, 1000000, MPI_INT, 0, 0, comm);",
            kept,
        ),
        ("int b[1000000]; MPI_Bcast(b, 1000000, MPI_INT, 0, comm);", kept),
        ("t = realloc(t, 4 * ++k);", "8388608 statements and words of all nodes"),
        ("k = same(k);", "1048576 statements"),
    ] {
        let before = "MPI_Comm comm = MPI_COMM_WORLD; std::vector<int> v; int k = 0; int *t = malloc(4);\n\
            std::vector<int> ones(100000, 1), big(100000, 1);\n";
        let text =
            FLAT.replacen("if (rank", &format!("{before}for (;;) {{ {endless} }}\nif (rank"), 1);
        let text = format!("int same(int x) {{ return x; }}\n{text}");
        let error = judged(&text, "broadcast", 4).err().expect(endless);
        let message = format!("node 0 of 4 has not ended after {after}");
        assert!(matches!(&error, ProgramError::Limit(_)), "{endless}: {error:?}");
        assert_eq!(error.diagnostic().message, message, "{endless}");
    }
}
