"""The benchmark of guarantees on one small table and few draws."""

from __future__ import annotations

import pytest

from steersman_benchmarks.guarantees.promises import (
    PEERS,
    SHARED,
    TASKS,
    TWO_LIMITS,
    equal_shares_cutoff,
    guarantee_of,
    order_statistic_cutoff,
    rows_of,
    steered_cutoff,
)
from steersman_benchmarks.guarantees.scored_rows import scored_rows


@pytest.mark.filterwarnings("ignore")
def test_every_rule_has_a_row_for_every_want() -> None:
    rows = rows_of(("breast cancer",), 2)
    assert len(rows) == len(TASKS) * len(PEERS) + 2 + len(TWO_LIMITS)
    assert {row.peer_name for row in rows} == {*PEERS, *SHARED, "order statistic"}
    assert all(0.0 <= row.ours <= 1.0 and 0.0 <= row.peer <= 1.0 for row in rows)


def test_of_two_limits_ours_leaves_as_much_as_equal_shares() -> None:
    populations = list(scored_rows("breast cancer", fits=2))
    for task in TWO_LIMITS:
        ours = guarantee_of(steered_cutoff, task, populations, 8)
        even = guarantee_of(equal_shares_cutoff, task, populations, 8)
        assert ours.guaranteed >= even.guaranteed
        assert ours.other >= even.other


def test_of_a_row_rate_ours_leaves_as_much_as_the_best_rule() -> None:
    populations = list(scored_rows("breast cancer", fits=2))
    for task in TASKS[:2]:
        ours = guarantee_of(steered_cutoff, task, populations, 12)
        best = guarantee_of(order_statistic_cutoff, task, populations, 12)
        assert ours.guaranteed == best.guaranteed == 1.0
        assert abs(ours.other - best.other) <= 0.02
