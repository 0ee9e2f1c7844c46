"""The sections of docs/accuracy.md, each written by the proof that it is about."""

from pathlib import Path


def write_section(path: Path, name: str, text: str) -> None:
    """Put a section into a document between its marks; at its end where it is new."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    document = path.read_text(encoding="utf-8") if path.exists() else "# Accuracy\n"
    before, found, rest = document.partition(begin)
    after = rest.partition(end)[2] if found else ""
    gap = "" if found else "\n"
    path.write_text(f"{before}{gap}{begin}\n\n{text}\n{end}{after or chr(10)}", encoding="utf-8")
