"""Simulated races and sessions: the same as those played throw by throw, whatever the chunks."""

import json
import pickle
import tracemalloc
from math import isnan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.errors import InputError
from topstretch.scratch import play, simulate, simulate_sessions
from topstretch.scratch.batch import run_batch
from topstretch.scratch.rules import HORSES
from topstretch.scratch.simulation import Sums

GOLDEN = Path(__file__).parent / "golden"
MONEY = 1_000_000  # more than anyone can owe in a race


def races_of(seed, sessions, players, **rules):
    """The first races of some sessions, played throw by throw with a fee of one."""
    return [play(players, 1, seed, MONEY, 1, session=session, **rules).races[0] for session in range(sessions)]


@pytest.mark.parametrize("players", [2, 3, 4, 7, 44])
@pytest.mark.parametrize("fee_per_ticket", [False, True])
def test_s3_to_s6_a_batch_is_the_races_played_throw_by_throw(players, fee_per_ticket) -> None:
    for seed in (1, 2**62):
        batch = run_batch(seed, 0, 0, np.arange(150), players, fee_per_ticket=fee_per_ticket)
        for k, race in enumerate(races_of(seed, 150, players, fee_per_ticket=fee_per_ticket)):
            assert race.winner == batch.winner[k]
            assert race.scratched == tuple(batch.scratched[k])
            assert (race.scratch_rolls, race.race_rolls) == (batch.scratch_rolls[k], batch.race_rolls[k])
            assert race.paid == tuple(1 + batch.scratch_due[k].sum(axis=0) + batch.roll_due[k])
            assert race.won == tuple(race.share * np.bincount(batch.holders[k], minlength=players))
            fees = [sum(throw.what == "fee" and throw.spot == spot for throw in race.throws) for spot in (1, 2, 3, 4)]
            assert fees == list(batch.hits[k])


def test_a_batch_of_any_block_race_and_dealer_is_the_race_of_its_session() -> None:
    places = np.array([5, 6, 200])
    batch = run_batch(3, 2, 4, places, 4, dealer=0)
    for k, place in enumerate(places):
        race = play(4, 5, 3, MONEY, 1, session=2 * 4096 + int(place)).races[4]
        assert (race.dealer, race.winner, race.race_rolls) == (1, batch.winner[k], batch.race_rolls[k])
        assert race.paid == tuple(1 + batch.scratch_due[k].sum(axis=0) + batch.roll_due[k])


def test_a_simulation_adds_up_the_races_played_throw_by_throw() -> None:
    races = races_of(8, 300, 4)
    simulation = simulate(300, seed=8)
    rows = {row["horse"]: row for row in simulation.rows()}
    for horse in HORSES:
        won = [race for race in races if race.winner == horse]
        off = [race for race in races if horse in race.scratched]
        cost = sum(sum(t.paid) for race in off for t in race.throws if t.what == "scratched" and t.total == horse)
        assert rows[horse]["win"] == pytest.approx(len(won) / 300)
        assert rows[horse]["scratched"] == pytest.approx(len(off) / 300)
        assert rows[horse]["payoff"] == pytest.approx(sum(race.pot for race in won) / 4 / 300)
        assert rows[horse]["scratch_cost"] == pytest.approx(cost / 4 / 300)
    pots = np.array([race.pot for race in races])
    pot = next(row for row in simulation.summary_rows() if row["quantity"] == "pot")
    assert pot["mean"] == pytest.approx(pots.mean())
    assert pot["se"] == pytest.approx(pots.std(ddof=1) / 300**0.5)
    for row in simulation.player_rows():
        paid = [race.paid[row["player"] - 1] for race in races]
        assert row["paid"] == pytest.approx(np.mean(paid))


