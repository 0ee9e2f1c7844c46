"""The table of licences: every package that the project names, with what its own metadata state."""

import tomllib
from email.message import Message

import pytest

from trust import third_party

DESCRIBED = tomllib.loads((third_party.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROWS = third_party.written(third_party.DOCUMENT)
SMALL = {
    "build-system": {"requires": ["maker>=1"]},
    "project": {
        "name": "mine", "dependencies": ["one>=1"],
        "optional-dependencies": {"dev": ["mine[docs]", "one", "two<3"], "docs": ["x.y"]},
    },
}  # fmt: skip


def test_the_table_has_every_package_of_pyproject_and_no_other():
    assert {name: row.use for name, row in ROWS.items()} == third_party.needed(DESCRIBED)
    assert len(ROWS) > 15


@pytest.mark.parametrize("name", list(ROWS))
def test_a_package_is_under_the_licence_that_its_metadata_state(name):
    here = third_party.installed(name)
    if here is None:
        pytest.skip(f"{name} is not installed")
    licence, version = here
    row = ROWS[name]
    if version == row.version:
        assert licence == row.licence
    elif licence != third_party.NOT_STATED:
        assert third_party.families(licence) & third_party.families(row.licence), (
            f"{licence} of {version}, {row.licence}"
        )


def test_no_package_at_run_time_is_under_a_licence_that_binds_ours():
    free = {"MIT", "BSD", "PSF", "Apache"}
    for row in ROWS.values():
        if row.use == "at run time":
            assert third_party.families(row.licence) <= free
            assert third_party.families(row.licence), row


def stated(**lines):
    made = Message()
    for name, values in lines.items():
        for value in [values] if isinstance(values, str) else values:
            made[name.replace("_", "-")] = value
    return made


def test_a_licence_is_read_from_expression_classifier_or_a_few_words():
    osi = ["License :: DFSG approved", "License :: OSI Approved :: BSD License", "Topic :: Games"]
    assert third_party.licence_of(stated(License_Expression="MIT", Classifier=osi)) == "MIT"
    assert third_party.licence_of(stated(Classifier=osi, License="x")) == "BSD License"
    assert third_party.licence_of(stated(License="ISC")) == "ISC"
    assert third_party.licence_of(stated(License="Copyright of many people, " * 9)) == "not stated"
    assert third_party.licence_of(stated(Name="x")) == "not stated"


def test_wordings_of_one_licence_are_one_family():
    assert third_party.families("BSD-3-Clause AND MIT") == {"BSD", "MIT"}
    assert third_party.families("Mozilla Public License 2.0 (MPL 2.0)") == third_party.families("MPL-2.0")
    assert third_party.families("PSF") == third_party.families("Python Software Foundation License")


def test_packages_are_named_once_with_their_first_use():
    uses = third_party.needed(SMALL)
    assert uses == {"one": "at run time", "maker": "to build it", "x.y": "documentation", "two": "development"}


def test_a_package_that_is_not_installed_keeps_its_row(monkeypatch):
    monkeypatch.setattr(third_party, "installed", lambda name: ("MIT", "9") if name == "one" else None)
    kept = {name: third_party.Package(name, "old", "BSD", "1") for name in ("maker", "x.y", "two")}
    found = third_party.packages(SMALL, kept)
    assert found[0] == third_party.Package("one", "at run time", "MIT", "9")
    assert found[1] == third_party.Package("maker", "to build it", "BSD", "1")
    with pytest.raises(KeyError):
        third_party.packages(SMALL, {})


def test_the_program_writes_the_table_that_the_document_has(tmp_path, capsys):
    document = tmp_path / "third-party.md"
    document.write_text(third_party.DOCUMENT.read_text(encoding="utf-8"), encoding="utf-8")
    assert third_party.main(["--write", str(document)]) == 0
    assert third_party.written(document).keys() == ROWS.keys()
    assert capsys.readouterr().out.startswith("| package |")
