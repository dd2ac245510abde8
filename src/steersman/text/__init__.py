"""Documents to sparse counts: words, stoplists, stems, vocabulary. Names load on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_names

if TYPE_CHECKING:
    from steersman.text.counter import TextCounter
    from steersman.text.resources import resource_path
    from steersman.text.stoplists import stop_words
    from steersman.text.tokens import words

__all__ = ["TextCounter", "resource_path", "stop_words", "words"]

HOMES = {
    "TextCounter": "steersman.text.counter",
    "resource_path": "steersman.text.resources",
    "stop_words": "steersman.text.stoplists",
    "words": "steersman.text.tokens",
}

__getattr__ = lazy_names(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
