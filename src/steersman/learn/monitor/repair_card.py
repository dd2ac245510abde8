"""The card of a repaired model: the old one and the new one, and every earlier chapter."""

from __future__ import annotations

from collections.abc import Mapping

from steersman.learn.export import Card
from steersman.learn.monitor.repair import Repair


def repair_card(done: Repair) -> Card:
    """The card of a repaired model."""
    story, steering = done.saved.story, done.steering
    chapters = story.get("chapters")
    return Card(
        title=f"Repaired: {steering.want}",
        data={
            "first steered on": story.get("source"),
            "repaired on": chapter_lines(chapters)[-1] if chapters else "",
            "newly labeled rows": int(done.old.sum()),
        },
        want=str(steering.want),
        met=steering.met,
        reason=steering.reason,
        classes=steering.classes,
        matrices={
            "Old model, on the newly labeled rows": done.old,
            "New model, on the same rows": steering.after,
        },
        confidence=None if steering.promise is None else steering.promise.confidence,
        promises=steering.guarantees,
        history=chapter_lines(chapters),
    )


def chapter_lines(chapters: object) -> list[str]:
    """A line for each time that the model was repaired."""
    found = []
    for each in chapters if isinstance(chapters, list) else []:
        if isinstance(each, Mapping):
            source = f" of {each.get('source')}" if each.get("source") else ""
            found.append(
                f"{each.get('at')}: {each.get('what')} on {each.get('rows'):,} rows{source}, "
                f"{each.get('want')}"
            )
    return found
