"""The race page in a real browser: it replays to the wire and the official order, by mouse, by keyboard, and on paper.

Skipped where playwright, axe or chromium is missing.
"""

import re
import shutil

import pytest
import topstretch as ts
from topstretch.show.page import race_page, replay_of, scoresheet_page

from explain.attacks import evil_card, evil_charts
from explain.odd_races import VERSIONS, some_races
from rules.making import card, run

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
pytestmark = [
    pytest.mark.verify,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium"),
    pytest.mark.filterwarnings("default::ResourceWarning"),
]
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def browser():
    """One browser for all tests of this file."""
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens markup from a file, and fails the test for an error on the console or a request for anything else."""
    faults, contexts = [], []

    def open_page(markup, size="desktop", **options):
        file = tmp_path / f"race-{len(contexts)}.html"
        file.write_text(markup, encoding="utf-8")
        context = browser.new_context(viewport=SIZES[size], offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: request.url == file.as_uri() or faults.append(request.url))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


def troubled(version):
    """A race of five with a winner disqualified, a dead heat and a horse that is out."""
    ruled = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 2, ("final_speed", 1): 12}
    given = {**ruled, ("form", 5): 3, ("trouble", 5): 2}
    field = card({}, {"pace": 9}, {}, {"power_dirt": 12}, {"pace": 0}, name="A race with everything")
    return run(field, given, version=version)


def page_of(sheet, charts=None):
    """The page of a sheet with odds and payoffs."""
    odds = ts.odds(sheet.card, seed=3, charts=charts)
    sheet = sheet.with_odds(odds.texts, odds.log)
    return race_page(sheet, odds, ts.payoffs(sheet, odds, charts=charts), charts)


def shown_order(page):
    """The posts and positions of the order list."""
    items = page.locator("#order li").all()
    return [(int(item.get_attribute("data-post")), item.locator(".at").text_content()) for item in items]


def expected_order(call):
    """What the list must show at a call."""
    return [(row["post"], "" if row["position"] is None else str(row["position"])) for row in call["order"]]


def where(page):
    """The place of each horse's disc on the drawing."""
    script = """() => Object.fromEntries([...document.querySelectorAll('.runner')].map(one => [one.textContent,
        one.getAttribute('transform').match(/-?[0-9.]+/g).map(Number)]))"""
    return page.evaluate(script)


@pytest.mark.parametrize("version", VERSIONS)
def test_it_steps_from_the_gate_to_the_official_order(opened, version):
    sheet = troubled(version)
    page = opened(page_of(sheet))
    calls = replay_of(sheet)["calls"]
    for number, call in enumerate(calls):
        assert page.get_attribute("#replay", "data-call") == call["call"]
        assert shown_order(page) == expected_order(call)
        assert (
            page.text_content("#said") == f"{call['name']}. {call['text']}" or number == 0
        )  # odds are told at the gate
        assert page.get_attribute("#call", "aria-valuetext") == call["name"]
        if call is not calls[-1]:
            page.click("#next")
    assert page.is_disabled("#next")
    wire = {line.post: line.wire_place for line in sheet.lines}
    finish = {post: int(place) if place else None for post, place in expected_order(calls[-2])}
    assert finish == wire
    assert dict(shown_order(page)) == {line.post: str(line.place or "") for line in sheet.lines}
    page.click("#back")
    assert page.get_attribute("#replay", "data-call") == "finish"
    page.click("#first")
    assert page.get_attribute("#replay", "data-call") == "gate"
    assert page.is_disabled("#back")


@pytest.mark.parametrize("version", VERSIONS)
def test_play_runs_the_whole_race_and_pause_holds_it(opened, version):
    sheet = troubled(version)
    page = opened(page_of(sheet))
    page.clock.install()
    page.reload()
    page.click("#play")
    assert page.text_content("#play") == "Pause"
    page.clock.run_for(1500)
    moved = where(page)
    page.clock.run_for(200)
    assert where(page) != moved, "nothing moves"
    page.click("#play")
    assert page.text_content("#play") == "Play"
    held = where(page)
    page.clock.run_for(3000)
    assert where(page) == held
    page.click("#play")
    page.clock.run_for(60_000)
    assert page.get_attribute("#replay", "data-call") == "official"
    assert shown_order(page) == expected_order(replay_of(sheet)["calls"][-1])
    assert page.text_content("#play") == "Play"


def test_the_discs_stand_in_the_order_as_run(opened):
    for sheet, charts in some_races(6, seed=21, runners=8):
        page = opened(race_page(sheet, charts=charts))
        data = replay_of(sheet, charts)
        page.keyboard.press("End")
        places = where(page)
        for line in sheet.finishers:
            [row] = [row for row in data["calls"][-1]["order"] if row["post"] == line.post]
            straight = data["straight"]
            if row["back"] <= straight:  # still on the straight before the line
                assert places[str(line.post)][0] == pytest.approx(data["x"] + straight / 2 - row["back"], abs=0.06)
                assert places[str(line.post)][1] > data["y"]


def test_the_keyboard_does_all_that_the_mouse_does(opened):
    sheet = troubled("fullplay")
    page = opened(page_of(sheet))
    names = [call["call"] for call in replay_of(sheet)["calls"]]
    at = lambda: page.get_attribute("#replay", "data-call")  # noqa: E731
    for name in names[1:]:
        page.keyboard.press("ArrowRight")
        assert at() == name
    page.keyboard.press("ArrowLeft")
    assert at() == "finish"
    page.keyboard.press("Home")
    assert at() == "gate"
    page.keyboard.press("End")
    assert at() == "official"
    page.keyboard.press("Space")
    assert page.text_content("#play") == "Pause"
    page.keyboard.press("Space")
    assert page.text_content("#play") == "Play"
    page.keyboard.press("ArrowRight")
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert reached >= {"play", "first", "back", "next", "call", "SUMMARY"}
    page.focus("#first")
    page.keyboard.press("Enter")
    assert at() == "gate"
    page.focus("#next")
    page.keyboard.press("Enter")
    assert at() == "break"
    page.focus("#call")
    page.keyboard.press("ArrowRight")
    assert at() == "setup"
    page.focus("summary >> nth=0")
    page.keyboard.press("Space")
    assert page.locator("details >> nth=0").get_attribute("open") is not None
    assert at() == "setup"


