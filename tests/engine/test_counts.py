"""What a simulation counts, against the same races played one by one: every count, share, error, detail and return."""

import itertools
import math
import statistics
import warnings
from collections import Counter

import numpy as np
import pytest
import topstretch as ts
from topstretch.card import MAX_RUNNERS
from topstretch.dice import BLOCK

from engine.making import (
    FACTORS,
    PACES,
    VERSIONS,
    all_to_trouble,
    close_card,
    coarse,
    column,
    is_disqualified,
    played,
    troubled_charts,
)

RACES = 300
DETAILS = ("exacta", "trifecta", "head_to_head")


@pytest.fixture(scope="module", params=VERSIONS)
def races(request, tmp_path_factory):
    """(simulation of a close field with much trouble, its scoresheets)."""
    charts = ts.load_charts(coarse(troubled_charts(tmp_path_factory.mktemp("counts") / "charts")))
    card = close_card(5)
    simulation = ts.simulate(card, races=RACES, seed=8, version=request.param, charts=charts, details=DETAILS)
    return simulation, played(simulation, range(RACES))


def places_counted(places):
    """(horses, 1 + horses): how often each horse had each place; 0 is out."""
    return np.array([np.bincount(row, minlength=len(places) + 1) for row in places])


def at_place(sheet, place):
    """The posts at an official place."""
    return [line.post for line in sheet.finishers if line.place == place]


def close(found, wanted):
    """(share or mean, standard error) as wanted, or both empty."""
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-15, nan_ok=True)


def share(count, races=RACES):
    """A share and its binomial standard error."""
    p = count / races
    return p, math.sqrt(p * (1 - p) / races)


def test_the_races_hold_what_is_to_be_counted(races):
    _, sheets = races
    assert sum(len(at_place(sheet, 1)) > 1 for sheet in sheets) > 3
    assert sum(sum(map(is_disqualified, sheet.lines)) > 1 for sheet in sheets) > 10
    assert sum(line.place is None for sheet in sheets for line in sheet.lines) > 20


def test_every_count_is_that_of_the_races_played_one_by_one(races):
    simulation, sheets = races
    tally = simulation.tally
    official, wire, figure = (column(sheets, name) for name in ("place", "wire_place", "figure"))
    assert np.array_equal(tally.official, places_counted(official))
    assert np.array_equal(tally.wire, places_counted(wire))
    assert np.array_equal(tally.figures, [np.bincount(row[row > 0], minlength=256) for row in figure])
    lines = list(zip(*(sheet.lines for sheet in sheets), strict=True))
    assert tally.disqualified.tolist() == [sum(map(is_disqualified, row)) for row in lines]
    level = np.array([[Counter(race)[place] > 1 and place > 0 for place in race] for race in official.T.tolist()]).T
    assert tally.dead_heats.tolist() == level.sum(axis=1).tolist()
    assert tally.paces.tolist() == [sum(sheet.pace_of_race == pace for sheet in sheets) for pace in PACES]
    factors = Counter((sheet.factor, sheet.ride_counts) for sheet in sheets)
    assert tally.factors.tolist() == [factors[pair] for pair in itertools.product(FACTORS, (False, True))]
    assert tally.photos == sum(by_photo(sheet) for sheet in sheets)
    assert tally.win_dead_heats == sum(len(sheet.winners) > 1 for sheet in sheets)
    assert tally.no_finish == sum(not sheet.finishers for sheet in sheets)
    assert tally.races == simulation.races == RACES


def by_photo(sheet):
    """Whether the first past the post was found by a photo."""
    return any(line.wire_place == 1 and line.photo_total is not None for line in sheet.lines)


def test_orders_and_pairs_are_counted_without_dead_heats(races):
    simulation, sheets = races
    posts = [line.post for line in sheets[0].lines]
    for number, counts in ((2, simulation.tally.exacta), (3, simulation.tally.trifecta)):
        wanted = Counter()
        for sheet in sheets:
            first = [at_place(sheet, place) for place in range(1, number + 1)]
            if all(len(horses) == 1 for horses in first):
                wanted[tuple(posts.index(horses[0]) for horses in first)] += 1
        assert {tuple(map(int, at)): int(counts[tuple(at)]) for at in np.argwhere(counts)} == dict(wanted)
        assert 0 < counts.sum() < RACES
    official = column(sheets, "place")
    rank = np.where(official == 0, 99, official)
    wanted_pairs = [[int((a < b).sum()) for b in rank] for a in rank]
    assert simulation.tally.head_to_head.tolist() == wanted_pairs


