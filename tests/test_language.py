"""In which language people are spoken to: what chooses it, and what keeps to it."""

from __future__ import annotations

import contextvars
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import jinja2
import pytest

from pyrules import language
from pyrules.asp import sandbox
from pyrules.language import _, plural, speaking
from pyrules.language.choice import chosen
from pyrules.language.templates import speak
from pyrules.model.result import Citation

RUSSIAN = {"PYRULES_LANG": "ru"}


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        ((), {}, "en"),
        (("--lang", "ru", "eval", "file"), {}, "ru"),
        (("eval", "--lang=ru", "file"), {"PYRULES_LANG": "en"}, "ru"),
        (("eval", "file", "--lang", "en"), RUSSIAN, "en"),
        (("eval", "--", "--lang", "ru"), {}, "en"),
        ((), {"PYRULES_LANG": "ru", "LANG": "en_GB.UTF-8"}, "ru"),
        ((), {"PYRULES_LANG": "", "LANG": "ru_RU.UTF-8"}, "ru"),
        ((), {"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        ((), {"LC_MESSAGES": "ru", "LANG": "en_US"}, "ru"),
        ((), {"LANG": "run"}, "en"),
    ],
)
def test_the_language_chosen(arguments: tuple[str, ...], environment: dict[str, str], expected: str) -> None:
    assert chosen(arguments, environment) == expected


def test_languages_that_there_are_not(pyrules: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(pyrules)
    ran = pyrules("show", "r4", "--lang", "de")
    assert (ran.code, "expected en or ru, got 'de'" in ran.err) == (2, True)
    monkeypatch.setenv("PYRULES_LANG", "de")
    ran = pyrules("show", "r4")
    assert (ran.code, ran.err) == (2, "PYRULES_LANG: expected en or ru, got 'de'\n")
    with pytest.raises(ValueError, match="expected one of en, ru, got 'de'"), speaking("de"):
        pass


def test_a_message_and_its_parts() -> None:
    assert _("{card} has {name!r}", card="vail", name="it's") == 'vail has "it\'s"'
    with speaking("ru"):
        assert _("{card} has {name!r}", card="Вайл", name='"\n"') == 'Вайл has «"\\n"»'
        assert _("") == ""
        assert _("nobody has translated {this}") == "nobody has translated {this}"


def test_plural_forms() -> None:
    def events(count: int) -> str:
        return plural("{count} event", "{count} events", count)

    assert [events(count) for count in (0, 1, 2)] == ["0 events", "1 event", "2 events"]
    with speaking("ru"):
        told = [events(count) for count in (0, 1, 2, 5, 11, 21, 22, 111)]
    words = ["событий", "событие", "события", "событий", "событий", "событие", "события", "событий"]
    assert told == [f"{count} {word}" for count, word in zip((0, 1, 2, 5, 11, 21, 22, 111), words, strict=True)]


def test_two_threads_speak_two_languages() -> None:
    with speaking("ru"), ThreadPoolExecutor() as threads:
        there = threads.submit(contextvars.copy_context().run, language.current)
        elsewhere = threads.submit(language.current)
    assert (there.result(), elsewhere.result(), language.current()) == ("ru", "en", "en")


def test_a_worker_speaks_the_language_of_its_caller() -> None:
    with speaking("ru"):
        assert sandbox.run(language.current) == "ru"
    assert sandbox.run(language.current) == "en"


def test_a_template_is_translated_each_time_it_is_rendered() -> None:
    source = "{{ ngettext('{count} event', '{count} events', n) }} {{ _('{x}', x=x) }}"
    template = speak(jinja2.Environment(autoescape=True)).from_string(source)
    assert template.render(n=2, x="<b>") == "2 events &lt;b&gt;"
    with speaking("ru"):
        assert template.render(n=2, x="<b>") == "2 события &lt;b&gt;"


def test_english_loads_no_catalogue() -> None:
    loaded = (
        "import sys; from pyrules.language import _; _('{x}', x=1); print(*{'gettext', 'string'} & set(sys.modules))"
    )
    finished = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == ""


@pytest.mark.parametrize(
    ("number", "russian"),
    [("518.3 a", "518.3 а"), ("518.3 e", "518.3 д"), ("518.3 order", "518.3 order"), ("518.3 ●1 ○2", "518.3 ●1 ○2")],
)
def test_a_list_has_the_letters_that_the_texts_print(number: str, russian: str) -> None:
    citation = Citation(number, "")
    assert str(citation) == number
    with speaking("ru"):
        assert str(citation) == russian
