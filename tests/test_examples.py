"""The Python that the documents show runs as it stands."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import GridSearchCV
from typer.main import get_command

from steersman import LikelihoodSpaceClassifier, load
from steersman.cli import app, main
from steersman.learn.catalog import model_named

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted((ROOT / "docs").glob("*.md"))


def mail_files(folder: Path) -> pd.DataFrame:
    """The files that the documents speak of, in `folder`, and a frame of the same rows."""
    frame = pd.DataFrame(
        {
            "body": ["win a prize now", "lunch at noon", "win money", "see you at lunch"] * 6,
            "price": np.arange(24) / 2,
            "label": ["spam", "ham"] * 12,
        }
    )
    frame.rename(columns={"label": "spam"}).to_csv(folder / "mail.csv", index=False)
    frame.to_csv(folder / "tickets.csv", index=False)
    for place, row in frame.iterrows():
        file = folder / "news" / row["label"] / f"{place}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(row["body"])
    frame = frame.rename(columns={"label": "kind"})
    (folder / "mail").mkdir()
    for part in ("monday", "tuesday"):
        frame.to_parquet(folder / "mail" / f"{part}.parquet", index=False)
    return frame


def names_of_a_reader(document: str, folder: Path) -> dict[str, object]:
    """What the examples of a document take for granted."""
    cancer = load("breast-cancer")
    X, y, even, odd = cancer.X, cancer.y, slice(0, None, 2), slice(1, None, 2)
    words = load("docstrings").rows(np.arange(0, 4000, 10))
    names = {"X": X, "y": y, "X_train": X[even], "y_train": y[even]}
    names |= {"X_holdout": X[odd], "y_holdout": y[odd], "frame": mail_files(folder)}
    names |= {"documents": ["The ships don't sail", "a ship sails", "sail the ships"]}
    if document == "steering.md":
        fitted = model_named("logistic", sparse=False).fit(X[even], y[even])
        clinics = np.resize(["north", "south"], len(y[odd]))
        names |= {"model": fitted, "X": X[even], "y": y[even], "clinics": clinics}
        names |= {
            "X_new": X[odd],
            "amounts": np.arange(len(y[odd])) % 7,
            "GridSearchCV": GridSearchCV,
        }
        names |= {"settings": {"steerablelogisticregression__penalty": [0.1, 1.0]}}
    if document == "how-to-notebook.md":
        names |= {"model": model_named("logistic", sparse=False).fit(X[even], y[even])}
    if document == "scores.md":
        fitted = model_named("logistic", sparse=False).fit(X[even], y[even])
        names |= {"y": y[odd], "scores": fitted.decision_function(X[odd])}
        names |= {"probabilities": fitted.predict_proba(X[odd])[:, 1]}
    if document == "clusters.md":
        names |= {"counts": words.X, "y": np.where(words.y == words.y[0], 0, -1)}
    if document == "best-line.md":
        positive = words.positives(words.y[0])
        points = LikelihoodSpaceClassifier().fit(words.X, positive).coordinates(words.X)
        names |= {"X": words.X, "x": points[:, 0], "y": points[:, 1], "positive": positive}
    return names


def examples(path: Path, kind: str = "python") -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", path.read_text(), flags=re.DOTALL)


RUN_ELSEWHERE = ("lab.md", "models.md")  # each with an answer of its own to check
TUTORIALS = [path for path in DOCUMENTS if re.match(r"start\.md|tutorial[-.]", path.name)]
HERE = [
    path
    for path in DOCUMENTS
    if path.name not in RUN_ELSEWHERE and path not in TUTORIALS and examples(path)
]


@pytest.mark.parametrize("path", HERE, ids=lambda path: path.name)
def test_the_python_of_a_document_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = names_of_a_reader(path.name, tmp_path)
    for example in examples(path):
        exec(compile(example, path.name, "exec"), names)  # noqa: S102


def run_command(line: str) -> None:
    """A command of a tutorial with the status that it says, unless it waits for a browser."""
    line, _, status = line.partition("  # exit status ")
    program, command, *rest = shlex.split(line)
    assert program == "steersman"
    if command != "serve":
        with pytest.raises(SystemExit) as stop:
            main([command, *rest])
        assert stop.value.code == int(status or 0), line


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.name)
def test_a_tutorial_runs_and_says_what_it_shows(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    """Its blocks run in their order; every line of output that it shows is printed."""
    if "lingspam" in path.read_text():
        request.getfixturevalue("shared_data")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    shown: list[list[str]] = []
    for kind, block in re.findall(r"```(python|sh|text)\n(.*?)```", path.read_text(), re.DOTALL):
        if kind == "python":
            exec(compile(block, path.name, "exec"), names)  # noqa: S102
        elif kind == "sh":
            for line in block.strip().splitlines():
                run_command(line)
        elif not block.startswith("pip "):
            shown += [line.split() for line in block.splitlines() if line.strip()]
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in shown if line not in printed] == []
    assert shown or path.name == "start.md"


@pytest.mark.parametrize(
    "path", [p for p in DOCUMENTS if examples(p, "pycon")], ids=lambda p: p.name
)
def test_the_sessions_of_a_document_print_what_they_show(path: Path) -> None:
    tests = doctest.DocTestParser()
    text = "\n".join(examples(path, "pycon"))
    found = tests.get_doctest(text, {}, path.name, str(path), 0)
    assert found.examples
    assert doctest.DocTestRunner(verbose=False).run(found).failed == 0


def command_options(command: Any, path: str = "steersman") -> dict[str, set[str]]:
    """Every command with its options, and a group also with the commands below it."""
    names = {flag for given in command.params for flag in given.opts + given.secondary_opts}
    found = {path: names | {"--help", "-h"}}
    for name, inner in getattr(command, "commands", {}).items():
        found |= command_options(inner, f"{path} {name}")
    return found


COMMANDS = command_options(get_command(app))


@pytest.mark.parametrize("path", [ROOT / "README.md", *DOCUMENTS], ids=lambda path: path.name)
def test_the_commands_of_a_document_exist(path: Path) -> None:
    """Those of tutorials run; of all others the command and its options are there."""
    lines = re.findall(r"^(?:\$ )?(steersman(?: .*)?)$", "\n".join(fenced(path)), re.MULTILINE)
    unknown = []
    for line in lines:
        words = shlex.split(line.split(" | ")[0], comments=True)
        named = max((c for c in COMMANDS if words[: len(c.split())] == c.split()), key=len)
        options = {word.split("=")[0] for word in words if re.match(r"--?[a-zA-Z]", word)}
        if not options <= COMMANDS[named] or (
            named == "steersman" and len(words) > 1 + 2 * len(options)
        ):
            unknown.append(line)
    assert unknown == []


def fenced(path: Path) -> list[str]:
    """The texts of all blocks of code that are not Python."""
    return re.findall(r"^```(?:sh|text)?\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)
