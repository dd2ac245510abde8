"""Files that `steersman bench` writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steersman_benchmarks import figures
from steersman_benchmarks.registry import BenchmarkRow


def test_results_are_written_as_a_page_and_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [BenchmarkRow("count words", 2.0, 6.0, "s", "a counter", note="equal matrices")]
    monkeypatch.setattr(figures, "run_benchmark", lambda _name, _size: rows)
    page, numbers = tmp_path / "results.md", tmp_path / "results.json"
    figures.run_benchmarks(["text", "load"], numbers, None, page)
    text = page.read_text()
    assert text.count("| count words | 2 | 6 | s | 3.00 | a counter |") == 2
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## text", "## load"]
    assert list(json.loads(numbers.read_text())) == ["text", "load"]


def test_an_interruption_keeps_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(name: str, _size: int | None) -> list[BenchmarkRow]:
        if name == "load":
            raise KeyboardInterrupt
        return [BenchmarkRow("count words", 2.0, 6.0, "s", "a counter")]

    monkeypatch.setattr(figures, "run_benchmark", measure)
    page = tmp_path / "results.md"
    with pytest.raises(KeyboardInterrupt):
        figures.run_benchmarks(["text", "load"], None, None, page)
    assert "## text" in page.read_text()
