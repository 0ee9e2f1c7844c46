"""`python -m bench [--quick] [--out docs/benchmarks.md]`: run every line, print it as it comes, write the document."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

# One core: set before numpy starts its threads.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

from . import engine_lines, exact_lines, use_lines  # noqa: E402
from .report import Line, document, loads  # noqa: E402


def every_line(*, quick: bool) -> Iterator[Line]:
    """All lines in order."""
    yield from engine_lines.lines()
    yield from exact_lines.lines(quick=quick)
    yield from use_lines.lines(quick=quick)


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller runs, to see that all of it works")
    parser.add_argument("--out", type=Path, help="the document to write; docs/benchmarks.md unless --quick")
    options = parser.parse_args()
    out = options.out or (None if options.quick else Path(__file__).parents[1] / "docs" / "benchmarks.md")
    before, lines = loads(), []
    for line in every_line(quick=options.quick):
        lines.append(line)
        parts = (line.what, f"goal {line.goal}", line.measured, line.verdict, line.details)
        sys.stderr.write(" | ".join(part for part in parts if part) + "\n")
    text = document(lines, before)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
