"""Scenarios by the line: what comes out for each line, in order, whoever works it out."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import drawn
import pytest

from pyrules.bulk import lines, run, source
from pyrules.bulk.asked import Asked, Line
from pyrules.bulk.reading import read_line
from pyrules.errors import InputError
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.dump import to_data
from pyrules.scenario.load import load_scenario
from pyrules.shares.driver import driver

ASKED = Asked(None, ("r4",), {})
GAIN = '{"gain": {"card": "vail", "feature": "Броня 3"}}'
GAME = f'{{"title": "t", "cards": {{"vail": {{"features": ["Броня 2"]}}}}, "events": [{GAIN}]}}'


def written(*texts: str) -> list[Line]:
    """Lines as they stand in a file."""
    return [Line("games.jsonl", number, text.encode()) for number, text in enumerate(texts, start=1)]


def drawn_lines(number: int) -> list[Line]:
    by = Random(8)
    return written(*(json.dumps(to_data(drawn.scenario(by, 0.1, 0.1)), ensure_ascii=False) for _ in range(number)))


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of games in the current folder."""
    monkeypatch.chdir(tmp_path)
    file = Path("games.jsonl")
    file.write_text(f"{GAME}\n\n{GAME}\n", encoding="utf-8")
    return file


def test_a_line_is_answered_by_a_line_with_its_number(pyrules: Any, games: Path) -> None:
    done = pyrules("eval", "--jsonl", "games.jsonl", "-r", "r4", "-r", "r2")
    first, second = map(json.loads, done.out.splitlines())
    assert (done.code, first["line"], second["line"]) == (0, 1, 3)
    assert [each["rulebook"] for each in first["results"]] == ["r4", "r2"]
    assert first["results"] == second["results"]


def test_a_result_is_that_of_eval_json(pyrules: Any, games: Path) -> None:
    Path("game.yaml").write_text(GAME, encoding="utf-8")
    whole = json.loads(pyrules("eval", "--json", "--no-depends", "game.yaml").out)
    line = json.loads(pyrules("eval", "--jsonl", "games.jsonl").out.splitlines()[0])
    assert line["results"] == [{**whole["results"][0], "file": "games.jsonl"}]
    asked = json.loads(pyrules("eval", "--jsonl", "games.jsonl", "--depends").out.splitlines()[0])
    assert asked["results"][0]["depends_on"] == []


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('{"title": "t"}', (1, 1), "the key 'cards' is missing"),
        ('{"title": "t", "cards": {"a": {}}, "events": [{"depart": "b"}]}', (1, 58), "unknown card 'b'; known: a"),
        ('{"title": "t", "title": "u"}', (1, 16), "the key 'title' stands twice in one mapping; first on line 1"),
        ("[1]", (1, 1), "expected a scenario as one JSON object, got [1]"),
        ('{"title": ', (1, 11), "expected a scenario as JSON; expecting value"),
    ],
)
def test_a_bad_line_names_its_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_line(text.encode(), "games.jsonl", 1)
    assert any((each.line, each.column, each.message) == (*place, message) for each in caught.value.problems)


def test_bad_lines_are_told_in_their_place_and_in_the_exit_code(pyrules: Any, games: Path) -> None:
    games.write_bytes(GAME.encode() + b'\n{"title": "\xff"}\n' + GAME.encode())
    done = pyrules("eval", "--jsonl", "games.jsonl")
    found = list(map(json.loads, done.out.splitlines()))
    assert (done.code, [each["line"] for each in found]) == (2, [1, 2, 3])
    assert found[1]["errors"] == [{"line": 2, "column": 12, "message": "the byte 0xff is not UTF-8"}]


def test_a_scenario_of_a_line_is_that_of_its_data() -> None:
    for line in drawn_lines(20):
        read = read_line(line.content, line.file, line.number)
        assert read == load_scenario(json.loads(line.content), line.file)


def test_rows_are_values_with_the_line_that_they_belong_to(pyrules: Any, games: Path) -> None:
    done = pyrules("eval", "--jsonl", "games.jsonl", "--csv", "-")
    found = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["line"], row["after"], row["name"], row["value"]) for row in found] == [
        ("1", "0", "Броня", "2"),
        ("1", "1", "Броня", "3"),
        ("3", "0", "Броня", "2"),
        ("3", "1", "Броня", "3"),
    ]


def test_rows_of_scenario_files_are_written_too(pyrules: Any, games: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    Path("game.yaml").write_text(GAME, encoding="utf-8")
    assert pyrules("eval", "game.yaml", "--csv", "rows.csv", "--parquet", "rows.parquet").code == 0
    assert [row["value"] for row in csv.DictReader(Path("rows.csv").read_text(encoding="utf-8").splitlines())] == [
        "2",
        "3",
    ]
    assert parquet.read_table("rows.parquet").column("value").to_pylist() == [2, 3]


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batches = [written(GAME), [Line("games.jsonl", 2, b"{}")]]
    with driver(checkpoint=tmp_path / "kept") as here:
        first = next(run.run(ASKED, batches, here))
    seen: list[int] = []

    def noted(asked: Asked, batch: list[Line]) -> Any:
        seen.extend(line.number for line in batch)
        return lines.answered(asked, batch)

    monkeypatch.setattr(run, "answered", noted)
    with driver(checkpoint=tmp_path / "kept") as here:
        found = list(run.run(ASKED, batches, here))
    assert (seen, found[0], [each.state for each in found]) == ([2], first, ["fine", "wrong"])


# --- processes ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_processes_answer_as_one_does() -> None:
    batches = [drawn_lines(30)[start : start + 10] for start in (0, 10, 20)]
    with driver() as here, driver(jobs=2) as both:
        assert list(run.run(ASKED, batches, both)) == list(run.run(ASKED, batches, here))


# --- a cluster ------------------------------------------------------------------------------------


def test_an_address_where_nobody_answers_is_an_error(
    pyrules: Any, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    from pyrules.shares import cluster

    monkeypatch.setattr(cluster, "SECONDS_TO_FIND", 0.5)
    done = pyrules("eval", "--jsonl", "games.jsonl", "--scheduler", "tcp://127.0.0.1:1")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("--scheduler: no scheduler answers at 'tcp://127.0.0.1:1'")


def test_lines_that_arrive_are_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(os.fdopen(reading, "rb")))
    batches = source.batches([source.STANDARD_INPUT])
    with os.fdopen(writing, "wb", buffering=0) as pipe:
        pipe.write(b"{}\n")
        assert [line.number for line in next(batches)] == [1]
        pipe.write(b"{}\n")
        assert [line.number for line in next(batches)] == [2]
    assert list(batches) == []


def test_a_built_in_rulebook_that_is_named_is_the_one_asked(games: Path) -> None:
    (found,) = lines.answered(Asked((load_rulebook("r1"),), (), {}), written(GAME))
    assert json.loads(found.text)["results"][0]["rulebook"] == "r1"
