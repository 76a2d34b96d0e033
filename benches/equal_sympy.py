#!/usr/bin/env python3
"""The comparisons of `cargo bench --bench equal` by SymPy, beside those by hockney, in one run.

Usage: cargo build --release && python3 benches/equal_sympy.py [SECONDS]
Needs `pip install sympy`. Each pair gets SECONDS (10); only pairs of equal formulas without orders of
growth are compared, with p put as the family that hockney assumes. Formulas are read beforehand.
"""
import glob, json, re, signal, subprocess, sys, time
import sympy
from sympy.parsing.sympy_parser import (
    convert_xor, implicit_multiplication, parse_expr, standard_transformations,
)

HOCKNEY = "target/release/hockney"
LIMIT = int(sys.argv[1]) if len(sys.argv) > 1 else 10
RULES = standard_transformations + (convert_xor, implicit_multiplication)


def symbol(name):
    real = name in ("m", "t_s", "t_w", "t_h")
    return sympy.Symbol(name, positive=True, integer=None if real else True)


def read(text, given):
    names = {name: symbol(name) for name in re.findall(r"[A-Za-z_]\w*", text)}
    names.update(
        log2=lambda x: sympy.log(x) / sympy.log(2), ln=sympy.log, sqrt=sympy.sqrt,
        ceil=sympy.ceiling, floor=sympy.floor, min=sympy.Min, max=sympy.Max,
        SUM=lambda body, i, a, b: sympy.Sum(body, (i, a, b)),
    )
    text = re.sub(r"sum\((\w+) = ", r"SUM(\1, ", text)
    text = re.sub(r"\.\.", ", ", text)
    text = re.sub(r"\bmod\b", "%", text)
    # SUM(i, a, b, body): the body comes last in plain notation.
    names["SUM"] = lambda i, a, b, body: sympy.Sum(body, (i, a, b))
    expr = parse_expr(text, local_dict=names, transformations=RULES)
    for name, meaning in given:
        expr = expr.subs(symbol(name), read(meaning, []))
    return expr


def timeout(*_):
    raise TimeoutError


def pairs():
    for path in sorted(glob.glob("tests/formulas/equal/*.pairs")):
        if "growth" in path:
            continue
        for block in open(path, encoding="utf-8").read().split("\n\n"):
            lines = [line for line in block.splitlines() if line and not line.startswith("#")]
            given = []
            while lines and lines[0].startswith("given: "):
                given += ["--given", lines.pop(0)[7:]]
            if len(lines) >= 2:
                yield given, lines[:2]


signal.signal(signal.SIGALRM, timeout)
equal = slow = other = 0
times = []
for given, formulas in pairs():
    answer = subprocess.run(
        [HOCKNEY, "equal", "-f", "json", *given, "--", *formulas], capture_output=True, text=True
    )
    report = json.loads(answer.stdout)
    family = [fact.split(" = ") for fact in report["assuming"] if " = " in fact]
    signal.alarm(LIMIT)
    start = time.perf_counter()
    try:
        left, right = (read(report[side]["plain"], family) for side in ("left", "right"))
        start = time.perf_counter()
        same = sympy.simplify((left - right).doit()) == 0
        times.append(time.perf_counter() - start)
        equal, other = equal + bool(same), other + (not same)
    except TimeoutError:
        slow += 1
    except Exception as error:  # what SymPy cannot read or do
        other += 1
        print("not done:", formulas, type(error).__name__)
    finally:
        signal.alarm(0)
print(f"SymPy {sympy.__version__}: {equal} equal, {other} not shown, {slow} above {LIMIT} s")
if times:
    times.sort()
    print(f"mean {sum(times) / len(times) * 1e3:.2f} ms, median {times[len(times) // 2] * 1e3:.2f} ms")
subprocess.run(["cargo", "bench", "-q", "--bench", "equal"], check=True)
