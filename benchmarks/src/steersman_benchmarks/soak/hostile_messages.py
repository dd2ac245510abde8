"""Messages that no page of ours sends, in any order: each is answered soon, and none is a bug."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from queue import Empty, Queue
from time import monotonic
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from steersman.data import Dataset
from steersman.session.action_json import ACTIONS
from steersman.session.precompile import rehearse, small_texts
from steersman.session.state import State
from steersman.session.storage.open_projects import OpenProjects
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.wire import Channel
from steersman.wire.frames import decode_frame
from steersman_benchmarks.soak.registry import SoakRow

ANSWER_S = 2.0
# How often each action may take its time; later it is stopped soon, as by an impatient person.
PATIENT_TRIES = 10
IMPATIENT_S = 0.05
# Downloads and new projects reach beyond the soak.
LEFT_OUT = ("fetch-data", "new-project", "open-project", "import-project", "repair-model")
WORDS = ("", "a", "sea", "fp <= 1", "alpha", "intercept", "kind", "text", "training", "'\";--", "/")
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 3, 10**9, -(10**18), 10**30, 0.5, -1e300, 1e-320, 1e308, "", " " * 99_000,
    "\ud800", "\0", "a" * 1_000_000, [], {}, [[]], {"a": {"a": {}}}, ["sea"] * 300, "é\u202e",
)  # fmt: skip
BOMBS = (
    "[" * 100_000,
    '{"a":' * 50_000 + "1" + "}" * 50_000,
    "",
    "null",
    "[]",
    "{",
    '{"id": 1e400, "action": "undo"}',
    '{"id": ' + "9" * 4000 + "}",
    '{"id": 1, "action": "\\ud800"}',
    "\x00\x01\x02",
)


class BugLog(logging.Handler):
    """Collects what the product logs as a bug."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.bugs: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        trace = error.__traceback__ if error is not None else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:"
        where += "" if trace is None else str(trace.tb_lineno)
        self.bugs.append(f"{type(error).__name__} {str(error)[:120]} at {where}")


def hostile_messages(folder: Path, count: int, rng: np.random.Generator) -> SoakRow:
    """Send messages to one window of a project, then open the project again."""
    if count > PATIENT_TRIES * len(ACTIONS):
        # Compiling at the first use takes longer than an answer may.
        rehearse()
    dataset, path = small_texts(), folder / "fuzzed.steer"
    session = project_session(path, Origin(dataset))
    bugs, answers = BugLog(), Queue[bytes]()
    logging.getLogger("steersman").addHandler(bugs)
    channel = Channel(OpenProjects(session), answers.put)
    faults: list[str] = []
    slowest, refused = 0.0, 0
    tries = Counter[str]()
    try:
        for number in range(1, count + 1):
            name, text, expects = message(number, rng, dataset)
            tries[name] += 1
            patience = ANSWER_S if tries[name] <= PATIENT_TRIES else IMPATIENT_S
            seen = len(bugs.bugs)
            channel.receive(text)
            code = answer_code(answers, number, expects, patience)
            refused += code not in ("", "late")
            if code == "late":
                # What takes long can be stopped: a person would.
                asked = monotonic()
                stop = {"id": number, "action": "cancel", "request": number if expects else 0}
                channel.receive(json.dumps(stop))
                if answer_code(answers, number, expects, ANSWER_S) == "late":
                    faults.append(f"no answer within {ANSWER_S} s after a stop: {text[:200]}")
                slowest = max(slowest, monotonic() - asked)
            faults += [f"{bug} after {text[:200]}" for bug in bugs.bugs[seen:]]
    finally:
        channel.close()
        logging.getLogger("steersman").removeHandler(bugs)
    before = session.state
    session.log.store.close()  # type: ignore[union-attr]
    again = opened_project(path, (), None, Origin(dataset))
    if again.state != before:
        faults.append("the state is another one after a restart")
    again.log.store.close()  # type: ignore[union-attr]
    note = f"{refused:,} refused in a sentence; stopped within {slowest:.2f} s; state equal"
    return SoakRow("messages to a window", count, tuple(faults), note)


def message(number: int, rng: np.random.Generator, dataset: Dataset) -> tuple[str, str, bool]:
    """The name of a message, the message, and whether its answer has its number."""
    if rng.random() < 0.05:
        return "", BOMBS[rng.integers(len(BOMBS))], False
    names = [name for name in ACTIONS if name not in LEFT_OUT]
    name = names[rng.integers(len(names))]
    kind = ACTIONS[name]
    hints = get_type_hints(kind)
    values = {
        field.name: fuzzed(hints[field.name], rng, dataset)
        for field in fields(kind)  # type: ignore[arg-type]
        if rng.random() < 0.9
    }
    if rng.random() < 0.1:
        values[str(rng.choice(["id", "more", "path", "action"]))] = odd(rng)
    sent = {"action": name} | values | {"id": number}
    if rng.random() < 0.02:
        sent["id"] = odd(rng)
    # The answer to another number is as good as any.
    return name, json.dumps(sent), sent["id"] == number and sent["action"] == name


def fuzzed(wanted: Any, rng: np.random.Generator, dataset: Dataset) -> Any:
    """A value that mostly has the wanted type, and sometimes any other."""
    if rng.random() < 0.06:
        return odd(rng)
    if get_origin(wanted) is Literal:
        return get_args(wanted)[rng.integers(len(get_args(wanted)))]
    if isinstance(wanted, UnionType):
        kinds = get_args(wanted)
        wanted = kinds[rng.integers(len(kinds))]
    if wanted is NoneType or wanted is State:
        return None
    if wanted is bool:
        return bool(rng.random() < 0.5)
    if wanted is int:
        return int(rng.choice([0, 1, 2, 3, 5, -1, 60, 10**6]))
    if wanted is float:
        return float(rng.choice([0.0, 0.5, 1.0, -1.0, 0.95, 3.0, 1e-300, 1e300]))
    if wanted is str:
        known = [*WORDS, *map(str, dataset.classes), *dataset.feature_names[:3]]
        return str(known[rng.integers(len(known))])
    if is_dataclass(wanted) and isinstance(wanted, type):
        hints = get_type_hints(wanted)
        return {each.name: fuzzed(hints[each.name], rng, dataset) for each in fields(wanted)}
    if get_origin(wanted) is tuple:
        kinds = get_args(wanted)
        size = int(rng.integers(4)) if kinds[-1] is Ellipsis else len(kinds)
        return [fuzzed(kinds[0], rng, dataset) for _ in range(size)]
    if get_origin(wanted) is not None:
        item = get_args(wanted)[-1]
        return {str(rng.choice(WORDS)): fuzzed(item, rng, dataset) for _ in range(2)}
    return odd(rng)


def odd(rng: np.random.Generator) -> Any:
    return ODD[rng.integers(len(ODD))]


def answer_code(answers: Queue[bytes], number: int, expects: bool, patience_s: float) -> str:
    """The code of the error that answers a message, empty for a view, "late" for none in time."""
    for header in headers(answers, patience_s):
        final = header["kind"] not in ("progress", "news")
        if final and (not expects or header["reply_to"] == number):
            return str(header["error"]["code"]) if header["kind"] == "error" else ""
    return "late"


def headers(answers: Queue[bytes], patience_s: float) -> Iterator[dict[str, Any]]:
    """The frames that come in time."""
    deadline = monotonic() + patience_s
    while (left := deadline - monotonic()) > 0:
        try:
            yield decode_frame(answers.get(timeout=left))[0]
        except Empty:
            return
