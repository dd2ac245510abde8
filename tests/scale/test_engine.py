"""Engines: order, pairs, errors."""

from __future__ import annotations

import pytest

from steersman.errors import SteersmanError
from steersman.scale import LocalEngine, engine_named
from steersman.scale.engine import combined_pairs


def level_pairs(values: list[str]) -> str:
    """The same combination, level by level."""
    while len(values) > 1:
        pairs = [f"({a}{b})" for a, b in zip(values[::2], values[1::2])]
        values = pairs + ([values[-1]] if len(values) % 2 else [])
    return values[0]


@pytest.mark.parametrize("size", range(1, 34))
def test_pairs_are_those_of_a_tree_built_level_by_level(size: int) -> None:
    letters = [chr(97 + place) for place in range(size)]
    assert combined_pairs(iter(letters), lambda a, b: f"({a}{b})") == level_pairs(letters)


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_items(workers: int) -> None:
    assert list(LocalEngine(workers).map(abs, range(-40, 0))) == list(range(40, 0, -1))


def test_an_error_of_one_piece_ends_the_work() -> None:
    with pytest.raises(ZeroDivisionError):
        list(LocalEngine(2).map(lambda place: 1 // (place - 7), range(1000)))


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(SteersmanError) as error:
        engine_named("spark")
    assert error.value.code == "engine-unknown"
