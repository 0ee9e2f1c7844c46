"""Match-ups: a field of packaged horses that suit one distance, as the rulebook advises (page 6)."""

import attrs

from .card import MAX_RUNNERS, MIN_RUNNERS, RaceCard
from .charts import load_charts
from .dice import check_count, check_seed
from .drawing import Draws
from .errors import fault
from .rating_facts import packaged_facts
from .ratings import Horse, Jockey, Kind, Surface, as_enum, as_kind
from .rosters import find_jockey, key, load_horses

SEXES_ALLOWED = "None, or female for fillies and mares only"


def matchmake(
    count: int,
    distance: float = 10,
    surface: str = "dirt",
    sex: str | None = None,
    kind: str = "best-year",
    seed: int | None = 7,
) -> RaceCard:
    """A race card of `count` packaged horses of similar Range, drawn by a seed.

    In the draw are the horses of the `kind` of card that have a Power on the `surface` and whose Range covers `distance`
    (furlongs). If these are too few, those whose Range ends nearest to it join, all that are as near together. `sex`
    "female" leaves in fillies and mares only. Posts are in the order of the draw; no rider has two mounts where another
    rider of the horse is known. Raises InputError for what cannot be: fewer than 2 or more than 24 horses, or more than
    there are.
    """
    on = as_enum(Surface)(surface)
    furlongs = check_distance(distance)
    near = by_nearness(candidates(as_kind(kind), on, sex), furlongs)
    known = sum(len(group) for group in near)
    most = min(known, MAX_RUNNERS)
    if check_count("count", count) not in range(MIN_RUNNERS, most + 1):
        whose = "fillies and mares" if sex else "horses"
        raise fault("count", count, f"{MIN_RUNNERS} to {most}: {known} {whose} have a Power on {on.rated_as}")
    drawn = Draws(check_seed(seed)).shuffled(enough(near, count))[:count]
    card = RaceCard.from_horses(
        drawn, distance=furlongs, surface=on, jockeys=mounts(drawn), name=title(furlongs, on, sex)
    )
    return attrs.evolve(card, source=f"drawn by seed {seed} among the {kind} cards that suit the distance")


def candidates(kind: Kind, surface: Surface, sex: str | None) -> list[Horse]:
    """The packaged horses that may run, in the order of their file."""
    if sex not in (None, "female"):
        raise fault("sex", sex, SEXES_ALLOWED)
    horses = load_horses(kind).values()
    return [horse for horse in horses if horse.power(surface) is not None and (sex is None or horse.is_female)]


def furlongs_outside(horse: Horse, distance: float) -> float:
    """How far a distance lies outside a horse's Range; 0 inside it, and for a card without a Range."""
    if horse.range_low is None or horse.range_high is None:
        return 0.0
    return max(horse.range_low - distance, distance - horse.range_high, 0.0)


def by_nearness(horses: list[Horse], distance: float) -> list[list[Horse]]:
    """The horses in groups: those whose Range covers the distance, then the nearest, then the next."""
    groups: dict[float, list[Horse]] = {}
    for horse in horses:
        groups.setdefault(furlongs_outside(horse, distance), []).append(horse)
    return [groups[outside] for outside in sorted(groups)]


def enough(groups: list[list[Horse]], count: int) -> list[Horse]:
    """The first groups that together hold `count` horses."""
    pool: list[Horse] = []
    for group in groups:
        if len(pool) >= count:
            break
        pool += group
    return pool


def mounts(horses: list[Horse]) -> list[Jockey]:
    """A rider for each horse, in order: its own, or where he is up already another one who rode it.

    Riders change horses so that as few as can be have two mounts (Kuhn's matching).
    """
    up: dict[str, int] = {}

    def seat(place: int, asked: set[str]) -> bool:
        """Find a rider for the horse at `place`, moving others where need be; `asked` holds those not to ask again."""
        names = [name for name in riders(horses[place]) if name not in asked]
        for name in (*(one for one in names if one not in up), *(one for one in names if one in up)):
            asked.add(name)
            if name not in up or seat(up[name], asked):
                up[name] = place
                return True
        return False

    for place in range(len(horses)):
        seat(place, set())
    seated = {place: name for name, place in up.items()}
    return [find_jockey(seated.get(place) or riders(horse)[0]) for place, horse in enumerate(horses)]


def riders(horse: Horse) -> list[str]:
    """Who rode a packaged horse: the rider of the card, then those of its facts."""
    facts = packaged_facts().get(key(horse.name))
    others = (
        [facts["best_year_jockey"], facts["career_main_jockey"], *(facts["other_jockeys"] or "").split(";")]
        if facts
        else []
    )
    return list(dict.fromkeys(name for name in (horse.jockey, *others) if name))


def check_distance(distance: float) -> float:
    """Furlongs that the standard time chart covers."""
    low, high = (float(end) for end in load_charts().time_distances[[0, -1]])
    allowed = f"{low:g} to {high:g} furlongs"
    try:
        furlongs = float(distance)
    except (TypeError, ValueError):
        raise fault("distance", distance, allowed) from None
    if not low <= furlongs <= high:
        raise fault("distance", distance, allowed)
    return furlongs


def title(distance: float, surface: Surface, sex: str | None) -> str:
    """The name of the race."""
    return f"Match-up over {distance:g} furlongs on {surface}" + (", fillies and mares" if sex else "")
