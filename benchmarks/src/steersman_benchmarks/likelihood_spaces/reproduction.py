"""The tables and figures of *The Geometry of Likelihood Spaces*, from raw Reuters-21578."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
from scipy.sparse import csc_matrix, csr_matrix

from steersman.data import Dataset, load
from steersman.data.collections.reuters import with_kept_marks
from steersman.maths.likelihood import presence_of
from steersman.pictures import require_matplotlib
from steersman.text import TextCounter
from steersman_benchmarks.likelihood_spaces.pictures import Panel, write_planes
from steersman_benchmarks.likelihood_spaces.report import (
    LikelihoodStudy,
    MatrixStudy,
    PaperPair,
    Vocabulary,
    picture_name,
    report,
)
from steersman_benchmarks.likelihood_spaces.states import (
    BETAS,
    FigureSetting,
    FoldedCollection,
    Measures,
    ShownSetting,
    counts_found,
    figure_settings,
    overfitted_setting,
    plane,
    scores_inside,
    setting_measures,
    smoothed_setting,
)

Progress = Callable[[str, float], object]

TABLE_1 = {
    "acq": 1650, "corn": 182, "crude": 391, "earn": 2877, "grain": 434, "interest": 347,
    "money-fx": 539, "ship": 198, "trade": 369, "wheat": 212,
}  # fmt: skip
TABLE_1_DOCUMENTS = 6494
CATEGORY = "corn"
MOST_DIFFERING = 12
FEATURE_NUMBERS = (1000, 10_000, 30_000)


def reproduce(out_dir: Path, progress: Progress) -> dict[str, object]:
    """Write `report.md` and its pictures into `out_dir`; the figures come back as plain values."""
    require_matplotlib()
    out_dir.mkdir(parents=True, exist_ok=True)
    progress("Reading Reuters-21578", 0.0)
    author, raw = load("reuters10-dinunzio"), load("reuters10")
    progress("Counting its words", 0.2)
    ours, counter = counted_texts(raw)
    sizes = raw.train().category_sizes()
    vocabulary = compared_vocabularies(author, ours, counter)
    matrices: list[MatrixStudy] = []
    for name, dataset in (("author", author), ("ours", ours)):
        progress(f"Figures 6 to 10, {name} matrix", 0.4 + 0.3 * len(matrices))
        matrices.append(matrix_study(name, dataset.train(), out_dir))
    study = LikelihoodStudy(
        documents=PaperPair(TABLE_1_DOCUMENTS, raw.train().n_rows),
        table_1={name: PaperPair(number, sizes[name]) for name, number in TABLE_1.items()},
        vocabulary=vocabulary,
        matrices=matrices,
    )
    (out_dir / "report.md").write_text(report(study), encoding="utf-8")
    progress("Done", 1.0)
    return asdict(study)


def matrix_study(name: str, train: Dataset, out_dir: Path) -> MatrixStudy:
    """The figures of one matrix, each drawn into a picture."""
    collection = FoldedCollection.deal(presence_of(csr_matrix(train.X)), train.positives(CATEGORY))
    inside = scores_inside(collection)
    figures = [
        setting_measures(collection, setting) for setting in figure_settings(collection, inside)
    ]
    for figure in figures:
        write_planes(
            out_dir / picture_name(figure.setting, name), *figure_panels(collection, figure)
        )
    return MatrixStudy(
        name,
        figures,
        intercept_200_by_features(collection),
        {beta: setting_measures(collection, smoothed_setting(inside, (beta,))) for beta in BETAS},
        overfitted_by_features(collection),
    )


def counted_texts(raw: Dataset) -> tuple[Dataset, TextCounter]:
    """The raw texts prepared as the author's columns show: SMART stoplist, Porter's stemmer.

    Marks part words, but for points and commas within a number and points within initials.
    """
    counter = TextCounter(stoplist="smart", stem=True, min_length=1)
    texts = [with_kept_marks(text) for text in raw.text or ()]
    X = csr_matrix(counter.fit_transform(texts))
    names = tuple(str(name) for name in counter.get_feature_names_out())
    prepared = Dataset(
        name="reuters10, prepared as in the paper", X=X, y=raw.y, classes=raw.classes,
        feature_names=names, ids=raw.ids, provenance=raw.provenance, split=raw.split,
    )  # fmt: skip
    return prepared, counter


def compared_vocabularies(author: Dataset, ours: Dataset, counter: TextCounter) -> Vocabulary:
    """How near our columns come to the author's: same documents in a column, whatever its name.

    Each of our columns is matched with one of his at most.
    """
    left = Counter(column_keys(ours))
    same = np.zeros(author.n_features, dtype=bool)
    for column, holders_of_it in enumerate(column_keys(author)):
        same[column] = left[holders_of_it] > 0
        left[holders_of_it] -= 1
    holders = np.diff(csc_matrix(author.X).indptr)
    order = np.argsort(-holders, kind="stable")
    names = [author.feature_names[column] for column in order]
    named = ((name, column) for name, column in zip(names, order) if name and not same[column])
    differing = {
        name: PaperPair(int(holders[column]), documents_with_term(ours, counter, name))
        for name, column in islice(named, MOST_DIFFERING)
    }
    return Vocabulary(
        terms=PaperPair(author.n_features, ours.n_features),
        training_nonzeros=PaperPair(training_nonzeros(author), training_nonzeros(ours)),
        same_columns=int(same.sum()),
        share_of_nonzeros=float(holders[same].sum() / holders.sum()),
        differing=differing,
    )


def training_nonzeros(dataset: Dataset) -> int:
    return int(csr_matrix(dataset.train().X).nnz)


def column_keys(dataset: Dataset) -> list[int]:
    """A number for each column that is the same for columns held by the same documents."""
    columns = csc_matrix(dataset.X)
    columns.sort_indices()
    ends = columns.indptr
    return [
        hash(columns.indices[start:stop].astype(np.int32).tobytes())
        for start, stop in pairwise(ends)
    ]


def documents_with_term(dataset: Dataset, counter: TextCounter, name: str) -> int:
    """How many documents hold the term that the author calls `name`; 0 where there is none."""
    term = "".join(counter.analyze(with_kept_marks(name)))
    column = counter.vocabulary_.get(name, counter.vocabulary_.get(term))
    return 0 if column is None else int(csr_matrix(dataset.X)[:, [column]].nnz)


def figure_panels(collection: FoldedCollection, figure: ShownSetting) -> tuple[str, list[Panel]]:
    """The title and the two panels of a figure, with the first fold held out."""
    setting, learned = figure.setting, collection.folds != 0
    points = plane(collection, learned, setting.alpha, setting.beta)
    parts = (
        ("training", figure.training, learned),
        ("validation", figure.validation, ~learned),
    )
    panels = [
        Panel(f"{part}: {measures}", points[rows], collection.positive[rows],
              setting.slope, setting.intercept)
        for part, measures, rows in parts
    ]  # fmt: skip
    title = (
        f"Figure {setting.figure}, {setting.name}: alpha {setting.alpha:g}, beta {setting.beta:g}, "
        f"slope {setting.slope:.3f}, intercept {setting.intercept:.1f}"
    )
    return title, panels


def intercept_200_by_features(collection: FoldedCollection) -> dict[int, Measures]:
    """Figure 7's training measures with the most frequent features only."""
    setting = FigureSetting(7, "intercept 200", 1.0, 1.0, 1.0, 200.0, "as stated")
    return {
        number: Measures.of(counts_found(collection, 0, setting, number)[0])
        for number in (*FEATURE_NUMBERS, collection.present.shape[1])
    }


def overfitted_by_features(collection: FoldedCollection) -> dict[int, ShownSetting]:
    """Figure 10 with the most frequent features only, its line found anew for each number."""
    return {
        number: setting_measures(collection, overfitted_setting(collection, number), number)
        for number in (*FEATURE_NUMBERS, collection.present.shape[1])
    }
