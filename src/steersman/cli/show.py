"""Show what a saved model is and what it guarantees."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from sklearn.pipeline import Pipeline

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.predict import model_from
from steersman.cli.tables import plain_console
from steersman.data.columns.label_words import visible
from steersman.data.raw_columns import RawColumns
from steersman.learn.files import SavedModel, needed_columns
from steersman.learn.monitor import chapter_lines
from steersman.learn.steering import GroupThresholdClassifier, last_step, referring_step

MOST_NAMES = 12


def show_model(model: Path, json_file: Path | None) -> None:
    """Print want, guarantee, classes, columns, rows and versions of a saved model."""
    check_outputs([json_file], [model])
    saved = model_from(model)
    facts = model_facts(saved)
    console = plain_console()
    for name, value in facts.items():
        if value not in (None, [], {}, ""):
            heading = name.replace("_", " ").capitalize()
            # Guarantees are sentences, which need a line each.
            in_lines = name in ("guarantee", "repairs")
            lines = value if in_lines and isinstance(value, list) else [value]
            for line in lines:
                console.print(f"{heading}: {fact_text(line)}")
    if json_file:
        write_json(json_file, facts)


def model_facts(saved: SavedModel) -> dict[str, object]:
    """What a file says about its model, as JSON."""
    story = saved.story
    first = saved.model.steps[0][1] if isinstance(saved.model, Pipeline) else None
    columns = needed_columns(saved.model) if isinstance(first, RawColumns) else None
    last = last_step(saved.model)
    groups = last.column if isinstance(last, GroupThresholdClassifier) else None
    return {
        "want": story.get("want"),
        "guarantee": story.get("promises"),
        "confidence": story.get("confidence"),
        "met": story.get("met"),
        "classes": np.asarray(saved.model.classes_).tolist(),
        "class_to_catch": story.get("positive"),
        "label_column": saved.label,
        "id_column": saved.id,
        "columns": columns,
        "group_column": groups,
        "answer_for_a_person": getattr(referring_step(saved.model), "referral", None),
        "model": story.get("families") or story.get("model"),
        "source": story.get("source"),
        "repairs": chapter_lines(story.get("chapters")),
        "rows": story.get("rows"),
        "versions": dict(saved.versions),
    }


def fact_text(value: object) -> str:
    """A fact on one line; long lists are cut, with the number of what is left out.

    >>> fact_text(["ham", "spam"]), fact_text({"train": 1200, "test": 400}), fact_text(True)
    ('ham, spam', 'train 1,200, test 400', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {fact_text(each)}" for name, each in value.items())
    if isinstance(value, list):
        more = f", and {len(value) - MOST_NAMES:,} more" if len(value) > MOST_NAMES else ""
        return ", ".join(map(fact_text, value[:MOST_NAMES])) + more
    return f"{value:,}" if isinstance(value, int) else visible(value)
