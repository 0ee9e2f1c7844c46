"""What may come of a file: a result, or a TopstretchError that says where; never anything else, never late, never large."""

import random
import re
import resource
import signal
import tempfile
import traceback
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import topstretch
from attrs import frozen
from topstretch.errors import Fault, InputError, TopstretchError
from topstretch.locate import data_dir

from trust.file_kind import Kind, Share

SECONDS = 2.0
MEGABYTES = 200
LONGEST_LINE = 2_500
USED, REFUSED, REFUSED_IN_USE, FAILED = OUTCOMES = ("used", "refused", "refused in use", "failed")
# Faults that are of a file as a whole: they have no line.
OF_THE_WHOLE_FILE = re.compile(
    r"no header row|\d+ runners|\d+ entries|no row |no rows|no roll |no cards of race |no (card|roll) \d+ of race |more than "
)
COMPANIONS = sorted(data_dir("ticket").glob("*.csv"))
PACKAGE = Path(topstretch.__file__).parent


class Late(BaseException):
    """An input has taken too long."""


@frozen
class Verdict:
    """What came of an input; `problem` says what is wrong where it failed, and where in the package."""

    outcome: str
    problem: str = ""
    lines: int = 0  # of the message
    memory: int = 0  # bytes more than before it


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises Late in the block after so many seconds."""

    def late(number: int, frame: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def peak() -> int:
    """The most memory that this process has had since `forget_peak`, in bytes; where the system cannot forget, ever."""
    if CLEAR.exists():
        return int(re.search(r"VmHWM:\s*(\d+) kB", STATUS.read_text())[1]) * 1024  # type: ignore[index]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def forget_peak() -> int:
    """Measure anew from what is in use now, which is given."""
    if CLEAR.exists():
        CLEAR.write_text("5")
    return peak()


def judge(kind: Kind, data: bytes, folder: Path, *, thorough: bool = False, seconds: float = SECONDS) -> Verdict:
    """Hand a file in, and use what was read; a share of the longer steps is done, drawn from the content itself."""
    path = folder / kind.name / kind.file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    share = Share(random.Random(zlib.crc32(data)), thorough)
    before, stage = forget_peak(), REFUSED
    try:
        with time_limit(seconds):
            found = kind.read(path)
            stage = REFUSED_IN_USE
            kind.use(found, path, share)
    except TopstretchError as error:
        wrong = message_problem(error, path, stage)
        return limited(Verdict(FAILED if wrong else stage, wrong, str(error).count("\n") + 1, peak() - before))
    except Late as error:
        return Verdict(FAILED, f"late {place_of(error)}")
    except Exception as error:
        return Verdict(FAILED, f"{type(error).__name__} {place_of(error)}: {str(error)[:200]}")
    return limited(Verdict(USED, memory=peak() - before))


def limited(verdict: Verdict) -> Verdict:
    """The verdict, or a failure where it took too much memory."""
    if verdict.memory <= MEGABYTES * 2**20 or verdict.outcome == FAILED:
        return verdict
    return Verdict(FAILED, f"memory {verdict.memory >> 20} MB more", verdict.lines, verdict.memory)


def place_of(error: BaseException) -> str:
    """The last line of the package that an error came through."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(PACKAGE)
    ]
    return f"{Path(frames[-1].filename).relative_to(PACKAGE)}:{frames[-1].name}" if frames else "outside the package"


def message_problem(error: TopstretchError, path: Path, stage: str) -> str:
    """What is wrong with the message of an error, if anything."""
    text = str(error)
    lines = text.split("\n")
    if not all(line.isprintable() and line.strip() for line in lines):
        return f"message of unprintable lines: {text[:200]!r}"
    if max(map(len, lines)) > LONGEST_LINE:
        return f"message of a line of {max(map(len, lines))} characters: {text[:100]!r}"
    if not isinstance(error, InputError):
        return f"message of a {type(error).__name__}"
    for fault in error.faults:
        if not (is_placed(fault, path) if stage == REFUSED else fault.where.strip(": ")):
            return f"message without a place: {str(fault).replace(str(path.parent), '')[:200]}"
    return ""


def is_placed(fault: Fault, path: Path) -> bool:
    """Whether a fault names a line of the file (or of a packaged file that it must agree with), or the file as a whole."""
    file = next(
        (file for file in (path, *COMPANIONS) if fault.where == str(file) or fault.where.startswith(f"{file}:")), None
    )
    if file is None:
        return False
    of_a_line = re.match(r"\d+(:|$)", fault.where.removeprefix(f"{file}:"))
    return bool(of_a_line or OF_THE_WHOLE_FILE.match(fault.found.strip("'")))


# --- failing inputs ---


def same_problem(first: Verdict, second: Verdict) -> bool:
    """Whether two inputs fail alike: the same sort of problem at the same place of the package."""
    return second.outcome == FAILED and first.problem.split(":")[:2] == second.problem.split(":")[:2]


def minimised(kind: Kind, data: bytes, verdict: Verdict, tries: int = 300) -> bytes:
    """A smaller input that fails alike: lines and then pieces taken away as long as that works."""
    with tempfile.TemporaryDirectory() as folder:
        for join in (b"\n", b""):
            pieces = data.split(b"\n") if join else [data[i : i + 1] for i in range(len(data))]
            size = len(pieces) // 2
            while size and tries:
                start = 0
                while start < len(pieces) and tries:
                    tries -= 1
                    shorter = pieces[:start] + pieces[start + size :]
                    if same_problem(verdict, judge(kind, join.join(shorter), Path(folder), thorough=True)):
                        pieces = shorter
                    else:
                        start += size
                size //= 2
            data = join.join(pieces)
    return data


def kept(kind: Kind, data: bytes, problem: str, folder: Path) -> Path:
    """Keep a failing input as a file that says what it is: `KIND--PROBLEM--HASH.csv`."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", problem.replace(".py", ""))[:60].strip("-").lower()
    path = folder / f"{kind.name}--{words}--{zlib.crc32(data):08x}.csv"
    path.write_bytes(data)
    return path
