"""The Python lines that make the model of the plane again, from the data on."""

from __future__ import annotations

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.python_source import source_lines
from steersman.session.plane.choice import PlaneChoice, TunedFrom
from steersman.session.plane.plane import Plane
from steersman.session.plane.word_columns import column_of_word
from steersman.session.state import State


def plane_lines(plane: Plane, state: State, choice: PlaneChoice, inner_folds: int) -> str:
    """Python that ends with the model that decides in the plane, fitted on the same rows.

    `choice` has the words of the present category; `inner_folds` are those of tuning.
    """
    corpus = plane.counts.corpus
    if -1 in plane.counts.fold_of_row:
        raise SteersmanError(
            "a challenge has no Python lines",
            todo="leave the challenge first",
            code="challenge-without-python",
        )
    lines = [
        *row_lines(corpus, state, choice),
        "",
        *prior_lines(plane, choice, inner_folds),
        *model_lines(plane, choice),
    ]
    return "\n".join([*import_lines(corpus, lines), "", *lines]) + "\n"


def import_lines(corpus: Corpus, lines: list[str]) -> list[str]:
    """The imports that the lines need."""
    text = "\n".join(lines)
    names = ["LikelihoodSpaceClassifier"]
    names += ["Setting", "autotune"] if "autotune(" in text else []
    names += ["cut_into_intervals"] if "cut_into_intervals(" in text else []
    imports = ["import numpy as np"] if "np." in text else []
    imports += ["from sklearn.metrics import f1_score", ""]
    imports += source_lines(corpus.dataset)[0]
    imports.append("from steersman.data import fold_numbers")
    imports.append(f"from steersman.learn.likelihood import {', '.join(names)}")
    return imports


def row_lines(corpus: Corpus, state: State, choice: PlaneChoice) -> list[str]:
    """The rows of the fold: what they hold, which are in the category, and which train."""
    dataset = corpus.dataset
    source = source_lines(dataset, train=corpus.test is not None)[1]
    held = ["X, words = data.X, list(data.feature_names)"]
    if not corpus.by_column:
        held = [
            "cut = cut_into_intervals(data)  # a number becomes the interval that it lies in",
            "X, words = cut.presence(data.X).matrix(), list(cut.feature_names(data))",
        ]
    category = dataset.classes[corpus.categories.index(state.category)]
    return [
        source,
        *held,
        f"positive = data.positives({category!r})",
        *correction_lines(state, dataset, category),
        f"fold = fold_numbers(data.y, {choice.folds}, {state.seed})",
        f"train, validation = fold != {choice.fold}, fold == {choice.fold}",
    ]


def correction_lines(state: State, dataset: Dataset, category: object) -> list[str]:
    """The rows whose labels a person corrected: whether they are in the category now."""
    rows = sorted(map(int, state.corrections))
    if not rows:
        return []
    inside = dataset.positives(category)[rows].tolist()  # type: ignore[arg-type]
    return [f"positive[{rows!r}] = {inside!r}  # corrected"]


def prior_lines(plane: Plane, choice: PlaneChoice, inner_folds: int) -> list[str]:
    """Alpha and beta: shared, tuned for each word, or set by hand."""
    alpha, beta = choice.knobs["alpha"], choice.knobs["beta"]
    lines = [f"alpha, beta = {alpha!r}, {beta!r}"]
    if choice.tuned is not None:
        lines = tuning_lines(plane, choice.tuned, inner_folds)
    corpus = plane.counts.corpus
    columns = {each.word: column_of_word(corpus, each.word) for each in choice.words}
    known = [each for each in choice.words if columns[each.word] is not None]
    if not known:
        return lines
    return [
        *lines,
        "# Priors of single words, set by hand.",
        "alpha, beta = (np.array(np.broadcast_to(each, len(words)), float) "
        "for each in (alpha, beta))",
        *(
            f"alpha[{place}], beta[{place}] = {each.alpha!r}, {each.beta!r}"
            for each in known
            for place in [word_place(corpus, each.word, columns[each.word])]
        ),
    ]


def word_place(corpus: Corpus, word: str, column: int | None) -> str:
    """The column of a word as code; one without a name goes by its number."""
    return f"words.index({word!r})" if word in corpus.column_of else str(column)


def tuning_lines(plane: Plane, tuned: TunedFrom, inner_folds: int) -> list[str]:
    """A prior for each word, tuned again from where that began."""
    # Tuning began at a line with a number, which the priors of the classes gave if nobody did.
    intercept = tuned.knobs["intercept"]
    if intercept is None:
        intercept = plane.counts.model(tuned.fold, tuned.features).bayes_intercept
    start = (tuned.knobs["alpha"], tuned.knobs["beta"], tuned.features, tuned.knobs["slope"])
    return [
        f"start = Setting({', '.join(map(repr, (*start, intercept)))})",
        "tuned = autotune(",
        f"    X[train], positive[train], start=start, folds={inner_folds}, seed={tuned.seed}, "
        "per_feature=True",
        ")",
        "alpha, beta = tuned.alpha, tuned.beta",
    ]


def model_lines(plane: Plane, choice: PlaneChoice) -> list[str]:
    """The model with the features and the line that are shown, and its F1."""
    # What the lines above name, and the slope that is shown; any other knob as it was chosen.
    named = {"alpha": "alpha", "beta": "beta", "slope": repr(plane.slope)}
    # A curve has no slope and intercept of its own: it is fitted.
    knobs = [knob.name for knob in LIKELIHOOD_KNOBS if knob.smooths or choice.curve == 1]
    settings = [
        f"{name}={named.get(name, repr(choice.knobs[name]))}"
        for name in knobs
        if choice.knobs[name] is not None
    ]
    if choice.curve > 1:
        settings.append(f"curve={choice.curve}")
    if choice.features is not None:
        settings.append(f"max_features={choice.features}")
    return [
        f"model = LikelihoodSpaceClassifier({', '.join(settings)})",
        "model.fit(X[train], positive[train])",
        "points = model.coordinates(X)",
        "decided = model.predict(X)",
        'print("F1 on the validation rows", f1_score(positive[validation], decided[validation]))',
    ]
