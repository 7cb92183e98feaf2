"""Edits, differences, verdicts and rulebooks on the page, as somebody without scripts goes through them."""

from __future__ import annotations

import io
import re
import time
import zipfile
from html import unescape

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from starlette.testclient import TestClient
from web_page import EXAMPLES, client, form, links, text_of

from pyrules.rulebook.open import load_rulebook
from pyrules.web.address import unpacked

FIXED = "refused(E,larger_replaces,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1)."


def drafted(page: TestClient, **chosen: str) -> str:
    """The address of the draft that begins with a choice."""
    sent = page.post("/en/edit/choose", data=form(on="r4", change="", clause="") | chosen)
    assert sent.status_code == 303, text_of(sent.text)
    return sent.headers["location"]


def watched(page: TestClient, address: str) -> str:
    """The page of an address when what is worked on there is done."""
    for _ in range(600):
        answer = page.get(address)
        if 'class="job"' not in answer.text:
            return answer.text
        time.sleep(0.2)
    raise AssertionError(f"{address} is still at it: {text_of(answer.text)}")


def test_a_ready_made_change_is_shown_and_tried() -> None:
    page = client()
    assert "An equal number replaces, too" in text_of(page.get("/en/edit?on=r4").text)
    answer = page.get(drafted(page, change="equal-replaces")).text
    assert "518.3 is changed" in text_of(answer)
    assert "<ins>performed(E,larger_replaces,T)" in answer
    assert "/tmp/" not in answer
    (tried,) = [address for address, text in links(answer) if text == "Try a scenario"]
    told = text_of(page.get(tried).text)
    assert "card what r4 draft" in told
    assert "[r4]" not in told
    assert "not performed: 2 is not greater than 2 (518.3)" in told


def test_rules_of_a_clause_are_written_anew() -> None:
    page = client()
    address = drafted(page, clause="518.3")
    ruling = unpacked(address.partition("?s=")[2])
    assert ruling.draft is not None
    (name,) = [name for name, text in ruling.draft.rules.items() if "X > V" in text]
    rules = {f"module:{each}": text for each, text in ruling.draft.rules.items()}
    changed = rules | {f"module:{name}": rules[f"module:{name}"].replace("X > V", "X >= V").replace("X <= V", "X < V")}
    sent = page.post("/en/edit/rules", data=form(s=address.partition("?s=")[2], **changed))
    answer = page.get(sent.headers["location"]).text
    assert "518.3 is changed" in text_of(answer)
    assert "X &gt;= V" in answer


def test_what_is_wrong_with_rules_is_told_at_its_line() -> None:
    page = client()
    packed = drafted(page, change="equal-replaces").partition("?s=")[2]
    wrong = {"module:larger_replaces.lp": "% A sentence.\nperformed(E,larger_replaces,T :- open(E,T).\n"}
    sent = page.post("/en/edit/rules", data=form(s=packed, **wrong))
    assert "larger_replaces.lp line 2" in text_of(page.get(sent.headers["location"]).text)
    marks = page.post("/en/edit/marks", data=form(s=packed, of="larger_replaces.lp", **wrong)).json()
    assert [mark["line"] for mark in marks] == [2]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("#script (python)\nimport os\n#end.\n", "#script: rules run no program"),
        ('#include "/etc/passwd".\n', "#include may not stand in an edit"),
        ("% Shown.\n#show card/1.\n", "#show"),
    ],
)
def test_rules_from_the_page_are_refused_what_edits_are(rules: str, told: str) -> None:
    page = client()
    packed = drafted(page, change="equal-replaces").partition("?s=")[2]
    sent = page.post("/en/edit/rules", data=form(s=packed, **{"module:larger_replaces.lp": rules}))
    assert told in text_of(page.get(sent.headers["location"]).text)


@pytest.mark.parametrize("name", ["../evil.lp", "/tmp/evil.lp", "evil.lp", "draft.edit.yaml", ""])
def test_a_draft_writes_no_file_but_its_own(name: str) -> None:
    page = client()
    packed = drafted(page, change="equal-replaces").partition("?s=")[2]
    sent = page.post("/en/edit/rules", data=form(s=packed, **{f"module:{name}": "% Evil.\nevil.\n"}))
    for address in (sent.headers["location"], sent.headers["location"].replace("/edit?", "/edit/file?")):
        assert "the draft has no module" in text_of(page.get(address).text)


