"""Models in files: a scikit-learn pipeline, written by skops, that says what made it.

A file is a skops archive, so no code in it is ever run: it names types, and only types that are
listed here are built. One more member of the archive, `steersman.json`, holds what a reader needs:
the versions that wrote it, the label and identifier columns, and how the model was steered;
another one the digest of all of them.
"""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import version
from inspect import isabstract, isclass
from pathlib import Path
from typing import TypedDict
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from sklearn.base import BaseEstimator
from sklearn.exceptions import InconsistentVersionWarning, NotFittedError
from sklearn.utils.validation import check_is_fitted
from skops.io import dumps, get_untrusted_types, loads

from steersman._version import __version__
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError, first_line
from steersman.learn.files.archive_seal import check_seal, check_unpacked_size, sealed_archive
from steersman.learn.files.tree_checks import check_trees
from steersman.learn.steering import SteerableClassifier
from steersman.learn.wants import class_list

FORMAT = 1
FACTS = "steersman.json"

TRUSTED_TYPES = (
    "scipy.sparse._csr.csr_matrix",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.metrics._dist_metrics.EuclideanDistance64",
    "sklearn.neighbors._kd_tree.KDTree",
    "sklearn.tree._tree.Tree",
    "steersman.data.column_parts.DateParts",
    "steersman.data.column_parts.NumberColumns",
    "steersman.data.column_parts.SparseValues",
    "steersman.data.column_parts.TextColumn",
    "steersman.data.column_parts.VectorColumns",
    "steersman.data.column_parts.WordColumns",
    "steersman.data.columns.number_format.NumberFormat",
    "steersman.data.raw_columns.RawColumns",
    "steersman.learn.martingale.adaptive.AdaptiveLevel",
    "steersman.learn.martingale.adaptive.AdaptiveMartingaleBoostClassifier",
    "steersman.learn.martingale.adaptive.AdaptiveNode",
    "steersman.learn.automatic.score_blend.ScoreBlend",
    "steersman.learn.classic.bayes.BinnedNaiveBayes",
    "steersman.learn.classic.bayes.MultinomialNaiveBayes",
    "steersman.learn.classic.hard_margin.HardMarginClassifier",
    "steersman.learn.classic.boosted.BoostedLogisticClassifier",
    "steersman.learn.classic.boosted.RowWeightedLogisticRegression",
    "steersman.learn.classic.linear.BasicLinearClassifier",
    "steersman.learn.classic.linear.MultiResponseLinearRegression",
    "steersman.learn.classic.stepwise.LogisticAscentClassifier",
    "steersman.learn.classic.stepwise.PerceptronClassifier",
    "steersman.learn.catalog.count_roots.CountRoots",
    "steersman.learn.catalog.dense_rows.DenseRows",
    "steersman.learn.likelihood.classifier.LikelihoodSpaceClassifier",
    "steersman.learn.likelihood.multiclass.MulticlassLikelihoodSpaceClassifier",
    "steersman.learn.likelihood.presence_levels.PresenceLevels",
    "steersman.learn.logistic.classifier.SteerableLogisticRegression",
    "steersman.learn.martingale.classifier.MartingaleBoostClassifier",
    "steersman.learn.martingale.features.NodeFeatures",
    "steersman.learn.martingale.nodes.LinearDecision",
    "steersman.learn.martingale.program.Node",
    "steersman.learn.martingale.program.Program",
    "steersman.learn.automatic.steered_classifier.SteeredClassifier",
    "steersman.learn.steering.score_calibration.ScoreCalibration",
    "steersman.learn.automatic.fold_models.FoldModels",
    "steersman.learn.automatic.steered_report.SteeredReport",
    "steersman.learn.steering.group_pipeline.GroupPipeline",
    "steersman.learn.steering.group_thresholds.GroupThresholdClassifier",
    "steersman.learn.steering.pipelines.ReferringPipeline",
    "steersman.learn.steering.referring.ReferringClassifier",
    "steersman.learn.steering.classes_by_name.ClassesByName",
    "steersman.learn.steering.thresholded.ThresholdedClassifier",
    "steersman.learn.automatic.family_trial.FamilyScore",
    "steersman.text.counter.TextCounter",
)
"""Types that a file may name in addition to those that skops trusts by itself.

Trees are checked once more when they are loaded, as scikit-learn follows their numbers blindly.
"""


NOT_ESTIMATORS = frozenset({"BaseEstimator", "conftest", "externals", "tests"})
"""Parts of names in scikit-learn that no estimator has."""


