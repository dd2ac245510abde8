"""The loading benchmark compares like with like."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.errors import raises

from steersman_benchmarks.registry import run_benchmark
from steersman_benchmarks.speed import load
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


def test_figures_are_medians_of_runs_in_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def run(side: str, _what: str, _path: Path) -> dict[str, float]:
        asked.append(side)
        # The first run of each side is slow, as when a machine is busy for a while.
        return {"seconds": 9.0 if len(asked) <= 2 else float(len(asked))}

    monkeypatch.setattr(load, "measure_in_process", run)
    ours, peer = load.measured_in_turns("table", tmp_path)
    assert asked == ["ours", "peer"] * load.REPEATS
    assert (ours["seconds"], peer["seconds"]) == (7.0, 8.0)
