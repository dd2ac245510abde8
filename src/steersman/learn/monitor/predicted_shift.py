"""Whether the rows of a predicted file are like those that the model's guarantee was made on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steersman.learn.files import Fingerprint, PredictedChunk, SavedModel
from steersman.learn.monitor.shift import TO_A_PERSON, ShiftWatches
from steersman.learn.steering import referring_step


class PredictedShift:
    """Compares predicted rows with the fingerprint of a saved model, if it has one."""

    def __init__(self, saved: SavedModel, confidence: float = 0.95) -> None:
        fingerprint = Fingerprint.in_story(saved.story)
        refers = referring_step(saved.model) is not None
        answers = (*np.asarray(saved.model.classes_).tolist(), *([TO_A_PERSON] if refers else []))
        self.watches = None if fingerprint is None else ShiftWatches(fingerprint, answers)
        self.confidence = confidence
        self.rows = 0

    def watch_chunks(self, chunks: Iterator[PredictedChunk]) -> Iterator[PredictedChunk]:
        """Pass chunks on, and compare the rows of each when it has been written."""
        for chunk in chunks:
            yield chunk
            if self.watches is not None and chunk.bins is not None:
                self.watches.see(*chunk.bins, self.rows, self.confidence)
            self.rows += len(chunk.ids)

    def sentences(self) -> list[str]:
        """What shifted; nothing where nothing did, or where nothing is known."""
        if self.watches is None:
            return []
        checks = self.watches.checks(self.confidence)
        return [check.sentence() for check in checks if check.shifted_since is not None]
