"""Model files whose arrays and structure were forged, every other one with a digest that fits."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.catalog import model_named
from steersman.learn.files import DIGEST, read_model, save_model, sealed_archive
from steersman.session.precompile import small_table
from steersman.tasks import Task
from steersman.workers import JOBS, JobKind, WorkerJob, running_workers
from steersman_benchmarks.soak.registry import SoakRow

MODELS = ("neighbors", "svm", "forest", "boosting", "martingale", "logistic", "plane", "gaussian")
TRY = JobKind("steersman_benchmarks.soak.forged_models:try_model", 60.0)
# What a reader or a prediction of a model may say of it, if it does not predict.
ALLOWED = (
    "same predictions",
    "other predictions",
    "damaged-model",
    "not-a-model",
    "untrusted-types",
    "other-format",
    "model-too-large",
)


def forged_models(folder: Path, count: int, rng: np.random.Generator) -> SoakRow:
    """Load each model and predict with it, in a process that may die of it but must not."""
    data, faults, codes = small_table(), list[str](), dict[str, int]()
    rows = np.asarray(data.X)
    paths, expected = [], []
    for name in MODELS:
        model = model_named(name, sparse=False).fit(data.X, data.y)
        paths.append(folder / f"{name}.skops")
        save_model(model, paths[-1])
        expected.append(np.asarray(model.predict(rows)))
    JOBS["try-model"] = TRY
    for number in range(count):
        path = folder / "forged.skops"
        place = number // 2 % len(paths)
        source = paths[place]
        # Who damages a file does not know of its digest; who forges one computes it again.
        forged = number % 2 == 1
        path.write_bytes(forged_model(source.read_bytes(), rng, sealed=forged))
        try:
            code = tried_model(path, rows, expected[place], source.name)
        except SteersmanError as error:
            code = error.code
        except Exception as error:  # noqa: BLE001  (this is what is looked for)
            code = f"{type(error).__name__} {str(error)[:150]}"
        told = f"{'forged' if forged else 'damaged'}: {code}"
        codes[told] = codes.get(told, 0) + 1
        if code not in ALLOWED or (not forged and code.endswith("predictions")):
            kept = source.with_name(f"fault-{number}-{source.name}")
            path.rename(kept)
            faults.append(f"{source.name}: {code}")
    common = ", ".join(f"{code} {n}" for code, n in sorted(codes.items(), key=lambda x: -x[1])[:6])
    return SoakRow("models", count, tuple(faults), common)


def tried_model(
    path: Path, rows: NDArray[np.float64], expected: NDArray[np.str_], name: str
) -> str:
    """What comes of a model in a worker, where there are any."""
    workers = running_workers()
    if workers is None:
        return try_model(path, rows, expected, Task())
    return str(workers.run(WorkerJob("try-model", (path, rows, expected), name), Task()))


def try_model(
    path: Path, rows: NDArray[np.float64], expected: NDArray[np.str_], _task: Task
) -> str:
    """Load a model and let it predict; whether it predicts as the model that was forged."""
    model = read_model(path).model
    try:
        said = np.asarray(model.predict(rows))
    except Exception as error:
        # Shapes that only the rows show to be wrong: refused where rows are predicted.
        raise SteersmanError(
            f"the model cannot predict: {type(error).__name__}",
            todo="train the model again",
            code="damaged-model",
        ) from error
    return "same predictions" if np.array_equal(said, expected) else "other predictions"


def forged_model(content: bytes, rng: np.random.Generator, *, sealed: bool) -> bytes:
    """The archive with one array, or one number of its structure, replaced."""
    with ZipFile(io.BytesIO(content)) as members:
        parts = {name: members.read(name) for name in members.namelist()}
    whole, arrays = dict(parts), [name for name in parts if name.endswith(".npy")]
    # Some forgeries change nothing, such as those of empty arrays.
    while parts == whole:
        if arrays and rng.random() < 0.7:
            name = arrays[rng.integers(len(arrays))]
            parts[name] = forged_array(parts[name], rng)
        else:
            parts["schema.json"] = forged_structure(parts["schema.json"], rng)
    made = io.BytesIO()
    with ZipFile(made, "w") as members:
        for name, part in parts.items():
            if name != DIGEST or not sealed:
                members.writestr(name, part)
    return sealed_archive(made.getvalue()) if sealed else made.getvalue()


def forged_array(content: bytes, rng: np.random.Generator) -> bytes:
    """An array with other values, another length or another type."""
    try:
        values = np.load(io.BytesIO(content), allow_pickle=False)
    except ValueError:
        return content[: len(content) // 2]
    way = rng.integers(5)
    if way == 0 and values.size and values.dtype.kind in "if":
        values = values.copy()
        values.flat[rng.integers(values.size)] = rng.choice([-1, 2**30, -(2**30), 10**6])
    elif way == 1 and values.ndim:
        values = values[: len(values) // 2]
    elif way == 2 and values.ndim:
        values = np.concatenate([values, values])
    elif way == 3 and values.dtype.kind in "iuf":
        values = values.astype(np.int8 if values.dtype.kind == "f" else np.float32)
    else:
        values = values.reshape(-1)[:0]
    made = io.BytesIO()
    np.save(made, values)
    return made.getvalue()


def forged_structure(content: bytes, rng: np.random.Generator) -> bytes:
    """The structure with one number, or one name of a type, replaced."""
    text = json.dumps(json.loads(content))
    numbers = list(re.finditer(r'(?<="content": ")-?\d+(?=")', text))
    if numbers and rng.random() < 0.8:
        found = numbers[rng.integers(len(numbers))]
        other = str(rng.choice([-1, 0, 10**9, 2**40]))
        return (text[: found.start()] + other + text[found.end() :]).encode()
    return text.replace("ndarray", "matrix", 1).encode()