def test_net_adds_up_to_nothing_over_the_tickets_and_over_the_players() -> None:
    simulation = simulate(5000, seed=1, players=5)
    assert sum(simulation.tally.net.total) == 0
    assert sum(simulation.tally.player_net.total) == 0


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 1500), st.integers(1, 4096), st.integers(2, 44), st.booleans(), st.integers(0, 2**63 - 1))
def test_counts_do_not_hang_on_the_chunk(races, chunk, players, fee_per_ticket, seed) -> None:
    chunk = max(chunk, races // 20)
    whole = simulate(races, seed, players, fee_per_ticket=fee_per_ticket)
    assert simulate(races, seed, players, fee_per_ticket=fee_per_ticket, chunk=chunk) == whole


def test_counts_do_not_hang_on_the_chunk_across_blocks() -> None:
    assert simulate(9000, seed=3, chunk=1000) == simulate(9000, seed=3)
    assert simulate_sessions(5000, seed=3, chunk=700) == simulate_sessions(5000, seed=3)


@pytest.mark.parametrize(
    ("players", "money", "fee", "races", "fee_per_ticket"),
    [(4, 200, 4, None, False), (3, 40, 4, 6, False), (2, 25, 1, 9, True), (44, 6, 1, 5, False), (7, 31, 3, 8, True)],
)
def test_s8_s9_sessions_are_those_played_throw_by_throw(players, money, fee, races, fee_per_ticket) -> None:
    n = 120
    rules = {"fee_per_ticket": fee_per_ticket}
    played = [play(players, races, 6, money, fee, session=k, **rules) for k in range(n)]
    result = simulate_sessions(n, races, 6, players, money, fee, **rules)
    assert result.lengths == tuple(np.bincount([len(session.races) for session in played]))
    assert result.money == Sums.of(np.array([session.money for session in played]))
    leads = np.zeros((players, players), int)
    for session in played:
        for player in session.winners:
            leads[len(session.winners) - 1, player - 1] += 1
    assert result.leads == tuple(map(tuple, leads.tolist()))
    out = [[has == odd for has, odd in zip(s.races[-1].money, s.races[-1].odd, strict=True)] for s in played]
    assert result.out == Sums.of(np.array(out))


def test_s8_the_shares_of_wins_add_up_to_1_and_the_money_to_all_there_is() -> None:
    result = simulate_sessions(3000, 9, seed=4, players=5, money=50, fee=3)
    assert sum(row["win"] for row in result.rows()) == pytest.approx(1)
    assert sum(result.money.total) == 3000 * 5 * 50
    assert sum(result.lengths) == 3000
    assert sum(row["share"] for row in result.length_rows()) == pytest.approx(1)


def test_s9_the_most_money_there_can_be_does_not_overflow() -> None:
    result = simulate_sessions(200, 3, seed=4, players=44, money=1_000_000, fee=1_000_000)
    assert sum(result.money.total) == 200 * 44 * 1_000_000
    assert min(result.money.squares) > 0


def test_standard_errors_are_those_of_the_mean() -> None:
    values = np.array([[1, 5], [2, 5], [4, 5], [9, 5]])
    sums = Sums.of(values)
    assert sums.means(4) == [4.0, 5.0]
    assert sums.errors(4) == pytest.approx([values[:, 0].std(ddof=1) / 2, 0.0])
    assert sums.errors(4, 2) == pytest.approx([values[:, 0].std(ddof=1) / 4, 0.0])


def test_one_race_has_no_standard_error() -> None:
    assert isnan(simulate(1, seed=1).rows()[0]["win_se"])
    assert isnan(simulate_sessions(1, seed=1).rows()[0]["win_se"])


def test_golden_the_counts_of_a_seed_are_the_same_for_ever() -> None:
    simulation = simulate(10_000, seed=2026)
    golden = json.loads((GOLDEN / "counts.json").read_text(encoding="utf-8"))
    assert list(simulation.tally.win.total) == golden["win"]
    assert list(simulation.tally.scratched.total) == golden["scratched"]
    assert list(simulation.tally.summary.total) == golden["summary"]
    assert list(simulation.tally.player_won.total) == golden["player_won"]


def test_without_a_seed_the_result_says_which_was_taken() -> None:
    simulation = simulate(50)
    assert simulation.seed is not None
    assert simulate(50, seed=simulation.seed) == simulation
    assert simulate(50) != simulation


def test_results_are_pickled_and_printed() -> None:
    for result in (simulate(100, seed=1), simulate_sessions(100, seed=1)):
        assert pickle.loads(pickle.dumps(result)) == result
        assert "seed 1" in str(result)


def test_frames_have_the_rows_and_their_standard_errors() -> None:
    simulation = simulate(100, seed=1, players=3)
    assert list(simulation.to_frame()["horse"]) == list(HORSES)
    assert list(simulation.by_player()["player"]) == [1, 2, 3]
    assert list(simulation.summary().columns) == ["quantity", "mean", "se"]
    sessions = simulate_sessions(100, seed=1, players=3)
    assert list(sessions.to_frame()["player"]) == [1, 2, 3]
    assert list(sessions.by_length().columns) == ["races", "sessions", "share"]
    for frame in (simulation.to_frame(), simulation.by_player(), sessions.to_frame()):
        names = list(frame.columns[1:])
        assert names[1::2] == [f"{name}_se" for name in names[::2]]


def test_memory_does_not_grow_with_the_number_of_races() -> None:
    def peak(races):
        tracemalloc.start()
        simulate(races, seed=1)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(4096)
    assert peak(20_480) < 1.2 * peak(8192)


@pytest.mark.parametrize(
    "wrong",
    [{"races": 0}, {"races": 1.5}, {"players": 1}, {"seed": -1}, {"chunk": 0}, {"chunk": 4097}, {"fee_per_ticket": 2}],
)
def test_arguments_out_of_range_are_refused_by_name(wrong) -> None:
    for run in (simulate, simulate_sessions):
        with pytest.raises(InputError, match=f"^{next(iter(wrong))}: found"):
            run(**{"seed": 1, **wrong})
