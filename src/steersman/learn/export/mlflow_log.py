"""A steering as a run of MLflow: the one place that imports it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from steersman.errors import SteersmanError, first_line

EXPERIMENT = "steersman"
SERVER_RETRIES = "2"
SETTINGS = ("source", "want", "confidence", "seed", "model", "families", "classes", "rows")


def check_mlflow(uri: str) -> None:
    """Raise an error unless MLflow is installed and runs can be stored at `uri`."""
    with mlflow_errors_reported(uri):
        client_of(uri).get_experiment_by_name(EXPERIMENT)


def mlflow_module() -> Any:
    """The module, or a sentence on how to get it."""
    try:
        import mlflow
    except ImportError:
        raise SteersmanError(
            "MLflow is not installed",
            todo="pip install 'steersman[mlflow]'",
            code="not-installed",
            package="mlflow",
        ) from None
    return mlflow


def client_of(uri: str) -> Any:
    """A client of the server or the folder at `uri`.

    MLflow takes a folder only where an environment variable allows it, and waits some minutes for a
    server that is not there; both as somebody has set them, if so.
    """
    mlflow = mlflow_module()
    if urlsplit(uri).scheme in ("", "file"):
        os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")
    os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", SERVER_RETRIES)
    return mlflow.MlflowClient(tracking_uri=uri)


@contextmanager
def mlflow_errors_reported(uri: str) -> Iterator[None]:
    """A refusal by MLflow as one sentence."""
    mlflow = mlflow_module()
    try:
        yield
    except mlflow.exceptions.MlflowException as error:
        raise SteersmanError(
            f"MLflow at {uri} cannot be used: {first_line(error).strip()}",
            todo="check the address: a server's, or a folder; for a database install all of "
            "MLflow (pip install mlflow)",
            code="mlflow-unusable",
            uri=uri,
        ) from error


def log_steering(uri: str, story: Mapping[str, object], files: Sequence[Path], card: str) -> str:
    """Log what was asked, what came of it, the card and the files; the number of the run.

    `story` is that of `steersman steer`, `uri` a server's address or a folder.
    """
    with mlflow_errors_reported(uri):
        client = client_of(uri)
        known = client.get_experiment_by_name(EXPERIMENT)
        experiment = known.experiment_id if known else client.create_experiment(EXPERIMENT)
        run = client.create_run(experiment, run_name=str(story["want"])).info.run_id
        for name in SETTINGS:
            client.log_param(run, name, json.dumps(story[name], default=str).strip('"'))
        for name, value in figures_of(story).items():
            client.log_metric(run, name, value)
        client.set_tag(run, "reason", str(story["reason"]))
        with TemporaryDirectory() as folder:
            texts = {"card.md": card, "story.json": json.dumps(story, indent=2, default=str)}
            for name, text in texts.items():
                (Path(folder) / name).write_text(text, encoding="utf-8")
                client.log_artifact(run, str(Path(folder) / name))
        for path in files:
            client.log_artifact(run, str(path))
        client.set_terminated(run)
    return str(run)


def figures_of(story: Mapping[str, object]) -> dict[str, float]:
    """Everything about the story that is a number.

    >>> story = {"met": True, "gap": 0.0, "classes": ["ham", "spam"], "tested": None,
    ...          "before": [[8, 2], [1, 9]], "after": [[9, 1], [2, 8]]}
    >>> figures = figures_of(story)
    >>> figures["met"], figures["after accuracy"], figures["after ham called spam"]
    (1.0, 0.85, 1.0)
    """
    met, gap = story["met"], story["gap"]
    figures = {"met": float(bool(met)), "gap": float(gap)}  # type: ignore[arg-type]
    classes: Any = story["classes"]
    for when in ("before", "after", "tested"):
        if story[when] is None:
            continue
        matrix = np.asarray(story[when])
        if matrix.shape[1] > len(matrix):
            figures[f"{when} referred"] = float(matrix[:, -1].sum())
            matrix = matrix[:, :-1]
        figures[f"{when} accuracy"] = float(np.trace(matrix) / max(1, matrix.sum()))
        for row, true in enumerate(classes):
            for column, called in enumerate(classes):
                name = re.sub(r"[^\w ./-]", "_", f"{when} {true} called {called}")
                figures[name] = float(matrix[row, column])
    return figures
