"""The proof of packaging in small: what its checks notice, on wheels and metadata made up for it."""

import email
import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from trust import packaging, venvs
from trust.packaging import Check

PROJECT = {
    "name": "mine", "version": "1.0", "description": "A thing.", "requires-python": ">=3.11", "license": "MIT",
    "license-files": ["LICENSE"], "classifiers": ["Typing :: Typed"], "dependencies": ["one>=1"],
    "optional-dependencies": {"more": ["two"]},
}  # fmt: skip
METADATA = """Metadata-Version: 2.4
Name: mine
Version: 1.0
Summary: A thing.
License-Expression: MIT
License-File: LICENSE
Classifier: Typing :: Typed
Requires-Python: >=3.11
Requires-Dist: one>=1
Provides-Extra: more
Requires-Dist: two; extra == 'more'
Description-Content-Type: text/markdown

# mine
"""


# What is in them


def test_files_that_are_missing_too_many_or_other_are_told():
    one = {"a": b"1", "b": b"2"}
    assert packaging.differences(one, one) == []
    assert packaging.differences({"a": b"2", "c": b""}, one) == ["no b", "also c", "another a"]


def test_metadata_as_the_project_says_are_right():
    assert packaging.metadata_faults(email.message_from_string(METADATA), PROJECT) == []


