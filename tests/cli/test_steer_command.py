"""`steersman steer` as a person or a script runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman import load_model
from steersman.learn.files import read_model
from steersman.learn.jobs import Job, check_job
from steersman.learn.jobs.steering_job import parted_rows

LOGISTIC = ("--label", "kind", "--model", "logistic")


def test_a_want_that_is_met_is_status_0_and_saved(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out, facts = (
        cli.mail_table(tmp_path / "mail.csv"),
        tmp_path / "m.skops",
        tmp_path / "f.json",
    )
    status = cli.status_of(
        "steer", table, *LOGISTIC, "--want", "fpr <= 5%", "--out", out, "--json", facts
    )
    assert status == 0
    assert str(out) in capsys.readouterr().out
    told = json.loads(facts.read_text())
    assert told["met"] is True
    assert told["classes"] == ["ham", "spam"]
    after = np.array(told["after"])
    assert after.sum() == told["rows"]["holdout"]
    assert after[0, 1] <= 0.05 * after[0].sum()
    assert sum(told["rows"].values()) == 300
    saved = read_model(out)
    assert (saved.label, saved.id) == ("kind", "id")
    assert saved.story["want"] == "fpr <= 5%"


def test_the_saved_model_makes_the_very_matrices_that_were_told(cli: Any, tmp_path: Path) -> None:
    table, out, facts = (
        cli.mail_table(tmp_path / "mail.csv"),
        tmp_path / "m.skops",
        tmp_path / "f.json",
    )
    arguments = (*LOGISTIC, "--want", "fp <= 4", "--seed", "7")
    assert cli.status_of("steer", table, *arguments, "--out", out, "--json", facts) == 0
    told = json.loads(facts.read_text())
    frame = pd.read_csv(table)
    parts = parted_rows(frame["kind"].to_numpy().astype(str), Job("fp <= 4", seed=7))
    model = load_model(out)
    for rows, matrix in ((parts.holdout, told["after"]), (parts.test, told["tested"])):
        some = frame.iloc[rows]
        again = pd.crosstab(some["kind"], np.asarray(model.predict(some)))
        np.testing.assert_array_equal(again.to_numpy(), matrix)


def test_the_same_seed_gives_the_same_facts(cli: Any, tmp_path: Path) -> None:
    table = cli.mail_table(tmp_path / "mail.csv")
    told = []
    for name in ("a.json", "b.json"):
        wanted = (*LOGISTIC, "--want", "fpr <= 5%", "--json", tmp_path / name)
        assert cli.status_of("steer", table, *wanted) == 0
        told.append((tmp_path / name).read_text())
    assert told[0] == told[1]
    assert list(tmp_path.glob("*.skops")) == []


def test_a_want_that_is_not_met_is_status_3_and_saves_no_model_unless_it_is_asked_to(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "m.skops"
    wanted = ("--want", "errors <= 0", "--out", out)
    assert cli.status_of("steer", table, *LOGISTIC, *wanted) == 3
    assert str(out) not in capsys.readouterr().out
    assert not out.exists()
    assert cli.status_of("steer", table, *LOGISTIC, *wanted, "--keep-closest") == 3
    assert str(out) in capsys.readouterr().out
    assert load_model(out).predict(pd.read_csv(table)).shape == (300,)


def test_a_guarantee_that_is_refused_is_status_4_and_saves_no_model(
    cli: Any, tmp_path: Path
) -> None:
    table, out, facts = (
        cli.mail_table(tmp_path / "mail.csv"),
        tmp_path / "m.skops",
        tmp_path / "f.json",
    )
    wanted = ("--want", "fpr <= 1%", "--confidence", "0.95", "--out", out, "--json", facts)
    assert cli.status_of("steer", table, *LOGISTIC, *wanted) == 4
    assert not out.exists()
    told = json.loads(facts.read_text())
    assert (told["code"], told["assurance"], told["promises"]) == ("too-few-rows", "none", [])
    (_, fp), _ = told["after"]
    assert fp == 0


def test_a_promise_is_printed(cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, facts = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "f.json"
    wanted = ("--want", "fpr <= 15%", "--confidence", "90%", "--test", "0")
    assert cli.status_of("steer", table, *LOGISTIC, *wanted, "--json", facts) == 0
    told = json.loads(facts.read_text())
    (promise,) = told["promises"]
    assert {"90 %", "15 %"} <= set(re.findall(r"\d+ %", promise))
    assert promise in " ".join(capsys.readouterr().out.split())
    assert told["tested"] is None


def test_auto_steers_text_by_the_families_it_chooses(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = cli.text_table(tmp_path / "mail.csv"), tmp_path / "m.skops"
    arguments = ("--label", "kind", "--text", "subject", "--want", "fpr <= 30%", "--out", out)
    card = tmp_path / "card.md"
    facts = tmp_path / "facts.json"
    assert cli.status_of("steer", table, *arguments, "--card", card, "--json", facts) == 0
    rows = json.loads(facts.read_text())["rows"]
    assert (rows["train"], rows["holdout"], rows["test"]) == (80, 40, 30)
    model = load_model(out)
    fresh = pd.DataFrame({"subject": ["cheap money offer", "meeting of the team"]})
    assert model.predict(fresh).tolist() == ["spam", "ham"]
    threshold = load_model(out).steps[-1][1].setting()
    assert f"| threshold | {threshold:.6g} |" in card.read_text()


def test_auto_has_a_budget_and_names_what_it_had_no_time_for(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, facts = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "f.json"
    asked = ("steer", table, "--label", "kind", "--want", "fpr <= 20%", "--json", facts)
    assert cli.status_of(*asked, "--budget", "1e-9") == 0
    told = json.loads(facts.read_text())
    assert len(told["families"]) == 1
    said = capsys.readouterr().out
    assert told["skipped"]
    assert all(name in said for name in told["skipped"])
    assert "budget=1e-09" in told["python"]
    with raises("bad-budget"):
        check_job(Job("fp <= 4", budget=0.0))


def test_a_known_collection_is_steered_by_name(cli: Any, tmp_path: Path) -> None:
    arguments = ("--want", "accuracy >= 80%", "--model", "logistic")
    facts = tmp_path / "f.json"
    assert cli.status_of("steer", "wine", *arguments, "--json", facts) == 0
    assert len(json.loads(facts.read_text())["classes"]) == 3


@pytest.mark.parametrize(
    "mistake",
    [("--want", "fpr <== 2%"), ("--model", "rudder"), ("--confidence", "2"), ("--test", "1")],
)
def test_what_no_file_could_make_possible_is_told_before_it_is_read(
    cli: Any, tmp_path: Path, capsys, mistake: tuple[str, str]
) -> None:
    wanted = {"--label": "kind", "--want": "fp <= 4"} | dict([mistake])
    absent = tmp_path / "nowhere.csv"
    assert cli.status_of("steer", absent, *(word for pair in wanted.items() for word in pair)) == 2
    assert "no file" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--label", "sort"], ["'sort'", "kind"]),
        (["--text", "prose"], ["'prose'", "links"]),
        (["--want", "fpr <== 2%"], ["<="]),
        (["--want", "recall(mail) >= 90%"], ["no class 'mail'", "spam"]),
        (["--model", "rudder"], ["no model 'rudder'", "logistic"]),
        (["--model", "boosting", "--confidence", "2"], ["confidence is 2.0"]),
        (["--model", "boosting", "--confidence", "sure"], ["sure"]),
        (["--holdout", "1.5"], ["holdout share is 1.5"]),
        (["--test", "0.99"], ["'ham' has 180 rows, too few"]),
        (["--out", "/nowhere/at/all/m.skops"], ["cannot be written"]),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    cli: Any,
    arguments: list[str],
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = cli.mail_table(tmp_path / "mail.csv")
    usual = {"--label": "kind", "--want": "fpr <= 9%", "--model": "logistic"}
    given = usual | dict(zip(arguments[::2], arguments[1::2]))
    assert cli.status_of("steer", table, *(word for pair in given.items() for word in pair)) == 2
    said = capsys.readouterr().err
    assert all(word in said for word in words)
    assert said.count("\n") == 1 + said.count("^\n") * 2  # a want's fault has a caret below it


def test_a_table_of_one_class_is_refused(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("a,kind\n1,x\n2,x\n")
    assert cli.refusal("steer", path, *LOGISTIC, "--want", "fp <= 1").code == "class-single"


def test_fewer_rows_than_neighbors_are_a_sentence(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "few.csv"
    rows = [f"{-1 - row / 7},{row % 3},{'xy'[row % 2]}" for row in range(9)]
    path.write_text("\n".join(["a,b,kind", *rows]))
    arguments = ("--label", "kind", "--want", "fp <= 5", "--model", "neighbors")
    assert cli.refusal("steer", path, *arguments).code == "cannot-learn"


def test_the_share_in_use_changes_the_cut_off(cli: Any, tmp_path: Path) -> None:
    table, facts = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "f.json"
    want = ("--want", "maximize recall subject to precision >= 90%", "--json", facts)
    cli.status_of("steer", table, *LOGISTIC, *want, "--prior", "1 in 1000")
    told = json.loads(facts.read_text())
    assert told["prior"] == 0.001
    fpr, recall = (told["after"][true][1] / sum(told["after"][true]) for true in (0, 1))
    assert told["met"] is (0.001 * recall >= 0.9 * (0.001 * recall + 0.999 * fpr) > 0)
    assert "prior=0.001" in told["python"]


@pytest.mark.parametrize("model", ["logistic", "auto"])
def test_limits_for_each_group_of_a_column_that_is_no_feature(
    cli: Any, tmp_path: Path, model: str
) -> None:
    table, facts, out = (
        cli.mail_table(tmp_path / "m.csv"),
        tmp_path / "f.json",
        tmp_path / "m.skops",
    )
    asked = ("--want", "fpr <= 20% for each port", "--group", "port", "--role", "port=leave")
    status = cli.status_of(
        "steer", table, "--label", "kind", "--model", model, *asked, "--json", facts, "--out", out
    )
    told = json.loads(facts.read_text())
    assert status == 0
    assert sorted(each["group"] for each in told["groups"]) == ["Oslo", "Rome"]
    for each in told["groups"]:
        assert each["value"] <= 0.2
        assert each["interval"][0] <= each["value"] <= each["interval"][1]
    assert np.array_equal(np.sum([each["matrix"] for each in told["groups"]], 0), told["after"])
    assert "port" not in read_model(out).model.steps[0][1].words
    assert cli.status_of("evaluate", out, table) == 0
    assert cli.refusal("steer", table, *LOGISTIC, *asked[:2], "--group", "x").code == (
        "group-column-missing"
    )


def test_each_group_may_have_a_cut_off_and_the_file_needs_its_column(
    cli: Any, tmp_path: Path
) -> None:
    table, facts, out = (
        cli.mail_table(tmp_path / "m.csv"),
        tmp_path / "f.json",
        tmp_path / "m.skops",
    )
    # The column need not be named again where the want does.
    asked = ("--want", "recall gap over port <= 5%", "--cutoff-per-group", "--role", "port=leave")
    files = ("--json", facts, "--out", out)
    assert cli.status_of("steer", table, *LOGISTIC, *asked, *files) == 0
    told = json.loads(facts.read_text())
    assert told["group_column"] == "port"
    model = read_model(out).model
    assert sorted(model.steps[-1][1].thresholds) == ["Oslo", "Rome"]
    lines = tmp_path / "lines.csv"
    assert cli.status_of("predict", out, table, "--out", lines) == 0
    frame = pd.read_csv(table)
    written = pd.read_csv(lines)["predicted"].to_numpy()
    assert np.array_equal(written, model.predict(frame))
    assert cli.status_of("evaluate", out, table) == 0
    with raises("groups-needed", column="port"):
        model.predict(frame.drop(columns="port"))
    shown = tmp_path / "shown.json"
    assert cli.status_of("show", out, "--json", shown) == 0
    assert json.loads(shown.read_text())["group_column"] == "port"


def test_costs_of_rows_are_minimized_and_told(cli: Any, tmp_path: Path) -> None:
    table, facts = cli.mail_table(tmp_path / "m.csv"), tmp_path / "f.json"
    frame = pd.read_csv(table)
    frame["amount"] = np.random.default_rng(0).exponential(3.0, len(frame)).round(2)
    frame.to_csv(table, index=False)
    reading = (*LOGISTIC, "--role", "amount=leave")
    asked = ("--want", "minimize cost", "--cost-column", "amount")
    card = tmp_path / "card.md"
    assert cli.status_of("steer", table, *reading, *asked, "--json", facts, "--card", card) == 0
    assert "## Costs of errors" in card.read_text()
    told = json.loads(facts.read_text())
    assert told["cost_column"] == "amount"
    after, before = told["costs"]["after"], told["costs"]["before"]
    assert after["total"] <= before["total"]
    assert after["low"] <= after["average"] <= after["high"]
    assert "cost_column='amount'" in told["python"]
    named = ("--want", "minimize cost, cost column = amount")
    assert cli.status_of("steer", table, *reading, *named, "--json", facts) == 0
    assert json.loads(facts.read_text())["after"] == told["after"]
    refused = cli.refusal("steer", table, *reading, *asked[:2], "--cost-column", "x")
    assert refused.code == "cost-column-missing"


def test_auto_leaves_rows_to_a_person(cli: Any, tmp_path: Path) -> None:
    table, out, facts = (
        cli.mail_table(tmp_path / "mail.csv"), tmp_path / "m.skops", tmp_path / "f.json"
    )  # fmt: skip
    asked = ("--model", "auto", "--want", "maximize accuracy", "--refer", "20%")
    written = ("--out", out, "--json", facts)
    assert cli.status_of("steer", table, *LOGISTIC[:-2], *asked, *written) == 0
    after = np.array(json.loads(facts.read_text())["after"])
    assert after.shape == (2, 3)
    assert 0 < after[:, 2].sum() <= 0.2 * after.sum()
    frame = pd.read_csv(table)
    model = load_model(out)
    assert np.array_equal(
        model.predict_referral(frame),  # type: ignore[attr-defined]
        np.asarray(model.predict(frame)) == "refer",
    )


def test_rows_for_a_person_are_kept_in_every_file(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "m.skops"
    card, facts, answers = (tmp_path / name for name in ("c.md", "f.json", "answers.csv"))
    asked = ("--want", "maximize accuracy", "--refer", "30%")
    written = ("--out", out, "--card", card, "--json", facts)
    assert cli.status_of("steer", table, *LOGISTIC, *asked, *written) == 0
    told = json.loads(facts.read_text())
    after = np.array(told["after"])
    assert told["want"] == "maximize accuracy subject to refer <= 30%"
    assert after.shape == (2, 3)
    assert 0 < after[:, 2].sum() <= 0.3 * after.sum()
    assert after.sum() == told["rows"]["holdout"]
    assert "| to a person |" in card.read_text()
    assert cli.status_of("predict", out, table, "--out", answers) == 0
    predicted = pd.read_csv(answers)["predicted"]
    assert set(predicted) == {"ham", "spam", "refer"}
    capsys.readouterr()
    assert cli.status_of("evaluate", out, table, "--json", facts) in (0, 5)
    matrix = np.array(json.loads(facts.read_text())["matrix"])
    assert matrix[:, 2].sum() == (predicted == "refer").sum()
    assert [each["bound"] for each in json.loads(facts.read_text())["want"]] == ["refer <= 30%"]
