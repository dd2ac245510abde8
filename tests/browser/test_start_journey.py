"""Journeys from the start page, in a real browser against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from steersman.cli.workbench import data_menu
from steersman.data import load
from steersman.session import Session
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.plane.actions import MoveKnob
from steersman.session.storage.files import free_path
from steersman.session.storage.project import Origin, started_project
from steersman.session.storage.startup import last_project_or_new
from steersman.tasks import Task
from steersman_benchmarks.browser import open_room, running_workbench, wait_for_answer

pytestmark = pytest.mark.browser

ROOM = "window.steersman.workbench.room.value"
TABLE = "size\tshape\tkind\n" + "\n".join(
    f"{row}\t{row * 7 % 11}\t{('ham', 'spam')[row % 3 == 0]}" for row in range(90)
)


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Session, str]]:
    """A workbench as `steersman` opens it where only one project was made before."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "projects"))
    earlier = started_project(
        free_path("Vineyards"), Origin(load("wine"), "wine"), name="Vineyards"
    )
    earlier.perform(MoveKnob("alpha", 0.3))
    earlier.log.store.close()
    session = last_project_or_new(Origin.without_data(), data_menu(), Task(), print, "start page")
    with running_workbench(session) as url:
        yield session, url
    session.log.store.close()


@pytest.fixture
def start(started, visit):
    """The start page, open."""
    page = visit(started[1], room=None)
    page.get_by_test_id("start-page").wait_for()
    return page


def test_a_link_to_a_lesson_opens_it_before_any_data_and_its_study_ends(started, visit) -> None:
    page = visit(f"{started[1]}#lesson=wide", room=None)
    page.get_by_test_id("wide-figures").wait_for()
    assert page.evaluate(ROOM) == "lessons"


def in_room(page, name: str) -> None:
    page.wait_for_function(f"{ROOM} === '{name}'")


def at_step(page, number: int) -> None:
    page.locator(f"[data-testid=guide][data-step='{number}']").wait_for()


def carry(page, kind: str, name: str, text: str) -> None:
    """Let a file be over the page, or fall on it, as a hand would."""
    page.evaluate(
        """([kind, name, text]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], name));
            const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
            document.querySelector("main").dispatchEvent(event);
        }""",
        [kind, name, text],
    )


def paste(page, into: str, text: str) -> None:
    page.evaluate(
        """([into, text]) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const event = new ClipboardEvent("paste", { clipboardData, bubbles: true,
                                                        cancelable: true });
            document.querySelector(into).dispatchEvent(event);
        }""",
        [into, text],
    )


def test_the_start_page_fits_the_window_and_has_no_serious_fault(
    started, visit, serious_faults
) -> None:
    page = visit(started[1], room=None)
    page.get_by_test_id("recent-project").wait_for()
    fits = "each => each.scrollHeight <= each.clientHeight"
    assert page.get_by_test_id("start-page").evaluate(fits)
    assert page.title() == "Steersman"
    assert serious_faults(page, also_dark=True) == []


