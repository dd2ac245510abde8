"""Guesses at what a column is for, from its name and its values."""

from __future__ import annotations

import narwhals as nw

from steersman.data.columns.cells import distinct_count, is_compound, words
from steersman.data.columns.kinds import (
    SAMPLE_ROWS,
    WORDS,
    Column,
    Frame,
    first_words,
    is_text,
    is_vector,
    kind_of_column,
    kind_of_words,
)
from steersman.data.columns.numerals import are_codes
from steersman.data.read_options import Role
from steersman.data.sketch import Kind

ID_NAMES = {"id", "", "unnamed: 0"}
LABEL_NAMES = {"label", "labels", "class", "target", "category", "categories", "topic", "topics"}
OUTCOME_NAMES = {"diagnosis", "outcome", "result", "response", "verdict"}
"""Names of a label where no column has a plainer one; only columns of a few words are meant."""
SPLIT_NAMES = {"split", "published split", "set", "subset", "partition"}
SPLITS = {
    "train": "train",
    "training": "train",
    "test": "test",
    "testing": "test",
    "validation": "validation",
    "valid": "validation",
    "val": "validation",
    "dev": "validation",
}
"""What a split column may say -> what it means."""

MOST_GUESSED_CLASSES = 50
MOST_VALUES = 1_000
ROLE_OF_KIND: dict[Kind, Role] = {
    "vector": "vector",
    "number": "number",
    "boolean": "number",
    "category": "category",
    "date": "date",
    "text": "leave",
}


def guessed_text(frame: Frame, left: list[str], notes: list[str]) -> tuple[str, ...]:
    """The column with the longest text, if there is one at all."""
    lengths: dict[str, int] = {}
    for column in left:
        if frame.get_column(column).dtype == nw.String:
            values = [value or "" for value in words(frame.get_column(column).head(SAMPLE_ROWS))]
            if is_text(values):
                lengths[column] = sum(map(len, values))
    if not lengths:
        return ()
    longest = max(lengths, key=lengths.__getitem__)
    notes.append(f"column {longest!r} was read as the text, because its values are the longest")
    return (longest,)


def guessed_label(frame: Frame, left: list[str], notes: list[str]) -> tuple[str, ...]:
    """The one column that calls itself a label, or the only column with few distinct words."""
    named = [column for column in left if column.lower() in LABEL_NAMES]
    if len(named) == 1:
        notes.append(f"column {named[0]!r} was read as the label, because of its name")
        return (named[0],)
    schema = frame.schema
    coded = [
        column
        for column in left
        if not named and not schema[column].is_numeric() and is_coded(frame.get_column(column))
    ]
    outcomes = [column for column in coded if column.lower() in OUTCOME_NAMES]
    if len(coded) > 1 and len(outcomes) == 1:
        notes.append(f"column {outcomes[0]!r} was read as the label, because of its name")
        return (outcomes[0],)
    if len(coded) == 1:
        notes.append(
            f"column {coded[0]!r} was read as the label, the only column with few distinct words"
        )
        return (coded[0],)
    return ()


def could_be_label(column: Column) -> bool:
    """Whether a column has the name or the values of a label."""
    return column.name.lower() in LABEL_NAMES or is_coded(column)


def is_coded(column: Column) -> bool:
    """Whether a column holds a few words that repeat; codes such as 0150 are none."""
    if column.dtype not in (*WORDS, nw.Boolean):
        return False
    # A label repeats: with fewer than two rows per class it is more likely a name.
    if not 2 <= column.n_unique() <= min(MOST_GUESSED_CLASSES, len(column) // 2):
        return False
    return not are_codes([str(word).strip() for word in column.unique().to_list()])


def guessed_split(frame: Frame, left: list[str], notes: list[str]) -> str | None:
    """A column called split whose words say for each row whether it is for training or testing."""
    for column in left:
        if column.lower() in SPLIT_NAMES and frame.get_column(column).dtype in WORDS:
            said = {
                str(value).strip().lower() for value in frame.get_column(column).unique().to_list()
            }
            # A column that says "train" in every row splits nothing.
            if said <= SPLITS.keys() and len({SPLITS[word] for word in said}) > 1:
                notes.append(f"column {column!r} says which rows are for training and for testing")
                return column
    return None


def guessed_identifier(
    frame: Frame, left: list[str], notes: list[str], *, alone: bool = False
) -> str | None:
    """A column called id or nothing, or the first one of words; only if no value repeats.

    None of its values may be missing, and another column must be left for the features unless it
    may be `alone`, beside text.
    """
    schema = frame.schema
    for column in left:
        if schema[column].is_numeric() and column.lower() not in ID_NAMES:
            continue
        values = frame.get_column(column)
        # Most columns of words repeat themselves at once, and nothing more has to be known.
        if repeats(values.head(SAMPLE_ROWS)):
            continue
        coded = values.dtype == nw.String and kind_of_column(values) == "category"
        is_id = coded or column.lower() in ID_NAMES
        if not is_id or (len(left) == 1 and not alone) or values.is_null().any():
            continue
        if not repeats(values) and len(frame) > 1:
            notes.append(f"column {column!r} was read as the row identifier: no value repeats")
            return column
    return None


def repeats(column: Column) -> bool:
    """Whether a value of a column comes again."""
    return distinct_count(column) < len(column)


def role_by_kind(column: Column) -> Role:
    """The role of a column by its kind; words that hardly repeat, and lists, are left out."""
    if is_vector(column):
        return "vector"
    if is_compound(column.dtype) or column.dtype == nw.Binary:
        return "leave"
    seen = first_words(column, SAMPLE_ROWS) if column.dtype in WORDS else None
    role = ROLE_OF_KIND[kind_of_column(column) if seen is None else kind_of_words(seen)]
    # A column whose first distinct words are fewer than were asked for has no others.
    few = seen is not None and len(seen) < SAMPLE_ROWS
    if role == "category" and not few and MOST_VALUES < column.n_unique() > len(column) / 2:
        return "leave"
    return role
