"""Laws of cards: new cards from old ones, files and frames; and of dice under them."""

from fractions import Fraction

import attrs
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.card_files import COLUMNS, card_csv, card_parts
from topstretch.columns import parse_table

from oracle.charts import change
from properties.strategies import CONDITIONS, QUARTERS, SEEDS, VERSIONS, cards, horses, jockeys
from rules.reading import CHARTS

SOME = settings(max_examples=60, deadline=None)


def posts(card):
    return [runner.post for runner in card.runners]


@SOME
@given(cards(), st.data())
def test_scratches_can_be_made_in_any_order(card, data):
    gone = data.draw(st.lists(st.sampled_from(posts(card)), unique=True, max_size=len(posts(card)) - 2))
    made = card.scratch(*gone)
    one_by_one = card
    for post in reversed(gone):
        one_by_one = one_by_one.scratch(post)
    assert made == one_by_one
    assert posts(made) == [post for post in posts(card) if post not in gone]
    assert [entry.post for entry in made.entries] == [entry.post for entry in card.entries]
    assert {r.post: r.entry for r in made.runners}.items() <= {r.post: r.entry for r in card.runners}.items()


@SOME
@given(cards(), st.data())
def test_replace_touches_one_entry_and_back_again_is_the_same(card, data):
    post = data.draw(st.sampled_from(posts(card)))
    old = card.entry(post)
    made = card.replace(post, jockey=data.draw(jockeys("New")))
    assert [entry for entry in made.entries if entry.post != post] == [e for e in card.entries if e.post != post]
    assert made.replace(post, jockey=old.jockey) == card
    swapped = card.replace(post, horse=data.draw(horses("New")))
    assert swapped.replace(post, horse=old.horse).entry(post) == attrs.evolve(old, odds=None, adj_power=None, source="")
    assert card.entry(post) is old


@SOME
@given(cards(), st.data())
def test_on_and_back_again_is_the_same(card, data):
    surface = data.draw(st.sampled_from(list(CONDITIONS)))
    made = card.on(
        distance=data.draw(QUARTERS), surface=surface, condition=data.draw(st.sampled_from(CONDITIONS[surface]))
    )
    assert made.entries == card.entries
    assert made.on(distance=card.distance, surface=str(card.surface), condition=card.condition) == card
    assert card.on() == card


@SOME
@given(cards())
def test_a_card_and_its_file_say_the_same(card):
    assert written(ts.RaceCard(**card_parts(parse_table("card.csv", card_csv(card), COLUMNS)))) == written(card)


@settings(max_examples=20, deadline=None)
@given(cards())
def test_a_card_and_its_frame_say_the_same(card):
    assert written(ts.RaceCard.from_frame(card.to_frame())) == written(card)


def written(card):
    """A card without what its file has no place for: the Power of the surface that the race is not run on."""
    other = "power_dirt" if card.surface is ts.Surface.TURF else "power_turf"
    entries = tuple(attrs.evolve(entry, horse=attrs.evolve(entry.horse, **{other: None})) for entry in card.entries)
    return attrs.evolve(card, entries=entries)


@SOME
@given(cards())
def test_adjusted_power_is_the_sum_of_its_parts(card):
    for working in card.adjusted_power():
        assert working.total == working.power + working.distance + working.track + working.wet
        assert working.distance <= 0
        assert 0 <= working.wet <= -working.track <= 3
        assert working.distance == change(
            CHARTS, "distance", -(-Fraction(working.furlongs_outside) * 2 // 1) / 2, "power"
        )
        assert working.furlongs_outside > 0 or working.distance == 0


@SOME
@given(cards(), SEEDS, VERSIONS, st.data())
def test_a_scratch_keeps_every_others_dice(card, seed, version, data):
    gone = data.draw(st.lists(st.sampled_from(posts(card)), unique=True, max_size=len(posts(card)) - 2))
    whole, less = (ts.play(c, seed=seed, version=version) for c in (card, card.scratch(*gone)))
    rolls = {(row.roll, row.post): (row.red, row.white) for row in whole.log}
    for row in less.log:
        assert row.post not in gone
        assert rolls.get((row.roll, row.post), (row.red, row.white)) == (row.red, row.white)