def test_the_details_frames_have_every_order_likeliest_first_with_its_error(races):
    simulation, sheets = races
    names = [line.horse for line in sheets[0].lines]
    for detail, titles in zip(DETAILS, (["first", "second"], ["first", "second", "third"], ["ahead", "behind"])):
        frame, counts = simulation.detail(detail), getattr(simulation.tally, detail)
        assert list(frame.columns) == [*titles, "chance", "chance_se"]
        assert len(frame) == np.count_nonzero(counts)
        assert frame["chance"].is_monotonic_decreasing
        for row in frame.itertuples(index=False):
            count = counts[tuple(names.index(name) for name in row[:-2])]
            close((row.chance, row.chance_se), share(int(count)))


def test_a_detail_that_was_not_asked_for_is_refused():
    simulation = ts.simulate("champagne-2009", races=10, seed=1, details=["exacta"])
    assert len(simulation.detail("exacta"))
    for name in ("trifecta", "races"):
        with pytest.raises(
            ts.InputError, match=f"detail: found '{name}', allowed one of exacta, trifecta, head_to_head"
        ):
            simulation.detail(name)


def test_chances_and_their_errors_are_those_of_the_races(races):
    simulation, sheets = races
    frame = simulation.to_frame()
    assert list(frame["post"]) == [line.post for line in sheets[0].lines]
    for row in frame.to_dict("records"):
        lines = [next(line for line in sheet.lines if line.post == row["post"]) for sheet in sheets]
        for name, best in (("win", 1), ("place", 2), ("show", 3)):
            found = sum(line.place is not None and line.place <= best for line in lines)
            close((row[name], row[f"{name}_se"]), share(found))
        close((row["out"], row["out_se"]), share(sum(line.place is None for line in lines)))
        close((row["disqualified"], row["disqualified_se"]), share(sum(map(is_disqualified, lines))))
        heats = sum(len(at_place(sheet, line.place)) > 1 for sheet, line in zip(sheets, lines) if line.place)
        close((row["dead_heat"], row["dead_heat_se"]), share(heats))
        finished = [line for line in lines if line.place]
        wire, figures = [line.wire_place for line in finished], [line.figure for line in finished]
        close((row["mean_finish"], row["mean_finish_se"]), mean_and_error(wire))
        close((row["figure"], row["figure_se"]), mean_and_error(figures))
        close((row["figure_sd"], row["figure_sd_se"]), deviation_and_error(figures))


def mean_and_error(values):
    """The mean and its standard error."""
    return statistics.fmean(values), statistics.pstdev(values) / math.sqrt(len(values))


def deviation_and_error(values):
    """The standard deviation and its error for many values, by the fourth moment about the mean."""
    mean, deviation = statistics.fmean(values), statistics.pstdev(values)
    fourth = statistics.fmean((value - mean) ** 4 for value in values)
    return deviation, math.sqrt((fourth - deviation**4) / len(values)) / (2 * deviation)


def test_the_errors_are_those_that_many_simulations_show():
    """200 runs of 500 races: the spread of each figure is its printed error, within 4.5 of its own errors (1 in 20).

    Horses that win fewer than 10 of 500 races are left out: so few counts spread otherwise than a bell does.
    """
    runs = [ts.simulate(close_card(6), races=500, seed=seed) for seed in range(200)]
    for name in ("win", "place", "mean_finish", "figure", "figure_sd"):
        values, errors = (np.array(part) for part in zip(*(run.chances(name) for run in runs)))
        enough = values.mean(axis=0) * 500 > 10
        assert enough.sum() >= 4
        ratio = values.std(axis=0, ddof=1) / np.sqrt((errors**2).mean(axis=0))
        assert (abs(ratio - 1)[enough] < 4.5 / math.sqrt(2 * 199)).all(), (name, ratio)


def test_shares_of_paces_factors_and_photos(races):
    simulation, sheets = races
    for pace, found in simulation.pace_shares().items():
        close(found, share(sum(sheet.pace_of_race == pace for sheet in sheets)))
    for factor, found in simulation.factor_shares().items():
        close(found, share(sum(sheet.factor == factor for sheet in sheets)))
    close(simulation.photo_rate, share(sum(map(by_photo, sheets))))


def test_tables_of_places_are_the_shares_of_the_races(races):
    simulation, sheets = races
    for table, name in ((simulation.finish, "wire_place"), (simulation.official, "place")):
        assert np.allclose(table, places_counted(column(sheets, name))[:, 1:] / RACES, rtol=1e-15)


