"""The same want through the page, a replay, the library and the command line: the same model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from steersman import Want, load, load_model, model_named, steer
from steersman.session import Session
from steersman.session.matrix.actions import (
    AskWant,
    OpenMatrix,
    SetConfidence,
    SetGroupCutoffs,
)
from steersman.session.matrix.room import MatrixRoom

READ = {"clinic": "leave", "amount": "leave"}
ASKED = [
    ("lose at most 10% of well, then catch as much ill as possible", 0.9, ()),
    ("recall(ill) >= 75% for each clinic", None, ("--group", "clinic")),
    ("recall(ill) >= 75% for each clinic", None, ("--group", "clinic", "--cutoff-per-group")),
    ("recall(ill) >= 50% for each clinic", 0.9, ("--group", "clinic", "--cutoff-per-group")),
    ("minimize cost, cost column = amount", None, ("--cost-column", "amount")),
    ("maximize accuracy subject to refer <= 10%", None, ("--refer", "10%")),
    ("recall(ill) gap over clinic <= 5%", None, ("--group", "clinic")),
    ("error rate <= 35% and refer <= 20%", 0.9, ()),
    ("minimize errors with recall(ill) >= 80%", None, ()),
]
WRITTEN = {"--cost-column": "minimize cost", "--refer": "maximize accuracy"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clinic that is no feature, an age that is one, and an amount for each row."""
    rng = np.random.default_rng(6)
    ill, clinic = rng.random(600) < 0.4, rng.choice(["north", "south"], 600)
    frame = pd.DataFrame(
        {
            "heart": (rng.normal(1.5 * ill) - 0.5 * (clinic == "south")).round(3),
            "age": rng.integers(20, 80, 600) + 5 * ill,
            "clinic": clinic,
            "amount": rng.exponential(4.0, 600).round(2),
            "kind": np.where(ill, "ill", "well"),
        }
    )
    path = tmp_path_factory.mktemp("table") / "clinic.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.mark.parametrize(("text", "confidence", "options"), ASKED)
def test_page_replay_library_and_command_line_give_the_same_model(
    cli: Any, tmp_path: Path, table: Path, text: str, confidence: float | None, options: tuple
) -> None:
    data = load(str(table), label="kind", positive="ill", roles=READ)
    shown, several = [], "--cutoff-per-group" in options
    for session in (Session(data), Session(data)):
        cutoffs = SetGroupCutoffs("clinic" if several else "")
        for action in (OpenMatrix(), SetConfidence(confidence), cutoffs, AskWant(text)):
            session.perform(action)
        rooms, state = session.rooms[MatrixRoom].models, session.history.step.state
        problem = rooms.problem(session.corpus_of(state), state)
        shown.append(rooms.current_model(state))
    page, replayed = shown
    want, tuning = Want(text), problem.holdout
    assert np.array_equal(page.counts, replayed.counts)

    fitted = model_named("logistic", sparse=False).fit(problem.training.X, problem.training.y)
    by_hand = steer(
        fitted,
        tuning.X,
        tuning.y,
        want,
        confidence,
        positive="ill",
        groups={name: data.column(name)[tuning.rows] for name in want.groupings} or None,
        cost_column=data.column(want.cost_column)[tuning.rows] if want.cost_column else None,
        cutoff_per_group=several,
    )
    assert np.array_equal(by_hand.after, page.counts)

    out, facts = tmp_path / "m.skops", tmp_path / "f.json"
    roles = [part for name in READ for part in ("--role", f"{name}=leave")]
    written = next((WRITTEN[each] for each in options if each in WRITTEN), text)
    sure = () if confidence is None else ("--confidence", str(confidence))
    command = ("steer", table, "--label", "kind", "--positive", "ill", "--model", "logistic",
               "--holdout", str(1 / 3), *roles, *options, *sure)  # fmt: skip
    assert cli.status_of(*command, "--want", written, "--out", out, "--json", facts) == 0
    assert json.loads(facts.read_text())["after"] == page.counts.tolist()

    # The very same decisions, about all rows of the file.
    beside = {"groups": data.column("clinic")} if several else {}
    answers = [
        np.asarray(page.model.predict(data.X, **beside)).astype(str),  # type: ignore[attr-defined]
        np.asarray(by_hand.model.predict(data.X, **beside)).astype(str),
        np.asarray(load_model(out).predict(pd.read_csv(table))).astype(str),
    ]
    assert np.array_equal(answers[0], answers[1])
    assert np.array_equal(answers[0], answers[2])
