"""Views of the data room, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from steersman.data import available
from steersman.data.collections.by_name import COLLECTIONS, SKLEARN
from steersman.data.collections.homes import HOMES, MADE_OF
from steersman.data.formats.registry import format_named
from steersman.data.sketch import ColumnSketch, Finding, Sketch
from steersman.errors import SteersmanError
from steersman.session.data.actions import LookAtDocument
from steersman.session.data.choice import DataChoice, TextChoice
from steersman.session.data.class_views import label_values, positive_values, rows_kept
from steersman.session.data.loading import check_ready
from steersman.session.data.many_files import file_count, shown_name
from steersman.session.data.remembered_choices import recent_files
from steersman.session.data.shapes import (
    AtHandFrame,
    CollectionValues,
    ColumnView,
    FileView,
    FindingView,
    LookFrame,
    MadeDataValues,
    MissingRoleValues,
    StopWordsFrame,
)
from steersman.session.datasets.library import Library
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.state import State
from steersman.session.views import View
from steersman.text import stop_words
from steersman.text.languages import LANGUAGES, language_name
from steersman.text.look import document_look

MOST_COLUMNS = 120
SPECIAL_ROLES = ("label", "text", "id", "split")
CELL_CHARACTERS = 160
MOST_TOKENS = 400
MOST_TERMS = 120


def file_values(choice: DataChoice, sketch: Sketch, state: State) -> FileView:
    """A file as the room shows it: how it is read, its columns, its first rows, what may hurt."""
    sketch = with_features(sketch)
    places = listed_columns(choice, sketch)
    shown = [sketch.columns[place] for place in places]
    hidden = sorted(set(range(len(sketch.columns))) - set(places))
    path = Path(choice.path)
    return {
        "name": shown_name(path),
        "kind": sketch.kind,
        "format": format_named(sketch.kind).label,
        "encoding": sketch.encoding,
        "delimiter": sketch.delimiter,
        "header": sketch.header,
        "rows": sketch.rows,
        "rows_exact": sketch.rows_exact,
        "rows_seen": sketch.rows_seen,
        "columns": [column_values(column, choice) for column in shown],
        "columns_in_all": len(sketch.columns),
        "has_choices": choice.is_by_hand,
        "fixed_roles": sketch.fixed_roles,
        "other_columns": [sketch.columns[place].name for place in hidden],
        "roles": dict(Counter(column.role for column in sketch.columns)),
        "labels": [
            label_values(each, sketch, choice.reading)
            for each in sketch.columns
            if each.role == "label"
        ],
        "positive": positive_values(choice, sketch, state),
        "rows_kept": rows_kept(choice, sketch),
        "preview": [[row[place][:CELL_CHARACTERS] for place in places] for row in sketch.preview],
        "sheets": list(sketch.sheets),
        "sheet": choice.reading.sheet or next(iter(sketch.sheets), None),
        "separator": choice.reading.separator,
        # `missing_role` asks for the label already.
        "findings": [
            finding_values(each, sketch)
            for each in sketch.findings
            if each.code != "label-column-missing"
        ],
        "missing_role": missing_role(sketch),
        "languages": [{"name": name, "title": language_name(name)} for name in LANGUAGES],
        "files": file_count(choice.path),
    }


def with_features(sketch: Sketch) -> Sketch:
    """The sketch, features without names as the numbers they are: the pairs of svmlight."""
    names = {each.name for each in sketch.columns if sketch.fixed_roles and each.role == "leave"}
    if not names:
        return sketch
    columns = [
        replace(column, role="number") if column.name in names else column
        for column in sketch.columns
    ]
    findings = [each for each in sketch.findings if each.column not in names]
    return replace(sketch, columns=tuple(columns), findings=tuple(findings))


def listed_columns(choice: DataChoice, sketch: Sketch) -> list[int]:
    """Which columns are listed: all, or of very many those that matter most, each in its place."""
    warned, noted = (
        {finding.column for finding in sketch.findings if finding.severity == severity}
        for severity in ("warning", "note")
    )

    def rank(place: int) -> int:
        column = sketch.columns[place]
        if column.role in SPECIAL_ROLES or column.name in choice.reading.roles:
            return 0
        return 1 if column.name in warned else 2 if column.name in noted else 3

    return sorted(sorted(range(len(sketch.columns)), key=rank)[:MOST_COLUMNS])


def column_values(column: ColumnSketch, choice: DataChoice) -> ColumnView:
    return {
        "name": column.name,
        "kind": column.kind,
        "role": column.role,
        "chosen": column.name in choice.reading.roles,
        "missing": column.missing,
        "distinct": column.distinct,
        "examples": list(column.examples),
        "bars": [{"name": name, "rows": rows} for name, rows in column.bars.items()],
    }


def finding_values(finding: Finding, sketch: Sketch) -> FindingView:
    """A finding with what one click would do about it, if anything."""
    left_out = finding.column is not None and sketch.roles.get(finding.column) == "leave"
    return {
        "severity": finding.severity,
        "what": finding.what,
        "column": finding.column,
        "todo": finding.todo,
        "remedy": None if left_out and finding.remedy != "text" else finding.remedy,
        "rows": finding.rows,
    }


def missing_role(sketch: Sketch) -> MissingRoleValues | None:
    """A sentence on why the file cannot be loaded yet; empty if it can."""
    try:
        check_ready(sketch)
    except SteersmanError as error:
        return {"what": error.what, "todo": error.todo}
    return None


def look_view(choice: DataChoice, sketch: Sketch, query: LookAtDocument) -> View:
    """A preview of how a document, or typed text, is counted."""
    document = query.document
    if document is None:
        document = documents_in(sketch)[query.row % max(1, len(sketch.preview))]
    counter = choice.text.counter()
    look = document_look(counter, document)
    first = documents_in(sketch)
    counts, texts = look.counts, {"": first}
    columns = text_columns(sketch)
    if query.document is None and choice.reading.text_columns == "apart" and len(columns) > 1:
        # Each column has words of its own, named as the features will be.
        texts = {f"{name}: ": documents for name, documents in columns.items()}
        row = query.row % max(1, len(sketch.preview))
        found = [
            (prefix + term, count)
            for prefix, documents in texts.items()
            for term, count in document_look(counter, documents[row]).counts
        ]
        counts = tuple(sorted(found, key=lambda each: -each[1]))
    holders = Counter(
        prefix + term
        for prefix, documents in texts.items()
        for each in documents
        for term in set(counter.analyze(each))
    )
    values: LookFrame = {
        "row": query.row,
        "typed": query.document is not None,
        "document": document,
        "tokens": [
            {"word": token.word, "term": token.term, "why": token.why}
            for token in look.tokens[:MOST_TOKENS]
        ],
        "tokens_in_all": len(look.tokens),
        "counts": [
            {"term": term, "count": count, "documents": holders[term]}
            for term, count in counts[:MOST_TERMS]
        ],
        "documents": len(first),
        "terms_in_all": len(counts),
    }
    return View("look", values)


def stop_words_view(language: str) -> View:
    """The stop words of a language."""
    TextChoice(language)
    values: StopWordsFrame = {"language": language, "words": sorted(stop_words(language))}
    return View("stop-words", values)


def documents_in(sketch: Sketch) -> Sequence[str]:
    """The first documents of a file."""
    return ["\n".join(row) for row in zip(*text_columns(sketch).values())] or [""]


def text_columns(sketch: Sketch) -> dict[str, list[str]]:
    """The first texts of each text column."""
    places = [i for i, column in enumerate(sketch.columns) if column.role == "text"]
    return {sketch.columns[place].name: [row[place] for row in sketch.preview] for place in places}


def at_hand_view(library: Library) -> View:
    """The data sets that can be opened at once, those to fetch, and the files opened last."""
    summaries = {entry["name"]: entry["summary"] for entry in library.menu}
    collections: list[CollectionValues] = [
        {
            "name": entry.name,
            "source": entry.source,
            "rows": entry.rows,
            "features": entry.features,
            "classes": entry.classes,
            "present": entry.present,
            "bytes": entry.bytes,
            "built_in": not COLLECTIONS[entry.name].files or entry.source == SKLEARN,
            "can_fetch": entry.name in HOMES or entry.name in MADE_OF,
        }
        for entry in available()
    ]
    made: list[MadeDataValues] = []
    for name, corpus in library.corpora.items():
        if name not in (*COLLECTIONS, PLACEHOLDER):
            dataset = corpus.dataset
            made.append(
                {
                    "name": name,
                    "summary": summaries.get(name, dataset.provenance.source),
                    "rows": dataset.n_rows,
                    "features": dataset.n_features,
                    "classes": len(dataset.classes),
                }
            )
    values: AtHandFrame = {
        "collections": collections,
        "made": made,
        "recent": [
            {"path": file.path, "name": file.name, "bytes": file.bytes} for file in recent_files()
        ],
    }
    return View("at-hand", values)
