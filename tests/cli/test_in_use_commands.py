"""`steersman label`, `repair` and `models`, and the formats of `predict`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from steersman.learn.files import ModelVersions, read_model


@pytest.fixture(scope="module")
def model(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cli.steered_mail(tmp_path_factory.mktemp("model"))


def drifted(cli: Any, path: Path, rows: int = 900) -> pd.DataFrame:
    frame = pd.read_csv(cli.mail_table(path, rows=rows, seed=8))
    frame.loc[frame["kind"] == "ham", ["links", "caps"]] += 1.5
    frame.to_csv(path, index=False)
    return frame


def values(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_plan_is_labeled_and_judged(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new, plan = tmp_path / "new.csv", tmp_path / "plan.csv"
    labels = drifted(cli, new).set_index("id")["kind"]
    pd.read_csv(new).drop(columns="kind").to_csv(new, index=False)
    capsys.readouterr()
    assert cli.status_of("label", model, new, "--count", 250, "--out", plan, "--json", "-") == 0
    told = values(capsys)
    assert told["rows"] == 900
    asked = pd.read_csv(plan)
    assert 150 < len(asked) == len(told["to_label"]) <= 250
    assert asked["kind"].isna().all()
    # Nothing is known yet; then a half of the labels; then all of them.
    assert cli.status_of("label", model, plan, "--check", "--json", "-") == 0
    assert values(capsys)["bounds"][0]["state"] == "undecided"
    asked["kind"] = asked["id"].map(labels)
    asked.to_csv(plan, index=False)
    assert cli.status_of("label", model, plan, "--check", "--json", "-") == 5
    judged = values(capsys)
    assert judged["labeled"] == len(asked)
    (bound,) = judged["bounds"]
    frame = pd.read_csv(new)
    called = read_model(model).model.predict(frame)  # type: ignore[attr-defined]
    ham = labels.loc[frame["id"]].to_numpy() == "ham"
    assert bound["limits"][0] < np.mean(called[ham] == "spam") < bound["limits"][1]
    asked.drop(columns="plan").to_csv(plan, index=False)
    assert cli.status_of("label", model, plan, "--check") == 2


def test_a_repaired_model_becomes_the_version_in_use_and_can_be_rolled_back(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, new = tmp_path / "mail-models", tmp_path / "new.csv"
    drifted(cli, new)
    assert cli.status_of("models", "add", folder, model) == 0
    assert cli.status_of("watch", folder, new) == 5
    capsys.readouterr()
    card = tmp_path / "card.md"
    assert cli.status_of("repair", folder, new, "--card", card, "--json", "-") == 0
    done = values(capsys)
    assert done["assurance"] == "guaranteed"
    rates = [matrix[0][1] / sum(matrix[0]) for matrix in (done["old"], done["new"])]
    assert rates[0] > 0.1 > rates[1]
    assert "Old model" in card.read_text()
    later = drifted(cli, tmp_path / "later.csv", 500).assign(id=range(500))
    later.to_csv(tmp_path / "later.csv", index=False)
    assert cli.status_of("watch", folder, tmp_path / "later.csv") == 0
    capsys.readouterr()
    assert cli.status_of("models", "list", folder, "--json", "-") == 0
    first, second = values(capsys)
    assert (first["in_use"], second["in_use"], second["replaced"]) == (False, True, 1)
    assert second["chapters"][0]["rows"] == 900
    assert cli.status_of("models", "diff", folder, 1, 2, "--data", new, "--json", "-") == 0
    found = values(capsys)
    assert "guarantee" in found["differing"]
    assert found["matrices"] == [done["old"], done["new"]]
    assert cli.status_of("models", "roll-back", folder) == 0
    assert ModelVersions(folder).current().number == 1
    assert cli.status_of("models", "show", folder) == 0
    assert cli.status_of("models", "roll-back", folder, 7) == 2
    uses = [(number, replaced) for _, number, replaced in ModelVersions(folder).uses()]
    assert uses == [(1, None), (2, 1), (1, 2)]


def test_predictions_are_the_same_in_every_format(cli: Any, model: Path, tmp_path: Path) -> None:
    new = cli.mail_table(tmp_path / "new.csv", seed=9)
    made = {}
    for ending, read in (
        ("csv", pd.read_csv),
        ("jsonl", lambda path: pd.read_json(path, lines=True)),
        ("parquet", pd.read_parquet),
    ):
        out = tmp_path / f"said.{ending}"
        assert cli.status_of("predict", model, new, "--keep", "port,id,kind", "--out", out) == 0
        made[ending] = read(out)
    assert list(made["csv"]) == ["id", "predicted", "p(ham)", "p(spam)", "port", "kind"]
    assert made["csv"]["port"].tolist() == pd.read_csv(new)["port"].tolist()
    for ending in ("jsonl", "parquet"):
        assert list(made[ending]) == list(made["csv"])
        assert made[ending]["predicted"].tolist() == made["csv"]["predicted"].tolist()
        assert np.allclose(made[ending]["p(spam)"], made["csv"]["p(spam)"], atol=1e-5)
    assert cli.status_of("predict", model, new, "--keep", "nobody", "--out", tmp_path / "x") == 2


def test_a_repair_that_has_nowhere_to_go_or_no_labels_is_refused(
    cli: Any, model: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.csv"
    frame = drifted(cli, new)
    assert cli.status_of("repair", model, new) == 2
    frame.assign(kind="").to_csv(new, index=False)
    assert cli.status_of("repair", model, new, "--out", tmp_path / "m.skops") == 2
    frame[frame["kind"] == "ham"].to_csv(new, index=False)
    assert cli.status_of("repair", model, new, "--out", tmp_path / "m.skops") == 2
