"""Work that cannot be stopped is left behind at once when somebody asks."""

from __future__ import annotations

from threading import Event
from time import monotonic

import pytest
from tests.errors import raises

from steersman.data import load
from steersman.errors import Cancelled, SteersmanError
from steersman.session import Session
from steersman.session.lab import fits as lab_bench
from steersman.session.lab.actions import ChooseLabModel, OpenLab
from steersman.tasks import Task, abandon_when_stopped


def test_what_was_computed_or_went_wrong_comes_back() -> None:
    task = Task(stopped=lambda: False)
    assert abandon_when_stopped(lambda _: 6 * 7, task, "sum") == 42
    with raises("no-such-thing"):
        abandon_when_stopped(lambda _: refuse("no-such-thing"), task, "sum")
    with pytest.raises(TimeoutError, match="its own"):
        abandon_when_stopped(lambda _: run_out("its own"), task, "sum")


def refuse(code: str) -> None:
    raise SteersmanError("it is refused", code=code)


def run_out(words: str) -> None:
    raise TimeoutError(words)


def test_a_fit_of_the_lab_is_stopped_at_once_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, go_on, asked = Session(load("iris")), Event(), Event()
    session.perform(OpenLab())
    before = session.history
    real = lab_bench.fitted_model

    def slow(*given):
        asked.set()
        go_on.wait(30)
        return real(*given)

    monkeypatch.setattr(lab_bench, "fitted_model", slow)
    told: list[str] = []
    task = Task(progress=lambda what, _: told.append(what), stopped=asked.is_set)
    start = monotonic()
    with pytest.raises(Cancelled):
        session.perform(ChooseLabModel(0, "svm"), task)
    assert monotonic() - start < 10
    assert session.history == before
    go_on.set()
    monkeypatch.setattr(lab_bench, "fitted_model", real)
    view = session.perform(ChooseLabModel(0, "svm"), Task(stopped=lambda: False))
    assert view.values["state"]["lab"]["models"][0]["model"] == "svm"
    assert len(told) == 1
