"""The Python lines that make a model of the matrix room again, from the data on."""

from __future__ import annotations

from dataclasses import replace

from steersman.compare.recipes import WEAK_UNDER, program_settings
from steersman.learn.steering import REFERRAL, free_label
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.python_source import source_imports, source_lines
from steersman.session.matrix.model_jobs import LONGEST_STEERING_S
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.row_wants import column_lines
from steersman.session.state import State

SETTING_NAMES = ("calibrate", "with_calibration", "with_cutoff")
PROGRAM_NAMES = ("program_in", "with_granularity", "with_program", "with_weak_threshold")


def ancestry(room: MatrixModels, state: State, number: int) -> list[RegisteredModel]:
    """The models that led to one, from the fitted one to itself."""
    models = room.registry(state).models
    found = [models[number]]
    while (parent := found[0].origin.parent) is not None:
        found.insert(0, models[parent])
    return found


def model_lines(room: MatrixModels, corpus: Corpus, state: State, number: int) -> str:
    """Python that ends with the model, fitted and steered on the same rows."""
    problem = room.problem(corpus, state)
    first, *others = ancestry(room, state, number)
    lines = [*data_lines(corpus, state, problem), *fitted_lines(first, problem)]
    lines += [line for shelved in others for line in step_lines(shelved, problem)]
    text = "\n".join(lines)
    imports = ["import numpy as np"]
    if "DecisionTreeClassifier" in text:
        imports += ["from sklearn.tree import DecisionTreeClassifier", ""]
    drawn = "held_out_rows, sealed_rows" if "sealed_rows(" in text else "held_out_rows"
    steering = ["steer"] if "steer(" in text else []
    imports += source_imports(corpus.dataset, ["model_named", *steering])
    imports.append(f"from steersman.data import {drawn}")
    moved = [name for name in SETTING_NAMES if f"{name}(" in text]
    if moved:
        imports.append(f"from steersman.learn.steering import {', '.join(moved)}")
    used = [name for name in PROGRAM_NAMES if f"{name}(" in text]
    if used:
        imports.append(f"from steersman.learn.martingale import {', '.join(used)}")
    return "\n".join([*imports, "", text])


def data_lines(corpus: Corpus, state: State, problem: MatrixProblem) -> list[str]:
    """The rows to learn from and those to steer on."""
    dataset, category = corpus.dataset, state.category
    own = set(problem.classes) == {str(name) for name in dataset.classes}
    published = corpus.test is not None
    labels = (
        "data.y.astype(str)"
        if own
        else f"np.where(data.positives({plain(dataset.classes, category)!r}), {category!r}, "
        f"{f'not {category}'!r})"
    )
    lines = [source_lines(dataset, train=published)[1], f"labels = {labels}"]
    if published:
        lines.append("kept = np.arange(data.n_rows)  # the published test rows are sealed")
    else:
        sealed = f"sealed = sealed_rows(data.y, seed={state.seed})"
        lines += [sealed, "kept = np.flatnonzero(~sealed)"]
    held = f"held_out_rows(labels[kept], 1 / 3, seed={state.seed})"
    return [
        *lines,
        f"held = {held}",
        "learned, holdout = kept[~held], kept[held]",
        *correction_lines(state, problem),
        "X, y = data.X[holdout], labels[holdout]",
        "",
    ]


def correction_lines(state: State, problem: MatrixProblem) -> list[str]:
    """The labels that a person corrected, as the question names them."""
    if not state.corrections:
        return []
    label_of = {
        int(row): str(label)
        for part in (problem.training, problem.holdout)
        for row, label in zip(part.rows, part.y)
    }
    rows = sorted(int(row) for row in state.corrections if int(row) in label_of)
    return [f"labels[{rows!r}] = {[label_of[row] for row in rows]!r}  # corrected"]


def plain(classes: tuple[object, ...], category: str) -> object:
    """The class as the data has it, a number perhaps."""
    return next(name for name in classes if str(name) == category)


def fitted_lines(shelved: RegisteredModel, problem: MatrixProblem) -> list[str]:
    """The model as fitted."""
    recipe = shelved.recipe
    given = program_settings(replace(recipe, threshold=WEAK_UNDER))
    settings = f", settings={given!r}" if given else ""
    return [
        f"model = model_named({recipe.model!r}, sparse={problem.sparse}{settings})",
        "model.fit(data.X[learned], labels[learned])",
    ]


def step_lines(shelved: RegisteredModel, problem: MatrixProblem) -> list[str]:
    """One steering, or one node turned by hand."""
    origin = shelved.origin
    if origin.node is not None:
        return [
            'rows = model[:-1].transform(X) if hasattr(model, "steps") else X',
            f"turned = program_in(model).tuned_node({origin.node}, rows, y, {str(origin.want)!r})",
            "model = with_program(model, turned)",
        ]
    if origin.calibration == "none":
        return ["model = with_calibration(model, None)"]
    if origin.calibration is not None:
        return [
            "model = calibrate(model, data.X[learned], labels[learned], "
            f"method={origin.calibration!r})"
        ]
    if origin.cutoff is not None:
        about = "" if len(problem.classes) == 2 else f", {origin.focus!r}"
        return [f"model = with_cutoff(model, {origin.cutoff!r}{about})"]
    asked = ["model", "X", "y", repr(str(origin.want))]
    if origin.confidence is not None:
        asked.append(f"confidence={origin.confidence!r}")
    if origin.among > 1:
        asked.append(f"among={origin.among}")
    if origin.costs:
        asked.append(f"costs={[list(row) for row in origin.costs]!r}")
    if problem.positive is not None:
        asked.append(f"positive={problem.positive!r}")
    asked += [] if origin.want is None else column_lines(origin.want, origin.cutoff_column)
    if origin.prior is not None:
        asked.append(f"prior={origin.prior!r}")
    if origin.want is not None and origin.want.refers:
        label = free_label(problem.classes)
        asked += [] if label == REFERRAL else [f"referral={label!r}"]
    asked.append(f"max_seconds={LONGEST_STEERING_S!r}")
    weak = origin.threshold
    at = origin.granularity
    before = [] if at is None else [f"model = with_granularity(model, {at!r})"]
    before += [] if weak is None else [f"model = with_weak_threshold(model, {weak!r})"]
    taken = ".model" if origin.place is None else f".trajectory[{origin.place}].model"
    return [*before, f"model = steer({', '.join(asked)}){taken}"]
