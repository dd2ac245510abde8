"""A journey on files that are counted in partitions: open, drag, steer, test, download."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import csv, parquet
from tests.browser.people_files import mail_file

from steersman import load_model
from steersman.session import Session
from steersman.session.data import partition_loading
from steersman.session.datasets.placeholder import placeholder_dataset
from steersman_benchmarks.browser import open_room, wait_for_answer, wait_until

pytestmark = pytest.mark.browser
FILES, SAMPLE = 3, 400
SHOWN = "window.steersman.workbench.store.view.value"


@pytest.fixture
def mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pa.Table:
    """Mail in several files, more rows than the sample has."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("STEERSMAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(partition_loading, "SAMPLED_ROWS", SAMPLE)
    table = csv.read_csv(mail_file(tmp_path, ham=1000, spam=300))
    folder = tmp_path / "mail"
    folder.mkdir()
    size = -(-len(table) // FILES)
    for place in range(FILES):
        part = table.slice(place * size, size)
        parquet.write_table(part, folder / f"mail-{place}.parquet")
    return table


def test_many_files_are_steered_in_partitions(visit, mail: pa.Table, tmp_path: Path) -> None:
    session = Session(placeholder_dataset())
    page = visit(session, height=800, accept_downloads=True)
    open_room(page, "data")
    page.get_by_test_id("path").fill(str(tmp_path / "mail" / "*.parquet"))
    page.get_by_test_id("open-path").click()
    page.get_by_test_id("rows-choice").select_option("local")
    wait_until(page, "window.steersman.workbench.rooms.data.choice.value?.engine === 'local'")
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("cell-0-1").wait_for()
    rows = len(mail)
    assert page.evaluate(f"[{SHOWN}.sample.rows, {SHOWN}.sample.of]") == [SAMPLE, rows]

    open_room(page, "plane")
    page.get_by_test_id("density-validation").wait_for()
    before = page.evaluate(f"{SHOWN}.prior.alpha")
    page.get_by_test_id("knob-alpha").evaluate(
        """knob => {
            const press = { key: "ArrowLeft", bubbles: true, cancelable: true };
            for (let time = 0; time < 12; time++) {
                knob.dispatchEvent(new KeyboardEvent("keydown", press));
            }
        }"""
    )
    wait_until(page, f"{SHOWN}.prior.alpha < {before}")
    wait_for_answer(page)
    cells = f"Object.values({SHOWN}.training.line).slice(0, 4).reduce((a, b) => a + b)"
    counted = page.evaluate(f"{cells} + {SHOWN}.validation.documents")
    assert counted == rows
    page.get_by_test_id("best-line").click()
    page.get_by_test_id("line-bound").wait_for()
    wait_for_answer(page)
    best = page.evaluate(f"{SHOWN}.line.best")
    assert best["score"] == page.evaluate(f"{SHOWN}.training.line.f1") <= best["bound"]
    page.get_by_test_id("tune").click()
    wait_until(page, f"{SHOWN}.line.best === undefined")
    wait_for_answer(page)

    open_room(page, "matrix")
    page.get_by_test_id("builder-steer").click()
    page.get_by_test_id("answer").wait_for()
    parts = page.evaluate(f"Object.values({SHOWN}.matrix.rows).reduce((a, b) => a + b)")
    assert parts == rows
    page.get_by_test_id("final-test-open").click()
    page.get_by_test_id("final-test-run").click()
    page.get_by_test_id("final-test").wait_for()
    with page.expect_download() as saved:
        page.get_by_test_id("answer-save").click()
    model = load_model(Path(saved.value.path()))
    texts = mail.drop_columns(["folder"]).to_pandas()
    assert set(model.predict(texts)) <= {"ham", "spam"}
    page.get_by_test_id("undo").click()
    wait_until(page, f"{SHOWN}.matrix.outcome === null")
