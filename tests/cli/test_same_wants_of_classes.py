"""Groups and costs by row with three classes: page, library, Python and command line agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman import Want, load, load_model, steer
from steersman.session import Session
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    OpenMatrix,
    OpenTest,
    SetConfidence,
    SetGroupCutoffs,
)
from steersman.session.matrix.room import MatrixRoom

NAMES = ("ape", "bee", "cat")
ROLES = {"site": "leave", "amount": "leave"}
ASKED = [
    ("recall(bee) >= 75% for each site", None),
    ("recall(bee) >= 60% for each site", 0.9),
    ("cost <= 1 per row and recall(ape) >= 40% for each site, cost column = amount", None),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three kinds of animals, seen at two sites."""
    rng = np.random.default_rng(4)
    kind, site = rng.integers(0, 3, 900), rng.choice(["hill", "lake"], 900)
    frame = pd.DataFrame(
        {
            "size": (rng.normal(2.0 * (kind == 1)) - 0.4 * (site == "lake")).round(3),
            "speed": rng.normal(2.0 * (kind == 2)).round(3),
            "site": site,
            "amount": rng.uniform(0.5, 3.0, 900).round(2),
            "kind": np.array(NAMES)[kind],
        }
    )
    path = tmp_path_factory.mktemp("table") / "animals.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.mark.parametrize(("text", "confidence"), ASKED)
def test_page_library_python_and_command_line_give_the_same_model(
    cli: Any, tmp_path: Path, table: Path, text: str, confidence: float | None
) -> None:
    data, want = load(str(table), label="kind", roles=ROLES), Want(text)
    session = Session(data)
    for action in (OpenMatrix(all_classes=True), SetConfidence(confidence)):
        session.perform(action)
    rooms, state = session.rooms[MatrixRoom].models, session.history.step.state
    problem, first = rooms.problem(session.corpus_of(state), state), rooms.current_model(state)
    values = session.perform(AskWant(text)).values["matrix"]
    tuning = problem.holdout
    by_hand = steer(
        first.model,
        tuning.X,
        tuning.y,
        want,
        confidence,
        groups={name: data.column(name)[tuning.rows] for name in want.groupings},
        cost_column=data.column("amount")[tuning.rows] if want.cost_column else None,
    )
    assert values["outcome"]["met"]
    assert values["shown"]["matrix"] == by_hand.after.tolist()
    assert bool(values["outcome"]["row_guarantees"]) == (confidence is not None)
    groups = {each["group"]: each["value"] for each in values["outcome"]["groups"]}
    assert groups == {each.group: each.value for each in by_hand.groups}
    made: dict[str, Any] = {}
    exec(session.perform(AskPython(values["shown"]["number"])).values["text"], made)  # noqa: S102
    again = np.asarray(made["model"].predict(tuning.X))
    assert matrix_of(again, tuning.y) == values["shown"]["matrix"]
    test = session.perform(OpenTest()).values["matrix"]["test"]
    assert len(test["bounds"]) == len(want.bounds)

    out, facts = tmp_path / "m.skops", tmp_path / "f.json"
    roles = [part for name in ROLES for part in ("--role", f"{name}=leave")]
    sure = () if confidence is None else ("--confidence", str(confidence))
    command = ("steer", table, "--label", "kind", "--model", "logistic", "--holdout", str(1 / 3))
    files = ("--out", out, "--json", facts)
    assert cli.status_of(*command, *roles, *sure, "--want", text, *files) == 0
    assert json.loads(facts.read_text())["after"] == by_hand.after.tolist()
    decided = load_model(out).predict(pd.read_csv(table).iloc[tuning.rows])
    assert matrix_of(decided, tuning.y) == by_hand.after.tolist()


def matrix_of(decided: Any, truth: Any) -> list[list[int]]:
    return [[int(((truth == a) & (decided == b)).sum()) for b in NAMES] for a in NAMES]


def test_cutoffs_for_groups_are_refused_for_all_classes_at_once(table: Path) -> None:
    session = Session(load(str(table), label="kind", roles=ROLES))
    values = session.perform(OpenMatrix(all_classes=True)).values["matrix"]
    assert values["group_columns"] == []
    assert set(values["cost_columns"]) == {"amount", "size", "speed"}
    with raises("cutoffs-of-all-classes"):
        session.perform(SetGroupCutoffs("site"))
