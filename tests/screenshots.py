"""Takes the pictures of the page that docs/web.md shows, in both languages. `make screenshots`."""

from __future__ import annotations

import os
from typing import Any

from playwright.sync_api import ViewportSize, sync_playwright
from test_browser import CHROMIUM, COMPARED, SEARCH, VIEWS
from web_page import EXAMPLES, ROOT, served

FOLDER = ROOT / "docs" / "page"
SIZE: ViewportSize = {"width": 1280, "height": 900}
LIGHT, DARK = ("ruling", "buttons", "examples", "edit", "rulebook", "redline"), ("dice", "paradox")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    os.chdir(ROOT)  # the paths that the pictures show begin there
    with served(EXAMPLES.relative_to(ROOT)) as address, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = {each: browser.new_page(base_url=address, viewport=SIZE, locale=each) for each in ("en", "ru")}
        for take in (_views, _phone, _difference, _draft):
            for language, page in pages.items():
                page.set_default_timeout(2 * SEARCH)
                take(page, language)
        browser.close()


def _views(page: Any, language: str) -> None:
    for view in (*LIGHT, *DARK):
        page.emulate_media(color_scheme="dark" if view in DARK else "light")
        page.goto(VIEWS[view].replace("/en/", f"/{language}/"))
        _take(page, f"{view}.{language}")
    page.emulate_media(color_scheme="light")


def _phone(page: Any, language: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(VIEWS["ruling"].replace("/en/", f"/{language}/"))
    _take(page, f"phone.{language}")
    page.set_viewport_size(SIZE)


def _difference(page: Any, language: str) -> None:
    page.goto(f"/{language}/diff?left=r4&right={COMPARED.relative_to(ROOT)}")
    page.locator("form.ask button").click()
    page.locator("#job.found").wait_for()
    _take(page, f"difference.{language}")


def _draft(page: Any, language: str) -> None:
    page.goto(f"/{language}/edit?on=r4")
    page.locator("button[value=equal-replaces]").click()
    page.locator("form[action*='verdict/begin'] button").click()
    page.locator("#job a.button").wait_for()
    _take(page, f"draft.{language}")
    page.locator("#job a.button").click()
    page.locator("article.report").wait_for()
    _take(page, f"verdict.{language}")


def _take(page: Any, name: str) -> None:
    page.wait_for_timeout(600)  # an editor takes its place
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
