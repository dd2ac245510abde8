"""Journeys through the data room, in a real browser against a real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from steersman.cli.workbench import previewing_session
from steersman.data import load
from steersman.session import Session
from steersman.session.datasets.placeholder import placeholder_dataset
from steersman_benchmarks.browser import open_room

pytestmark = pytest.mark.browser
MENU = [{"name": "wine", "title": "wine", "summary": "A table of numbers"}]

Opener = Callable[..., object]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "steersman"


@pytest.fixture
def opened(visit) -> Opener:
    """Opens the data room."""

    def enter(session: Session | None = None, **settings: object):
        given = session or Session(load("wine"), MENU)
        page = visit(given, **{"height": 800, **settings})
        if session is None:
            open_room(page, "data")
            page.get_by_test_id("at-hand").wait_for()
        return page, given

    return enter


def drop(page, name: str, content: bytes) -> None:
    """Let a file fall on the room, as a hand would."""
    page.get_by_test_id("data-room").wait_for()
    page.evaluate(
        """([name, text]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], name));
            const room = document.querySelector("[data-testid=data-room]");
            for (const kind of ["dragover", "drop"]) {
                const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true,
                                                    cancelable: true });
                room.dispatchEvent(event);
            }
        }""",
        [name, content.decode()],
    )


def role(page, column: str):
    return page.locator(f"[data-testid=column][data-name={column}] [data-testid=role]")


def wait_for_role(page, column: str, wanted: str) -> None:
    page.locator(f"[data-testid=column][data-name={column}][data-role={wanted}]").wait_for()


def open_path(page, path: Path) -> None:
    page.get_by_test_id("path").fill(str(path))
    page.keyboard.press("Enter")


def test_a_dropped_file_says_what_hurts_and_arrives_in_steer(
    opened, clinic: Path, own_folder: Path
) -> None:
    page, session = opened()
    drop(page, "clinic.csv", clinic.read_bytes())
    page.get_by_test_id("preview").wait_for()
    assert (own_folder / "files" / "clinic.csv").read_bytes() == clinic.read_bytes()
    assert "label column" in page.get_by_test_id("missing-role").inner_text()
    role(page, "state").select_option("label")
    leave_out = page.get_by_role("button", name="Leave it out: discharged")
    leave_out.wait_for()
    assert "'discharged'" in page.get_by_test_id("findings").inner_text()
    role(page, "patient").select_option("id")
    page.get_by_text("20 duplicate rows").wait_for()
    leave_out.click()
    wait_for_role(page, "discharged", "leave")
    page.get_by_test_id("remedy-distinct").click()
    page.get_by_text("Load 240 rows").click()
    page.get_by_test_id("matrix").wait_for()
    assert session.history.step.state.dataset == "clinic"
    assert session.library.corpora["clinic"].rows == 240
    assert page.get_by_test_id("data").get_attribute("data-value") == "clinic"
    page.get_by_test_id("undo").click()
    page.locator("[data-testid=data][data-value=wine]").wait_for()


@pytest.fixture
def screening(tmp_path: Path) -> Path:
    """A screening table as a clinic has it: 1 row in 50 is cancer."""
    rng = np.random.default_rng(4)
    sick = np.arange(1_500) % 50 == 0
    lines = ["patient,age,smoker,marker,finding"]
    for row, ill in enumerate(sick.tolist()):
        marker = rng.normal(1.5 if ill else 0.0, 1.0)
        smoker = "yes" if rng.random() < 0.3 else "no"
        finding = "cancer" if ill else "healthy"
        lines.append(f"P{row:05},{rng.integers(40, 80)},{smoker},{marker:.3f},{finding}")
    path = tmp_path / "screening.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_clinician_is_asked_for_the_label_and_the_class_to_catch(
    opened, screening: Path, serious_faults
) -> None:
    page, session = opened(Session(placeholder_dataset(), MENU), room="data")
    drop(page, "screening.csv", screening.read_bytes())
    page.get_by_test_id("label-question").wait_for()
    assert serious_faults(page) == []
    page.locator("[data-testid=label-column][data-name=finding]").click()
    page.get_by_test_id("catch-question").wait_for()
    chosen = page.locator("[data-testid=catch-class]:checked")
    assert chosen.get_attribute("data-name") == "cancer"
    assert "30 of 1,500 · 2 %" in page.get_by_test_id("catch-question").inner_text()
    page.get_by_role("button", name="Rename healthy").first.click()
    page.get_by_test_id("class-name").fill("no finding")
    page.keyboard.press("Enter")
    page.get_by_test_id("catch-question").get_by_text("no finding").wait_for()
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("matrix").wait_for()
    state = session.history.step.state
    assert (state.dataset, state.category) == ("screening", "cancer")
    assert session.library.corpora["screening"].categories == ("cancer", "no finding")
    open_room(page, "data")
    page.locator("[data-testid=catch-class][data-name=healthy]").check()
    page.locator("[data-testid=catch-class][data-name=healthy]:checked").wait_for()
    open_room(page, "matrix")
    page.locator("[data-testid=category][data-value='no finding']").wait_for()
    assert session.history.step.state.dataset == "screening"


def test_title_and_body_are_used_together_and_stop_words_are_edited(
    opened, tmp_path: Path, serious_faults
) -> None:
    path = tmp_path / "news.csv"
    path.write_text(
        "title,body,topic\n"
        + "".join(
            f"The {word} report of the week number {n},Prices of {word} did not rise by {n} cents "
            f"on the market again said a dealer,{topic}\n"
            for n in range(40)
            for word, topic in (("corn", "grain"), ("tanker", "ship"))
        )
    )
    page, session = opened()
    open_path(page, path)
    page.get_by_test_id("remedy-text").click()
    wait_for_role(page, "title", "text")
    wait_for_role(page, "body", "text")
    page.get_by_test_id("data-page-text").click()
    page.get_by_test_id("edit-stop-words").click()
    page.locator("[data-testid=stop-word][data-name=not]").click()
    page.locator("[data-testid=stop-word][data-name=not][aria-pressed=false]").wait_for()
    page.get_by_test_id("add-stop-word").fill("dealer")
    page.keyboard.press("Enter")
    page.locator("[data-testid=stop-word][data-name=dealer]").wait_for()
    page.locator("[data-testid=tokens] del", has_text="dealer").wait_for()
    assert serious_faults(page) == []
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("matrix").wait_for()
    names = session.library.corpora["news"].feature_names
    assert {"week", "market", "not"} <= set(names)
    assert "dealer" not in names


def test_the_label_is_changed_and_remembered_after_a_reload(opened, clinic: Path) -> None:
    page, _ = opened()
    open_path(page, clinic)
    page.get_by_test_id("preview").wait_for()
    role(page, "state").focus()
    page.keyboard.type("la")  # a select answers to the keyboard
    wait_for_role(page, "state", "label")
    assert "well" in page.get_by_test_id("balance").inner_text()
    role(page, "port").select_option("label")
    wait_for_role(page, "port", "label")
    wait_for_role(page, "state", "leave")
    page.get_by_text("2 classes in port").wait_for()
    page.reload()
    wait_for_role(page, "port", "label")
    page.get_by_test_id("undo").click()
    wait_for_role(page, "state", "label")
    page.get_by_test_id("close-file").click()
    page.locator("[data-testid=data-line][data-name='clinic.csv']").click()
    wait_for_role(page, "port", "category")
    wait_for_role(page, "state", "label")


def test_text_in_another_language_is_looked_at_and_counted(opened, letters: Path) -> None:
    page, session = opened()
    open_path(page, letters)
    page.get_by_test_id("preview").wait_for()
    assert page.get_by_test_id("encoding").input_value() == "latin-1"
    page.get_by_test_id("delimiter").select_option(",")
    page.get_by_text("1 column").wait_for()
    page.get_by_test_id("undo").click()
    page.get_by_text("2 columns").wait_for()
    page.get_by_test_id("data-page-text").click()
    page.get_by_test_id("tokens").locator("b").first.wait_for()
    page.get_by_test_id("language").click()
    page.get_by_test_id("language-search").fill("germ")
    page.keyboard.press("Enter")
    page.locator("[data-testid=tokens] del", has_text="der").first.wait_for()
    assert page.get_by_test_id("language").get_attribute("aria-expanded") == "false"
    page.get_by_test_id("text-ngrams").select_option("2")
    page.get_by_test_id("look-typed").fill("Die Schiffe segeln")
    page.locator("[data-testid=counts] li", has_text="schiff segel").wait_for()
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("matrix").wait_for()
    names = session.library.corpora["letters"].feature_names
    assert "schiff" in names
    assert any(" " in name for name in names)
    assert "der" not in names


def test_what_is_broken_says_one_sentence_and_nothing_changes(opened, tmp_path: Path) -> None:
    page, session = opened()
    broken = tmp_path / "broken.csv"
    broken.write_bytes(b"")
    open_path(page, broken)
    fault = page.get_by_test_id("open-fault")
    fault.wait_for()
    assert "is empty" in fault.inner_text()
    assert page.get_by_test_id("banner-error").count() == 0
    assert len(session.history.steps) == 1
    open_path(page, tmp_path / "nothing.csv")
    page.get_by_text("There is no file").wait_for()
    drop(page, "odd.csv", b'a,b\n"1,2\n')
    page.get_by_text("There is no file").wait_for(state="detached")
    page.locator("[data-testid=open-fault], [data-testid=preview]").first.wait_for()


def test_serving_a_file_without_a_label_opens_its_preview(
    opened, serious_faults, clinic: Path
) -> None:
    page, _ = opened(previewing_session(str(clinic), None))
    page.get_by_test_id("preview").wait_for()
    assert page.get_by_test_id("file-name").inner_text() == "clinic.csv"
    assert page.get_by_test_id("data").inner_text().split("\n")[0] == "clinic.csv"
    assert page.get_by_test_id("undo").is_disabled()
    open_room(page, "plane")
    page.reload()
    page.get_by_test_id("no-data").wait_for()
    assert page.get_by_test_id("training-f1").count() == 0
    assert serious_faults(page) == []
    page.get_by_test_id("go-data").click()
    page.get_by_test_id("label-choice").select_option("state")
    page.get_by_test_id("load-file").wait_for()
    clinic.write_text(clinic.read_text() + clinic.read_text().splitlines()[-1] + "\n")
    page.get_by_test_id("load-file").click()
    page.locator("[data-testid=open-fault][data-code=file-changed]").wait_for()
    assert serious_faults(page) == []
    page.get_by_test_id("look-again").click()
    page.get_by_test_id("label-choice").select_option("state")
    page.get_by_test_id("load-file").click()
    page.get_by_test_id("matrix").wait_for()


def test_axe_finds_no_serious_fault(opened, serious_faults, clinic: Path, letters: Path) -> None:
    page, _ = opened()
    page.get_by_test_id("data-line").first.wait_for()
    faults = serious_faults(page, also_dark=True)
    open_path(page, clinic)
    page.get_by_test_id("preview").wait_for()
    role(page, "state").select_option("label")
    page.get_by_test_id("remedy-leave").first.wait_for()
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("close-file").click()
    open_path(page, letters)
    page.get_by_test_id("data-page-text").click()
    page.get_by_test_id("counts").wait_for()
    faults += serious_faults(page, also_dark=True)
    assert faults == []


def test_at_1280_by_720_the_table_and_the_load_button_are_in_sight(opened, clinic: Path) -> None:
    page, _ = opened(height=720)
    open_path(page, clinic)
    role(page, "state").select_option("label")
    page.get_by_test_id("load-file").wait_for()
    table = page.locator(".data-scroll").bounding_box()
    strip = page.locator(".history").bounding_box()
    assert table["height"] > 240
    assert table["y"] + table["height"] <= strip["y"] + 1
