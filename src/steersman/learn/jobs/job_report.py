"""The story of one `steersman steer`: as a card, and as the Python lines that do it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields

import numpy as np

from steersman.data.raw_tables import RawTable
from steersman.learn.export import Card, error_counts, frontier_points, score_report
from steersman.learn.jobs.steering_job import Job, SteeredTable
from steersman.learn.steering import ThresholdedClassifier, cost_lines
from steersman.learn.wants import class_index


def job_lines(source: str, reading: Mapping[str, object], job: Job) -> str:
    """Python that reads the same file in the same way and makes the same model.

    >>> print(job_lines("mail.csv", {"label": "kind"}, Job("fp <= 4", seed=7)))
    from steersman import Job, raw_table, steer_table
    <BLANKLINE>
    table = raw_table('mail.csv', label='kind')
    done = steer_table(table, Job(want='fp <= 4', seed=7))
    model = done.pipeline  # predicts from raw rows: model.predict(frame)
    """
    named = ", ".join([repr(source), *(f"{name}={value!r}" for name, value in reading.items())])
    defaults = {field.name: field.default for field in fields(Job)}
    asked = ", ".join(
        f"{name}={value!r}" for name, value in asdict(job).items() if value != defaults[name]
    )
    return "\n".join(
        [
            "from steersman import Job, raw_table, steer_table",
            "",
            f"table = raw_table({named})",
            f"done = steer_table(table, Job({asked}))",
            "model = done.pipeline  # predicts from raw rows: model.predict(frame)",
        ]
    )


def job_card(done: SteeredTable, table: RawTable, job: Job, python: str) -> Card:
    """The card of a steered table."""
    steering, parts = done.steering, done.parts
    matrices = {
        "Before, on the steering rows": steering.before,
        "After, on the steering rows": steering.after,
    }
    if done.tested is not None:
        matrices["After, on the test rows"] = done.tested
    held = parts.holdout.tolist()
    X = done.pipeline[:-1].transform(table.frame[held].to_native())
    chosen = (
        len(steering.classes) - 1
        if table.positive is None
        else class_index(table.positive, list(steering.classes))
    )
    held_labels, focus = table.y[parts.holdout], steering.classes[chosen]
    best = next((seen for seen in steering.trajectory if seen.model is steering.model), None)
    return Card(
        title=f"{' + '.join(done.families)}, steered to {steering.want}",
        data=data_section(done, table, job),
        want=str(steering.want),
        met=steering.met,
        reason=steering.reason,
        classes=steering.classes,
        matrices=matrices,
        confidence=job.confidence,
        promises=steering.guarantees,
        caveats=done.test_gaps,
        warnings=steering.warning_texts,
        costs=cost_lines(steering.row_costs),
        frontier=frontier_points(steering.model, X, held_labels, table.positive),
        marks={
            "before": error_counts(steering.before, chosen),
            "after": error_counts(steering.after, chosen),
        },
        knobs=(best and best.knobs) or cut_off(steering.model),
        history=[
            f"{int(np.trace(seen.matrix)):,} of {int(seen.matrix.sum()):,} right, "
            f"{seen.gap:g} rows short"
            for seen in steering.trajectory
        ],
        python=python,
        scores=[score_report(steering.model, X, held_labels, focus, "steering rows")]
        if len(steering.classes) == 2
        else [],
    )


def cut_off(model: object) -> dict[str, object]:
    """The knob of a model whose decisions were moved after the fit; none of any other."""
    if not isinstance(model, ThresholdedClassifier):
        return {}
    setting = np.asarray(model.setting())
    return {"offsets": setting.tolist()} if setting.ndim else {"threshold": float(setting)}


def data_section(done: SteeredTable, table: RawTable, job: Job) -> dict[str, object]:
    """The card's text on the rows: where they come from, and the use of each part."""
    parts = done.parts
    names, counts = np.unique(table.y, return_counts=True)
    columns = {
        "numbers": table.numbers,
        "words": table.words,
        "dates": table.dates,
        "text": table.text,
    }
    return {
        "source": table.where,
        "label column": table.label,
        "rows": len(table.y),
        "classes": ", ".join(f"{name} ({count:,})" for name, count in zip(names, counts.tolist())),
        **{f"columns of {kind}": len(given) for kind, given in columns.items() if given},
        "rows to learn from": len(parts.train),
        "rows to steer on": len(parts.holdout),
        "rows to test with": len(parts.test),
        "seed": job.seed,
        "model": " + ".join(done.families),
    }
