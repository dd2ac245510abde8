"""Raw rows to features, where pipelines look for it; the work is done in `data`."""

from __future__ import annotations

from steersman.data.raw_columns import RawColumns, feature_names, fit_parts, raw_features

__all__ = ["RawColumns", "feature_names", "fit_parts", "raw_features"]
