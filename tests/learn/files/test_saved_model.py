"""Models that go to a file and come back."""

from __future__ import annotations

import io
import json
import re
import warnings
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC
from skops.io import dumps
from skops.io._trusted_types import SKLEARN_ESTIMATOR_TYPE_NAMES
from tests.errors import raises

from steersman import AdaptiveMartingaleBoostClassifier, SteeredClassifier, steer
from steersman.data.raw_columns import raw_features
from steersman.learn.catalog import MODELS, model_named
from steersman.learn.export import save_onnx
from steersman.learn.files import read_model, save_model, saved_model
from steersman.learn.files.archive_seal import DIGEST, sealed_archive
from steersman.learn.files.saved_model import FACTS, is_estimator, load_model

SMALL = {
    "forest": {"n_estimators": 5},
    "boosting": {"max_iter": 5},
    "martingale": {"n_levels": 3},
}


def rows_and_classes(n_classes: int = 2, rows: int = 160) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    codes = rng.integers(0, n_classes, rows)
    X = np.abs(rng.normal(size=(rows, 5)) + codes[:, np.newaxis] * [1.5, -1.0, 0.7, 0.0, 0.3])
    return np.round(X), np.array(["ham", "spam", "news"])[codes]


def returned(model: object, folder: Path) -> object:
    save_model(model, folder / "model.skops")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return load_model(folder / "model.skops")


def check_alike(model: object, again: object, X: object) -> None:
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    for method in ("predict_proba", "decision_function"):
        assert hasattr(again, method) == hasattr(model, method)
        if hasattr(model, method):
            np.testing.assert_array_equal(getattr(again, method)(X), getattr(model, method)(X))


CASES = [
    (entry.name, sparse, n_classes)
    for entry in MODELS
    for sparse in (False, True)[: 1 + entry.sparse]
    for n_classes in (2, 3)[: 1 + (entry.name != "martingale")]  # a program decides between two
]


@pytest.mark.parametrize(("name", "sparse", "n_classes"), CASES)
def test_every_model_of_the_catalog_comes_back_the_same(
    name: str, sparse: bool, n_classes: int, tmp_path: Path
) -> None:
    dense, y = rows_and_classes(n_classes)
    X = csr_matrix(dense) if sparse else dense
    fitted = model_named(name, sparse=sparse, settings=SMALL.get(name, {})).fit(X[:80], y[:80])
    check_alike(fitted, returned(fitted, tmp_path), X)
    steered = steer(fitted, X[80:], y[80:], "fpr(spam) <= 2%", max_seconds=5.0).model
    check_alike(steered, returned(steered, tmp_path), X)


@pytest.mark.parametrize("confidence", [None, 0.9])
def test_a_steered_classifier_comes_back_with_its_report(
    confidence: float | None, tmp_path: Path
) -> None:
    X, y = rows_and_classes()
    model = SteeredClassifier(
        want="fpr <= 20%",
        confidence=confidence,
        candidates=[LogisticRegression(), LinearSVC()],
        cv=2,
        random_state=0,
    ).fit(X, y)
    again = returned(model, tmp_path)
    check_alike(model, again, X)
    assert str(again.report_) == str(model.report_)


def test_an_adaptive_program_comes_back_the_same(tmp_path: Path) -> None:
    X, y = rows_and_classes()
    model = AdaptiveMartingaleBoostClassifier(random_state=0).fit(X, y)
    check_alike(model, returned(model, tmp_path), X)


def test_a_pipeline_from_raw_rows_comes_back_the_same(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "size": [1.0, 2.0, 9.0, 8.0] * 5,
            "port": ["Oslo", "Rome", "Rome", None] * 5,
            "log": ["sails set", "sails torn", "engine on", "engine hot"] * 5,
            "kind": ["sail", "sail", "motor", "motor"] * 5,
        }
    )
    features = raw_features(["size"], ["port"], ["log"])
    Z = features.fit_transform(frame)
    model = LogisticRegression().fit(Z, frame["kind"])
    pipeline = Pipeline([*features.steps, ("model", model)])
    save_model(pipeline, tmp_path / "boats.skops", label="kind", story={"want": "fp <= 1"})
    saved = read_model(tmp_path / "boats.skops")
    assert isinstance(saved.model, Pipeline)
    assert saved.label == "kind"
    assert saved.story == {"want": "fp <= 1"}
    assert saved.warnings == ()
    shuffled = frame[["log", "port", "size"]].assign(extra=1)
    np.testing.assert_array_equal(saved.model.predict_proba(shuffled), model.predict_proba(Z))


