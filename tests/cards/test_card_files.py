"""Race cards as files: what a card may say, and every fault that it can have."""

from fractions import Fraction

import pytest
import topstretch as ts
from topstretch.card_files import blank_card, card_csv

from cards.texts import COLUMNS, FIRST, HEAD, ROWS, SECOND, faults_of, row, text, write

MORE = COLUMNS + ",{}"


def with_column(name, *cells, rows=ROWS):
    """The two rows with one more column."""
    return text(*(f"{line},{cell}" for line, cell in zip(rows, cells)), columns=MORE.format(name))


def load(tmp_path, content):
    return ts.load_race(write(tmp_path, content))


# What a card says


def test_a_card_is_read_as_it_stands(tmp_path):
    card = load(tmp_path, text(head=HEAD + "# date: 2009-10-10\n# track: Belmont Park\n# source: our own\n"))
    assert (card.name, card.date, card.track, card.source) == ("Test Stakes", "2009-10-10", "Belmont Park", "our own")
    assert (card.distance, card.surface, card.condition) == (8.0, ts.Surface.DIRT, "fast")
    alpha, beta = card.entries
    assert (alpha.post, alpha.horse.name, alpha.jockey.name, alpha.horse.power_dirt) == (1, "Alpha", "Ann Up", 20)
    assert (beta.horse.form, beta.horse.class_, beta.horse.trip, beta.jockey.ride) == (ts.Form.B, 1, -1, 1)
    assert (alpha.odds, alpha.scratched, alpha.adj_power, alpha.source) == (None, False, None, "")


def test_power_is_for_the_surface_of_the_race(tmp_path):
    turf = load(tmp_path, text(head=HEAD.replace("dirt", "turf").replace("fast", "firm")))
    assert (turf.entries[0].horse.power_turf, turf.entries[0].horse.power_dirt) == (20, None)
    synthetic = load(tmp_path, text(head=HEAD.replace("dirt", "synthetic")))
    assert (synthetic.entries[0].horse.power_turf, synthetic.entries[0].horse.power_dirt) == (None, 20)


def test_without_a_race_name_the_file_gives_it(tmp_path):
    head = HEAD.replace("# race: Test Stakes\n", "")
    assert ts.load_race(write(tmp_path, text(head=head), "the-oaks.csv")).name == "the-oaks"


@pytest.mark.parametrize(("surface", "condition"), [("dirt", "fast"), ("turf", "firm"), ("synthetic", "fast")])
def test_without_a_condition_the_track_is_fast_or_firm(surface, condition, tmp_path):
    head = HEAD.replace("dirt", surface).replace("# condition: fast\n", "")
    assert load(tmp_path, text(head=head)).condition == condition


@pytest.mark.parametrize("odds", ["7-2", "7/2", "7:2", "3.5", "+3.5", "3.50"])
def test_real_odds_are_read_in_every_way_people_write_them(odds, tmp_path):
    card = load(tmp_path, with_column("odds", odds, "evens"))
    assert [entry.odds for entry in card.entries] == [Fraction(7, 2), Fraction(1)]


ODDS_ALLOWED = "odds to 1 above 0 and at most 9999, as 7-2 or 3.5"


@pytest.mark.parametrize("cell", ["0", "0-5", "-2", "7-0", "1e3", "NaN", "inf", "10000", "9999-1-1", "7 to 2", "７-2"])
def test_other_odds_are_refused(cell, tmp_path):
    (fault,) = faults_of(write(tmp_path, with_column("odds", "", cell)))
    assert fault == f"card.csv:{SECOND}:odds: found {cell!r}, allowed {ODDS_ALLOWED}"


def test_odds_above_the_limit_are_told_the_limit(tmp_path):
    (fault,) = faults_of(write(tmp_path, with_column("odds", "", "10000-1")))
    assert "9999" in fault.partition("allowed")[2]


@pytest.mark.parametrize(("cell", "scratched"), [("yes", True), ("YES", True), ("no", False), ("", False)])
def test_scratched_is_yes_or_no(cell, scratched, tmp_path):
    rows = [*ROWS, row(0, post=3, horse="Gamma")]
    content = text(*(f"{line},{mark}" for line, mark in zip(rows, ["", "", cell])), columns=MORE.format("scratched"))
    assert load(tmp_path, content).entries[2].scratched is scratched


