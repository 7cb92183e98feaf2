"""Templates of Jinja2 that speak the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrules.language import in_context, plural, translate

if TYPE_CHECKING:
    from jinja2 import Environment


def speak(environment: Environment) -> Environment:
    """The environment, its templates translated each time that they are rendered, in the language spoken then.

    `_(message, name=part)`, `ngettext(one, many, count)` and `pgettext(context, message)` are those of
    `pyrules.language`; what they give is escaped like any other text.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        translate, plural, newstyle=False, pgettext=in_context
    )
    return environment
