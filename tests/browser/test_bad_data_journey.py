"""A file as bad as real ones are, mended click by click in the data room."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steersman.cli.workbench import previewing_session

pytestmark = pytest.mark.browser


def test_a_bad_file_is_mended_click_by_click(
    visit, serious_faults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    kinds = ("ham", "spam", "ham ", "spam", "")
    rows = [
        f'"{1 + row % 7},{row * 7 % 900:03}","0,{row * 3 % 90:02}",'
        f"{'inf' if row == 50 else row % 4},{kinds[row % 5]}"
        for row in range(100)
    ]
    path = tmp_path / "mail.csv"
    path.write_text("sum,share,size,kind\n" + "\n".join(rows))
    session = previewing_session(str(path), None)
    page = visit(session, height=800)
    page.get_by_test_id("preview").wait_for()
    column = "[data-testid=column][data-name=kind] [data-testid=role]"
    page.locator(column).select_option("label")
    page.get_by_test_id("remedy-merge").wait_for()
    findings = page.get_by_test_id("findings").inner_text()
    assert "20 of 100 rows" in findings
    assert "'ham' (20 rows) and 'ham␣' (20 rows)" in findings
    assert "0,00" in findings
    assert serious_faults(page, "[data-testid=data-room]") == []
    for remedy in ("merge", "decimal-comma", "leave"):
        page.get_by_test_id(f"remedy-{remedy}").first.click()
    page.get_by_test_id("remedy-decimal-point").wait_for()
    page.get_by_test_id("remedy-leave").wait_for(state="detached")
    balance = page.get_by_test_id("balance").inner_text()
    assert "2 classes in kind" in balance
    assert "ham␣" not in balance
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("matrix").wait_for()
    dataset = session.library.corpora["mail"].dataset
    assert dataset.category_sizes() == {"ham": 40, "spam": 40}
    assert dataset.feature_names == ("sum", "share")
    assert dataset.X[1].tolist() == [2.007, 0.03]


def test_a_json_list_with_signs_and_several_labels_is_mended_with_two_clicks(
    visit, serious_faults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    topics = ("corn", "corn;wheat", "oil", "oil;wheat")
    rows = [
        {
            "price": f"€ {1 + row % 3} {row * 37 % 1000:03},50",
            "share": f"{row % 23},5 %",
            "part": f"{100 + row} {row * 7 % 1000:03}",
            "topics": topics[row % 4],
        }
        for row in range(100)
    ]
    path = tmp_path / "grain.json"
    path.write_text(json.dumps(rows, indent=1))
    session = previewing_session(str(path), None)
    page = visit(session, height=800)
    page.get_by_test_id("remedy-separator-semicolon").wait_for()
    findings = page.get_by_test_id("findings").inner_text()
    assert "read as 1000.50" in findings
    assert "'100 000'" in findings
    assert serious_faults(page, "[data-testid=data-room]") == []
    page.get_by_test_id("remedy-separator-semicolon").click()
    page.get_by_test_id("remedy-separator-semicolon").wait_for(state="detached")
    page.get_by_test_id("remedy-number").click()
    page.get_by_test_id("remedy-number").wait_for(state="detached")
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("matrix").wait_for()
    dataset = session.library.corpora["grain"].dataset
    assert dataset.classes == ("corn", "oil", "wheat")
    assert dataset.X[1].tolist() == [2037.5, 1.5, 101007.0]
