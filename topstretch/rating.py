"""From the facts of horses and riders to their cards, each rating with the working that led to it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from .charts import ChartSet, chart_set
from .console import csv_text
from .errors import clean
from .locate import data_dir
from .rating_facts import HorseFacts, fact_files, quoted, read_horse_facts, read_jockey_facts
from .rating_riders import ride, trouble
from .rating_rules import Worked, work
from .ratings import Horse, Jockey, Kind
from .rosters import HORSE_COLUMNS, JOCKEY_COLUMNS, key

METHOD = "2026.11"  # the edition of the method: a card says which one made it


@frozen
class RatedHorse:
    """A card and the working of each of its ratings."""

    horse: Horse
    working: tuple[Worked, ...]


@frozen
class RatedJockey:
    """A rider's card and the working of both ratings."""

    jockey: Jockey
    working: tuple[Worked, ...]


def rate_horses(
    facts: Path | str | None = None,
    *,
    feats: Path | str | None = None,
    honours: Path | str | None = None,
    charts: ChartSet | Path | str | None = None,
) -> tuple[RatedHorse, ...]:
    """Rate the horses of a fact file: for each its best-year card, then its career card, with the working.

    `facts` has the columns that `blank_facts` writes; `feats` and `honours` are two more files in the layout of
    data/facts, if there are any. Without `facts` the packaged hundred are rated. A missing fact gives the documented neutral
    value, marked in the working. `charts` makes Overall. Raises InputError with every fault of a file.
    """
    files = fact_files() if facts is None else (Path(facts), as_path(feats), as_path(honours))
    drawn = chart_set(charts)
    return tuple(rate(horse, kind, drawn) for horse in read_horse_facts(*files) for kind in Kind)


def rate_jockeys(facts: Path | str | None = None, *, quotes: Path | str | None = None) -> tuple[RatedJockey, ...]:
    """Rate the riders of a fact file (columns as `blank_facts(riders=True)` writes), or the packaged ones.

    `quotes` is a file of Ride ratings that stand as they are, in the layout of data/facts/quoted.csv; the packaged riders
    have theirs from the rulebook. Raises InputError with every fault of a file.
    """
    own = facts is not None and quotes is None
    rides = {key(row["name"]): int(row["value"]) for row in quoted_rows(own, quotes) if row["what"] == "ride"}
    path = data_dir("facts") / "jockeys.csv" if facts is None else Path(facts)
    return tuple(rate_jockey(row, rides.get(key(row["name"]))) for row in read_jockey_facts(path))


def quoted_rows(own: bool, quotes: Path | str | None) -> Sequence[Any]:
    """The quoted ratings that apply: none to riders of one's own without a file of them."""
    return () if own else quoted(as_path(quotes))


def as_path(path: Path | str | None) -> Path | None:
    """A path, or None."""
    return None if path is None else Path(path)


def rate(facts: HorseFacts, kind: Kind, charts: ChartSet) -> RatedHorse:
    """One card of a horse."""
    period = facts.period(kind)
    working = work(period, charts)
    values = {("class_" if one.rating == "class" else one.rating): one.value for one in working}
    horse = Horse(
        period.name,
        kind=kind,
        year=period.year,
        age=period.age,
        sex=period.sex,
        source=working_text(facts["confidence"], working),
        **values,
    )
    return RatedHorse(horse, working)


def rate_jockey(facts: Any, quoted_ride: int | None) -> RatedJockey:
    """The card of a rider."""
    working = (ride(facts, quoted_ride), trouble(facts, quoted_ride))
    values = {one.rating: one.value for one in working}
    jockey = Jockey(facts["name"], source=working_text(facts.get("confidence"), working), **values)
    return RatedJockey(jockey, working)


def working_text(confidence: str | None, working: Iterable[Worked]) -> str:
    """The working as a card's source column keeps it."""
    sure = [f"facts of {confidence} confidence"] if confidence else []
    return "; ".join([*sure, *(str(one) for one in working)])


# --- cards as files ---


def horse_row(horse: Horse) -> dict[str, Any]:
    """A card as a row of a card file."""
    return {column.name: cell(horse, column.name) for column in HORSE_COLUMNS}


def jockey_row(jockey: Jockey) -> dict[str, Any]:
    """A rider's card as a row of a card file."""
    return {column.name: cell(jockey, column.name) for column in JOCKEY_COLUMNS}


def cell(record: Horse | Jockey, name: str) -> Any:
    """A value as a card file has it: whole furlongs without a decimal point, `class` without the underscore."""
    value = getattr(record, "class_" if name == "class" else name)
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if name in ("kind", "form") else value


def horse_cards_text(rated: Iterable[RatedHorse], files: Sequence[str], charts: ChartSet | None = None) -> str:
    """Rated horses as the text of a card file; `files` are the names of the fact files they were rated from."""
    made = chart_set(charts)
    head = card_head(files, f"; overall by Final Speed of the chart set {made.name}, edition {made.edition}")
    return head + csv_text((horse_row(one.horse) for one in rated), [column.name for column in HORSE_COLUMNS])


def jockey_cards_text(rated: Iterable[RatedJockey], files: Sequence[str]) -> str:
    """Rated riders as the text of a card file."""
    return card_head(files) + csv_text(
        (jockey_row(one.jockey) for one in rated), [column.name for column in JOCKEY_COLUMNS]
    )


def card_head(files: Sequence[str], more: str = "") -> str:
    """The head lines of a card file."""
    names = " and ".join(filter(None, (", ".join(files[:-1]), files[-1])))
    made = f"rated from {names} by the rating method {METHOD} of topstretch (docs/the-hundred.md){more}"
    return f"# edition: {METHOD}\n# source: {clean(made)}; the source column has the working of each rating\n"


def neutral_counts(rated: Sequence[RatedHorse] | Sequence[RatedJockey]) -> list[dict[str, Any]]:
    """How many values of each rating are neutral, or partly so, for want of a fact: rating, cards, and one column a kind."""
    counts: Counter[tuple[str, str]] = Counter()
    cards: Counter[str] = Counter()
    for one in rated:
        kind = str(one.horse.kind) if isinstance(one, RatedHorse) else "riders"
        cards[kind] += 1
        counts.update((work.rating, kind) for work in one.working if work.neutral)
    ratings = list(dict.fromkeys(work.rating for one in rated for work in one.working))
    return [{"rating": name, **{kind: counts[name, kind] for kind in cards}} for name in ratings]