class Facts(TypedDict):
    """Facts that a file states about its model."""

    format: int
    versions: dict[str, str]
    label: str | None
    id: str | None
    story: dict[str, object]


@dataclass(frozen=True, eq=False)
class SavedModel:
    """A model from a file, with the columns its files had and the story of its steering.

    `warnings` are sentences about versions that differ from those that wrote the file.
    """

    model: SteerableClassifier
    label: str | None = None
    id: str | None = None
    story: Mapping[str, object] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def save_model(
    model: object,
    path: str | Path,
    *,
    label: str | None = None,
    id: str | None = None,
    story: Mapping[str, object] | None = None,
    trusted: Sequence[str] = (),
) -> None:
    """Write a fitted model to `path`, whole or not at all.

    `label` and `id` name columns of the files it will meet; `story` is any JSON about how it came
    to be. A model that holds a type which `load_model` would refuse is refused here already.

    Parameters
    ----------
    model : classifier or Pipeline
        Fitted model to save.
    path : str or Path
        File to write.
    label, id : str, optional
        Names of the label column and the identifier column in files of rows.
    story : mapping, optional
        Any JSON about how the model was made.
    trusted : sequence of str
        Names of further types that the file may hold.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.linear_model import LogisticRegression
    >>> model = LogisticRegression().fit([[0.0], [1.0]], ["ham", "spam"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(model, f"{folder}/mail.skops")
    ...     load_model(f"{folder}/mail.skops").predict([[0.2]])
    array(['ham'], dtype='<U4')
    """
    refuse_unfitted(model)
    archive = io.BytesIO(dumps(model, compression=ZIP_DEFLATED))
    foreign = untrusted_types(archive.getvalue(), trusted)
    if foreign:
        raise SteersmanError(
            f"the model contains types that are not trusted: {class_list(foreign)}",
            todo="remove them, or list them in trusted= when saving and loading",
            code="untrusted-types",
            types=foreign,
        )
    facts: Facts = {
        "format": FORMAT,
        "versions": dict(versions_here()),
        "label": label,
        "id": id,
        "story": dict(story or {}),
    }
    with ZipFile(archive, "a", ZIP_DEFLATED) as members:
        members.writestr(FACTS, json.dumps(facts, indent=2, default=str))
    with atomic_file(Path(path)) as file:
        file.write(sealed_archive(archive.getvalue()))


def refuse_unfitted(model: object) -> None:
    """Raise an error unless this is a fitted model."""
    try:
        check_is_fitted(model)
        fitted = hasattr(model, "predict")
    except (NotFittedError, TypeError):
        fitted = False
    if not fitted:
        raise SteersmanError(
            f"{model!r} is not a fitted model", todo="fit a classifier first", code="not-fitted"
        )


def load_model(path: str | Path, *, trusted: Sequence[str] = ()) -> SteerableClassifier:
    """The model in a file that `save_model` wrote; a warning where versions differ.

    Types that are neither skops's, nor in `TRUSTED_TYPES`, nor in `trusted`, are refused by name.

    Parameters
    ----------
    path : str or Path
        File that `save_model` wrote.
    trusted : sequence of str
        Names of further types that the file may hold.

    Returns
    -------
    SteerableClassifier
        The fitted model.

    Examples
    --------
    >>> from steersman import model_named, save_model
    >>> model = model_named("logistic", sparse=False).fit([[1.0], [2.0], [3.0]], ["a", "a", "b"])
    >>> save_model(model, "letters.skops")  # doctest: +SKIP
    >>> load_model("letters.skops").predict([[4.0]])  # doctest: +SKIP
    array(['b'], dtype='<U1')
    """
    saved = read_model(path, trusted=trusted)
    for sentence in saved.warnings:
        warnings.warn(sentence, stacklevel=2)
    return saved.model


