"""Whole sessions: what always holds, whatever the seed and the settings."""

import pickle
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.scratch import ReplayLog, Session, play
from topstretch.scratch.rules import PACK, squares

GOLDEN = Path(__file__).parent / "golden"


@st.composite
def sessions(draw):
    """Sessions of all kinds, many of them with too little money to go on for long."""
    money = draw(st.integers(1, 200))
    return play(
        players=draw(st.integers(2, 44)),
        races=draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 2**40)),
        money=money,
        fee=draw(st.integers(1, min(money, 15))),
        fee_per_ticket=draw(st.booleans()),
        session=draw(st.integers(0, 10_000)),
    )


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_s9_money_is_never_made_or_lost_and_nobody_owes(session) -> None:
    whole = session.settings.players * session.settings.money
    money, pot = [session.settings.money] * session.settings.players, 0
    for race in session.races:
        for paid in (race.entry, *(throw.paid for throw in race.throws)):
            money = [has - gone for has, gone in zip(money, paid, strict=True)]
            pot += sum(paid)
            assert min(money) >= 0
            assert sum(money) + pot == whole
        assert race.pot == pot
        assert 4 * race.share + sum(race.odd) + race.left == pot
        money = [has + a + b for has, a, b in zip(money, race.won, race.odd, strict=True)]
        pot = race.left
        assert tuple(money) == race.money
    assert sum(session.money) == whole
    assert session.races[-1].left == 0


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_s2_to_s6_every_race_is_run_by_the_rules(session) -> None:
    players = session.settings.players
    for race in session.races:
        assert Counter(race.cards) == Counter(PACK)
        assert len(set(race.scratched)) == 4
        assert race.winner not in race.scratched
        running = [throw.total for throw in race.throws[race.scratch_rolls :]]
        counts = Counter(running)
        assert counts[race.winner] == squares(race.winner) == 8 - abs(race.winner - 7)
        assert running[-1] == race.winner
        assert all(counts[h] < squares(h) for h in set(counts) - set(race.scratched) - {race.winner})
        assert [throw.player for throw in race.throws] == [
            (race.dealer + number) % players + 1 for number in range(len(race.throws))
        ]


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_s8_a_session_ends_when_it_should(session) -> None:
    out = [0 in [m - odd for m, odd in zip(race.money, race.odd, strict=True)] for race in session.races]
    assert not any(out[:-1])
    assert out[-1] or len(session.races) == session.agreed
    best = max(session.money)
    assert session.winners == tuple(p for p, has in enumerate(session.money, 1) if has == best)


def again(session: Session, log) -> Session:
    """The session played from a log by the same settings."""
    s = session.settings
    return play(s.players, session.agreed, None, s.money, s.fee, fee_per_ticket=s.fee_per_ticket, log=log)


@settings(max_examples=25, deadline=None)
@given(sessions())
def test_a_log_gives_an_equal_session(session) -> None:
    replayed = again(session, session.rolls())
    assert replayed == session
    assert replayed.log_rows() == session.log_rows()
    assert (replayed.seed, replayed.session) == (None, None)


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), sessions())
def test_the_order_of_a_logs_rows_does_not_matter(random, session) -> None:
    rows = session.log_rows()
    random.shuffle(rows)
    assert again(session, pd.DataFrame(rows)) == session


def test_a_log_needs_no_more_than_cards_and_faces() -> None:
    session = play(seed=5)
    bare = session.rolls()[["race", "kind", "number", "ticket", "red", "white"]]
    assert again(session, ReplayLog(bare)) == session


def test_the_same_seed_gives_the_same_session() -> None:
    assert play(seed=5, session=3) == play(seed=5, session=3)
    assert play(seed=5, session=3) != play(seed=5, session=4)
    assert play(seed=5) != play(seed=6)


def test_a_longer_session_begins_as_the_shorter() -> None:
    short, long = play(seed=5, races=2, money=9999), play(seed=5, races=6, money=9999)
    assert [race.throws for race in long.races[:2]] == [race.throws for race in short.races]


def test_without_a_seed_the_result_says_which_was_taken() -> None:
    session = play()
    assert session.seed is not None
    assert play(seed=session.seed) == session
    assert play() != session


def test_sessions_are_pickled_and_hashed_by_content() -> None:
    session = play(seed=5)
    assert pickle.loads(pickle.dumps(session)) == session
    assert len({session, play(seed=5)}) == 1


def test_the_frame_has_a_row_a_race() -> None:
    session = play(seed=5, players=3)
    frame = session.to_frame()
    assert list(frame["race"]) == [1, 2, 3]
    assert list(frame.columns[-9:]) == [f"{what}_{p}" for what in ("paid", "won", "money") for p in (1, 2, 3)]
    money = [200, 200, 200]
    for race, (_, row) in zip(session.races, frame.iterrows(), strict=True):
        money = [has - row[f"paid_{p}"] + row[f"won_{p}"] for p, has in enumerate(money, 1)]
        assert [row[f"money_{p}"] for p in (1, 2, 3)] == money == list(race.money)
    assert sum(money) == 600


def test_golden_the_session_of_a_seed_is_the_same_for_ever() -> None:
    session = play(players=3, races=5, seed=2026, money=90, fee=1)
    assert str(session) == (GOLDEN / "session.txt").read_text(encoding="utf-8")
    assert str(session.races[0]) == (GOLDEN / "race.txt").read_text(encoding="utf-8")


def test_golden_the_log_gives_the_golden_session() -> None:
    session = play(players=3, races=5, money=90, fee=1, log=GOLDEN / "log.csv")
    assert session == play(players=3, races=5, seed=2026, money=90, fee=1)


def test_the_text_says_why_a_session_ended_early() -> None:
    session = play(players=3, races=50, money=40, seed=1)
    assert "Ended after 1 race: player 1 ran out of money. Player 3 wins with 90." in str(session)


def test_the_text_says_who_shares_a_win() -> None:
    shared = next(s for s in (play(players=44, money=8, seed=k, races=9) for k in range(100)) if len(s.winners) > 1)
    *most, last = map(str, shared.winners)
    assert f"Players {', '.join(most)} and {last} share the win with {max(shared.money)}." in str(shared)


@pytest.mark.parametrize("players", [2, 44])
def test_the_text_holds_every_player(players) -> None:
    session = play(players=players, seed=1, races=1)
    header, _, row = str(session).splitlines()[2:5]
    assert header.endswith(f"Player {players}")
    assert row.split()[-players:] == [str(has) for has in session.money]


def test_s9_who_is_out_is_told_though_the_very_end_gives_an_odd_unit() -> None:
    session = play(players=2, money=1, fee=1, seed=0)
    assert (session.races[0].share, sum(session.races[0].odd), sum(session.money)) == (0, 2, 2)
    assert "Ended after 1 race: players 1 and 2 ran out of money." in str(session)
