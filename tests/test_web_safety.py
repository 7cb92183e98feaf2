"""The page under attack: by other sites, by links, by what scenarios and edits hold."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zlib
from pathlib import Path
from typing import NoReturn

import edit_files
import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from web_page import children, client, form, ruling, served, text_of

from pyrules.asp import sandbox
from pyrules.errors import NotDecided
from pyrules.web import answers, app, work

EVIL = "<script>alert(1)</script>"
SCENARIO = """
title: A larger number replaces a smaller one
cards: {vail: {features: [Armour 1]}}
events: [{gain: {card: vail, feature: Armour 2}}]
"""
NAMED_EVIL = f"""
title: "{EVIL}"
notes: "<img src=x onerror=alert(1)>"
cards: {{'"><b>vail': {{properties: {{"<i>life": 3}}, features: [{{name: "{EVIL}", value: 1}}]}}}}
events:
  - {{label: "{EVIL}", gain: {{card: '"><b>vail', name: "{EVIL}", value: 2}}}}
"""
ENDLESS = "% It begins.\np(0).\n% It goes on.\np(X+1) :- p(X).\n"


# --- other sites ----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", "[", ""])
def test_another_host_is_refused_whatever_it_leads_to(host: str) -> None:
    assert client().get("/en/ruling", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_the_hosts_that_lead_here_are_served(host: str) -> None:
    assert client().get("/en/examples", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
    ],
)
def test_a_form_of_another_site_is_refused_even_with_the_token(headers: dict[str, str]) -> None:
    sent = client().post("/en/ruling/text", data=form(s=_packed(SCENARIO), text=SCENARIO), headers=headers)
    assert sent.status_code == 403


def test_another_site_can_lead_here_and_cannot_embed_or_read() -> None:
    page = client()
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert page.get("/en/examples", headers=followed).status_code == 200
    for dest in ("image", "script", "iframe", "empty"):
        mode = "navigate" if dest == "iframe" else "no-cors"
        headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": dest}
        assert page.get("/en/examples", headers=headers).status_code == 403


@pytest.mark.parametrize("token", ["", "guessed", "ключ"])
def test_without_the_token_nothing_is_taken(token: str) -> None:
    fields = {"token": token, "s": _packed(SCENARIO), "text": SCENARIO}
    assert client().post("/en/ruling/text", data=fields).status_code == 403


def test_every_address_that_takes_something_asks_for_the_token() -> None:
    page, takers = client(), set(_takers())
    posted = {f"/en{route.path}" for route in app._views() if "POST" in (route.methods or ())}
    assert posted == takers
    for address in takers:
        assert page.post(address, data={"token": "guessed"}).status_code == 403, address


def test_reading_addresses_take_nothing() -> None:
    assert client().post("/en/ruling", data=form(text=SCENARIO)).status_code == 405


# --- what is sent ---------------------------------------------------------------------------------


def test_a_large_form_is_refused_before_it_is_read() -> None:
    page = client()
    assert page.post("/en/ruling/text", content=b"token=" + b"x" * 1_000_000).status_code == 413
    assert page.post("/en/ruling/text", content=b"", headers={"content-length": "-5"}).status_code == 413


def test_a_large_form_that_does_not_say_so_is_not_kept() -> None:
    def pieces() -> object:
        for _ in range(50):
            yield b"x" * 10_000

    sent = client().post("/en/ruling/text", content=pieces())  # type: ignore[arg-type]
    assert sent.status_code >= 400


def test_a_form_of_very_many_fields_is_refused() -> None:
    many = "&".join(f"a{number}=1" for number in range(1000))
    assert client().post("/en/ruling/text", content=many.encode()).status_code == 400


@pytest.mark.parametrize(
    "letters",
    [
        "not base64!",
        "AAAA",
        "x" * 40_000,
        base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 9)).decode(),
        base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000, 9)).decode(),
        base64.urlsafe_b64encode(zlib.compress(json.dumps({"t": 1, "f": [], "b": 3, "r": 4}).encode())).decode(),
    ],
    ids=["no base64", "nothing packed", "long", "swells", "deep", "other kinds"],
)
def test_a_broken_or_swelling_address_is_told_in_words(letters: str) -> None:
    answer = client().get("/en/ruling", params={"s": letters})
    assert answer.status_code == 400
    assert "address" in text_of(answer.text)
    assert "Traceback" not in answer.text


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["/etc/passwd", "../secret.scenario.yaml", "secret.scenario.yaml", "scenarios/../x"])
def test_a_file_that_was_not_opened_is_not_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("secret.scenario.yaml").write_text("title: The secret\ncards: {}\n", encoding="utf-8")
    Path("scenarios").mkdir()
    Path("scenarios/mine.scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    page = client([Path("scenarios")])
    answer = page.get("/en/example", params={"file": name})
    assert answer.status_code == 400
    assert "secret" not in answer.headers.get("location", "")


def test_a_link_out_of_an_opened_folder_is_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "secret.scenario.yaml", tmp_path / "scenarios"
    outside.write_text("title: The secret\ncards: {}\n", encoding="utf-8")
    folder.mkdir()
    (folder / "mine.scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    (folder / "link.scenario.yaml").symlink_to(outside)
    answer = client([folder]).get("/en/examples")
    assert "A larger number" in answer.text
    assert "The secret" not in answer.text


@pytest.mark.parametrize(
    "how", ["rulebooks: [{path}]", "expect: [{{after: 0, under: {{a: b}}, in: [{path}], vail: {{Armour: 1}}}}]"]
)
@pytest.mark.parametrize("there", [True, False])
def test_a_scenario_cannot_have_an_edit_read_that_was_not_opened(how: str, there: bool, tmp_path: Path) -> None:
    path = tmp_path / "secret.edit.yaml"
    if there:
        path.write_text("title: The secret\non: r4\nclauses: []\n", encoding="utf-8")
    text = SCENARIO + how.format(path=path)
    answer = client().get(ruling(text, "r4"))
    assert "expected a rulebook that this page knows" in text_of(answer.text)
    marks = client().post("/en/ruling/marks", data=form(s=_packed(text), text=text)).json()
    assert [mark["line"] for mark in marks] == [5]
    assert "there is no edit" not in answer.text + str(marks)  # which would tell whether the file is there


def test_a_rulebook_that_was_not_opened_is_not_read(tmp_path: Path) -> None:
    path = edit_files.write(tmp_path, "clauses: []\n")
    assert "there is no rulebook" in text_of(client().get(ruling(SCENARIO, path)).text)


@pytest.mark.parametrize(
    "address", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"]
)
def test_static_files_are_those_of_the_page_alone(address: str) -> None:
    assert client().get(address).status_code == 404


# --- what stands on the page ----------------------------------------------------------------------


def test_names_are_shown_and_not_obeyed() -> None:
    why = "&book=0&outcome=0&after=1&card=%22%3E%3Cb%3Evail&name=%3Cscript%3Ealert(1)%3C/script%3E"
    for more in ("", why, f"&view={EVIL}", f"&view=form{why}"):
        answer = client().get(ruling(NAMED_EVIL, "r4") + more)
        assert answer.status_code == 200
        assert EVIL in text_of(answer.text)
        assert _markup_is_ours(answer.text)


def test_what_is_wrong_is_shown_and_not_obeyed() -> None:
    for text in (f"{EVIL}: 1", f"title: x\ncards: {{'{EVIL}': {EVIL}}}"):
        assert _markup_is_ours(client().get(ruling(text, "r4")).text)
    for address in (f"/en/{EVIL}", f"/en/ruling?s={EVIL}", f"/en/example?file={EVIL}"):
        assert _markup_is_ours(client().get(address).text)
    assert _markup_is_ours(client().get(ruling(SCENARIO, EVIL)).text)


def test_every_answer_bears_a_strict_policy() -> None:
    page = client()
    answers = [page.get(address) for address in ("/", "/en/ruling", "/en/examples", "/static/page.js", "/en/nowhere")]
    answers += [page.get("/en/ruling", headers={"host": "evil.example"}), page.post("/en/ruling/text", data={})]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    nonces = {re.search(r"'nonce-([^']+)'", each.headers["content-security-policy"])[1] for each in answers}  # type: ignore[index]
    assert len(nonces) == len(answers)


def _markup_is_ours(page: str) -> bool:
    """Whether a page has no script but those of files, no handlers, no styles and no smuggled elements."""
    tags = re.findall(r"<[a-z][^>]*>", page)
    scripts = [tag for tag in tags if tag.startswith("<script")]
    strange = [tag for tag in tags if re.search(r"\s(on\w+|style)=|^<(img|b>vail|i>life|iframe|object|base)", tag)]
    return scripts == ['<script type="module" src="/static/page.js">'] and not strange and "javascript:" not in page


# --- rules from elsewhere -------------------------------------------------------------------------


@pytest.mark.slow
def test_ten_endless_groundings_leave_the_page_responsive(tmp_path: Path) -> None:
    path = edit_files.write(
        tmp_path, "clauses: [{add: '600', gist: It never ends., modules: [mine.lp]}]\n", {"mine.lp": ENDLESS}
    )
    with served(Path(path)) as address:
        unanswered = [True] * 10

        def ask(number: int) -> None:
            text = SCENARIO.replace("A larger", f"{number} times a larger")
            try:
                urllib.request.urlopen(address + ruling(text, path), timeout=60).read()
            except OSError:  # the page was ended before it answered
                return
            unanswered[number] = False

        threads = [threading.Thread(target=ask, args=[number], daemon=True) for number in range(10)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            answer = urllib.request.urlopen(address + ruling(SCENARIO, "r2", "r4"), timeout=60).read().decode()
            assert "determined" in text_of(answer)
            assert urllib.request.urlopen(address + "/en/examples", timeout=60).status == 200
        assert all(unanswered)  # so nobody had to wait for any of them


@pytest.mark.slow
def test_what_never_ends_is_told_of_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = edit_files.write(
        tmp_path, "clauses: [{add: '600', gist: It never ends., modules: [mine.lp]}]\n", {"mine.lp": ENDLESS}
    )
    page = client([Path(path)])
    monkeypatch.setattr(work, "LIMITS", sandbox.Limits(seconds=5))
    told = text_of(page.get(ruling(SCENARIO, "r4", path)).text)
    assert "my not decided: scenario.yaml under" in told
    assert "r4 determined" in told


def test_an_answer_stands_though_its_readings_were_not_tried_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_asked: object) -> NoReturn:
        raise NotDecided("10 s are not enough")

    monkeypatch.setattr(answers, "_resting", too_long)
    told = text_of(client().get(ruling(SCENARIO, "r2")).text)
    assert "r2 determined" in told
    assert "There was not time enough to find out which readings the answers rest on." in told
    assert "other readings" in told
    assert "No reading changes this answer" not in told


# --- where it listens -----------------------------------------------------------------------------


def test_it_listens_to_this_machine_alone() -> None:
    with served() as address:
        assert address.startswith("http://127.0.0.1:")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(address, headers={"Host": "evil.example"}))
        assert refused.value.code == 421


def test_a_browser_that_goes_away_does_not_end_the_page() -> None:
    before = children()
    with served() as address:
        (page,) = children() - before
        os.kill(page, signal.SIGPIPE)  # what comes of writing to one that is gone
        assert urllib.request.urlopen(address + "/en/examples", timeout=60).status == 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_behind_when_it_ends(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pyrules", "serve", "--port", "0", "--no-browser"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert list(tmp_path.iterdir())
        process.send_signal(number)
        assert process.wait(60) == 128 + number
    assert not list(tmp_path.iterdir())


def _packed(text: str) -> str:
    return ruling(text).partition("?s=")[2]


def _takers() -> list[str]:
    """Every address that takes a form."""
    return [
        *("/en/ruling/text", "/en/ruling/form", "/en/ruling/marks", "/en/edit/choose", "/en/edit/rules"),
        *("/en/edit/marks", "/en/diff", "/en/diff/stop", "/en/verdict/begin", "/en/verdict/stop"),
        *("/en/rulebook/reach", "/en/rulebook/defects", "/en/rulebook/stop"),
    ]
