"""The ruling on the page, as somebody without scripts goes through it: by links and forms."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import anyio
import edit_files
import pytest
from test_names_in_modules import ADD, ASKED, SCAR

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from web_page import EXAMPLES, client, form, links, ruling, text_of

from pyrules.web.work import Busy, Kept, Lane

HILL = (EXAMPLES / "suppressed-and-returning" / "hill.scenario.yaml").read_text(encoding="utf-8")
PARADOX = (EXAMPLES / "paradox" / "stealth.scenario.yaml").read_text(encoding="utf-8")
RIVALS = (EXAMPLES / "undetermined-pair" / "rivals.scenario.yaml").read_text(encoding="utf-8")
DICE = (EXAMPLES / "dice-order" / "order-within-a-group.scenario.yaml").read_text(encoding="utf-8")


def test_the_page_begins_with_a_scenario_that_runs() -> None:
    page = client()
    begun = page.get("/", headers={"accept-language": "de, ru;q=0.5"})
    assert begun.headers["location"] == "/ru/ruling"
    assert page.get("/").headers["location"] == "/en/ruling"
    assert "r4 determined" in text_of(page.get("/en/ruling").text)


def test_what_every_card_has_stands_side_by_side() -> None:
    told = text_of(client().get(ruling(HILL)).text)
    assert "guard Броня 3 → 2 3 → absent 3 → absent 3 → 2" in told  # what the scenario expects of r1 to r4 at the end
    assert "lost: Броня of guard, lapsed" in told


def test_a_value_leads_to_how_it_came_about() -> None:
    page = client()
    answer = page.get(ruling(HILL, "r4")).text
    (address,) = [address for address, text in links(answer) if text == "3 → 2"]
    told = text_of(page.get(address).text)
    assert "Under r4, after 2, guard has Броня 2." in told
    assert "printed Броня 2 becomes suppressed (518.3 ●1)" in told


def test_readings_are_switches_and_those_that_matter_are_marked() -> None:
    page = client()
    answer = page.get(ruling(HILL, "r2", "r3")).text
    assert "another answer under r2, r3" in text_of(answer)
    (address,) = [address for address, text in links(answer) if text.startswith("returns ")]
    switched = text_of(page.get(address).text)
    assert "guard Броня 3 → 2 3 → 2" in switched
    assert "Back to the usual readings" in switched


def test_a_reading_that_changes_nothing_is_not_marked() -> None:
    told = text_of(client().get(ruling(HILL, "r4")).text)
    assert "No reading changes this answer." in told
    assert "another answer" not in told


def test_rulebooks_are_put_beside_the_others_and_taken_away() -> None:
    page = client()
    address = ruling(HILL, "r1")
    for name, columns in (("r4", "r1 r4"), ("r2", "r1 r2 r4"), ("r1", "r2 r4")):
        (address,) = [each for each, text in links(page.get(address).text) if text == name]
        assert f"card what {columns} 0 start" in text_of(page.get(address).text)


def test_a_paradox_is_drawn_as_the_loop_it_is() -> None:
    told = text_of(client().get(ruling(PARADOX, "r4")).text)
    assert "each assumption leads to the other" in told
    assert "Suppose that scout has Скрытность: printed Скрытность 1 sleeps" in told
    assert "so scout has Скрытность 1, which contradicts the assumption" in told


def test_what_the_rules_leave_open_is_drawn_with_all_its_ways() -> None:
    told = text_of(client().get(ruling(RIVALS, "r4")).text)
    assert "each of these keeps itself up" in told
    assert "elder has Первенство 1 younger does not have Первенство" in told
    assert "elder does not have Первенство younger has Первенство 1" in told


def test_a_roll_shows_each_order_and_who_can_force_it() -> None:
    page = client()
    (address,) = [address for address, text in links(page.get(ruling(DICE, "r1")).text) if text == "3 or 4"]
    told = text_of(page.get(address).text)
    low, high = told.index("3 who wants low can force this"), told.index("4 who wants high can force this")
    assert low < told.index("×2 from archer") < told.index("+1 from archer") < high  # 1 · 2 + 1 = 3
    assert told.index("+1 from archer", high) < told.index("×2 from archer", high)  # (1 + 1) · 2 = 4


def test_what_is_written_is_in_the_address_and_in_the_file() -> None:
    page = client()
    text = HILL.replace("Броня 3", "Броня 5")
    sent = page.post("/en/ruling/text", data=form(s=ruling(HILL, "r4").partition("?s=")[2], text=text))
    assert sent.status_code == 303
    answer = client().get(sent.headers["location"]).text  # another page, which knows nothing but the address
    assert "2 → 5 (2 suppressed)" in text_of(answer)
    (address,) = [address for address, text in links(answer) if text == "Download"]
    file = page.get(address)
    assert file.text == text
    assert "attachment" in file.headers["content-disposition"]


def test_what_is_wrong_is_told_at_its_line() -> None:
    wrong = HILL.replace("stop: hill", "stop: hil")
    told = text_of(client().get(ruling(wrong)).text)
    assert "line 12 there is no flag 'hil'" in told or "line 12: the flag 'hil'" in told
    marks = client().post("/en/ruling/marks", data=form(s=ruling(wrong).partition("?s=")[2], text=wrong)).json()
    assert [mark["line"] for mark in marks] == [12]


def test_a_name_that_an_edit_beside_it_gives_is_no_slip(tmp_path: Path) -> None:
    path = edit_files.write(tmp_path, ADD, {"scar.lp": SCAR})
    page, marks = client([Path(path)]), "/en/ruling/marks"
    for books, told in ((("r4",), ["warning"]), (("r4", path), [])):
        found = page.post(marks, data=form(s=ruling(ASKED, *books).partition("?s=")[2], text=ASKED)).json()
        assert [mark["severity"] for mark in found] == told


def test_an_opened_file_is_found_by_its_title() -> None:
    page = client([EXAMPLES / "suppressed-and-returning"])
    answer = page.get("/en/examples").text
    (address,) = [address for address, text in links(answer) if text == "A printed feature suppressed, and returning"]
    opened = page.get(address)
    assert "guard Броня 3 → 2" in text_of(page.get(opened.headers["location"]).text)


def test_an_opened_edit_stands_beside_the_revisions() -> None:
    page = client([EXAMPLES / "edits" / "reworded"])
    assert {"r4", "reworded"} <= {text for _, text in links(page.get(ruling(HILL, "r4")).text)}


def test_a_text_too_large_for_an_address_is_told() -> None:
    sent = client().post("/en/ruling/text", data=form(s=ruling(HILL).partition("?s=")[2], text="#" + "ы" * 31_000))
    assert sent.status_code == 400
    assert "too large for an address" in text_of(sent.text)


# --- waiting --------------------------------------------------------------------------------------


def test_who_waits_in_one_lane_waits_in_no_other() -> None:
    release = threading.Event()

    async def both() -> str:
        foreign, own = Lane(1), Lane(1)
        wait: Callable[[], bool] = release.wait
        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(foreign.call, wait)
            answer = await own.call(str, "answered")
            release.set()
        return answer

    assert anyio.run(both) == "answered"


def test_too_many_that_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrules.web.work.MOST_WAITING", 2)
    release = threading.Event()

    async def crowd() -> None:
        lane = Lane(1)
        wait: Callable[[], bool] = release.wait
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lane.call, wait)
            tasks.start_soon(lane.call, wait)
            await anyio.lowlevel.checkpoint()
            with pytest.raises(Busy):
                await lane.call(str, "one too many")
            release.set()

    anyio.run(crowd)


def test_answers_are_kept_and_the_oldest_are_let_go() -> None:
    kept = Kept(2)
    asked: list[int] = []
    for question in (1, 1, 2, 3, 1):
        kept.get(question, partial(asked.append, question))
    assert asked == [1, 2, 3, 1]