def test_with_reduced_motion_the_race_goes_from_call_to_call_without_moving(opened):
    sheet = troubled("fullplay")
    page = opened(page_of(sheet), reduced_motion="reduce")
    page.clock.install()
    page.reload()
    still = [where(page)]
    page.click("#play")
    for _ in range(400):
        page.clock.run_for(50)
        if (now := where(page)) != still[-1]:
            still.append(now)
    assert page.get_attribute("#replay", "data-call") == "official"
    assert len(still) <= len(replay_of(sheet)["calls"])


def test_what_is_said_is_announced_and_the_drawing_is_not(opened):
    page = opened(page_of(troubled("fullplay")))
    assert page.get_attribute("#said", "aria-live") == "polite"
    assert page.get_attribute("#oval", "aria-hidden") == "true"


def test_without_scripts_the_page_says_so_and_shows_the_rest(opened):
    page = opened(page_of(troubled("fullplay")), java_script_enabled=False)
    assert page.locator("#replay").is_hidden()
    assert page.locator("noscript p").is_visible()
    assert page.locator("table >> nth=0").is_visible()


def test_no_name_runs_anything(opened):
    charts = evil_charts()
    sheet = run(evil_card(), {("form", 1): 3, ("trouble", 1): 2}, version="fullplay", charts=charts)
    page = opened(page_of(sheet, charts))
    page.keyboard.press("End")
    assert page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("version", VERSIONS)
def test_axe_finds_no_fault(opened, version, size, scheme):
    # The policy of the page forbids scripts of others only where they are fetched; axe is put in by the driver.
    page = opened(page_of(troubled(version)), size, color_scheme=scheme)
    for step in range(3):
        if step == 1:
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        if step == 2:
            page.keyboard.press("End")
        results = axe.Axe().run(page)
        assert not results.response["violations"], results.generate_report()


NOTEBOOK = (
    '<!doctype html><html lang="en"><head><title>One</title></head><body><main><h1>One</h1>{}</main></body></html>'
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_in_what_a_notebook_shows(opened, scheme):
    race, charts = ts.load_race("champagne-2009"), ts.load_charts()
    sheet, odds = ts.play(race, version="fullplay", seed=7), ts.odds(race, seed=7)
    reasons = (sheet.explain(), sheet.explain(1))
    for shown in (race, sheet, odds, ts.payoffs(sheet, odds), ts.exact(race), *reasons, charts.chart("form"), charts):
        page = opened(NOTEBOOK.format(shown._repr_html_()), color_scheme=scheme)
        results = axe.Axe().run(page)
        assert not results.response["violations"], results.generate_report()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_phone_shows_the_page_without_scrolling_sideways(opened, version):
    page = opened(page_of(troubled(version)), "phone")
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    small = page.evaluate("""[...document.querySelectorAll('td, th, p, li, dd, button')]
        .filter(one => parseFloat(getComputedStyle(one).fontSize) < 12).length""")
    assert small == 0
    for button in page.locator(".controls button").all():
        assert button.bounding_box()["height"] >= 44


# --- on paper ---


def pages_of(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def long_names(count):
    """A field of that many with names as long as a card takes."""
    horse, rider = "A Horse of Some Renown and Many Words " * 2, "A Rider Well Known " * 4
    field = [
        {"name": f"{horse}{post:02d}", "jockey": f"{rider}{post:02d}", "pace": post % 10}
        for post in range(1, count + 1)
    ]
    return card(*field, name="A stakes race", track="A racecourse", date="2026-11-30")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("runners", [2, 12, 24])
@pytest.mark.parametrize("version", VERSIONS)
def test_printed_the_page_is_the_scoresheet_on_one_sheet(opened, version, runners, paper):
    field = long_names(runners)
    sheet = ts.play(field, version=version, seed=1)
    for markup in (page_of(sheet), scoresheet_page(sheet), scoresheet_page(field, version)):
        page = opened(markup)
        for options in ({"landscape": True}, {"prefer_css_page_size": True}):
            assert pages_of(page.pdf(format=paper, **options)) == 1


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_printed_with_as_many_photos_and_rulings_as_there_can_be_it_is_still_one_sheet(opened, paper):
    rulings = {("form", post): 3 for post in range(1, 25)} | {("trouble", post): 10 for post in range(1, 25)}
    for field in (card(*({} for _ in range(24))), long_names(24)):
        sheet = run(field, rulings, version="fullplay")
        assert pages_of(opened(page_of(sheet)).pdf(format=paper, landscape=True)) == 1


def test_nothing_printed_is_cut_off_at_the_right(opened):
    page = opened(page_of(ts.play(long_names(24), version="fullplay", seed=1)))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 979, "height": 740})  # letter, landscape, within its margins
    wide = page.evaluate("""[...document.querySelectorAll('.sheet td, .sheet th')]
        .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)""")
    assert not wide
    assert page.evaluate("document.querySelector('.sheet table').getBoundingClientRect().right") <= 980
    for selector in ("#replay", "#h-result", "#h-accounts"):
        assert page.locator(selector).is_hidden()
