"""A file as bad as real ones are, mended click by click in the data room."""

from __future__ import annotations

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
    assert "20 of 100 rows have no label in 'kind' and are left out." in findings
    assert "'ham' (20 rows) and 'ham␣' (20 rows)" in findings
    assert "share' has a decimal comma, such as 0,00" in findings
    assert serious_faults(page, "[data-testid=data-room]") == []
    for remedy in ("merge", "decimal-comma", "leave"):
        page.get_by_test_id(f"remedy-{remedy}").first.click()
    page.get_by_test_id("remedy-decimal-point").wait_for()
    page.get_by_test_id("remedy-leave").wait_for(state="detached")
    balance = page.get_by_test_id("balance").inner_text()
    assert "2 classes in kind" in balance
    assert "ham␣" not in balance
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("training-f1").wait_for()
    dataset = session.library.corpora["mail"].dataset
    assert dataset.category_sizes() == {"ham": 40, "spam": 40}
    assert dataset.feature_names == ("sum", "share")
    assert dataset.X[1].tolist() == [2.007, 0.03]
