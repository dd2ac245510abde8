"""Saved models: writing, checking, reading, and predicting from raw rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.files.archive_seal import DIGEST, sealed_archive
    from steersman.learn.files.column_prints import (
        ColumnPrint,
        column_codes,
        column_prints,
        number_print,
    )
    from steersman.learn.files.fingerprint import Fingerprint, score_bins
    from steersman.learn.files.labeled_rows import (
        NO_LABEL,
        LabeledChunk,
        confusion_on,
        labeled_chunks,
    )
    from steersman.learn.files.model_versions import ModelVersion, ModelVersions, model_file
    from steersman.learn.files.prediction_files import WRITERS, prediction_writer
    from steersman.learn.files.prediction_table import (
        RowNotes,
        prediction_columns,
        prediction_lines,
    )
    from steersman.learn.files.predictions import (
        PredictedChunk,
        class_codes,
        class_names,
        needed_columns,
        predicted_chunks,
        raw_pipeline,
        reading_options,
    )
    from steersman.learn.files.raw_model import raw_label, raw_model
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
    "DIGEST",
    "NO_LABEL",
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
    "class_codes",
    "class_names",
    "column_codes",
    "column_prints",
    "confusion_on",
    "labeled_chunks",
    "load_model",
    "model_file",
    "needed_columns",
    "number_print",
    "predicted_chunks",
    "prediction_columns",
    "prediction_lines",
    "prediction_writer",
    "raw_label",
    "raw_model",
    "raw_pipeline",
    "read_model",
    "reading_options",
    "save_model",
    "score_bins",
    "sealed_archive",
    "versions_here",
]

__getattr__ = lazy_exports(__name__, __file__)
