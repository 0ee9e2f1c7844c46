"""Many meetings: the counts, their errors, and that meeting k is meeting k."""

import attrs
import numpy as np
import pytest
from topstretch import ticket
from topstretch.errors import InputError
from topstretch.ticket.simulation import COLUMNS, COUNTS, SEAT_COLUMNS, STYLES, ratio

from ticket.making import PACKAGED


@pytest.fixture(scope="module")
def simulation():
    return ticket.simulate(40, players=3, seed=21, style=None)


def test_meeting_k_is_the_meeting_played_alone(simulation):
    for number in (0, 17, 39):
        alone = ticket.play(players=3, seed=21, meeting=number, style=None)
        assert simulation.meeting(number) == alone
        assert tuple(simulation.totals[number]) == alone.totals


def test_the_same_seed_gives_the_same_simulation_and_more_meetings_go_on_from_it(simulation):
    again = ticket.simulate(40, players=3, seed=21, style=None)
    assert again == simulation
    longer = ticket.simulate(45, players=3, seed=21, style=None)
    assert np.array_equal(longer.counts[:40], simulation.counts)
    assert ticket.simulate(40, players=3, seed=22, style=None) != simulation


def test_the_counts_are_those_of_the_tickets(simulation):
    expected = {name: dict.fromkeys(COUNTS, 0) for name in STYLES}
    for number in range(40):
        for record in simulation.meeting(number).races:
            for ticket_ in record.started.predictions:
                count = expected[" ".join(name for name, horse in zip(("1st", "2nd", "3rd"), ticket_) if horse)]
                points = ticket.score(ticket_, record.result, PACKAGED).total
                count["tickets"] += 1
                count["points"] += points
                count["paid"] += points > 0
                for place, horse in enumerate(ticket_, 1):
                    taken = record.result.taken(horse) if horse else 99
                    count["exact"] += taken == place
                    count["shown"] += taken <= 3 and taken != place
    found = {
        name: dict(zip(COUNTS, map(int, simulation.counts.sum(axis=0)[style]))) for style, name in enumerate(STYLES)
    }
    assert found == expected


def test_the_table_is_that_of_the_counts(simulation):
    tickets, points = (simulation.counts[:, :, count].sum() for count in (0, 1))
    for style, row in enumerate(simulation.rows()):
        counts = dict(zip(COUNTS, simulation.counts[:, style].sum(axis=0)))
        assert row["places"] == STYLES[style]
        assert row["horses"] == len(STYLES[style].split())
        assert row["tickets"] == counts["tickets"]
        assert row["share"] == counts["tickets"] / tickets
        assert row["points"] == counts["points"] / counts["tickets"]
        assert row["paid"] == counts["paid"] / counts["tickets"]
        assert row["exact"] == counts["exact"] / (counts["tickets"] * row["horses"])
        assert row["shown"] == counts["shown"] / (counts["tickets"] * row["horses"])
        assert row["points_share"] == counts["points"] / points
        assert tuple(row) == COLUMNS


def test_shares_add_up_to_one(simulation):
    assert sum(row["share"] for row in simulation.rows()) == pytest.approx(1)
    assert sum(row["points_share"] for row in simulation.rows()) == pytest.approx(1)
    assert sum(row["wins"] for row in simulation.seat_rows()) == pytest.approx(1)


def test_the_standard_error_of_a_mean_is_the_usual_one(simulation):
    for seat, row in enumerate(simulation.seat_rows()):
        points = simulation.totals[:, seat]
        assert row["points"] == pytest.approx(points.mean())
        assert row["points_se"] == pytest.approx(points.std(ddof=1) / np.sqrt(len(points)))
        assert tuple(row) == SEAT_COLUMNS


def test_the_standard_error_of_a_ratio_is_what_repeating_gives():
    rng = np.random.default_rng(5)
    values = []
    errors = []
    for _ in range(800):
        wholes = rng.integers(1, 6, 60)
        parts = rng.binomial(wholes, 0.3) * 2
        value, error = ratio(parts, wholes)
        values.append(value)
        errors.append(error)
    # The spread of 800 ratios is known to 2.5 %; a wrong formula (no clusters, say) is off by far more.
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.12)


def test_a_style_that_nobody_plays_has_no_values():
    def one_horse(view, options, draws):
        return (3, None, None) if view.phase == "prediction" else draws.choice(options)

    rows = ticket.simulate(5, players=2, seed=1, by=one_horse).rows()
    assert rows[0]["tickets"] == 5 * 4 * 2
    assert rows[0]["share"] == rows[0]["points_share"] == 1
    assert [row["tickets"] for row in rows[1:]] == [0] * 6
    assert rows[1]["points"] is None
    assert rows[1]["points_se"] is None


def test_one_meeting_has_no_standard_errors():
    rows = ticket.simulate(1, players=6, seed=1).rows()
    assert all(row["points_se"] is None for row in rows)


def test_random_tickets_score_what_chance_has_it():
    rows = ticket.simulate(300, players=4, seed=2, by="random").rows()
    # Nobody plays for anything: each horse takes each place with the chance 1 in 7, three horses each order alike.
    one = [sum(points[:7]) / 7 for points in PACKAGED.points]
    places = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    bonus = [0, 0, 0, 0, 0, 0, (5 + 5 * 2) / (7 * 6 * 5)]
    for row, on, more in zip(rows, places, bonus):
        assert abs(row["exact"] - 1 / 7) < 4 * row["exact_se"]
        assert abs(row["shown"] - 2 / 7) < 4 * row["shown_se"]
        assert abs(row["points"] - sum(one[place] for place in on) - more) < 4 * row["points_se"]


def test_frames(simulation):
    frame = simulation.to_frame()
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == 7
    assert list(simulation.seats().columns) == list(SEAT_COLUMNS)


def test_faults_of_a_call():
    with pytest.raises(InputError, match="meetings: found 0, allowed a whole number, 1 or more"):
        ticket.simulate(0)
    with pytest.raises(InputError, match="players: found 9"):
        ticket.simulate(1, players=9)


def test_printed_it_is_its_tables(simulation):
    text = str(simulation)
    assert text.startswith("40 meetings of 3 races, 3 players, seed 21; standard errors in brackets")
    for name in STYLES:
        assert f"\n{name} " in text


def test_a_ticket_of_no_points_is_not_paid():
    def one_horse(view, options, draws):
        return (3, None, None) if view.phase == "prediction" else draws.choice(options)

    nothing = attrs.evolve(PACKAGED, points=((0,) * 8,) * 3)
    row = ticket.simulate(5, players=2, seed=1, by=one_horse, tables=nothing).rows()[0]
    assert (row["points"], row["paid"], row["points_share"]) == (0, 0, None)
