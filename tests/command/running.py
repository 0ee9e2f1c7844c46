"""Run the command in this process, as a shell would see it."""

import contextlib
import io
import sys
from unittest import mock

from attrs import frozen
from topstretch import cli


@frozen
class Outcome:
    """What came of a command: its exit status, and what it wrote."""

    status: int
    out: str
    err: str


def run(*arguments: object, stdin: str = "") -> Outcome:
    """`topstretch` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with (
        mock.patch.object(sys, "argv", ["topstretch", *(str(argument) for argument in arguments)]),
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            cli.main()
        except SystemExit as left:
            status = int(left.code or 0)
    return Outcome(status, out.getvalue(), err.getvalue())


def done(*arguments: object, stdin: str = "") -> str:
    """What a command that must succeed writes to stdout."""
    outcome = run(*arguments, stdin=stdin)
    assert outcome.status == 0, outcome
    return outcome.out


def refused(*arguments: object, stdin: str = "") -> list[str]:
    """The lines on stderr of a command whose input is at fault: status 2, nothing on stdout."""
    outcome = run(*arguments, stdin=stdin)
    assert (outcome.status, outcome.out) == (2, ""), outcome
    assert "Traceback" not in outcome.err
    return outcome.err.splitlines()