@pytest.mark.parametrize("version", VERSIONS)
def test_counts_add_up_over_many_races(tmp_path, version):
    charts = ts.load_charts(troubled_charts(tmp_path / "charts"))
    card = close_card(8)
    tally = ts.simulate(card, races=3 * BLOCK + 5, seed=4, version=version, charts=charts, details=DETAILS).tally
    races = tally.races
    assert races == 3 * BLOCK + 5
    assert (tally.official.sum(axis=1) == races).all()
    assert (tally.wire.sum(axis=1) == races).all()
    assert (tally.official[:, 0] == tally.wire[:, 0]).all()
    assert (tally.figures.sum(axis=1) == races - tally.wire[:, 0]).all()
    assert tally.paces.sum() == tally.factors.sum() == races
    for places in (tally.official, tally.wire):
        assert places[:, 1].sum() >= races - tally.no_finish
        assert places[:, 1:].sum(axis=0).cumsum().tolist() == sorted(places[:, 1:].sum(axis=0).cumsum().tolist())
    assert tally.official[:, 1].sum() - races + tally.no_finish >= tally.win_dead_heats > 0
    assert tally.exacta.sum() <= races - tally.no_finish - tally.win_dead_heats
    assert (tally.trifecta.sum(axis=2) <= tally.exacta).all()
    assert (tally.exacta.sum(axis=1) <= tally.official[:, 1]).all()
    assert (np.diagonal(tally.exacta) == 0).all()
    assert (tally.head_to_head + tally.head_to_head.T <= races).all()
    assert (np.diagonal(tally.head_to_head) == 0).all()


def test_returns_are_what_flat_bets_on_every_race_bring(races):
    simulation, sheets = races
    odds = ts.odds(simulation.card, seed=3, charts=simulation.charts)
    collected = Counter()
    for sheet in sheets:
        for line in ts.payoffs(sheet, odds, charts=simulation.charts).lines:
            for bet in ("win", "place", "show"):
                collected[line.post, bet] += getattr(line, bet) or 0
    frame = simulation.returns(odds)
    assert list(frame.columns) == ["post", "horse", "bet", "return", "return_se"]
    assert len(frame) == 3 * len(sheets[0].lines)
    for row in frame.to_dict("records"):
        close(row["return"], float(collected[row["post"], row["bet"]]) / (2 * RACES) - 1)
        paid = [
            float(getattr(line, row["bet"]) or 0) / 2
            for sheet in sheets
            for line in ts.payoffs(sheet, odds, charts=simulation.charts).lines
            if line.post == row["post"]
        ]
        paid += [0.0] * (RACES - len(paid))
        close(row["return_se"], statistics.pstdev(paid) / math.sqrt(RACES))


def test_returns_leave_out_horses_without_odds():
    simulation = ts.simulate("champagne-2009", races=100, seed=1)
    odds = ts.odds("champagne-2009", source="real")
    known = [line.post for line in odds.lines if line.odds is not None]
    assert 0 < len(known) < len(odds.lines)
    assert list(simulation.returns(odds)["post"].unique()) == known


def test_d14_where_every_horse_is_out_there_is_nothing_to_average(tmp_path):
    charts = ts.load_charts(all_to_trouble(tmp_path / "out", "out"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        simulation = ts.simulate("champagne-2009", races=500, seed=1, charts=charts, details=DETAILS)
        rows = simulation.rows()
    assert simulation.tally.no_finish == 500
    assert simulation.tally.photos == simulation.tally.win_dead_heats == 0
    for row in rows:
        assert (row["win"], row["out"], row["out_se"]) == (0, 1, 0)
        assert math.isnan(row["figure"])
        assert math.isnan(row["mean_finish_se"])
    assert len(simulation.detail("exacta")) == len(simulation.detail("head_to_head")) == 0


def test_no_way_of_sharing_places_takes_256_off_their_sum():
    taken = {sum(level * (level - 1) // 2 for level in sharing) for sharing in partitions(MAX_RUNNERS, MAX_RUNNERS)}
    assert {0, 1, 253, 276} < taken
    assert 256 not in taken


def partitions(horses, most):
    """Every way to split so many horses into groups, and those of some of them."""
    yield []
    for size in range(min(horses, most), 0, -1):
        for rest in partitions(horses - size, size):
            yield [size, *rest]
