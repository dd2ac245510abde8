"""What journeys stand on: nothing is read before the page is at rest."""

from __future__ import annotations

from time import sleep

import pytest

from steersman.session import Session
from steersman.session.plane.choice import plane_choice

pytestmark = pytest.mark.browser
HOLD = "setTimeout(() => window.steersman.workbench.store.moveKnob('alpha', 0.25, 7), 300)"


def test_the_session_and_the_page_are_read_when_all_is_answered(
    page, workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = workbench
    perform, done = Session.perform, []

    def slowly(session: Session, action: object, *given: object) -> object:
        sleep(0.5)
        done.append(action)
        return perform(session, action, *given)

    monkeypatch.setattr(Session, "perform", slowly)
    # Held back by the page at first, as by a slider, and then slow.
    page.evaluate(HOLD)
    assert plane_choice(session.state).knobs["alpha"] == 0.25
    page.keyboard.press("z")
    assert page.get_by_test_id("value-alpha").input_value() == "1"
    assert len(done) >= 2
