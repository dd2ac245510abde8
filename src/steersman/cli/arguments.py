"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MANY_FILES = "Many files"
"""Panel of help for options of partitions."""

Source = Annotated[
    str,
    typer.Argument(
        metavar="DATA", help="A file, folder, pattern such as 'data/*.parquet' or data set name."
    ),
]
Rows = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A file, folder, pattern such as 'data/*.parquet' or data set name; - reads standard "
        "input.",
    ),
]
Model = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL", help="A file made by `steersman steer` or saved in the workbench."
    ),
]
ProjectFile = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project file.")]
EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        help="Work on partitions: local, or a Dask scheduler such as tcp://localhost:8786.",
        rich_help_panel=MANY_FILES,
    ),
]
Positive = Annotated[
    str | None, typer.Option(help="Class to catch (default: the one the model was steered for).")
]
Label = Annotated[str | None, typer.Option(help="The label column.")]
MergeLabels = Annotated[
    bool, typer.Option("--merge-labels", help="Ignore spaces and capitals in labels.")
]
