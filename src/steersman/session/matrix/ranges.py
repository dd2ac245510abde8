"""The range of each cell over all models, computed on request or in the background."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from threading import Thread
from time import monotonic

import numpy as np

from steersman.errors import Cancelled
from steersman.learn.catalog import MODELS, CatalogEntry, why_not_offered
from steersman.learn.steering import Attainable
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.model_jobs import attainable_if_it_can, fitted_part, is_fitted_here
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.requests import settings_of
from steersman.session.matrix.shapes import RangesFrame, RangesToCome
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import WorkerJob, running_workers

BESIDE_NICE = 10
# A page that still shows the ranges asks again sooner than this.
PATIENCE_S = 1.0
MOST_BESIDE = (
    2_000_000  # numbers learned from times classes; more are fitted when they are asked for
)


def ranges_view(
    room: MatrixModels, corpus: Corpus, state: State, task: Task, *, beside: bool = False
) -> View:
    """The lowest and highest count of each cell with any model, and which model gives them.

    Found out `beside`, they are fitted in a thread that nobody waits for, as long as somebody asks
    again; `left` says how many are missing, or is None where they would take long.
    """
    problem = room.problem(corpus, state)
    usable = [
        entry
        for entry in MODELS
        if not why_not_offered(entry, *problem.training.X.shape, sparse=problem.sparse)
    ]
    if beside:
        left = fit_in_background(room, problem, state, usable)
        if left != 0:
            return View("ranges", RangesToCome(left=left))
    else:
        for place, entry in enumerate(usable):
            task.report(f"fitting {entry.title.lower()}", place / len(usable))
            # The progress of one model would make the bar jump back and forth.
            quiet = Task(cancelled=task.cancelled, results=task.results)
            fit_if_it_can(room, problem, state, entry.name, quiet)
    return View("ranges", best_ranges(room, corpus, state, usable))


def best_ranges(
    room: MatrixModels, corpus: Corpus, state: State, usable: Sequence[CatalogEntry]
) -> RangesFrame:
    """The widest ranges of the models that can be about as right as the one shown."""
    floors = room.floors(state)
    found = [(choice_of(state).model, room.ranges(corpus, state))]
    for entry in usable:
        attainable = room.attained.get(attainable_key(room, state, entry.name))
        if attainable and attainable.reaches(*floors):
            found.append((entry.name, attainable.ranges(*floors)))
    every = np.stack([ranges for _, ranges in found])  # (models, classes, classes, 2)
    names = np.array([name for name, _ in found])
    lowest, highest = every[..., 0].argmin(axis=0), every[..., 1].argmax(axis=0)
    ranges = np.stack([every[..., 0].min(axis=0), every[..., 1].max(axis=0)], axis=-1)
    return {
        "left": 0,
        "ranges": ranges.tolist(),
        "lowest_by": names[lowest].tolist(),
        "highest_by": names[highest].tolist(),
        "shown": room.current_model(state).number,
    }


def fit_in_background(
    room: MatrixModels, problem: MatrixProblem, state: State, usable: Sequence[CatalogEntry]
) -> int | None:
    """Start fitting the missing models in the background and return how many are missing."""
    numbers = problem.training.X.nnz if problem.sparse else problem.training.X.size
    if numbers * len(problem.classes) > MOST_BESIDE or problem.training.whole is not None:
        return None
    # A copy, because the background thread adds to it meanwhile.
    known = room.attained.copy().keys() | room.unfit
    missing = [
        entry.name for entry in usable if attainable_key(room, state, entry.name) not in known
    ]
    room.asked_beside_s = monotonic()
    # One thread at a time: two would only slow each other down.
    if missing and not any(thread.is_alive() for thread in room.beside):
        fit = partial(fit_while_asked, room, problem, state, missing)
        room.beside[:] = [Thread(target=fit, name="steersman-beside", daemon=True)]
        room.beside[0].start()
    return len(missing)


def fit_while_asked(
    room: MatrixModels, problem: MatrixProblem, state: State, names: Sequence[str]
) -> None:
    """Fit one model after another, until nobody has asked for them for a while, or somebody has
    something better to do: two threads of Python slow each other down."""
    task = Task(cancelled=lambda: monotonic() - room.asked_beside_s > PATIENCE_S)
    with suppress(Cancelled):
        for name in names:
            task.report(name)
            fit_if_it_can(room, problem, state, name, task)


def fit_if_it_can(
    room: MatrixModels, problem: MatrixProblem, state: State, name: str, task: Task
) -> None:
    """Fit a catalog model and keep its attainable matrices, or note that it cannot learn."""
    key = attainable_key(room, state, name)
    if key not in room.attained:
        found = fitted_attainable(problem, key, name, task)
        if found is None:
            room.unfit.add(key)
        else:
            room.attained[key] = found


def attainable_key(room: MatrixModels, state: State, name: str) -> tuple[object, ...]:
    """The key under which the room keeps the attainable matrices of a catalog model."""
    return (*room.question(state), "best of", name)


def fitted_attainable(
    problem: MatrixProblem, key: tuple[object, ...], name: str, task: Task
) -> Attainable | None:
    """The matrices that a catalog model's thresholds can give; None where it cannot learn."""
    settings, workers = settings_of(MatrixChoice(model=name)), running_workers()
    if workers is None or is_fitted_here(name, problem):
        return attainable_if_it_can(name, settings, problem, task)
    job = WorkerJob("attainable", (name, settings, fitted_part(problem)), name)
    if task.results is None:
        # Beside: a process of its own, because a thread would slow down the edits of the person it
        # helps.
        found: Attainable | None = workers.run(job, task, nice=BESIDE_NICE)
        return found
    return task.result(
        "attainable",
        lambda: key,
        lambda: attainable_if_it_can(name, settings, problem, task),
        job=job,
        stored=False,
    )