def read_model(path: str | Path, *, trusted: Sequence[str] = ()) -> SavedModel:
    """The model in a file with everything the file says about it."""
    where = Path(path)
    content = bytes_of(where)
    facts = facts_in(content, where.name)
    differing = version_sentences(facts["versions"], where.name)
    try:
        check_seal(content, where.name)
        foreign = untrusted_types(content, trusted)
        if foreign:
            raise SteersmanError(
                f"{where.name} contains types that are not trusted: {class_list(foreign)}",
                todo="if you trust its author, list them in trusted=",
                code="untrusted-types",
                types=foreign,
            )
        with warnings.catch_warnings():
            # `version_sentences` reports other versions already, once for the file.
            warnings.simplefilter("ignore", InconsistentVersionWarning)
            named = get_untrusted_types(data=content)
            model = loads(content, trusted=[*TRUSTED_TYPES, *trusted, *filter(is_estimator, named)])
        check_trees(model)
    except SteersmanError:
        raise
    # A damaged archive can fail with any exception.
    except Exception as error:
        versions = f" ({differing[0]})" if differing else ""
        raise SteersmanError(
            f"{where.name} is damaged or from an incompatible version: "
            f"{type(error).__name__}, {first_line(error)}{versions}",
            todo="train the model again",
            code="damaged-model",
        ) from error
    return SavedModel(
        model, facts["label"], facts["id"], facts["story"], facts["versions"], differing
    )


def untrusted_types(content: bytes, trusted: Sequence[str]) -> list[str]:
    """The types that an archive names and that are not trusted."""
    named: list[str] = get_untrusted_types(data=content)
    known = {*TRUSTED_TYPES, *trusted}
    return [name for name in named if name not in known and not is_estimator(name)]


def is_estimator(name: str) -> bool:
    """Whether a type is a public estimator of scikit-learn, all of which skops trusts.

    skops lists them all; in commands, which must start soon, that list is empty.

    >>> is_estimator("sklearn.linear_model._ridge.Ridge"), is_estimator("sklearn.tree._tree.Tree")
    (True, False)
    """
    module, _, kind = name.rpartition(".")
    parts = name.split(".")
    if parts[0] != "sklearn" or kind.startswith("_") or NOT_ESTIMATORS.intersection(parts):
        return False
    try:
        found = getattr(import_module(module), kind, None)
    except ImportError:
        return False
    return isclass(found) and issubclass(found, BaseEstimator) and not isabstract(found)


def bytes_of(path: Path) -> bytes:
    """The bytes of a file, or an error that says why it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SteersmanError(
            f"the model {path} cannot be read: {error.strerror or error}",
            todo="check its name and permissions",
            code="unreadable-model",
            path=str(path),
        ) from error


def facts_in(content: bytes, where: str) -> Facts:
    """The facts that a file states about its model."""
    try:
        with ZipFile(io.BytesIO(content)) as members:
            check_unpacked_size(members, len(content), where)
            facts: Facts = json.loads(members.read(FACTS))
    except SteersmanError:
        raise
    except (BadZipFile, KeyError, ValueError, NotImplementedError, RecursionError) as error:
        raise no_model(where) from error
    if not isinstance(facts, dict) or not isinstance(facts.get("versions"), dict):
        raise no_model(where)
    if facts.get("format") != FORMAT:
        raise SteersmanError(
            f"{where} has the format {facts.get('format')!r}, expected {FORMAT}",
            todo=f"open it with Steersman {facts['versions'].get('steersman', '')}, which wrote it",
            code="other-format",
            format=facts.get("format"),
        )
    columns = facts.get("label"), facts.get("id")
    if not all(isinstance(name, str | None) for name in columns):
        raise no_model(where)
    if not isinstance(facts.get("story"), dict):
        raise no_model(where)
    return facts


def no_model(where: str) -> SteersmanError:
    """The error for a file that is no saved model."""
    return SteersmanError(
        f"{where} is not a Steersman model",
        todo="create one with steersman steer DATA --label L --want W --out model.skops",
        code="not-a-model",
    )


@cache
def versions_here() -> Mapping[str, str]:
    """The versions that decide what a model in a file means."""
    # Looked up on disk: a tenth of a second for an action that asks for ten results.
    return {
        "steersman": __version__,
        "scikit-learn": version("scikit-learn"),
        "numpy": version("numpy"),
        "skops": version("skops"),
    }


def version_sentences(written: Mapping[str, str], where: str) -> tuple[str, ...]:
    """A sentence when the file was written by other versions; numpy's patches do not count."""
    here = versions_here()
    differing = [
        f"{name} {written.get(name, 'unknown')} (here {here[name]})"
        for name in ("steersman", "scikit-learn", "numpy")
        if release(written.get(name, ""), name) != release(here[name], name)
    ]
    if not differing:
        return ()
    return (
        f"{where} was made with {', '.join(differing)}; "
        "evaluate it before you rely on it, or make it again",
    )


def release(written: str, name: str) -> str:
    """The part of a version that matters: of numpy's, the first two numbers."""
    return ".".join(written.split(".")[:2]) if name == "numpy" else written
