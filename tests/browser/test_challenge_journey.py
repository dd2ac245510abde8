"""A game of the challenge, in a real browser against a real server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steersman.session.challenge.room import ChallengeRoom
from steersman.session.plane.game import Challenge
from steersman_benchmarks.browser import open_room

pytestmark = pytest.mark.browser
PICTURES = Path(__file__).parents[2] / "test-output"


def number(page, name: str) -> int:
    return int(re.sub(r"[^\d]", "", page.get_by_test_id(name).inner_text()))


def wait_for_number(page, name: str, wanted: int) -> None:
    page.wait_for_function(
        "([name, wanted]) => Number(document.querySelector(`[data-testid=${name}]`)"
        ".innerText.replace(/[^0-9]/g, '')) === wanted",
        arg=[name, wanted],
    )


def lots(page) -> list[int]:
    """How many documents the two buttons of a side buy."""
    return [number(page, f"buy-training{step}") for step in ("", "-more")]


@pytest.fixture
def game(page):
    """A game just started."""
    open_room(page, "challenge")
    page.get_by_test_id("challenge-start").click()
    page.get_by_test_id("challenge").wait_for()
    return page


def test_buying_spends_credits_and_brings_documents(game) -> None:
    credits, training = number(game, "challenge-left"), number(game, "challenge-training")
    assert number(game, "training-documents") == training
    few, many = lots(game)
    game.get_by_test_id("buy-training-more").click()
    wait_for_number(game, "challenge-left", credits - many)
    assert number(game, "challenge-training") == training + many
    assert number(game, "training-documents") == training + many
    points = "window.steersman.workbench.store.columns.value['training.xy'].length / 2"
    assert game.evaluate(points) == training + many
    game.get_by_test_id("buy-validation").click()
    wait_for_number(game, "challenge-left", credits - many - few)
    game.get_by_test_id("undo").click()
    wait_for_number(game, "challenge-left", credits - many)


def test_what_cannot_be_paid_cannot_be_bought(game) -> None:
    for step in ("-more", ""):
        button, lot = game.get_by_test_id(f"buy-training{step}"), lots(game)[step == "-more"]
        for left in range(number(game, "challenge-left") - lot, -1, -lot):
            button.click()
            wait_for_number(game, "challenge-left", left)
        assert button.is_disabled()
    for split in ("training", "validation"):
        assert game.get_by_test_id(f"buy-{split}").is_disabled()


def test_folds_rest_while_a_game_is_played(game, workbench) -> None:
    session, _ = workbench
    assert game.get_by_test_id("fold-next").count() == 0
    before = session.histories.own["challenge"].now
    game.get_by_test_id("challenge").click(position={"x": 2, "y": 2})
    game.keyboard.press("n")
    assert session.histories.own["challenge"].now == before


def test_the_test_is_opened_once_and_the_card_says_how_it_went(game, workbench) -> None:
    session, _ = workbench
    credits = number(game, "challenge-left")
    game.get_by_test_id("buy-training-more").click()
    wait_for_number(game, "challenge-left", credits - lots(game)[1])
    game.get_by_test_id("challenge-open").click()
    game.get_by_test_id("challenge-not-yet").click()
    assert dict(session.rooms[ChallengeRoom].opened_tests) == {}
    game.get_by_test_id("challenge-open").click()
    game.get_by_test_id("challenge-reveal").click()
    card = game.get_by_test_id("challenge-result")
    card.wait_for()
    (f1,) = session.rooms[ChallengeRoom].opened_tests.values()
    assert f"{f1:.3f}".lstrip("0") in card.inner_text()
    assert "Goal reached" in card.inner_text() or "Goal missed" in card.inner_text()
    assert game.get_by_test_id("challenge-open").count() == 0
    PICTURES.mkdir(exist_ok=True)
    game.screenshot(path=PICTURES / "challenge-result.png")
    game.get_by_test_id("challenge-again").click()
    game.get_by_test_id("challenge-open").wait_for()
    assert number(game, "challenge-left") == credits
    game.get_by_test_id("challenge-leave").click()
    game.get_by_test_id("challenge").wait_for(state="detached")
    assert session.state.choice(Challenge) is None
    assert len(session.history.steps) == 1


def test_the_strip_leaves_the_plots_room(browser, workbench) -> None:
    _, url = workbench
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(url)
    open_room(page, "challenge")
    page.get_by_test_id("challenge-start").click()
    strip = page.get_by_test_id("challenge").bounding_box()
    assert strip["height"] <= 60
    for split in ("training", "validation"):
        box = page.get_by_test_id(f"plot-{split}").bounding_box()
        assert box["y"] >= strip["y"] + strip["height"]
        assert box["height"] > 250
        assert box["y"] + box["height"] <= 720
    for button in page.get_by_test_id("challenge").locator("button").all():
        edge = button.bounding_box()
        assert edge["x"] + edge["width"] <= strip["x"] + strip["width"]
    context.close()