def test_a_draft_is_saved_as_a_folder_that_is_an_edit(request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue("tmp_path_factory").mktemp("saved")
    page = client()
    saved = page.get(drafted(page, change="equal-replaces").replace("/edit?", "/edit/file?"))
    zipfile.ZipFile(io.BytesIO(saved.content)).extractall(folder)
    book = load_rulebook(str(folder / "draft" / "draft.edit.yaml"))
    assert [str(change.after.citation) for change in book.edits[-1].changes if change.after] == ["518.3"]


@pytest.mark.slow
def test_a_difference_is_searched_and_opened() -> None:
    page = client()
    sent = page.post("/en/diff", data=form(left="r1", right="r4", events="2", cards="1", printed="1", max_value="2"))
    answer = watched(page, sent.headers["location"])
    assert "r1 and r4 differ: the smallest scenario" in text_of(answer)
    (address,) = [address for address, text in links(answer) if text == "Open in Ruling"]
    assert "card what r1 r4" in text_of(page.get(address).text)


def test_rulebooks_with_the_same_rules_agree() -> None:
    page = client()
    sent = page.post("/en/diff", data=form(left="r4", right="r4"))
    assert "r4 and r4 agree" in text_of(watched(page, sent.headers["location"]))


def test_a_search_is_stopped() -> None:
    page = client()
    sent = page.post("/en/diff", data=form(left="r3", right="r4", events="6", cards="4", features="4", auras="4"))
    address = sent.headers["location"]
    assert 'class="job"' in page.get(address).text
    page.post(address.replace("/diff?", "/diff/stop?"), data=form())
    assert "stopped" in text_of(watched(page, address))


def test_a_bound_out_of_bounds_is_told() -> None:
    told = text_of(client().post("/en/diff", data=form(left="r1", right="r4", events="99")).text)
    assert "events: expected a number from 0 to 6, got '99'" in told


@pytest.mark.slow  # a verdict takes up to a minute
def test_a_verdict_on_an_opened_edit() -> None:
    page = client([EXAMPLES / "edits" / "reworded"])
    (begin,) = [
        unescape(each) for each in re.findall(r'action="([^"]*verdict/begin[^"]*)"', page.get("/en/verdict").text)
    ]
    sent = page.post(unescape(begin), data=form())
    assert "What was not looked at" in text_of(watched(page, sent.headers["location"]))


def test_clauses_are_found_by_words_of_either_language() -> None:
    page = client()
    for words in ("larger number", "одноимённые показателем", "замещают", "518.3"):
        told = text_of(page.get("/en/rulebook", params={"rulebook": "r4", "q": words}).text)
        assert "518.3" in told, words
    assert "0 clauses" in text_of(page.get("/en/rulebook", params={"rulebook": "r4", "q": "xyzzy"}).text)


def test_stale_references_are_marked() -> None:
    """r4 counts its sections on by one, and 518.7.2 ●2 still points to 517.6 of the section before."""
    answer = client().get("/en/rulebook?rulebook=r4").text
    assert re.search(r"<del title=[^>]+>5\d\d\.", answer)


def test_a_clause_leads_to_its_rules() -> None:
    page = client()
    answer = page.get("/en/rulebook?rulebook=r4&q=518.3").text
    address = next(address for address, text in links(answer) if text == "rules")
    assert ".lp" in text_of(page.get(address).text)


def test_two_rulebooks_are_read_as_a_redline() -> None:
    answer = client([EXAMPLES / "edits" / "reworded"]).get("/en/rulebook/redline?left=r3&right=r4").text
    assert "<del>" in answer
    assert "<ins>" in answer
    told = text_of(client().get("/en/rulebook/redline?left=r4&right=r4").text)
    assert "clauses are the same" in told
    assert "D-3" not in told


def test_the_scenarios_that_reach_a_clause() -> None:
    page = client([EXAMPLES / "suppressed-and-returning"])
    sent = page.post("/en/rulebook/reach?rulebook=r4", data=form())
    answer = watched(page, sent.headers["location"])
    assert "1 scenario rests on it A printed feature suppressed, and returning" in text_of(answer)
    assert "No opened scenario rests on it." in text_of(answer)
