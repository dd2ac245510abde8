"""Models as ONNX: onnxruntime says what they say."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from tests.errors import raises

from steersman import SteeredClassifier, load, steer
from steersman.errors import SteersmanError
from steersman.learn.catalog import BY_NAME, model_named
from steersman.learn.files.raw_model import raw_model
from steersman.learn.steering import calibrate, class_scores

onnxruntime = pytest.importorskip("onnxruntime", reason="the extra onnx is not installed")
pytest.importorskip("onnx", reason="the extra onnx is not installed")

from steersman.learn.export import save_onnx  # noqa: E402
from steersman.learn.export.onnx.model import onnx_bytes  # noqa: E402

CANCER = load_breast_cancer(return_X_y=True)
IRIS = load_iris(return_X_y=True)
NAMES = np.array(["mild", "grave", "odd"])


def rows_of(data: tuple[np.ndarray, np.ndarray]) -> list[np.ndarray]:
    return train_test_split(data[0], NAMES[data[1]], random_state=0, stratify=data[1])


def said(content: bytes, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    running = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    label, score = running.run(["label", "score"], {"features": X})
    return label, score


def agrees(model: object, X: np.ndarray, tolerance: float = 1e-6) -> None:
    label, score = said(onnx_bytes(model), X)
    assert label.tolist() == model.predict(X).tolist()
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    rows = model[:-1].transform(X) if hasattr(model, "steps") else X
    values, start = class_scores(last, rows)
    expected = values if values.ndim == 1 else values + start
    finite = expected > -500.0
    np.testing.assert_allclose(score[finite], expected[finite], rtol=tolerance, atol=tolerance)


TOLD = {"logistic", "martingale", "forest", "boosting", "basic", "regressions", "linear-svm"}
TOLD_OF_TWO = TOLD | {"plane", "svm", "ascent"}


def fitted(name: str, X: np.ndarray, y: np.ndarray) -> object:
    settings = {"n_levels": 5} if name == "martingale" else {}
    settings |= {"n_estimators": 40} if name == "forest" else {}
    return model_named(name, sparse=False, settings=settings).fit(X, y)


@pytest.mark.parametrize("name", sorted(TOLD_OF_TWO))
def test_two_classes_are_decided_alike_before_and_after_steering(name: str) -> None:
    X, held, y, y_held = rows_of(CANCER)
    model = fitted(name, X, y)
    agrees(model, held)
    agrees(steer(model, held, y_held, "fp <= 1", positive="grave").model, held)


@pytest.mark.parametrize("name", sorted(TOLD))
def test_three_classes_are_decided_alike(name: str) -> None:
    X, held, y, y_held = rows_of(IRIS)
    agrees(steer(fitted(name, X, y), held, y_held, "cell(grave, odd) <= 0").model, held)


@pytest.mark.parametrize("data", [CANCER, IRIS])
def test_a_model_of_the_catalog_is_told_rightly_or_refused(
    data: tuple[np.ndarray, np.ndarray],
) -> None:
    X, held, y, _ = rows_of(data)
    for name in sorted(set(BY_NAME) - TOLD):
        try:
            agrees(fitted(name, X, y), held)
        except SteersmanError as refused:
            assert refused.code == "not-in-onnx"  # noqa: PT017


@pytest.mark.parametrize("name", ["linear-svm", "logistic"])
def test_word_counts_are_weighed_alike(name: str) -> None:
    counts = np.random.default_rng(0).poisson(0.3, size=(200, 30)).astype(np.float64)
    y = NAMES[(counts[:, 0] + counts[:, 1] > 0).astype(int)]
    model = model_named(name, sparse=True).fit(csr_matrix(counts), y)
    label, _ = said(onnx_bytes(model), counts)
    assert label.tolist() == model.predict(counts).tolist()


@pytest.mark.parametrize("features", ["linear", "rbf", "both"])
def test_every_kind_of_program_walks_the_same_way(features: str) -> None:
    X, held, y, _ = rows_of(CANCER)
    settings = {"n_levels": 5, "features": features, "freeze": False}
    agrees(model_named("martingale", sparse=False, settings=settings).fit(X, y), held)


@pytest.mark.parametrize("data", [CANCER, IRIS])
def test_a_blend_of_families_is_averaged_alike(data: tuple[np.ndarray, np.ndarray]) -> None:
    X, held, y, _ = rows_of(data)
    families = {
        "forest": model_named("forest", sparse=False, settings={"n_estimators": 20}),
        "line": model_named("logistic", sparse=False),
        "margin": LinearSVC(max_iter=20_000),
    }
    model = SteeredClassifier(candidates=families, want="errors <= 8", random_state=0, cv=3).fit(
        X, y
    )
    label, _ = said(onnx_bytes(model), held)
    assert label.tolist() == model.predict(held).tolist()


def test_whole_numbers_as_labels_stay_whole_numbers_and_files_are_whole(tmp_path) -> None:
    X, y = CANCER
    model = model_named("logistic", sparse=False).fit(X, y)
    cancer = load("breast-cancer")
    save_onnx(raw_model(cancer, model), tmp_path / "model.onnx")
    label, _ = said((tmp_path / "model.onnx").read_bytes(), X)
    assert label.dtype == np.int64
    assert label.tolist() == model.predict(X).tolist()


def test_what_onnx_is_not_told_is_refused_by_name() -> None:
    model = KNeighborsClassifier().fit(*IRIS)
    with raises("not-in-onnx", model="KNeighborsClassifier"):
        onnx_bytes(model)


def test_without_the_package_the_error_names_the_extra(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with raises("not-installed", package="onnx"):
        onnx_bytes(model_named("logistic", sparse=False).fit(*CANCER))


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
@pytest.mark.parametrize(("name", "data"), [("linear-svm", CANCER), ("forest", IRIS)])
def test_calibrated_probabilities_are_exported(name: str, data, method) -> None:
    X, held, y, _ = rows_of(data)
    model = calibrate(fitted(name, X, y), X, y, method)
    agrees(model, held)
    content = onnx_bytes(model)
    running = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    (shares,) = running.run(["probability"], {"features": held})
    np.testing.assert_allclose(shares, model.predict_proba(held), atol=1e-6)


@pytest.mark.parametrize(("data", "want"), [(CANCER, "refer <= 8%"), (IRIS, "10% <= refer <= 30%")])
def test_rows_for_a_person_are_the_same(data: tuple[np.ndarray, np.ndarray], want: str) -> None:
    X, X_held, y, y_held = rows_of(data)
    model = fitted("logistic", X, y)
    referring = steer(model, X_held, y_held, want).model
    assert 0 < np.sum(referring.predict(X_held) == "refer") < len(X_held)
    agrees(referring, X_held)