class Stowaway(BaseEstimator):
    """A type that no list names."""

    def fit(self, X: object, y: object) -> Stowaway:
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def predict(self, X: object) -> list[int]:
        return [0]


def test_a_type_that_is_not_listed_is_refused_on_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "model.skops"
    name = f"{Stowaway.__module__}.Stowaway"
    with raises("untrusted-types", types=[name]):
        save_model(Stowaway(), path)
    assert not path.exists()
    save_model(Stowaway(), path, trusted=[name])
    with raises("untrusted-types", types=[name]):
        load_model(path)


@pytest.mark.parametrize("content", [b"", b"hello", dumps(LogisticRegression())])
def test_another_file_is_no_model(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with raises("not-a-model"):
        load_model(path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with raises("unreadable-model", path=str(tmp_path / "gone.skops")):
        load_model(tmp_path / "gone.skops")


def rewritten(path: Path, member: str, change: object, *, sealed: bool = True) -> None:
    """Change one member of a model file, as somebody who can also compute its digest."""
    with ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist() if name != DIGEST}
        digest = archive.read(DIGEST)
    members[member] = change(members[member])
    if not sealed:
        members[DIGEST] = digest
    with ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    if sealed:
        path.write_bytes(sealed_archive(path.read_bytes()))


def saved_logistic(folder: Path) -> Path:
    save_model(LogisticRegression().fit([[0.0], [1.0]], [0, 1]), folder / "model.skops")
    return folder / "model.skops"


def test_other_versions_are_told_in_a_sentence(tmp_path: Path) -> None:
    path = saved_logistic(tmp_path)

    def older(content: bytes) -> bytes:
        facts = json.loads(content)
        facts["versions"]["scikit-learn"] = "1.2.3"
        return json.dumps(facts).encode()

    rewritten(path, FACTS, older)
    with pytest.warns(UserWarning, match=r"made with scikit-learn 1\.2\.3 \(here "):
        model = load_model(path)
    assert model.predict([[1.0]]).tolist() == [1]


@pytest.mark.parametrize(
    "facts", [b"[]", b"{}", b"{", b'{"format": 1, "versions": {}, "label": 3}']
)
def test_strange_facts_are_no_model(facts: bytes, tmp_path: Path) -> None:
    path = saved_logistic(tmp_path)
    rewritten(path, FACTS, lambda _: facts)
    with raises("not-a-model"):
        load_model(path)


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = saved_logistic(tmp_path)
    rewritten(path, FACTS, lambda content: content.replace(b'"format": 1', b'"format": 9'))
    with raises("other-format", format=9):
        load_model(path)


@pytest.mark.parametrize("member", [FACTS, "schema.json"])
def test_a_file_that_is_not_as_it_was_saved_is_refused(tmp_path: Path, member: str) -> None:
    path = saved_logistic(tmp_path)
    # It is read as before: only the bytes are others.
    spaced = lambda content: content + b" "  # noqa: E731
    rewritten(path, member, spaced)
    load_model(path)
    rewritten(path, member, spaced, sealed=False)
    with raises("damaged-model"):
        load_model(path)


def test_a_file_that_would_fill_the_memory_is_refused_unread(tmp_path: Path) -> None:
    path = saved_logistic(tmp_path)
    with ZipFile(path, "a", ZIP_DEFLATED) as archive, archive.open("zeros.npy", "w") as member:
        for _ in range(300):
            member.write(bytes(2**20))
    with raises("model-too-large"):
        load_model(path)


def test_a_damaged_archive_is_said(tmp_path: Path) -> None:
    path = saved_logistic(tmp_path)
    rewritten(path, "schema.json", lambda content: content[: len(content) // 2])
    with raises("damaged-model"):
        load_model(path)


def forged(model: object, path: Path, change: object) -> None:
    """Save the model, then put another array in the place of each that `change` alters."""
    save_model(model, path)
    with ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.endswith(".npy")]
        arrays = {name: np.load(io.BytesIO(archive.read(name))) for name in names}
    for name, array in arrays.items():
        if array.dtype.names:
            change(array)
            buffer = io.BytesIO()
            np.save(buffer, array)
            rewritten(path, name, lambda _, buffer=buffer: buffer.getvalue())


def astray(nodes: np.ndarray) -> None:
    nodes["left_child" if "left_child" in nodes.dtype.names else "left"][0] = 1_000_000


def in_circles(nodes: np.ndarray) -> None:
    nodes["left_child" if "left_child" in nodes.dtype.names else "left"][0] = 0


def unknown_feature(nodes: np.ndarray) -> None:
    nodes["feature" if "feature" in nodes.dtype.names else "feature_idx"][0] = 99


@pytest.mark.parametrize("change", [astray, in_circles, unknown_feature])
@pytest.mark.parametrize(
    "model",
    [RandomForestClassifier(3, random_state=0), HistGradientBoostingClassifier(max_iter=2)],
    ids=["forest", "boosting"],
)
def test_a_forged_tree_is_refused(model: object, change: object, tmp_path: Path) -> None:
    X, y = rows_and_classes()
    forged(model.fit(X, y), tmp_path / "model.skops", change)
    with raises("damaged-model"):
        load_model(tmp_path / "model.skops")


def test_a_failed_save_leaves_the_old_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved_logistic(tmp_path)
    before = path.read_bytes()

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("steersman.data.files.atomic_files.os.fsync", full_disk)
    with raises("file-unwritable", file="model.skops"):
        saved_logistic(tmp_path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_trusted_types_exist() -> None:
    from importlib import import_module

    for name in saved_model.TRUSTED_TYPES:
        module, _, kind = name.rpartition(".")
        assert hasattr(import_module(module), kind), name


@pytest.mark.parametrize("model", [{"a": 1}, LogisticRegression()])
def test_what_is_no_fitted_model_is_not_saved(model: object, tmp_path: Path) -> None:
    with raises("not-fitted"):
        save_model(model, tmp_path / "x.skops")


def test_a_forged_tree_of_neighbors_is_built_anew(tmp_path: Path) -> None:
    X, y = rows_and_classes()
    model = model_named("neighbors", sparse=False).fit(X, y)

    def far_out(nodes: np.ndarray) -> None:
        nodes["idx_end"] = 1_000_000

    forged(model, tmp_path / "model.skops", far_out)
    check_alike(model, load_model(tmp_path / "model.skops"), X)


def test_the_examples_of_the_document_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[3] / "docs" / "models.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    load_example, save_example, onnx_example = examples
    rows = {"links": [1, 2, 3, 4], "port": ["a", "b", "a", "b"], "subject": ["win", "go"] * 2}
    names = {
        "frame": pd.DataFrame(rows),
        "y": ["spam", "ham"] * 2,
        "classifier": LogisticRegression(),
    }
    monkeypatch.chdir(tmp_path)
    exec(save_example, names)  # noqa: S102
    exec(load_example, names)  # noqa: S102
    assert names["model"].predict(names["frame"]).tolist() == names["y"]
    pytest.importorskip("onnxruntime", reason="the extra onnx is not installed")
    save_onnx(names["model"], Path("model.onnx"))
    exec(onnx_example, names)  # noqa: S102
    assert len(names["label"]) == len(names["y"])


def test_estimators_of_scikit_learn_are_those_that_skops_trusts() -> None:
    assert all(map(is_estimator, SKLEARN_ESTIMATOR_TYPE_NAMES))
    others = (
        "sklearn.base.BaseEstimator",
        "sklearn.linear_model._base.LinearModel",
        "sklearn.neighbors._base.NeighborsBase",
        "sklearn.utils.estimator_checks.check_estimator",
        "sklearn.tree._tree.Tree",
        "sklearn.no_such_module.Thing",
        "os.system",
        "steersman.text.counter.TextCounter",
    )
    assert not any(map(is_estimator, others))
