"""Steer a model in use again, on newly labeled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.files import Fingerprint, SavedModel, column_codes
from steersman.learn.monitor.watched_want import saved_model_of, want_in_use
from steersman.learn.steering import Steering, at_last_step, confusion_of, steer, with_last_step
from steersman.learn.wants import Want, future_text, share_text

Ints = NDArray[np.int64]
CONFIDENCE = 0.95


@dataclass(frozen=True, eq=False)
class Repair:
    """The repaired model, how it was steered, and the old one on the same rows.

    `old` is the confusion matrix of the old model on the newly labeled rows; `steering.after` that
    of the new one.
    """

    saved: SavedModel
    steering: Steering
    old: Ints

    def sentences(self) -> list[str]:
        """What the new model does that the old one did not, and its guarantee."""
        rows = int(self.old.sum())
        right = [int(np.trace(each)) / rows for each in (self.old, self.steering.after)]
        found = [
            f"On {rows:,} newly labeled rows, the old model was right in {share_text(right[0])}, "
            f"the new one in {share_text(right[1])}."
        ]
        for bound in self.steering.want.bounds:
            before = bound.value(self.old.astype(float), self.steering.want.costs)
            now = bound.value(self.steering.after.astype(float), self.steering.want.costs)
            if bound.definition.is_share:
                name = future_text(bound, self.steering.want)
                told = f"{share_text(before)} before, {share_text(now)} now"
                found.append(f"{name[0].upper()}{name[1:]}: {told}.")
        return [*found, *filter(None, self.steering.answer)]

    def values(self) -> dict[str, object]:
        """The repair as JSON."""
        return {
            "want": str(self.steering.want),
            "met": self.steering.met,
            "code": self.steering.code,
            "assurance": self.steering.assurance,
            "rows": int(self.old.sum()),
            "old": self.old.tolist(),
            "new": self.steering.after.tolist(),
            "promises": list(self.steering.guarantees),
            "reason": self.steering.reason,
        }


def repair(
    model: object,
    X: Any,
    y: ArrayLike,
    *,
    want: str | Want | None = None,
    confidence: float | None = None,
    source: str = "",
) -> Repair:
    """Steer a model again on newly labeled rows; its guarantee is made anew, from them alone.

    What the model learned stays; only its settings and cut-off move, so that no row is both
    learned from and promised of. The rows must be a fair sample of those to come: all rows of some
    time, or those of `labeling_plan(..., even=True)`.

    Parameters
    ----------
    model : classifier, Steering, SavedModel, str or Path
        The model in use.
    X : rows as the model takes them
    y : array-like
        Their labels.
    want : str or Want, optional
        Limits to reach, by default those that the model was steered to.
    confidence : float, optional
        Of the guarantee; by default the one that the model had, or 95 %.
    source : str
        Where the rows come from, for the story of the model.

    Returns
    -------
    Repair

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.arange(400.0).reshape(-1, 1) % 40
    >>> model = LogisticRegression().fit(X, X[:, 0] >= 20)
    >>> later = repair(model, X, X[:, 0] >= 30, want="fpr <= 5%")
    >>> later.steering.met, later.old.tolist()
    (True, [[200, 100], [0, 100]])
    """
    saved = saved_model_of(model)
    asked = want_in_use(saved, want, None, None)
    labels = np.asarray(y)
    missing = [name for name in asked.classes if name not in set(labels.tolist())]
    if missing:
        raise SteersmanError(
            f"no newly labeled row is {missing[0]}",
            todo="label rows of every class first",
            code="class-not-labeled",
            classes=missing,
        )
    given = confidence if confidence is not None else saved.story.get("confidence")
    sure = float(given) if isinstance(given, float | int) else CONFIDENCE
    inner, rows = at_last_step(saved.model, X)
    positive = None if asked.positive is None else asked.classes[asked.positive]
    steering = steer(inner, rows, labels, asked.want, sure, costs=asked.costs, positive=positive)
    codes = np.searchsorted(np.asarray(steering.classes), labels)
    old = confusion_of(inner, rows, codes, np.asarray(steering.classes))
    steered = steering.model
    if isinstance(saved.model, Pipeline):
        steered = with_last_step(saved.model, steering.model)
    story = repaired_story(saved, steering, sure, source)
    fingerprint = fingerprint_again(saved, steered, X)
    if fingerprint is not None:
        story["fingerprint"] = fingerprint.values()
    return Repair(replace(saved, model=steered, story=story), steering, old)


def repaired_story(
    saved: SavedModel, steering: Steering, confidence: float, source: str
) -> dict[str, object]:
    """The story of the old model, with another chapter."""
    chapter = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "what": "repaired",
        "source": source,
        "rows": int(steering.after.sum()),
        "want": str(steering.want),
        "met": steering.met,
        "old_promises": list(strings(saved.story.get("promises"))),
        "promises": list(steering.guarantees),
        "before": steering.before.tolist(),
        "after": steering.after.tolist(),
    }
    earlier = saved.story.get("chapters")
    chapters = [*(earlier if isinstance(earlier, list) else []), chapter]
    rows = saved.story.get("rows")
    trained = rows.get("train") if isinstance(rows, Mapping) else None
    return {
        **saved.story,
        "want": str(steering.want),
        "confidence": confidence,
        "met": steering.met,
        "code": steering.code,
        "reason": steering.reason,
        "gap": steering.gap,
        "before": steering.before.tolist(),
        "after": steering.after.tolist(),
        "tested": None,
        "test_gaps": [],
        "assurance": steering.assurance,
        "promises": list(steering.guarantees),
        "rows": {"train": trained, "holdout": int(steering.after.sum()), "test": 0},
        "chapters": chapters,
    }


def strings(value: object) -> Sequence[str]:
    """The texts of a list in a story."""
    return [str(each) for each in value] if isinstance(value, list) else []


def fingerprint_again(saved: SavedModel, model: object, X: Any) -> Fingerprint | None:
    """What the new model makes of the new rows, with columns in the bins of before."""
    before = Fingerprint.in_story(saved.story)
    if before is None:
        return None
    codes = column_codes(model, before.columns, X)
    columns = tuple(
        replace(column, counts=tuple(np.bincount(each, minlength=column.n_bins).tolist()))
        for column, each in zip(before.columns, codes)
    )
    return replace(Fingerprint.of(model, X), columns=columns)
