"""The proof of versions in small: which packages a venv gets, what is compared, what is told."""

import sys
from pathlib import Path

import attrs
import numpy as np
import pandas as pd
import pytest
import topstretch as ts

from trust import fixed_results, versions
from trust.venvs import FailedError

DESCRIBED = {
    "classifiers": ["Programming Language :: Python :: 3", "Programming Language :: Python :: 3.11", "Topic :: Games",
                    "Programming Language :: Python :: 3.13"],
    "dependencies": ["numpy>=1.26", "attrs >= 23.2", "rich>=13"],
    "optional-dependencies": {
        "plots": ["matplotlib>=3.8"], "testing": ["hypothesis>=6.100"], "dev": ["pytest>=8", "ruff>=0.9"],
    },
}  # fmt: skip


# What a venv gets


def test_the_supported_pythons_are_those_of_the_classifiers():
    assert versions.supported(DESCRIBED) == ["3.11", "3.13"]
    assert f"3.{sys.version_info.minor}" in versions.supported(versions.project())


def test_the_oldest_packages_are_the_lower_bounds_to_the_letter():
    assert versions.requirements(DESCRIBED, "3.11", "oldest") == [
        "numpy==1.26", "attrs==23.2", "rich==13", "matplotlib==3.8", "hypothesis==6.100", "pytest==8", "pyparsing<3.3",
    ]  # fmt: skip


def test_a_python_that_is_newer_than_the_bound_gets_the_first_release_with_wheels():
    found = versions.requirements(DESCRIBED, "3.13", "oldest")
    assert found[:3] == ["numpy==2.1.0", "attrs==23.2", "rich==13"]
    assert "matplotlib==3.9.2" in found


def test_the_newest_packages_are_not_held():
    assert versions.requirements(DESCRIBED, "3.13", "newest") == [
        "numpy",
        "attrs",
        "rich",
        "matplotlib",
        "hypothesis",
        "pytest",
    ]


def test_every_run_time_package_has_a_lower_bound():
    pinned = versions.requirements(versions.project(), "3.11", "oldest")
    assert sum("==" in needed for needed in pinned) == len(versions.requirements(versions.project(), "3.11", "newest"))
    with pytest.raises(ValueError, match="no lower bound: numpy"):
        versions.bound_of("numpy")


def test_an_interpreter_is_found_by_what_it_says_of_itself(tmp_path, monkeypatch):
    mine = f"3.{sys.version_info.minor}"
    monkeypatch.setattr(versions.shutil, "which", lambda name: sys.executable)
    monkeypatch.setattr(versions.Path, "home", lambda: tmp_path)
    assert versions.interpreter_of(mine) == (Path(sys.executable), ".".join(map(str, sys.version_info[:3])))
    assert versions.interpreter_of("3.99") is None  # what it found is another version
    monkeypatch.setattr(versions.shutil, "which", lambda name: "/bin/false")
    assert versions.interpreter_of(mine) is None


# What is compared


def test_floats_agree_within_the_tolerance_and_texts_to_the_letter():
    one = {"a": [1.0, 1e-300, "nan"], "b": "digest", "c": [2.0]}
    near = {"a": [1.0 + 4e-13, 1e-300, "nan"], "b": "digest", "c": [2.0]}
    found = versions.compare(one, near)
    assert (found.same, found.different) == (3, ())
    assert found.largest == pytest.approx(4e-13, rel=0.01)
    others = [
        {"a": [1.0 + 2e-12, 1e-300, "nan"]},
        {"a": [1.0, 0.0, "nan"]},
        {"a": [1.0, 1e-300, 1.0]},
        {"a": [1.0]},
        {"a": "x"},
    ]
    for other in others:
        assert versions.compare(one, {**one, **other}).different == ("a",), other
    assert versions.compare(one, {**one, "b": "other"}).different == ("b",)
    assert versions.compare(one, {"a": one["a"], "b": "digest"}).different == ("c",)
    assert versions.compare(one, {**one, "d": "more"}).different == ("d",)


def some_results():
    card, found = ts.load_race("affirmed-alydar"), dict(fixed_results.of_dice())
    for kind in fixed_results.VERSIONS:
        made = (*fixed_results.of_sheets(card, kind), *fixed_results.of_many_races(card, kind, 500))
        found.update({f"{kind}: {name}": result for name, result in made})
    return found


def test_the_fixed_results_are_the_same_twice_and_hang_on_the_version(monkeypatch):
    monkeypatch.setattr(fixed_results, "SHEETS", 3)
    first, again = some_results(), some_results()
    assert versions.compare(first, again) == versions.Comparison(len(first), (), 0.0)
    assert len(first) == 2 * 13 + 3
    for name in ("sheets, frames", "simulation, counts", "exact chances"):
        assert first[f"quickplay: {name}"] != first[f"fullplay: {name}"]


