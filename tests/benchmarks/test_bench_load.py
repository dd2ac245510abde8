"""The loading benchmark compares like with like."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.errors import raises

from steersman_benchmarks.registry import run_benchmark
from steersman_benchmarks.speed.load import measure, measure_in_process, write_file


@pytest.mark.parametrize("what", ["table", "text"])
def test_both_sides_make_the_same_features(tmp_path: Path, what: str) -> None:
    path = tmp_path / f"{what}.csv"
    write_file(what, path, 300)
    write_file(what, tmp_path / f"{what}-small.csv", 50)
    ours, peer = (measure(side, what, path) for side in ("ours", "peer"))
    for key in ("rows", "features", "sum"):
        assert ours[key] == peer[key]


@pytest.mark.parametrize(("what", "rows"), [("table", 100_000), ("text", 10_000)])
def test_loading_holds_at_most_three_times_the_resulting_arrays(
    tmp_path: Path, what: str, rows: int
) -> None:
    path = tmp_path / f"{what}.csv"
    write_file(what, path, rows)
    write_file(what, tmp_path / f"{what}-small.csv", 500)
    # What the allocator keeps beside differs between runs by a tenth, and never shows less.
    runs = [measure_in_process("ours", what, path) for _ in range(3)]
    assert {ours["rows"] for ours in runs} == {rows}
    assert min(ours["peak_mb"] for ours in runs) <= 3 * runs[0]["result_mb"]


def test_a_benchmark_of_one_size_says_so() -> None:
    with raises("benchmark-of-one-size", benchmark="steering"):
        run_benchmark("steering", 5)
