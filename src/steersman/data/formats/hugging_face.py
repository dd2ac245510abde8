"""A Hugging Face data set on disk, as `save_to_disk` leaves it: Arrow files and JSON.

One data set is a folder with `state.json`, which names its Arrow files, and `dataset_info.json`,
which tells the columns; several splits are folders of that kind beside `dataset_dict.json`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from steersman.data.arrow.frames import stacked_frames, with_class_names, with_constant
from steersman.data.arrow.parquet_files import read_arrow_files
from steersman.data.columns.guesses import SPLITS
from steersman.data.columns.kinds import Frame
from steersman.data.files.lines import file_digest
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.tasks import Task

STATE, INFO, SPLIT_LIST = "state.json", "dataset_info.json", "dataset_dict.json"
SPLIT_COLUMNS = ("split", "published split")


def is_hugging_face(folder: Path) -> bool:
    """Whether a folder is a data set that was saved to disk."""
    return (folder / SPLIT_LIST).is_file() or (folder / STATE).is_file()


def frame_of_hugging_face(folder: Path, options: ReadOptions, task: Task) -> Frame:  # noqa: ARG001
    """The rows of all splits; where there are several, a column `split` names each row's."""
    parts: list[Frame] = []
    splits = part_folders(folder)
    for place, (split, place_of_it) in enumerate(splits.items()):
        task.report(f"reading {place_of_it.name}", place / len(splits))
        frame = frame_of_part(place_of_it)
        if len(splits) > 1:
            column = next(name for name in SPLIT_COLUMNS if name not in frame.columns)
            frame = with_constant(frame, column, split)
        parts.append(frame)
    columns = {tuple(frame.columns) for frame in parts}
    if len(columns) > 1:
        raise SteersmanError(
            f"the splits of {folder.name} have different columns",
            todo="load the folder of one split",
            code="splits-differ",
            folder=folder.name,
        )
    return stacked_frames(parts)


def part_folders(folder: Path) -> dict[str, Path]:
    """The folder of each split for training or testing; without splits, the folder itself."""
    if not (folder / SPLIT_LIST).is_file():
        return {"": folder}
    named = json_of(folder / SPLIT_LIST).get("splits")
    splits = [str(name) for name in named] if isinstance(named, list) else []
    known = [name for name in splits if name.lower() in SPLITS] or splits
    if not known:
        raise SteersmanError(
            f"{folder.name} lists no splits",
            todo="save the data set again",
            code="splits-missing",
            folder=folder.name,
        )
    return {name: folder / name for name in known}


def frame_of_part(folder: Path) -> Frame:
    """The rows of one split, whose classes have their names."""
    files = data_files(folder)
    missing = [file.name for file in files if not file.is_file()]
    if missing or not files:
        raise SteersmanError(
            f"the data set {folder.name} has no file {', '.join(missing) or 'with rows'}",
            todo="copy the whole folder, or save the data set again",
            code="file-missing",
            folder=folder.name,
            files=tuple(missing),
        )
    frame: Frame = read_arrow_files(files)
    info = json_of(folder / INFO) if (folder / INFO).is_file() else {}
    features = info.get("features")
    if isinstance(features, Mapping):
        for column, feature in features.items():
            names = class_names(feature)
            if names and column in frame.columns:
                frame = with_class_names(frame, column, names)
    return frame


def data_files(folder: Path) -> list[Path]:
    """The Arrow files that hold the rows, in order."""
    listed = json_of(folder / STATE).get("_data_files")
    if not isinstance(listed, list):
        return []
    # Only the name counts: a file outside the folder is none of the data set's.
    return [folder / Path(str(entry.get("filename", ""))).name for entry in listed]


def class_names(feature: object) -> list[str]:
    """The names of the classes of a column of class numbers, also of lists of them; else none."""
    if isinstance(feature, list):
        return class_names(feature[0]) if feature else []
    if not isinstance(feature, Mapping):
        return []
    if feature.get("_type") == "ClassLabel":
        return [str(name) for name in feature.get("names") or ()]
    inner = feature.get("feature")
    return class_names(inner) if feature.get("_type") in ("Sequence", "List", "LargeList") else []


def json_of(path: Path) -> dict[str, object]:
    """The object in a JSON file of the data set."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SteersmanError(
            f"{path.parent.name}/{path.name} cannot be read: {error}",
            todo="copy the whole folder, or save the data set again",
            code="file-malformed",
            file=path.name,
        ) from error
    return content if isinstance(content, dict) else {}


def digest_of_hugging_face(folder: Path, options: ReadOptions, task: Task) -> str:  # noqa: ARG001
    """The SHA-256 of the names and digests of the files that hold the rows."""
    digest = hashlib.sha256()
    for split, place in part_folders(folder).items():
        for file in data_files(place):
            if file.is_file():
                digest.update(f"{split}/{file.name}\0{file_digest(file, task)}\0".encode())
    return digest.hexdigest()
