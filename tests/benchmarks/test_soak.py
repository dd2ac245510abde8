"""The short form of each soak: everything holds."""

from __future__ import annotations

import pytest

from steersman.errors import SteersmanError
from steersman_benchmarks.soak.registry import SOAKS, SoakRow, rows_as_json, run_soak

# What `locks` finds is seconds of the processor, which are no matter of a test: test_locks.py.
COUNTING = [name for name in SOAKS if name != "locks"]


@pytest.mark.parametrize("name", COUNTING)
def test_the_short_form_holds(name: str, request: pytest.FixtureRequest) -> None:
    if name == "input":
        request.getfixturevalue("workers")
    rows = run_soak(name)
    assert {row.what: row.faults for row in rows if row.faults} == {}
    assert all(row.tries for row in rows)


def test_a_row_with_a_fault_did_not_hold() -> None:
    (row,) = rows_as_json([SoakRow("files", 2, ("a bug",))])
    assert row["held"] is False


def test_an_unknown_soak_is_refused() -> None:
    with pytest.raises(SteersmanError) as caught:
        run_soak("nothing")
    assert caught.value.code == "unknown-soak"