def test_the_start_page_can_be_read_on_a_phone(started, visit, serious_faults) -> None:
    page = visit(started[1], room=None, width=390, height=844)
    page.get_by_test_id("recent-project").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for name in ("start-open", "card-tumors", "card-learn", "recent-project"):
        box = page.get_by_test_id(name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    assert serious_faults(page) == []


def test_the_tumors_lead_to_a_steered_model_by_the_guide(start, started, serious_faults) -> None:
    session, _ = started
    start.get_by_test_id("card-tumors").click()
    at_step(start, 1)
    in_room(start, "matrix")
    assert session.history.step.state.category == "malignant"
    start.get_by_test_id("matrix").wait_for()
    start.get_by_test_id("guide-ring").wait_for()
    assert serious_faults(start, "[data-testid=guide]") == []
    assert start.title() == "breast-cancer · Steer – Steersman"
    start.get_by_test_id("guide-next").click()
    at_step(start, 2)
    start.get_by_test_id("builder-steer").click()
    at_step(start, 3)
    start.locator("[data-testid=answer][data-met=true]").wait_for()
    start.get_by_test_id("guide-next").click()
    at_step(start, 4)
    start.get_by_test_id("cell-1-0").click()
    at_step(start, 5)
    start.get_by_test_id("final-test-open").click()
    start.get_by_test_id("final-test-run").click()
    at_step(start, 6)
    start.get_by_test_id("final-test").first.wait_for()
    start.get_by_test_id("guide-next").click()
    start.get_by_test_id("guide").wait_for(state="detached")


def test_texts_are_sorted_and_read_by_the_guide(start, started) -> None:
    session, _ = started
    start.get_by_test_id("card-text").click()
    at_step(start, 1)
    assert session.history.step.state.category == "statistics"
    start.get_by_test_id("matrix").wait_for()
    start.get_by_test_id("guide-next").click()
    start.get_by_test_id("builder-steer").click()
    at_step(start, 3)
    start.get_by_test_id("guide-next").click()
    at_step(start, 4)
    start.get_by_test_id("section-explore").click()
    at_step(start, 5)
    in_room(start, "plane")
    plot = start.get_by_test_id("plot-training")
    wait_for_answer(start)
    x, y = start.evaluate(
        """() => {
            const { rooms, store } = window.steersman.workbench;
            const { x0, x1, y0, y1 } = rooms.plane.domain.value;
            const xy = store.columns.value["training.xy"];
            return [(xy[0] - x0) / (x1 - x0), (y1 - xy[1]) / (y1 - y0)];
        }"""
    )
    inner = plot.locator("canvas").bounding_box()
    start.mouse.click(inner["x"] + x * inner["width"], inner["y"] + y * inner["height"])
    at_step(start, 6)
    start.get_by_test_id("document").wait_for()


def test_a_guide_is_left_by_escape_and_goes_on_after_a_reload(start) -> None:
    start.get_by_test_id("card-learn").click()
    at_step(start, 1)
    start.get_by_test_id("guide-next").click()
    at_step(start, 2)
    start.reload()
    at_step(start, 2)
    open_room(start, "data")
    start.get_by_test_id("guide-back").click()
    in_room(start, "lab")
    start.keyboard.press("Escape")
    start.get_by_test_id("guide").wait_for(state="detached")


def test_the_learning_guide_goes_on_by_what_is_done(start, started) -> None:
    start.get_by_test_id("card-learn").click()
    start.get_by_test_id("picture-0").wait_for()
    start.get_by_test_id("guide-next").click()
    at_step(start, 2)
    start.get_by_test_id("lab-source").click()
    start.locator("[data-testid=lab-source-option][data-value=xor]").click()
    at_step(start, 3)
    start.get_by_test_id("lab-model-0").click()
    start.locator("[data-testid=lab-model-0-option][data-value=neighbors]").click()
    at_step(start, 4)
    start.get_by_test_id("room-bayes").click()
    at_step(start, 5)
    start.get_by_test_id("bayes-example-costly").click()
    at_step(start, 6)
    start.get_by_test_id("guide-next").click()
    start.get_by_test_id("guide").wait_for(state="detached")
    assert started[0].history.step.state.dataset == PLACEHOLDER


def test_texts_are_grouped_by_the_guide(start, started) -> None:
    start.get_by_test_id("card-groups").click()
    at_step(start, 1)
    start.get_by_test_id("cluster-map").wait_for()
    start.get_by_test_id("guide-next").click()
    at_step(start, 2)
    start.get_by_test_id("find-first").click()
    at_step(start, 3)
    start.get_by_test_id("cluster-0").click()
    at_step(start, 4)
    start.get_by_test_id("guide-next").click()
    start.get_by_test_id("tab-labels").click()
    at_step(start, 6)
    start.get_by_test_id("make-labels").click()
    in_room(start, "matrix")


def test_a_recent_project_is_opened_and_the_page_goes_back_to_the_start(start) -> None:
    start.get_by_test_id("recent-project").click()
    in_room(start, "matrix")
    start.locator("[data-testid=data][data-value=wine]").wait_for()
    assert start.get_by_test_id("project").inner_text().startswith("Vineyards")
    start.get_by_test_id("go-start").click()
    assert "open now" in start.get_by_test_id("recent-project").first.inner_text()
    # an example does not touch the project that is open
    start.get_by_test_id("card-learn").click()
    in_room(start, "lab")


def test_a_file_dropped_on_the_start_page_makes_a_project_of_its_name(start) -> None:
    carry(start, "dragover", "boats.tsv", TABLE)
    start.get_by_test_id("drop-overlay").wait_for()
    carry(start, "drop", "boats.tsv", TABLE)
    start.get_by_test_id("preview").wait_for()
    in_room(start, "data")
    assert start.get_by_test_id("drop-overlay").count() == 0
    assert start.title() == "boats.tsv · Data – Steersman"
    start.get_by_test_id("label-choice").select_option("kind")
    start.get_by_test_id("load-file").click()
    in_room(start, "matrix")
    start.get_by_test_id("builder").wait_for()
    assert start.get_by_test_id("project").inner_text().startswith("boats")
    assert start.title() == "boats.tsv · Steer – Steersman"


def test_a_drop_and_a_paste_in_another_room_open_in_the_data_room(start) -> None:
    start.get_by_test_id("recent-project").click()
    in_room(start, "matrix")
    open_room(start, "bayes")
    wait_for_answer(start)
    carry(start, "drop", "boats.tsv", TABLE)
    start.get_by_test_id("preview").wait_for()
    assert start.get_by_test_id("file-name").inner_text() == "boats.tsv"
    assert start.get_by_test_id("project").inner_text().startswith("Vineyards")
    open_room(start, "compare")
    paste(start, "body", "one line, no table")
    paste(start, "body", TABLE)
    in_room(start, "data")
    start.locator("[data-testid=file-name]", has_text="pasted table").wait_for()


def test_open_file_is_in_the_data_menu_of_every_room(start, tmp_path: Path) -> None:
    path = tmp_path / "boats.tsv"
    path.write_text(TABLE)
    open_room(start, "bayes")
    start.get_by_test_id("data").click()
    with start.expect_file_chooser() as chooser:
        start.get_by_test_id("open-file").click()
    chooser.value.set_files(path)
    start.get_by_test_id("preview").wait_for()


def test_the_keyboard_skips_to_the_content_and_into_a_room(start) -> None:
    start.keyboard.press("Tab")
    start.keyboard.press("Enter")
    assert start.evaluate("document.activeElement.id") == "content"
    start.get_by_test_id("room-data").focus()
    start.keyboard.press("Enter")
    in_room(start, "data")
    start.wait_for_function("document.activeElement.id === 'content'")


def test_help_leads_to_the_documentation_with_its_pictures(start):
    start.keyboard.press("?")
    pages = start.get_by_test_id("help-pages")
    with start.expect_popup() as opened:
        pages.get_by_role("link", name="Start").click()
    document = opened.value
    document.get_by_role("heading", name="Start", exact=True).wait_for()
    picture = document.locator("img").first
    document.wait_for_function("image => image.complete", arg=picture.element_handle())
    assert picture.evaluate("image => image.naturalWidth") > 1000