def test_a_command_is_run_as_a_program_with_warnings_as_errors(monkeypatch):
    monkeypatch.setattr(fixed_results, "COMMANDS", ("races", "play no-such-race"))
    monkeypatch.setattr(fixed_results, "HELP", ("play --help",))
    found = dict(fixed_results.of_the_command())
    assert found["topstretch play --help"] == "status 0, True"
    assert len({*found.values()}) == 3


def test_digests_tell_frames_arrays_and_texts_apart():
    frame = pd.DataFrame({"a": [1, 2]})
    made = [
        fixed_results.digest(part)
        for part in (frame, frame + 1, np.array([1, 2]), np.array([[1, 2]]), np.array([True, True]), "a", "b")
    ]
    assert len(set(made)) == len(made)
    assert fixed_results.digest(np.array([1, 2], np.uint8)) == fixed_results.digest(np.array([1, 2], np.int64))
    assert fixed_results.digest("ab", "c") != fixed_results.digest("a", "bc")
    with pytest.raises(TypeError, match="float64 is not whole numbers"):
        fixed_results.digest(np.zeros(2))


def test_floats_that_are_not_finite_are_text():
    assert fixed_results.numbers([1, float("nan")], [[float("inf")]]) == [1.0, "nan", "inf"]
    assert fixed_results.columns(pd.DataFrame({"a": [1], "b": [0.5], "c": ["x"]})) == [0.5]


# What is told


def environment(kind, **more):
    return versions.Environment("3.11", kind, Path("python"), "3.11.7", {"numpy": "1.26.0"}, **more)


def test_the_newest_is_what_others_are_compared_with():
    old, new = environment("oldest", results={"a": "1"}), environment("newest", results={"a": "1"})
    assert versions.reference_of([old, new]) is new
    assert versions.reference_of([old, attrs.evolve(new, results={})]) is old
    assert versions.faults_of([old, new]) == []


def test_a_difference_a_failed_venv_and_a_failed_suite_are_told():
    new = environment("newest", results={"a": "1", "b": "1"})
    old = environment("oldest", results={"a": "1", "b": "2"})
    assert versions.faults_of([old, new]) == ["3.11/oldest, other results than 3.11/newest: b"]
    broken = environment("oldest", failure="pip: status 1\nno wheel")
    assert versions.faults_of([broken, new]) == ["3.11/oldest: pip: status 1 no wheel"]
    text = versions.section([broken, attrs.evolve(new, suite="9 passed")], ["3.12"], 500, 1.0)
    assert "no interpreter: Python 3.12." in text
    assert "| 3.11.7 | oldest | 1.26.0 | - | - | - | - | - | failed | - |" in text
    assert "2 results, compared with | 9 passed |" in text
    assert "--suite 3.11/newest" in text
    assert "Not in order:" in text


@pytest.fixture
def without_venvs(monkeypatch):
    """Venvs that are not made; what they would print comes from a list."""
    said = []

    def run(*command, cwd=None, path=None):
        answer = said.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(versions, "run", run)
    monkeypatch.setattr(versions.Venv, "install", lambda *given: None)
    monkeypatch.setattr(versions.Venv, "make", classmethod(lambda cls, folder, needs, python="": cls(folder)))
    monkeypatch.setattr(versions, "export", lambda folder, tree=None: versions.ROOT)
    monkeypatch.setattr(versions, "build", lambda *given: Path("wheel"))
    monkeypatch.setattr(
        versions, "interpreter_of", lambda python: None if python == "3.13" else (Path("python"), f"{python}.0")
    )
    return said


def printed(value):
    return f'{{"python": "3.11.0", "packages": {{"numpy": "2.0"}}, "results": {{"a": [{value}]}}}}'


def test_the_program_runs_each_environment_and_writes_its_section(without_venvs, tmp_path):
    without_venvs += [printed(1), printed(1), "....\n===== 4 passed in 1 s =====\n"]
    document = tmp_path / "accuracy.md"
    given = ["--pythons", "3.11", "3.13", "--suite", "3.11/newest", "--write", str(document)]
    assert versions.main(given) == 0
    text = document.read_text(encoding="utf-8")
    assert "4 passed in 1 s" in text
    assert "1 of 1 the same" in text
    assert "Python 3.13" in text
    assert without_venvs == []


def test_the_program_fails_where_results_or_a_suite_fail(without_venvs, capsys):
    without_venvs += [printed(1), printed(2)]
    assert versions.main(["--pythons", "3.11"]) == 1
    without_venvs += [printed(1), printed(1), FailedError("pytest: status 1\n=== 1 failed in 1 s ===")]
    assert versions.main(["--pythons", "3.11", "--suite", "3.11/newest"]) == 1
    assert "1 failed in 1 s" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        versions.main(["--pythons", "3.11", "--suite", "3.10/newest"])
