"""The jobs that a worker can do, by name: which function does each, and how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from typing import Any

READING_S = 1800.0
FITTING_S = 1800.0
# Data of any size: a person who waits too long stops it.
WRITING_S = 24 * 3600.0
# A search that a person waits for ends by itself after half a minute.
STEERING_S = 120.0


CARRIED: dict[str, ContextVar[Any]] = {}
"""Context variables whose values hold in a worker too, by name, such as whose files may be read."""


def carry(variable: ContextVar[Any]) -> None:
    """Let a context variable have the same value in workers as where a job was asked for."""
    CARRIED[variable.name] = variable


@dataclass(frozen=True)
class JobKind:
    """A kind of job: its function, as `module:name`, and the most seconds that it may take.

    The function is called with the arguments of the job and a task, and returns its result as plain
    values, arrays, models or dataclasses. It reads nothing but its arguments and files.
    """

    function: str
    seconds: float


def function_named(function: str) -> Callable[..., Any]:
    """The function that `module:name` names."""
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


JOBS: dict[str, JobKind] = {
    "first-look": JobKind("steersman.session.data.sketches:first_look", READING_S),
    "load-file": JobKind("steersman.session.data.loading:loaded_dataset", READING_S),
    "write-partitions": JobKind(
        "steersman.session.data.partition_loading:write_partitions", WRITING_S
    ),
    "check-project": JobKind("steersman.session.storage.project_check:check_project", 300.0),
    "export-project": JobKind("steersman.session.storage.files:export_project", WRITING_S),
    "detect-file": JobKind("steersman.session.use.fed_rows:detected_columns", READING_S),
    "predict-file": JobKind("steersman.session.use.fed_rows:fed_rows", READING_S),
    "watch-file": JobKind("steersman.session.use.limit_points:watched_file", READING_S),
    "write-version": JobKind("steersman.session.use.views:version_view", FITTING_S),
    "read-labels": JobKind("steersman.session.use.label_files:read_labels", READING_S),
    "fit-model": JobKind("steersman.session.matrix.model_jobs:fit_with_answers", FITTING_S),
    "steer-model": JobKind("steersman.session.matrix.model_jobs:steer_model", STEERING_S),
    "judge-program": JobKind("steersman.session.matrix.judged_programs:judged_nodes", FITTING_S),
    "turn-node": JobKind("steersman.session.matrix.node_edits:turned_node", STEERING_S),
    "answer-matrix": JobKind("steersman.session.matrix.answer_jobs:answer_question", FITTING_S),
    "model-fingerprint": JobKind(
        "steersman.session.matrix.model_fingerprint:features_and_fingerprint", FITTING_S
    ),
    "row-scores": JobKind("steersman.session.matrix.row_answers:scores_of_rows", FITTING_S),
    "attainable": JobKind("steersman.session.matrix.model_jobs:attainable_if_it_can", FITTING_S),
    "begin-ranks": JobKind("steersman.session.matrix.begins:ranks_of_begins", STEERING_S),
    "begin-row-ranks": JobKind("steersman.session.matrix.begins:row_ranks_of_begins", STEERING_S),
    "target-matrix": JobKind("steersman.session.matrix.want_search:target_matrix", STEERING_S),
    "training-matrices": JobKind(
        "steersman.session.matrix.model_views:training_matrices", FITTING_S
    ),
    "fit-folds": JobKind("steersman.session.compare.fold_jobs:fit_folds", FITTING_S),
    "fit-curve": JobKind("steersman.session.compare.fold_jobs:fit_shares", FITTING_S),
    "model-figures": JobKind("steersman.session.compare.figure_jobs:figures_of_models", FITTING_S),
    "compared-scores": JobKind("steersman.session.compare.figure_jobs:scores_of_models", FITTING_S),
    "permutation-tests": JobKind(
        "steersman.session.compare.figure_jobs:permutations_of_pairs", FITTING_S
    ),
    "pair-tests": JobKind("steersman.session.compare.figure_jobs:tests_of_pairs", FITTING_S),
    "comparison-report": JobKind("steersman.session.compare.figure_jobs:written_report", FITTING_S),
    "score-figures": JobKind("steersman.session.scores.views:figures_of_scores", FITTING_S),
    "learn-calibration": JobKind(
        "steersman.session.scores.calibrating:calibration_of_model", FITTING_S
    ),
    "looser-want": JobKind("steersman.session.matrix.loosening:find_looser_want", STEERING_S),
    "slice-candidates": JobKind("steersman.session.matrix.worst_slices:slices_of_rows", FITTING_S),
    "importance": JobKind("steersman.session.why.explained_model:measured_importance", FITTING_S),
    "explain-rows": JobKind("steersman.session.why.explanation_jobs:explain_rows", FITTING_S),
    "label-file": JobKind("steersman.session.why.label_file:written_labels", READING_S),
    "fit-lab-model": JobKind("steersman.session.lab.fits:trained_lab_model", FITTING_S),
    "neighbor-curve": JobKind("steersman.session.lab.views:curve_of_neighbors", FITTING_S),
    "lesson-study": JobKind("steersman.session.lessons.room:study_view", FITTING_S),
    "challenge-goal": JobKind("steersman.session.challenge.challenge_goal:goal_of_rows", FITTING_S),
    "find-clusters": JobKind("steersman.session.clusters.fit:cluster_values", FITTING_S),
    "split-cluster": JobKind("steersman.session.clusters.made_clusters:two_parts", FITTING_S),
    "clusters-file": JobKind("steersman.session.clusters.dataset:clusters_table", READING_S),
    "map-documents": JobKind("steersman.session.clusters.inputs:mapped_points", FITTING_S),
    "best-line": JobKind("steersman.session.plane.searches:line_through", 300.0),
    "best-line-of-all": JobKind("steersman.session.plane.searches:line_of_all", WRITING_S),
    "tune-plane": JobKind("steersman.session.plane.searches:tune_rows", FITTING_S),
    "tune-all-rows": JobKind("steersman.scale.tuning:tuned_on_all_rows", WRITING_S),
}
"""Every job by its name. Functions are named, not imported: a job may be of any package above."""


@dataclass(frozen=True)
class WorkerJob:
    """One piece of work as data: the name of its kind and the arguments of its function.

    `about` names what it works on in sentences, such as a file. Work with a `mark` may be brief: it
    is begun in the session's process, unless work of the same mark took too long there before.
    """

    name: str
    arguments: tuple[object, ...]
    about: str
    mark: Hashable | None = None

    @property
    def kind(self) -> JobKind:
        return JOBS[self.name]