@pytest.mark.parametrize("cell", ["true", "x", "1", "scratched"])
def test_other_scratches_are_refused(cell, tmp_path):
    assert faults_of(write(tmp_path, with_column("scratched", "", cell))) == [
        f"card.csv:{SECOND}:scratched: found {cell!r}, allowed one of yes, no"
    ]


def test_where_only_the_adjusted_power_is_known(tmp_path):
    lines = ["1,Alpha,Ann Up,21,4,C,0,0,0,5,0,7", "2,Beta,Bob Up,-3,6,B,1,0,-1,4,1,8"]
    columns = "post,horse,jockey,adj_power,pace,form,class,speed,trip,wire,ride,trouble"
    card = load(tmp_path, text(*lines, columns=columns))
    assert [working.total for working in card.adjusted_power()] == [21, -3]
    assert card.entries[0].horse.range_low is None


# Faults of a row


@pytest.mark.parametrize(("name", "low", "high"), [
    ("post", 1, 99), ("power", 0, 29), ("wet", 0, 3), ("pace", 0, 9), ("class", -3, 3), ("speed", -3, 3), ("trip", -3, 3),
    ("wire", 0, 9), ("ride", -2, 2), ("trouble", 2, 12),
])  # fmt: skip
def test_x24_a_rating_beyond_its_range_is_refused_by_line_and_column(name, low, high, tmp_path):
    key = "class_" if name == "class" else name
    for value in (low - 1, high + 1, 999):
        assert f"card.csv:{SECOND}:{name}: found '{value}', allowed a whole number from {low} to {high}" in faults_of(
            write(tmp_path, text(ROWS[0], row(1, **{key: value})))
        )
    for value in (low, high):
        load(tmp_path, text(row(0, post=50), row(1, **{key: value})))


def test_x24_form_and_range(tmp_path):
    assert faults_of(write(tmp_path, text(ROWS[0], row(1, form="F")))) == [
        f"card.csv:{SECOND}:form: found 'F', allowed one of A, B, C, D, E"
    ]
    assert faults_of(write(tmp_path, text(ROWS[0], row(1, range_low=9, range_high=8)))) == [
        f"card.csv:{SECOND}:range_low: found '9.0 to 8.0', allowed low to high, 2 to 24 furlongs in quarters"
    ]


RATING_CELLS = [name for name in COLUMNS.split(",") if name not in ("post", "horse", "jockey")]


@pytest.mark.parametrize("name", RATING_CELLS)
def test_a_rating_that_is_left_out_is_named(name, tmp_path):
    key = "class_" if name == "class" else name
    (fault,) = faults_of(write(tmp_path, text(ROWS[0], row(1, **{key: ""}))))
    assert fault.startswith(f"card.csv:{SECOND}:{name}: found 'nothing', allowed ")


def test_a_name_that_is_not_packaged_needs_ratings(tmp_path):
    content = text("1,No Such Horse Xyz,No Such Rider Xyz", ROWS[1][:14], columns="post,horse,jockey")
    found = faults_of(write(tmp_path, content))
    assert found[0].startswith(f"card.csv:{FIRST}:horse: found 'No Such Horse Xyz', allowed ratings in the row, or ")
    assert found[1].startswith(
        f"card.csv:{FIRST}:jockey: found 'No Such Rider Xyz', allowed ride and trouble in the row, "
    )


@pytest.mark.parametrize(("column", "cell"), [("horse", ""), ("horse", " "), ("horse", "\x07"), ("jockey", "\x07")])
def test_a_name_that_is_none_is_refused_at_its_own_column(column, cell, tmp_path):
    shown = "'\\x07'" if cell == "\x07" else "''"
    assert faults_of(write(tmp_path, text(ROWS[0], row(1, **{column: cell})))) == [
        f"card.csv:{SECOND}:{column}: found {shown}, allowed a name of 1 to 80 printable characters"
    ]


@pytest.mark.parametrize("cell", ["", " "])
def test_a_horse_of_ones_own_without_a_jockey_is_refused(cell, tmp_path):
    assert faults_of(write(tmp_path, text(ROWS[0], row(1, jockey=cell)))) == [
        f"card.csv:{SECOND}:jockey: found '', allowed a jockey's name: this horse's card names no usual rider"
    ]


@pytest.mark.parametrize(
    "body", ["post,horse\n1,Secretariat\n2,Citation\n", "post,horse,jockey\n1,Secretariat,\n2,Citation,\n"]
)
def test_a_packaged_horse_has_its_usual_rider(body, tmp_path):
    path = tmp_path / "card.csv"
    path.write_text("# distance: 10\n# surface: dirt\n" + body, encoding="utf-8")
    card = ts.load_race(path)
    assert [entry.jockey.name for entry in card.entries] == [entry.horse.jockey for entry in card.entries]