WRONG = [
    ("Version: 1.0", "Version: 1.1"), ("Summary: A thing.\n", ""), ("License-Expression: MIT", "License: MIT"),
    ("License-File: LICENSE\n", ""), (">=3.11", ">=3.12"), ("one>=1", "one>=2"), ("Requires-Dist: one>=1\n", ""),
    ("Provides-Extra: more\n", ""), ("Typing :: Typed", "Typing :: No"), ("text/markdown", "text/plain"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_other_metadata_are_noticed(right, wrong):
    assert len(packaging.metadata_faults(email.message_from_string(METADATA.replace(right, wrong, 1)), PROJECT)) == 1


def made_wheel(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


@pytest.fixture
def built(tmp_path):
    """A small tree, and the files that its wheel should have."""
    tree = tmp_path / "tree"
    files = {
        "topstretch/__init__.py": "", "topstretch/py.typed": "", "data/a.csv": "a\n", "LICENSE": "MIT\n", "tests/test_a.py": "",
    }  # fmt: skip
    for where in (tree, tmp_path / "unpacked"):
        for name, text in files.items():
            (where / name).parent.mkdir(parents=True, exist_ok=True)
            (where / name).write_text(text)
    (tmp_path / "unpacked/PKG-INFO").write_text(METADATA)
    (tree / ".ci").mkdir()
    (tree / ".ci/run").write_text("")
    wheel = {
        "topstretch/__init__.py": "", "topstretch/py.typed": "", "topstretch/data/a.csv": "a\n",
        "topstretch-1.dist-info/METADATA": METADATA, "topstretch-1.dist-info/licenses/LICENSE": "MIT\n",
    }  # fmt: skip
    return packaging.Built(tree, tmp_path / "sdist", tmp_path / "wheel", tmp_path / "unpacked"), wheel


def contents(built, wheel, monkeypatch, again=None):
    made_wheel(built.wheel, wheel)
    monkeypatch.setattr(packaging, "build", lambda *given: made_wheel(built.tree.parent / "again", again or wheel))
    return {check.what: check.right for check in packaging.content_checks(built, None, built.tree)}


def test_a_whole_wheel_and_sdist_are_right(built, monkeypatch):
    assert set(contents(*built, monkeypatch).values()) == {True}


@pytest.mark.parametrize(
    ("change", "noticed"),
    [
        ({"tests/test_a.py": ""}, "files of the wheel"),
        ({"topstretch/py.typed": None}, "files of the wheel"),
        ({"topstretch/data/a.csv": None}, "files of the wheel"),
        ({"topstretch/data/a.csv": "b\n"}, "files of the wheel"),
        ({"topstretch-1.dist-info/licenses/LICENSE": None}, "licence in the wheel"),
        ({"topstretch-1.dist-info/licenses/LICENSE": "GPL"}, "licence in the wheel"),
    ],
)
def test_a_wheel_that_lacks_something_or_has_too_much_is_noticed(built, monkeypatch, change, noticed):
    whole, wheel = built
    wheel = {name: text for name, text in (wheel | change).items() if text is not None}
    assert [what for what, right in contents(whole, wheel, monkeypatch).items() if not right] == [noticed]


def test_another_wheel_from_the_sdist_is_noticed(built, monkeypatch):
    found = contents(*built, monkeypatch, again={"a": ""})
    assert [what for what, right in found.items() if not right] == [
        "wheel built from the sdist, against the wheel built from the tree"
    ]


def test_an_sdist_that_lacks_a_file_is_noticed(built, monkeypatch):
    (built[0].unpacked / "tests/test_a.py").unlink()
    assert [what for what, right in contents(*built, monkeypatch).items() if not right] == ["files of the sdist"]


def test_a_tree_without_py_typed_is_noticed(built, monkeypatch):
    whole, wheel = built
    del wheel["topstretch/py.typed"]
    for where in (whole.tree, whole.unpacked):
        (where / "topstretch/py.typed").unlink()
    assert [what for what, right in contents(whole, wheel, monkeypatch).items() if not right] == ["files of the wheel"]


# Types


def counted(symbols, score):
    counts = {"withKnownType": len(symbols), "withAmbiguousType": 0, "withUnknownType": 0}
    found = {"completenessScore": score, "exportedSymbolCounts": counts, "symbols": symbols}
    return packaging.completeness("types", {"version": "1.2", "typeCompleteness": found})


def test_symbols_that_are_not_wholly_typed_are_named_once():
    good = {"name": "mine.good", "isExported": True, "diagnostics": []}
    assert counted([good], 1) == Check("types", "pyright 1.2: 100.0% of 1 symbols")
    bad, inner = (
        {"name": name, "isExported": flag, "diagnostics": ["x"]} for name, flag in (("mine.bad", True), ("os", False))
    )
    found = counted([good, bad, bad, inner], 0.99)
    assert (found.found, found.right) == ("pyright 1.2: 99.0% of 4 symbols: not mine.bad", False)


def test_a_checker_that_cannot_be_had_is_named_and_is_no_fault(monkeypatch, tmp_path):
    def make(*given):
        raise venvs.FailedError("pip: no such package")

    monkeypatch.setattr(packaging.Venv, "make", make)
    (found,) = packaging.type_checks(venvs.Venv(tmp_path), tmp_path)
    assert (found.found, found.right) == ("not run: pip: no such package", None)


# The tree and the programs that are run


@pytest.fixture
def repository(tmp_path):
    tree = tmp_path / "repository"
    (tree / "sub").mkdir(parents=True)
    (tree / "sub/a.txt").write_text("as it lies")
    (tree / ".gitignore").write_text("left.txt\n")
    (tree / "left.txt").write_text("")
    subprocess.run(["git", "init", "-q", tree], check=True)
    return tree


def test_a_tree_is_taken_as_it_lies_but_for_what_git_ignores(repository, tmp_path):
    taken = venvs.export(tmp_path / "taken", repository)
    assert packaging.files_under(taken) == {"sub/a.txt": b"as it lies", ".gitignore": b"left.txt\n"}


def test_a_program_is_run_without_python_s_own_variables(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    said = venvs.run(sys.executable, "-c", "import os; print(os.environ.get('PYTHONPATH'), os.getcwd())", cwd=tmp_path)
    assert said == f"None {tmp_path}\n"
    assert venvs.run(sys.executable, "-c", "raise SystemExit(1)", statuses=(0, 1)) == ""


def test_a_program_that_fails_says_what_and_why():
    with pytest.raises(venvs.FailedError) as failure:
        venvs.run(
            sys.executable, "-c", "print('much'); print('more'); print('the end'); raise ValueError('that is it')"
        )
    assert str(failure.value).startswith(f"{Path(sys.executable).name}: status 1\nValueError: that is it")
    assert "much" not in str(failure.value)


# The program


def test_the_program_writes_what_it_found_and_fails_where_something_is_wrong(monkeypatch, tmp_path):
    found = [Check("this", "well\nand good"), Check("that", "not run: no net", None)]
    monkeypatch.setattr(packaging, "checks", lambda source, folder: iter(found))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    document = tmp_path / "accuracy.md"
    assert packaging.main(["--write", str(document)]) == 0
    text = document.read_text(encoding="utf-8")
    assert "| this | well and good | yes |" in text
    assert "| that | not run: no net | not run |" in text
    found.append(Check("other", "bad", right=False))
    assert packaging.main([]) == 1
    assert "WRONG: other: bad" in sys.stderr.getvalue()
