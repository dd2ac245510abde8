"""Lists of a view that only grow: what a window has of them already is not sent again.

A matrix room lists every model of its history, and each edit adds some dozens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Shorter lists are sent in a moment, and a frame that is whole is easier to read.
FEWEST_KEPT = 50

KeptLists = dict[str, dict[str, int]]


def without_kept(
    values: Mapping[str, Any], sent: Mapping[str, Any]
) -> tuple[dict[str, Any], KeptLists]:
    """The values without the beginnings of lists that were `sent`, and how long these are.

    >>> sent = {"matrix": {"models": list(range(60))}}
    >>> without_kept({"matrix": {"models": list(range(62))}}, sent)
    ({'matrix': {'models': [60, 61]}}, {'matrix': {'models': 60}})
    """
    rest, kept = dict(values), KeptLists()
    for key, value in values.items():
        before = sent.get(key)
        if not isinstance(value, dict) or not isinstance(before, dict):
            continue
        lengths = {
            name: length
            for name, each in value.items()
            if (length := kept_length(each, before.get(name)))
        }
        if lengths:
            kept[key] = lengths
            rest[key] = value | {name: value[name][length:] for name, length in lengths.items()}
    return rest, kept


def kept_length(value: object, before: object) -> int:
    """How long the beginning of a list is that was sent; 0 where the list is another one."""
    if not isinstance(value, list) or not isinstance(before, list) or len(before) < FEWEST_KEPT:
        return 0
    # Items that were sent are mostly the same objects, which are compared at once.
    return len(before) if value[: len(before)] == before else 0
