"""How long actions hold their session: what is measured, and that all of it is still done."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from time import thread_time

from steersman.session import Session
from steersman.session.history_actions import Open
from steersman.session.precompile import small_table
from steersman_benchmarks.soak.locks import generated_table, new_rows, room_row
from steersman_benchmarks.soak.registry import SOAKS
from steersman_benchmarks.soak.room_actions import scenes
from steersman_benchmarks.soak.timed_lock import NOTICED_S, Held, TimedLock, TimedSession

# What some models, data or earlier actions do not have; everything else is a mistake in the list.
REFUSALS = {
    "cannot-refit",
    "costs-missing",
    "no-rows-to-label",
    "not-a-program",
    "nothing-to-share",
    "row-not-compared",
    "version-without-repair",
}


def test_a_lock_counts_what_its_holder_computed_and_nobody_else() -> None:
    lock = TimedLock()

    def compute(seconds: float) -> None:
        end = thread_time() + seconds
        while thread_time() < end:
            pass

    with lock:
        with lock:
            compute(0.05)
        other = Thread(target=compute, args=(0.05,))
        other.start()
        other.join()
    compute(0.05)
    ((cpu, wall),) = lock.held
    assert 0.05 <= cpu < wall


def test_an_action_that_holds_the_lock_for_long_is_a_fault() -> None:
    seen = [Held("undo", 0.01, 0.5), Held("ask-want", NOTICED_S + 0.01, 0.2, "some-code")]
    row = room_row("a room", seen)
    assert (row.tries, row.held) == (2, False)
    (fault,) = row.faults
    assert fault.startswith("ask-want")
    assert "some-code" in row.note
    assert room_row("a room", seen[:1]).held


def test_every_action_of_the_rooms_can_still_be_done(tmp_path: Path) -> None:
    assert "locks" in SOAKS
    session = Session(generated_table(120))
    corpus = session.corpus_of(session.state)
    files = new_rows(corpus, tmp_path), new_rows(corpus, tmp_path, labeled=False)
    refused: set[str] = set()
    for room, actions in scenes(("logistic",), False, files):
        if room.startswith(("Project", "Compare")):
            continue
        timed = TimedSession(session)
        for made in actions:
            timed.perform(made)
        refused |= {f"{each.what}: {each.code}" for each in timed.seen if each.code}
    assert {each for each in refused if each.split(": ")[1] not in REFUSALS} == set()


def test_a_session_is_timed_without_another_outcome() -> None:
    plain, timed = Session(small_table()), TimedSession(Session(small_table()))
    timed.perform(Open())
    assert timed.session.state == plain.state
    assert timed.seen[0].what == "open"