def test_a_power_and_an_adjusted_power(tmp_path):
    assert faults_of(write(tmp_path, with_column("adj_power", "", "20"))) == [
        f"card.csv:{SECOND}:adj_power: found '20', allowed a power or an adj_power, not both"
    ]


def test_two_horses_on_a_post(tmp_path):
    assert faults_of(write(tmp_path, text(ROWS[0], row(1, post=1)))) == [
        f"card.csv:{SECOND}:post: found Alpha and Beta on post 1, allowed one horse a post"
    ]


def test_kind_is_best_year_or_career(tmp_path):
    assert load(tmp_path, with_column("kind", "career", "")).entries[0].horse.kind is ts.Kind.CAREER
    assert faults_of(write(tmp_path, with_column("kind", "", "year"))) == [
        f"card.csv:{SECOND}:kind: found 'year', allowed one of best-year, career"
    ]


# Faults of the head


HEAD_FAULTS = {
    "# distance: nine": "card.csv:2:distance: found 'nine', allowed a number from 0.25 to 99",
    "# distance: NaN": "card.csv:2:distance: found 'NaN', allowed a number from 0.25 to 99",
    "# distance: 8 furlongs": "card.csv:2:distance: found '8 furlongs', allowed a number from 0.25 to 99",
    "# distance: 1e1": "card.csv:2:distance: found '1e1', allowed a number from 0.25 to 99",
}


@pytest.mark.parametrize("line", list(HEAD_FAULTS))
def test_a_distance_is_a_plain_number(line, tmp_path):
    assert faults_of(write(tmp_path, text(head=HEAD.replace("# distance: 8", line)))) == [HEAD_FAULTS[line]]


HEAD_NAMES = ("race", "date", "track", "distance", "surface", "condition", "source")


def test_other_faults_of_the_head(tmp_path):
    cases = [
        (HEAD.replace("dirt", "grass"), "card.csv:3:surface: found 'grass', allowed one of dirt, turf, synthetic"),
        (HEAD.replace("# distance: 8\n", ""), "card.csv:1:distance: found 'no head line `# distance: ...`', allowed one"),
        (HEAD.replace("# surface: dirt\n", ""), "card.csv:1:surface: found 'no head line `# surface: ...`', allowed one"),
        (HEAD + "# distance: 9\n", "card.csv:5:distance: found 'a second line of that name', allowed one"),
        (HEAD + "# going: soft\n", f"card.csv:5:going: found 'a head line of that name', allowed {', '.join(HEAD_NAMES)}"),
    ]  # fmt: skip
    for head, expected in cases:
        assert faults_of(write(tmp_path, text(head=head))) == [expected]


def test_a_control_character_in_the_head_is_refused(tmp_path):
    (fault,) = faults_of(write(tmp_path, text(head=HEAD.replace("Test", "Te\x07st"))))
    assert fault.startswith("card.csv:1:race: found ")
    assert fault.endswith("Te\\x07st Stakes', allowed printable text")


# Faults of the whole card, and several at once


def test_d10_too_few_or_too_many_runners(tmp_path):
    assert faults_of(write(tmp_path, text(ROWS[0]))) == ["card.csv: found 1 runners, allowed 2 to 24 runners"]
    many = [row(0, post=post, horse=f"Horse {post}") for post in range(1, 26)]
    assert faults_of(write(tmp_path, text(*many))) == ["card.csv: found 25 runners, allowed 2 to 24 runners"]
    entries = [f"{row(0, post=post, horse=f'Horse {post}')},{'yes' if post > 20 else ''}" for post in range(1, 34)]
    assert faults_of(write(tmp_path, text(*entries, columns=MORE.format("scratched")))) == [
        "card.csv: found 33 entries, allowed at most 32, scratched ones too"
    ]


def test_faults_of_head_rows_and_card_come_in_one_go(tmp_path):
    head = HEAD.replace("8", "eight") + "# going: soft\n"
    content = text(row(0, pace=11), row(1, form="G", post=0), head=head)
    places = [fault.split(": found")[0] for fault in faults_of(write(tmp_path, content))]
    assert places == [
        "card.csv:2:distance",
        "card.csv:5:going",
        "card.csv:7:pace",
        "card.csv:8:post",
        "card.csv:8:form",
    ]


