"""Shares of rows called a class, where no row is called so."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.learn.wants import Want

CLASSES = ("ham", "spam")


@pytest.mark.parametrize(
    ("want", "empty"),
    [("precision(spam) >= 90%", [[9, 0], [5, 0]]), ("npv(spam) >= 95%", [[0, 9], [0, 5]])],
)
def test_a_share_of_no_rows_is_not_met(want: str, empty: list[list[int]]) -> None:
    resolved = Want(want).resolve(CLASSES, "spam")
    assert not resolved.is_met(empty)
    target = resolved.target(empty)
    assert resolved.is_met(target)
    assert target.sum(axis=1).tolist() == np.sum(empty, axis=1).tolist()


def test_the_other_column_of_several_classes_is_any_other_class() -> None:
    resolved = Want("npv(a) >= 95%").resolve(("a", "b", "c"), None)
    assert not resolved.is_met([[3, 0, 0], [4, 0, 0], [5, 0, 0]])
    assert resolved.is_met([[3, 0, 0], [4, 0, 0], [0, 1, 4]])


def test_a_limit_of_nothing_is_met_by_no_rows() -> None:
    assert Want("npv(spam) >= 0%").resolve(CLASSES, "spam").is_met([[0, 9], [0, 5]])
