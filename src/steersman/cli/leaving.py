"""Options of `steersman steer` for the files it writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

CardFile = Annotated[
    Path | None, typer.Option("--card", help="Tell its story in this file, .md or .html.")
]
OnnxFile = Annotated[
    Path | None, typer.Option("--onnx", help="Save its numeric part as ONNX (extra onnx).")
]
MlflowUri = Annotated[
    str | None, typer.Option("--mlflow", help="Log it to this MLflow server or folder.")
]


@dataclass(frozen=True)
class OutputOptions:
    """Where everything goes; None where it is not wanted."""

    out: Path | None = None
    json: Path | None = None
    card: Path | None = None
    onnx: Path | None = None
    mlflow: str | None = None