def test_a_repeated_post_is_told_beside_the_faults_of_the_rows(tmp_path):
    content = text(ROWS[0], row(1, post=1), row(0, post=3, horse="Gamma", pace=77))
    found = faults_of(write(tmp_path, content))
    assert f"card.csv:{SECOND}:post: found Alpha and Beta on post 1, allowed one horse a post" in found
    assert len(found) == 2


def test_conditions_that_the_charts_do_not_know_are_told_by_line(tmp_path):
    card = load(tmp_path, text(head=HEAD.replace("fast", "mud").replace("8", "4.5")))
    with pytest.raises(ts.InputError) as refused:
        card.check(ts.load_charts())
    found = [str(fault).replace(f"{tmp_path}/", "") for fault in refused.value.faults]
    assert found == [
        "card.csv:2:distance: found 4.5, allowed 5 to 16 furlongs",
        "card.csv:4:condition: found 'mud', allowed on dirt: fast, wet fast, good, muddy, sloppy, slow, heavy",
    ]


def test_a_condition_may_be_written_in_any_case_and_with_any_blanks(tmp_path):
    card = load(tmp_path, text(head=HEAD.replace("fast", "Wet   FAST")))
    assert card.condition == "wet fast"
    card.check(ts.load_charts())


# Packaged races, writing and blank cards


def test_packaged_races_are_listed_and_load():
    ids = ts.race_ids()
    assert {"champagne-2009", "ladies-classic-2009"} <= set(ids)
    for race in ids:
        card = ts.load_race(race)
        card.check(ts.load_charts())
        assert len(card.adjusted_power()) == len(card.runners) >= 2, race


def test_an_unknown_race_is_answered_with_the_closest():
    with pytest.raises(
        ts.InputError, match=r"race: found 'champagne-2008', allowed a file, or .*did you mean champagne-2009\?"
    ):
        ts.load_race("champagne-2008")


@pytest.mark.parametrize("race", ["champagne-2009", "ladies-classic-2009"])
def test_a_card_written_out_is_the_same_card(race, tmp_path):
    card = ts.load_race(race)
    assert load(tmp_path, card_csv(card)) == card
    assert load(tmp_path, card_csv(card.scratch(2))) == card.scratch(2)


@pytest.mark.parametrize("race", ts.race_ids())
def test_a_card_written_out_is_the_same_race(race, tmp_path):
    card = ts.load_race(race)
    for version in ("quickplay", "fullplay"):
        again = ts.play(load(tmp_path, card_csv(card)), seed=3, version=version)
        assert again.lines == ts.play(card, seed=3, version=version).lines


def test_a_scratched_horse_without_power_on_the_surface_is_written_out_and_read_again(tmp_path):
    dirt = ts.load_race("champagne-2009")
    turf_horse = ts.Horse(
        "Lawn", power_turf=20, range_low=8, range_high=9, wet=0, pace=4, form="B", trip=0, class_=0, speed=0, wire=4
    )
    card = ts.RaceCard(
        "Moved", 8, "dirt", "fast", (*dirt.entries, ts.Entry(7, turf_horse, dirt.entries[0].jockey, scratched=True))
    )
    assert [entry.horse.name for entry in load(tmp_path, card_csv(card)).entries] == [
        e.horse.name for e in card.entries
    ]


def test_a_blank_card_has_every_column_and_no_runner(tmp_path):
    path = write(tmp_path, blank_card())
    assert faults_of(path) == ["card.csv: found 0 runners, allowed 2 to 24 runners"]
    assert [line.split(":")[0] for line in blank_card().splitlines()[:-1]] == [f"# {name}" for name in HEAD_NAMES]
    filled = blank_card().rstrip("\n") + "\n"
    names = filled.splitlines()[-1].split(",")
    for line in ROWS:
        cells = dict(zip(COLUMNS.split(","), line.split(",")))
        filled += ",".join(cells.get(name, "") for name in names) + "\n"
    assert [entry.horse.name for entry in load(tmp_path, filled).entries] == ["Alpha", "Beta"]


@pytest.mark.parametrize("race", [None, 7, ["champagne-2009"]])
@pytest.mark.parametrize("call", [ts.play, ts.exact, ts.load_race, lambda race: ts.compare("champagne-2009", race)])
def test_a_race_that_is_no_card_id_or_file(call, race):
    with pytest.raises(ts.InputError, match=f"^race: found '{type(race).__name__}', allowed a RaceCard, a packaged"):
        call(race)
