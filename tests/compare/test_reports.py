"""Reports: whole, safe, the same bytes for the same comparison, and true to the figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from tests.errors import raises

from steersman.compare import (
    Comparison,
    Cuts,
    Recipe,
    compare,
    html_report,
    markdown_report,
    question_of,
    report_files,
    write_report,
)  # fmt: skip
from steersman.compare.comparison import PROCEDURE
from steersman.compare.report import want_sentence
from steersman.compare.report_files import zipped_report
from steersman.data import load
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman.pictures.svg import Scale

EVIL = "<b>|*one*"


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    recipes = [Recipe(EVIL, "logistic"), Recipe("two", "neighbors"),
               Recipe("three", "logistic", want="recall(class_1) >= 0.95")]  # fmt: skip
    return compare(question_of(load("wine")), recipes, Cuts(3, 2), title="Wines", curves=True)


def test_the_page_needs_nothing_else_and_takes_names_as_words(comparison: Comparison) -> None:
    page = html_report(comparison)
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="', page) == []
    assert set(re.findall(r"https?://[^\"]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert "<b>" not in page
    assert "&lt;b&gt;|*one*" in page
    assert page.count("<svg") == 5
    for svg in re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL):
        ElementTree.fromstring(svg)  # noqa: S314  (our own)


def test_every_figure_of_the_report_is_the_comparisons_own(comparison: Comparison) -> None:
    page = html_report(comparison)
    for standing in comparison.standings:
        for each in standing.overall.values():
            figure = each.rows
            assert f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})" in page
    for pair, measured in zip(comparison.pairs, comparison.by_measure(), strict=True):
        assert f"<td>{pair.test.p_value:.3g}</td>" in page
        assert f"<td>{measured.adjusted:.3g}</td>\n</tr>" in page
    assert escape(comparison.pairs[0].test.meaning) in page
    assert PROCEDURE in page
    for standing in comparison.standings:
        assert escape(want_sentence(standing)) in page


def test_markdown_names_pictures_that_are_there(comparison: Comparison, tmp_path: Path) -> None:
    files = write_report(comparison, tmp_path / "wines.md")
    text = (tmp_path / "wines.md").read_text()
    named = re.findall(r"\]\(([^)]+\.svg)\)", text)
    assert [tmp_path / name for name in named] == files[1:]
    assert len(named) == 5
    assert all((tmp_path / name).read_text().startswith("<svg") for name in named)
    assert "\\<b>\\|\\*one\\*" in text
    heads = [line for line in text.splitlines() if line.startswith("| measure")]
    assert len(re.findall(r"(?<!\\)\|", heads[0])) == 5
    with ZipFile(BytesIO(zipped_report(comparison, "wines"))) as archive:
        assert {f"pictures/{Path(name).name}" for name in named} | {"wines.md"} == set(
            archive.namelist()
        )
    assert zipped_report(comparison, "wines") == zipped_report(comparison, "wines")
    assert markdown_report(comparison, "p")[0] == text.replace("wines-pictures", "p")


@pytest.mark.parametrize("last_moment", [False, True])
def test_a_report_whose_pictures_cannot_be_written_leaves_nothing(
    comparison: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last_moment: bool
) -> None:
    begun: list[Path] = []

    @contextmanager
    def soon_full(path: Path) -> Iterator[BinaryIO]:
        begun.append(path)
        full, fault = len(begun) == 4, OSError(28, "No space left on device")
        if full and not last_moment:
            raise fault
        with atomic_file(path) as file:
            yield file
            if full:
                raise fault

    monkeypatch.setattr(report_files, "atomic_file", soon_full)
    with pytest.raises((OSError, SteersmanError), match="No space"):
        write_report(comparison, tmp_path / "wines.md")
    assert len(begun) > 3
    assert list(tmp_path.iterdir()) == []


def test_a_format_that_is_not_known_is_refused_before_any_work(tmp_path: Path) -> None:
    with raises("bad-suffix", name="r.pdf"):
        write_report(None, tmp_path / "r.pdf")  # type: ignore[arg-type]


@pytest.mark.parametrize(("low", "high"), [(0.9, 1.0), (0.0, 0.37), (0.913, 0.921), (0.5, 0.5)])
def test_ticks_are_round_and_inside(low: float, high: float) -> None:
    scale = Scale(low, high, 0, 100)
    assert 2 <= len(scale.ticks) <= 8
    assert all(scale.low - 1e-9 <= tick <= scale.high + 1e-9 for tick in scale.ticks)
    assert scale(scale.low) == 0
    assert scale(scale.high) == 100
