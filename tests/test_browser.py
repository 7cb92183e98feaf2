"""The page in a real browser, each job done as a person does it. `make test-browser` installs what it needs."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright", reason="the extra `browser` is not installed")

from web_page import EXAMPLES, ruling, served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; `apt-get install chromium` brings it"),
]
AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
HILL = (EXAMPLES / "suppressed-and-returning" / "hill.scenario.yaml").read_text(encoding="utf-8")
PARADOX = (EXAMPLES / "paradox" / "stealth.scenario.yaml").read_text(encoding="utf-8")
RIVALS = (EXAMPLES / "undetermined-pair" / "rivals.scenario.yaml").read_text(encoding="utf-8")
DICE = (EXAMPLES / "dice-order" / "order-within-a-group.scenario.yaml").read_text(encoding="utf-8")
COMPARED = EXAMPLES / "edits" / "compare-with-base" / "compare-with-base.edit.yaml"
WIDE = "left=r3&right=r4&events=6&cards=4&features=4&conditions=4&auras=4&printed=4"
"""A search that is not at its end before it is stopped."""
LONG, SEARCH = 60_000, 180_000
"""Milliseconds: what one waits for an answer, and for a search, on a busy machine at most."""

Page = Any


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(EXAMPLES) as served_at:
        yield served_at


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # not while tests are collected: it takes long

    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Page]:
    """A window of a desk; whatever a script or the policy complains of fails the test."""
    opened, complaints = browser.new_page(base_url=address, viewport={"width": 1300, "height": 900}), []
    opened.set_default_timeout(LONG)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
    yield opened
    opened.close()
    assert complaints == []


def text(page: Page) -> str:
    return " ".join(page.locator("main").inner_text().split())


# --- rulings --------------------------------------------------------------------------------------


def test_a_ruling_is_found_looked_into_and_read_otherwise(page: Page, browser: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="Examples").click()
    page.get_by_label("Find").fill("suppressed, and")
    page.get_by_role("link", name="A printed feature suppressed, and returning").click()
    page.get_by_role("link", name="3 → absent").first.click()
    panel = page.locator("#why")
    panel.get_by_text("Under r2, after 2, guard does not have Броня.").wait_for()
    assert "517.1" in panel.inner_text()
    page.get_by_role("link", name=re.compile("^returns")).click()
    page.get_by_text("Back to the usual readings").wait_for()
    assert page.get_by_role("link", name="3 → absent").count() == 0
    elsewhere = browser.new_page(base_url=page.url)
    elsewhere.goto(page.url)
    shown = [" ".join(each.locator(".answer").inner_text().split()) for each in (elsewhere, page)]
    assert shown[0] == shown[1]  # the address holds all of it
    elsewhere.close()


def test_a_scenario_is_written_completed_and_marked(page: Page) -> None:
    page.goto(ruling(HILL, "r2", "r4"))
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("title: Two armours\ncards:\n  vail: {features: [Armour 2]}\nevents:\n  - ga")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete").get_by_text("gain", exact=True).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.insert_text("in: {card: vial, feature: Armour 3}\n")
    page.locator(".cm-lint-marker-error").wait_for()
    page.locator(".cm-lintRange-error").hover()
    page.get_by_text("did you mean 'vail'").first.wait_for()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(
        "title: Two armours\ncards:\n  vail: {features: [Armour 2]}\n"
        "events:\n  - gain: {card: vail, feature: Armour 3}\n"
    )
    page.keyboard.press("Control+Enter")
    page.get_by_role("heading", name="Two armours").wait_for()
    assert "2 → 3 (2 suppressed)" in text(page)


def test_a_scenario_is_built_by_buttons(page: Page) -> None:
    page.goto(ruling("title: New\ncards: {guard: {}}\n", "r4"))
    page.get_by_role("link", name="Buttons").click()
    page.get_by_text("Feature", exact=True).click()
    page.get_by_label("feature, with its number").first.fill("Броня 2")
    page.get_by_role("button", name="Add").first.click()
    page.get_by_text("Броня 2").first.wait_for()
    page.locator(".events + .adding").get_by_text("Gain", exact=True).click()
    form = page.locator(".events + .adding details[open] form")
    form.get_by_label("feature, with its number").fill("Броня 3")
    form.get_by_label("or a new condition").fill("hill")
    form.get_by_role("button", name="Add").click()
    page.get_by_text("gain Броня 3 on guard while hill").first.wait_for()
    event = page.locator(".events li").first
    event.get_by_text("and if").click()
    event.get_by_text("A number is at least").click()
    form = event.locator("form:visible").filter(has=page.get_by_label("number"))
    form.get_by_label("feature or property").fill("Броня")
    form.get_by_label("number").fill("1")
    form.get_by_label("beside what is there").select_option("or else")
    form.get_by_role("button", name="Add").click()
    page.get_by_text("while hill or Броня of guard at least 1").first.wait_for()
    page.get_by_text("What a card has").click()
    form = page.locator(".adding").last.locator("details[open] form")
    form.get_by_label("feature or property").fill("Броня")
    form.get_by_label("a number").fill("2")
    form.get_by_role("button", name="Add").click()
    page.get_by_role("heading", name="0 of 1 are met").wait_for()
    assert "after 1, Броня of guard: expected 2 r4 got 3" in text(page)
    page.get_by_role("link", name="Text").click()
    page.locator(".cm-content").get_by_text("feature").first.wait_for()


def test_loops_and_dice_are_drawn(page: Page) -> None:
    page.goto(ruling(PARADOX, "r4"))
    boxes = [station.bounding_box() for station in page.locator(".ring .station").all()]
    assert len(boxes) == 2
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]  # beside each other, an arrow each way between them
    assert page.locator(".ring .arrow").count() == 2
    page.goto(ruling(RIVALS, "r4"))
    assert page.locator(".ways .station").count() == 2
    page.goto(ruling(DICE, "r4"))
    page.get_by_role("link", name="3 or 4").click()
    page.locator("#why .chain").first.wait_for()
    assert [face.inner_text() for face in page.locator("#why .chain .face").all()] == ["1", "2", "3", "1", "2", "4"]


# --- edits, differences, rulebooks ----------------------------------------------------------------


def test_an_edit_is_drafted_marked_tried_and_saved(page: Page, tmp_path: Path) -> None:
    page.goto("/en/edit?on=r4")
    page.get_by_role("button", name="An equal number replaces, too").click()
    page.get_by_text("518.3 is changed").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nperformed(E :- open(E,T).\n")
    page.locator(".cm-lint-marker-error").wait_for()
    page.keyboard.press("Control+Z")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as a folder").click()
    download.value.save_as(tmp_path / "draft.zip")
    assert (tmp_path / "draft.zip").read_bytes()[:2] == b"PK"
    page.get_by_role("link", name="Try a scenario").click()
    page.get_by_role("columnheader", name="draft").wait_for()


def test_a_difference_is_searched_and_opened(page: Page) -> None:
    page.goto("/en/diff")
    page.locator("select[name=left]").select_option("r4")
    page.locator("select[name=right]").select_option(str(COMPARED))
    page.get_by_label("events").fill("1")
    page.get_by_role("button", name="Search").click()
    page.locator("#job.found h2").wait_for(timeout=SEARCH)
    assert "differ: the smallest scenario has 1 event" in text(page)
    page.get_by_role("link", name="Open in Ruling").click()
    page.get_by_role("columnheader", name="compare-with-base").wait_for()


def test_a_search_shows_how_far_it_is_and_is_stopped(page: Page) -> None:
    page.goto(f"/ru/diff?{WIDE}")
    page.get_by_role("button", name="Искать").click()
    page.locator(".job p").wait_for()
    assert page.locator("meta[http-equiv=refresh]").count() == 0  # what stands on the page stays while it is searched
    page.get_by_role("button", name="Остановить").click()
    page.locator("#job.found").get_by_text("остановлено").wait_for()


@pytest.mark.slow
def test_a_verdict_is_gathered_and_told(page: Page) -> None:
    page.goto("/en/verdict")
    page.get_by_role("button", name="Verdict").first.click()
    page.get_by_role("heading", name="What it changes").wait_for(timeout=SEARCH)
    assert page.get_by_role("heading", level=1).inner_text().startswith("A gain is compared with the base number")


def test_a_rulebook_is_searched_and_compared(page: Page) -> None:
    page.goto("/ru/rulebook?rulebook=r4")
    page.get_by_role("searchbox").fill("замещают")
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("пункт").wait_for()
    assert "518.3" in text(page)
    page.get_by_role("link", name="Сравнить тексты").click()
    page.locator("ins").first.wait_for()
    page.emulate_media(media="print")
    assert not page.locator("header.top nav").first.is_visible()


# --- for everybody --------------------------------------------------------------------------------


def test_it_is_used_by_keyboard_alone(page: Page) -> None:
    page.goto(ruling(HILL, "r4"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    value = page.get_by_role("link", name="3 → 2")
    value.focus()
    page.keyboard.press("Enter")
    page.locator("#why").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "3 → 2"  # where one was, one stays
    page.keyboard.press("Escape")
    page.locator("#why").wait_for(state="detached")


def test_it_works_without_scripts(browser: Any, address: str) -> None:
    page = browser.new_context(java_script_enabled=False, base_url=address).new_page()
    page.set_default_timeout(LONG)
    page.goto(ruling(HILL, "r4"))
    page.get_by_role("link", name="3 → 2").click()
    assert "Under r4, after 2, guard has Броня 2." in text(page)
    page.get_by_label("The scenario as text").fill(HILL.replace("Броня 3", "Броня 5"))
    page.get_by_role("button", name="Evaluate").click()
    assert "2 → 5" in text(page)
    page.goto(f"/en/diff?{WIDE}")
    page.get_by_role("button", name="Search").click()
    page.locator(".job p").filter(has_not_text="waiting").wait_for()  # the page loads itself anew
    page.get_by_role("button", name="Stop").click()
    page.locator("#job.found").get_by_text("stopped").wait_for()
    page.context.close()


VIEWS = {
    "ruling": ruling(HILL) + "&book=3&card=guard&name=%D0%91%D1%80%D0%BE%D0%BD%D1%8F&after=2&outcome=0",
    "buttons": ruling(HILL) + "&view=form",
    "dice": ruling(DICE, "r4") + "&book=0&card=archer&name=roll&after=1&outcome=0",
    "paradox": ruling(PARADOX, "r4"),
    "wrong": ruling("title: x\ncards: {a: {featurs: []}}\n"),
    "examples": "/en/examples",
    "edit": "/en/edit?on=r2",
    "difference": "/en/diff",
    "verdict": "/en/verdict",
    "rulebook": "/en/rulebook?rulebook=r4",
    "redline": "/en/rulebook/redline?left=r3&right=r4",
}

WRITTEN = ("ruling", "dice", "paradox", "wrong")
"""The views with an editor, which asks for its marks."""


@pytest.mark.parametrize("view", VIEWS)
def test_everybody_can_read_it(view: str, page: Page) -> None:
    """WCAG 2.2 AA as far as a machine can tell, light and dark, in both languages; no sideways scrolling on a phone."""
    for language, scheme in (("en", "light"), ("ru", "dark")):
        page.emulate_media(color_scheme=scheme)
        with page.expect_response("**/marks") if view in WRITTEN else nullcontext():
            page.goto(VIEWS[view].replace("/en/", f"/{language}/"))
        page.evaluate("new Promise(requestAnimationFrame)")  # the editor stands, and what it marks
        page.evaluate(AXE)
        found = page.evaluate(f"axe.run(document, {{runOnly: {json.dumps(RULES)}}})")
        assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found["violations"]] == []
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
