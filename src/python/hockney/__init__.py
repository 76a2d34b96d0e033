"""Plans, checks and prices collective communication in the model t_s + m t_w; numbers are exact.

    >>> import hockney
    >>> hockney.cost("all-gather", "ring:8", m=100, ts=5, tw=1).total
    Fraction(735, 1)

Each function runs the program that comes with this module. Keywords are its options: `m=100` is `-m 100`,
`every_message=True` is `--every-message`, and a list gives an option several times.
"""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
import sysconfig
from fractions import Fraction
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence, Union

__all__ = ["Answer", "Error", "Input", "NoAnswer", "Picture", "Ranking", "check", "compare", "cost", "draw", "equal", "grade",
           "plan", "program", "prove", "run"]

_NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?\Z")


class Error(Exception):
    """Why there is no answer; the text is the whole diagnostic of the program."""


class Input(Error):
    """The input cannot be used (exit code 2)."""


class NoAnswer(Error):
    """A limit was reached, or nothing could be decided (exit code 3)."""


def program() -> str:
    """The path of the program: beside the scripts of this Python, or else the one that HOCKNEY names or the shell finds."""
    name = "hockney.exe" if sys.platform == "win32" else "hockney"
    folders = [sysconfig.get_path("scripts"), str(Path(__file__).resolve().parents[2] / "bin"),
               str(Path(__file__).resolve().parent.parent / "bin")]
    found = [os.path.join(folder, name) for folder in folders if os.path.isfile(os.path.join(folder, name))]
    return os.environ.get("HOCKNEY") or (found[0] if found else name)


def run(*words: object, text: Optional[str] = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command; exit code 1 is an answer, 2 raises `Input` and 3 raises `NoAnswer`."""
    line = [program(), *map(str, words)]
    for name, value in options.items():
        flag = ("-" if len(name) == 1 else "--") + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                line.append(flag)
            elif one is not None and one is not False:
                line += [flag, str(one)]
    # Standard input is empty and not that of the notebook.
    done = subprocess.run(line, input=text or "", capture_output=True, encoding="utf-8")
    if done.returncode not in (0, 1):
        kind = {2: Input, 3: NoAnswer}.get(done.returncode, Error)
        raise kind(done.stderr.strip() or done.stdout.strip() or f"hockney ended with exit code {done.returncode}")
    return done


def _exact(value: Any) -> Any:
    """Text that is a number as a fraction, and objects as answers; names and formulas stay as they are."""
    if isinstance(value, dict):
        return Answer({key: _exact(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return [_exact(inner) for inner in value]
    return Fraction(value) if isinstance(value, str) and _NUMBER.match(value) else value


class Answer(dict):  # type: ignore[type-arg]
    """A report of the program, whose fields are attributes too. It is false if the answer is no."""

    printed: str = ""
    yes: bool = True

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name}; there is {', '.join(self)}") from None

    def __bool__(self) -> bool:
        return self.yes

    def __str__(self) -> str:
        return self.printed or json.dumps(self, default=str, indent=2)

    __repr__ = __str__


class Ranking(Answer):
    """The rows of a ranking, the best first."""

    @property
    def rows(self) -> list[Answer]:
        """The rows."""
        return list(self["rows"])

    def __iter__(self) -> Iterator[Answer]:  # type: ignore[override]
        return iter(self["rows"])

    def __len__(self) -> int:
        return len(self["rows"])

    def to_pandas(self) -> Any:
        """The rows as a data frame, if pandas is installed; the parts of costs are columns."""
        import pandas

        flat = [{f"{key}_{part}" if isinstance(value, dict) else key: inner for key, value in row.items()
                 for part, inner in (value.items() if isinstance(value, dict) else [("", value)])} for row in self["rows"]]
        return pandas.DataFrame(flat)

    def _repr_html_(self) -> str:
        heads = ["algorithm", "pieces", "cost", "total", "ratio", "closed_form"]
        shown = [[" + ".join(f"{n} {t}" for t, n in row[head].items() if n) if head == "cost" else row.get(head) for head in heads]
                 for row in self["rows"]]
        lines = [heads, *shown]
        cells = ["".join(f"<td>{html.escape(str('' if cell is None else cell))}</td>" for cell in line) for line in lines]
        return "<table>" + "".join(f"<tr>{line}</tr>" for line in cells) + "</table>"


class Picture(str):
    """A drawing as SVG, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self, encoding="utf-8")


def _report(command: str, words: Sequence[object], options: dict[str, Any], text: Optional[str] = None) -> Answer:
    done = run(command, *words, text=text, f="json", **options)
    found = _exact(json.loads(done.stdout))
    answer = Ranking(found) if "rows" in found and command == "compare" else found
    answer.yes = done.returncode == 0
    return answer


def _on(topology: Optional[str], options: dict[str, Any]) -> dict[str, Any]:
    return options if topology is None else {"t": topology, **options}


def cost(collective: str, topology: Optional[str] = None, **options: Any) -> Answer:
    """The exact cost: `.cost.t_s`, `.total`, `.closed_form`."""
    return _report("cost", [collective], _on(topology, options))


def compare(collective: str, topology: Optional[str] = None, **options: Any) -> Answer:
    """The algorithms, the best first."""
    return _report("compare", [collective], _on(topology, options))


def check(schedule: str, collective: Optional[str] = None, topology: Optional[str] = None, **options: Any) -> Answer:
    """Checks a schedule: the text of a file or of lines, or a path. An invalid one is an answer: `.verdict`, `.violations`."""
    is_path = "\n" not in schedule and os.path.exists(schedule)
    words = [*([collective] if collective else []), schedule if is_path else "-"]
    return _report("check", words, _on(topology, options), None if is_path else schedule)


def plan(collective: str, topology: str, **options: Any) -> Answer:
    """The schedule, step by step; `str()` of it is a schedule file."""
    done = run("plan", collective, t=topology, f="json", **options)
    answer: Answer = _exact(json.loads(done.stdout))
    answer.printed = done.stdout
    return answer


def draw(collective: str, topology: Optional[str] = None, **options: Any) -> Picture:
    """A picture of the schedule."""
    return Picture(run("draw", collective, f="svg", **_on(topology, options)).stdout)


def prove(collective: str, topology: str, **options: Any) -> Answer:
    """A certificate that the steps add up to the closed form for all sizes."""
    return _report("prove", [collective], _on(topology, options))


def equal(left: str, right: str, **options: Any) -> Answer:
    """Whether two formulas are equal for all values: `.verdict`, and `.at` where they differ."""
    return _report("equal", [left, right], options)


def grade(problems: str, *answers: str, **options: Any) -> Answer:
    """Grades files of answers to a problem set; the key is computed."""
    return _report("grade", [problems, *answers], options)
