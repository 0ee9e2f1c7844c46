"""The seeded cards and dice: no face and no order is likelier than another, and an address always gives the same."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from topstretch.scratch import stream
from topstretch.scratch.rules import PACK, ways


def test_each_total_has_the_same_bytes_for_each_way() -> None:
    assert Counter(stream.TOTALS.tolist()) == {0: 4, **{total: 7 * ways(total) for total in range(2, 13)}}


def test_each_pair_of_faces_has_seven_bytes(monkeypatch) -> None:
    class Bytes:
        """Words whose lowest bytes are 0, 1, 2 and on."""

        at = -1

        def advance(self, words):
            pass

        def random_raw(self):
            self.at += 1
            return self.at

    monkeypatch.setattr(stream, "bits", lambda *address: Bytes())
    faces = Counter(islice(stream.throws(1, stream.RACE, 0, 0, 0), 252))
    assert faces == {(red, white): 7 for red in range(1, 7) for white in range(1, 7)}


@pytest.mark.parametrize("kind", [stream.SCRATCH, stream.RACE])
@pytest.mark.parametrize("place", [0, 7, 8, 4095])
def test_a_session_throws_alone_what_it_throws_in_its_block(kind, place) -> None:
    rows = islice(stream.throw_rows(99, kind, 3, 2), 100)
    totals = [total for row in rows if (total := int(stream.TOTALS[row[place]]))]
    alone = islice(stream.throws(99, kind, 3, 2, place), len(totals))
    assert [red + white for red, white in alone] == totals


def test_a_session_is_dealt_alone_what_it_is_dealt_in_its_block() -> None:
    together = stream.deals(99, 3, 2, 0, 500)
    for place in (0, 1, 123, 499):
        assert np.array_equal(stream.deals(99, 3, 2, place, place + 1)[0], together[place])


def test_addresses_differ() -> None:
    firsts = {
        tuple(islice(stream.throws(seed, kind, block, race, place), 30))
        for seed in (0, 1)
        for kind in (stream.SCRATCH, stream.RACE)
        for block in (0, 1)
        for race in (0, 1)
        for place in (0, 1)
    }
    assert len(firsts) == 32


def test_s3_every_deal_is_a_whole_pack() -> None:
    order = stream.deals(1, 0, 0, 0, 300)
    assert np.array_equal(np.sort(order, axis=1), np.tile(np.arange(44), (300, 1)))


def test_s3_every_ticket_is_as_likely_at_every_place() -> None:
    deals = 40_960
    order = np.concatenate([stream.deals(2026, block, 0, 0, 4096) for block in range(10)])
    seen = np.zeros((44, 44))
    for place in range(44):
        seen[place] = np.bincount(order[:, place], minlength=44)
    chi2 = float(((seen - deals / 44) ** 2 / (deals / 44)).sum())
    freedom = 43**2
    assert abs(chi2 - freedom) < 5 * (2 * freedom) ** 0.5


def test_s3_level_words_are_seen() -> None:
    keys = np.arange(1, 45, dtype=np.uint64)[None, :] << np.uint64(40)
    assert not stream.shuffled(keys)[1][0]
    level = keys.copy()
    level[0, 7] = level[0, 30] + np.uint64(5)  # differs in the low six bits alone
    assert stream.shuffled(level)[1][0]


def test_s3_a_deal_drawn_anew_is_a_shuffle_of_its_own(monkeypatch) -> None:
    real = stream.shuffled

    def all_level(keys):
        order, level = real(keys)
        return order, np.ones_like(level) if len(keys) > 1 else level

    monkeypatch.setattr(stream, "shuffled", all_level)
    order = stream.deals(1, 0, 0, 0, 5)
    assert [list(row) for row in order] == [list(stream.redeal(1, 0, 0, place)) for place in range(5)]
    assert len({tuple(row) for row in order.tolist()}) == 5
    assert all(Counter(PACK[card] for card in row) == Counter(PACK) for row in order.tolist())
