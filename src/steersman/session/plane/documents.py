"""One document seen through the plane: its words, and how each pushes it; and word search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steersman.session.datasets.row_text import check_row, line_of, text_of
from steersman.session.plane.plane import Plane
from steersman.session.plane.shapes import (
    DocumentDetailValues,
    DocumentFrame,
    DocumentLineValues,
    DocumentsFrame,
    HitsFrame,
    WordShareValues,
)
from steersman.session.plane.word_columns import word_label, word_name
from steersman.session.plane.words import PlaneWords
from steersman.session.views import Column, View

MOST_WORDS = 40
MOST_LINES = 300


def document_view(plane: Plane, row: int) -> View:
    """The document of a row, with the words that push it towards and away from the category."""
    corpus = plane.counts.corpus
    check_row(row, corpus)
    table = PlaneWords(plane)
    weights = table.odds
    held = corpus.present.row(row)
    if plane.model.selected is not None:
        # Words that the model does not use push nothing.
        held = held[plane.model.selected[held]]
    margins = plane.slope * weights[held, 0] - weights[held, 1]
    strongest = np.argsort(-np.abs(margins), kind="stable")[:MOST_WORDS]
    x, y = (float(value) for value in plane.coordinates[row])
    margin = float(plane.boundary.margins(plane.coordinates[[row]])[0])
    fixed_x, fixed_y = plane.fixed_part
    fixed = float(plane.boundary.margins(np.array([plane.fixed_part]))[0])
    shown = held[strongest]
    shown_x, shown_y = (float(value) for value in weights[shown].sum(axis=0))
    words: list[WordShareValues] = [
        {
            "word": word_label(corpus, column),
            "name": word_name(corpus, column),
            "source": table.source(int(column)),
            "x": float(weights[column, 0]),
            "y": float(weights[column, 1]),
            "margin": float(push),
        }
        for column, push in zip(shown, margins[strongest])
    ]
    document: DocumentDetailValues = {
        "row": row,
        "id": str(corpus.dataset.ids[row]),
        "labels": corpus.labels(row),
        "positive": bool(plane.counts.positive[row]),
        "decided": margin > 0,
        "x": x,
        "y": y,
        "margin": margin,
        "text": text_of(corpus, row, [])
        if corpus.dataset.text is None
        else corpus.dataset.text[row],
        "words": words,
        "rest": {
            "x": x - shown_x - fixed_x,
            "y": y - shown_y - fixed_y,
            "margin": margin - float(margins[strongest].sum()) - fixed,
        },
        "fixed": {"x": fixed_x, "y": fixed_y, "margin": fixed},
    }
    return View("document", DocumentFrame(document=document))


def documents_view(plane: Plane, rows: Sequence[int]) -> View:
    """A line about each of at most a few hundred rows."""
    corpus = plane.counts.corpus
    lines: list[DocumentLineValues] = []
    for row in rows[:MOST_LINES]:
        check_row(row, corpus)
        x, y = plane.coordinates[row]
        lines.append(
            {
                "row": row,
                "id": str(corpus.dataset.ids[row]),
                "labels": corpus.labels(row),
                "positive": bool(plane.counts.positive[row]),
                "margin": float(plane.slope * x + plane.intercept - y),
                "text": line_of(corpus, row),
            }
        )
    return View("documents", DocumentsFrame(documents=lines))


def hits_view(plane: Plane, word: str) -> View:
    """The rows that hold a word. The word is looked up as typed and as the counter writes it."""
    corpus = plane.counts.corpus
    found = [name for name in corpus.spellings(word) if name in corpus.column_of]
    if not found:
        return View("hits", HitsFrame(word=word, count=0), (Column("rows", NO_ROWS, word),))
    column = corpus.column_of[found[0]]
    ordered = np.sort(corpus.rows_by_feature.row(column)).astype(np.uint32)
    hits = HitsFrame(word=found[0], count=len(ordered))
    return View("hits", hits, (Column("rows", ordered, word),))


NO_ROWS = np.empty(0, dtype=np.uint32)
