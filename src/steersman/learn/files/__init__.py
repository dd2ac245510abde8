"""Saved models: writing, checking, reading, and predicting from raw rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.files.column_prints import ColumnPrint, column_codes, column_prints
    from steersman.learn.files.fingerprint import Fingerprint, score_bins
    from steersman.learn.files.labeled_rows import LabeledChunk, confusion_on, labeled_chunks
    from steersman.learn.files.model_versions import ModelVersion, ModelVersions, model_file
    from steersman.learn.files.prediction_files import WRITERS, prediction_writer
    from steersman.learn.files.prediction_table import (
        RowNotes,
        prediction_columns,
        prediction_lines,
    )
    from steersman.learn.files.predictions import PredictedChunk, predicted_chunks
    from steersman.learn.files.raw_model import raw_label
    from steersman.learn.files.saved_model import (
        TRUSTED_TYPES,
        SavedModel,
        load_model,
        read_model,
        save_model,
        versions_here,
    )
    from steersman.learn.files.tree_checks import check_trees

__all__ = [
    "TRUSTED_TYPES",
    "WRITERS",
    "ColumnPrint",
    "Fingerprint",
    "LabeledChunk",
    "ModelVersion",
    "ModelVersions",
    "PredictedChunk",
    "RowNotes",
    "SavedModel",
    "check_trees",
    "column_codes",
    "column_prints",
    "confusion_on",
    "labeled_chunks",
    "load_model",
    "model_file",
    "predicted_chunks",
    "prediction_columns",
    "prediction_lines",
    "prediction_writer",
    "raw_label",
    "read_model",
    "save_model",
    "score_bins",
    "versions_here",
]

__getattr__ = lazy_exports(__name__, __file__)
