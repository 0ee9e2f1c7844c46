"""Where the packaged data lies: inside the installed package, or beside it in a checkout."""

from pathlib import Path


def data_dir(name: str) -> Path:
    """The folder `name` of the packaged data, for instance `charts` or `races`."""
    package = Path(__file__).parent
    installed = package / "data"
    return (installed if installed.is_dir() else package.parent / "data") / name


def is_there(path: Path) -> bool:
    """Whether the path exists; a name that no file can have does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
