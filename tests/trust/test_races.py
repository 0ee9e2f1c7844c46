"""The proof `trust.races` in small, and that it notices a wrong engine: a rule, a chart's cell, a count, a chance."""

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch import betting, blocks, card
from topstretch.rules import fullplay, quickplay, stretch

from fields import STANDARD
from trust import race_items, races
from trust.race_items import Plan, Seen

SMALL = [number for number in range(1000) if number // 2 % 23 < 6]  # races of 2 to 7 runners


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    """Eight chart sets."""
    return Plan(7, tmp_path_factory.mktemp("charts"), 8)


def first_failure(plan, part, numbers):
    """The first failure among some items, with its number."""
    for number in numbers:
        if failures := races.run(plan, part, [number]).failures:
            return number, failures[0]
    return None


# What is right passes


def test_random_races_of_small_fields(plan):
    seen = races.run(plan, "race", SMALL[:200])
    assert seen.failures == []
    assert seen.counts["items", "race"] == 200
    assert seen.counts["cells", "scoresheet"] > 15_000
    assert min(seen.counts["kind", name, version] for name in MUST_BE_SEEN for version in races.VERSIONS) > 0


MUST_BE_SEEN = (
    "match race (2 runners)", "several disqualified", "every horse out", "dead heat", "two cards of one horse",
    "factor on the dice", "Adjusted Power below 0 at the final speed", "Adjusted Power above 29 at the final speed",
    "horses scratched", "odds off the payoff chart", "a payoff of $0.00", "real odds of some runners alone",
)  # fmt: skip


@pytest.mark.parametrize(("part", "items"), [("tally", 3), ("later", 2), ("chances", 2), ("fractions", 4)])
def test_counts_and_chances(plan, part, items):
    seen = races.run(plan, part, range(items))
    assert seen.failures == []
    assert seen.counts["items", part] == items


def test_an_item_is_the_same_whatever_ran_before_it(plan, tmp_path):
    again = Plan(plan.seed, tmp_path, plan.sets)
    for part in races.PARTS:
        first, second = plan.item(part, 11), again.item(part, 11)
        assert first == attrs.evolve(second, charts=first.charts)
        assert first.options["charts"] == second.options["charts"]
    assert plan.item("race", 11) != Plan(8, tmp_path, plan.sets).item("race", 11)


# What is wrong is noticed


def shifted(function, by=1):
    """The function with its (first) result off by something."""

    def wrong(*arguments, **named):
        result = function(*arguments, **named)
        return (result[0] + by, *result[1:]) if isinstance(result, tuple) else result + by

    return wrong


WRONG_RULES = {
    "a roll level with the Trouble rating fails": (stretch, "fails_test", lambda rating, total: total >= rating),
    "D7: disqualified horses stay where they are": (stretch, "official_place", lambda wire, disqualified, die: wire),
    "R4.5: no photo": (stretch, "in_photo", lambda figure, finished: finished & False),
    "R4.5: Ride does not count in a photo": (stretch, "photo_total", lambda total, wire, ride: total + wire),
    "R4.1: the highest Pace counts twice": (quickplay, "two_highest", lambda pace, running: 2 * pace.max(axis=0)[None]),
    "R7.3: the highest points count twice": (fullplay, "two_highest", lambda points, _: 2 * points.max(axis=0)[None]),
    "R7.1: a point too many at the break": (fullplay, "break_segment", shifted(fullplay.break_segment)),
    "R4.2: a point too many for Form": (quickplay, "form_adjustment", shifted(quickplay.form_adjustment)),
    "R4.4: a point too many for the chart's figure": (stretch, "final_speed", shifted(stretch.final_speed)),
    "R8: doubles of 3 go to the left": (
        betting, "column_read", lambda code, red, white: code + (red == white) * (1 if red < 3 else -1) * (0 < code < 5),
    ),
    "R9: odds off the chart are not cut": (betting, "cut", lambda dollars: dollars),
    "R9: $0.00 for what is not paid": (
        betting, "paid", lambda place, to_1, charts: [amount or 0 for amount in PAID(place, to_1, charts)],
    ),
    "D13: one horse may meet itself": (card, "same_horse_faults", lambda starters, place: []),
}  # fmt: skip
PAID = betting.paid


@pytest.mark.parametrize("name", WRONG_RULES)
def test_a_wrong_rule_is_noticed(plan, monkeypatch, name):
    monkeypatch.setattr(*WRONG_RULES[name])
    assert first_failure(plan, "race", SMALL), name


CELLS = {
    "form": (5, 2),
    "final_speed": (5, 15),
    "break_segment": (5, 4),
    "position_power": (5, 2),
    "final_time": (0, 9),
}


@pytest.mark.parametrize("name", CELLS)
def test_one_wrong_cell_of_a_chart_is_noticed(plan, monkeypatch, name):
    cells = np.array(getattr(ts.load_charts(), name))
    cells[CELLS[name]] += 1
    numbers = [number for number in SMALL if plan.item("race", number).charts == STANDARD]
    use_charts(monkeypatch, attrs.evolve(ts.load_charts(), **{name: cells}))
    assert first_failure(plan, "race", numbers), name


def use_charts(monkeypatch, charts):
    """Let the package run with other charts than the standard ones, which the oracle reads."""
    right = race_items.loaded
    monkeypatch.setattr(race_items, "loaded", lambda folder: charts if folder == STANDARD else right(folder))


def one_more(array, at):
    """The array with one more at a place."""
    array[at] += 1
    return array


WRONG_BLOCKS = {  # what the block's races come to
    "no ruling moves a horse": lambda block: attrs.evolve(block, place=block.wire),
    "one horse of one race has another figure": lambda block: attrs.evolve(
        block, key=one_more(block.key, (0, 17)) + 32
    ),
    "one horse of one race has another place": lambda block: attrs.evolve(block, wire=one_more(block.wire, (1, 17))),
    "one race has another factor": lambda block: attrs.evolve(block, factor=(one_more(block.factor, 17) % 6)),
}


@pytest.mark.parametrize("name", WRONG_BLOCKS)
def test_a_wrong_count_is_noticed(plan, monkeypatch, name):
    right = blocks.run_block
    monkeypatch.setattr(blocks, "run_block", lambda *arguments: WRONG_BLOCKS[name](right(*arguments)))
    assert first_failure(plan, "tally", range(6)), name


@pytest.mark.parametrize("part", ["chances", "fractions"])
def test_wrong_chances_are_noticed(plan, monkeypatch, part):
    """A rider of one more Trouble or one less."""
    right = ts.exact

    def wrong(card, **options):
        jockey = card.starters[0].jockey
        other = attrs.evolve(jockey, trouble=jockey.trouble + (1 if jockey.trouble < 12 else -1))
        return right(card.replace(card.starters[0].post, jockey=other), **options)

    monkeypatch.setattr(ts, "exact", wrong)
    assert first_failure(plan, part, range(6))


# What it tells, and what it demands


def test_a_failure_tells_how_to_see_it_again(plan, monkeypatch, capsys):
    monkeypatch.setattr(*WRONG_RULES["R4.4: a point too many for the chart's figure"])
    number, told = first_failure(plan, "race", SMALL)
    assert f"--seed 7 --sets 8 --charts FOLDER --only race:{number}" in told
    assert all(
        text in told for text in ("Rules(factor_target=", "play, ", "charts ", "Speed Figure Roll", "seed ", "race ")
    )
    only = ["--seed", "7", "--sets", "8", "--charts", str(plan.folder), "--only", f"race:{number}"]
    assert races.main(only) == 1
    assert capsys.readouterr().out == told + "\n"
    monkeypatch.undo()
    assert races.main(only) == 0


def test_a_kind_that_was_hardly_seen_is_told(plan):
    seen = races.run(plan, "race", SMALL[:8])
    told = races.shortfalls(seen, plan, 400)
    assert "kind: 24 runners: quickplay: seen 0 times, wanted 1" in told
    assert "runners: 24: seen 0 times, wanted 10" in told
    assert not any("match race" in line or "pace decided by a die: quickplay" in line for line in told)
    assert len(races.shortfalls(Seen(), plan, 1000)) == 23 + 19 + 8 + 4  # sizes, tracks, chart sets, rules


def test_the_program_writes_its_section_once_and_only_if_nothing_differs(tmp_path, monkeypatch, capsys):
    document = tmp_path / "accuracy.md"
    run = ["--races", "16", "--sets", "2", "--write", str(document)]
    assert [races.main(run), races.main(run)] == [0, 0]
    text = document.read_text(encoding="utf-8")
    assert text.count("## Random races against the oracle") == text.count("<!-- races: begin -->") == 1
    assert "Differences found: 0" in text
    assert "| match race (2 runners) | 1 | 1 |" in text
    monkeypatch.setitem(races.PARTS, "race", (lambda plan, number, seen: races.same("the race", number, -1), 1))
    assert races.main(run) == 1
    assert "the race: found 15, wanted -1" in capsys.readouterr().err
    assert document.read_text(encoding="utf-8") == text
