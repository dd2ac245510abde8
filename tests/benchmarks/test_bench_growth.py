"""`steersman bench growth` in short: every stage runs on generated documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyarrow import parquet

from steersman_benchmarks.scale_documents import write_documents
from steersman_benchmarks.speed.growth import STAGES, exponent_of, measured_stages


def test_every_stage_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEERSMAN_CACHE", str(tmp_path / "cache"))
    write_documents(tmp_path / "data", 1_200)
    figures = measured_stages(tmp_path / "data")
    assert all(figures[stage] > 0 for stage in STAGES)
    # So few points are searched to the end.
    assert figures["gap"] == 0.0


def test_documents_are_the_same_however_many_are_made(tmp_path: Path) -> None:
    write_documents(tmp_path / "some", 300)
    write_documents(tmp_path / "again", 300)
    tables = [parquet.read_table(tmp_path / each) for each in ("some", "again")]
    assert tables[0].equals(tables[1])
    assert set(tables[0]["kind"].to_pylist()) == {"ham", "spam"}


def test_exponents_are_those_of_a_power() -> None:
    assert exponent_of([10, 100, 1000], [3.0, 3.0 * 10**1.1, 3.0 * 100**1.1]) == pytest.approx(1.1)
