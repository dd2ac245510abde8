"""Write the golden frames and actions anew: python tests/golden/regenerate.py

They are read by the Python and the TypeScript tests alike. Regenerate them only when the protocol
changes, and read the difference.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from steersman.session import Session, State
from steersman.session import actions as do
from steersman.wire.channel import Channel, Request
from steersman.wire.frames import decoded
from steersman.wire.messages import message_of

HERE = Path(__file__).parent
ACTIONS = [
    do.Open(),
    do.ChooseData("small-mail"),
    do.ChooseCategory("maths"),
    do.SetFolds(3),
    do.ChooseFold(1),
    do.Resample(),
    do.SetFeatures(6, gesture=1),
    do.MoveKnob("alpha", 0.25, gesture=2),
    do.MoveKnob("intercept", None, gesture=3),
    do.MoveLine(1.25, -3.5, gesture=4),
    do.ResetKnobs(),
    do.BestLine("training"),
    do.SetState(State("small-mail", "web")),
    do.GoBest("validation"),
    do.Undo(),
    do.Redo(),
    do.GoTo(0),
    do.Inspect(3),
    do.Search("matrix"),
    do.ListDocuments((1, 2)),
    do.SetCurve(3),
    do.Autotune(per_feature=True),
    do.StartChallenge(),
    do.Buy("training", 20),
    do.Reveal(),
    do.LeaveChallenge(),
    do.OpenMatrix(),
    do.ChooseModel("martingale", levels=3),
    do.EditCell("maths", "not maths", 3),
    do.AskWant("fp <= 2"),
    do.LockCell("maths", "maths"),
    do.SetCosts(((0.0, 5.0), (1.0, 0.0))),
    do.SteerToCost(),
    do.SetConfidence(0.95),
    do.ShowModel(0),
    do.PinModel(0, "mine"),
    do.OpenTest(),
    do.CellExamples("maths", "not maths"),
    do.FollowRow(3),
    do.AskFrontier(),
    do.EditNode(0, "ham", "spam", 3),
    do.AskTraining(),
    do.AskRanges(),
    do.AskNode(0),
    do.AskLevels(),
    do.ExportModel(0),
    do.BayesPlane(0.3, 0.1, 0.7),
    do.BayesDemo((0.2, 0.3, 0.9, 0.4, 0.5, 0.6), 0.3, logarithmic=True),
]
FRAMES = {
    "open": do.Open(),
    "move-knob": do.MoveKnob("alpha", 0.25, gesture=2),
    "move-line": do.MoveLine(1.25, -3.5, gesture=4),
    "document": do.Inspect(3),
    "documents": do.ListDocuments((1, 2)),
    "hits": do.Search("matrix"),
    "bayes-plane": do.BayesPlane(0.3, 0.1, 0.7),
    "bayes-demo": do.BayesDemo((0.2, 0.3, 0.9, 0.4, 0.5, 0.6), 0.3, logarithmic=True),
    "error": do.ChooseFold(9),
}


def main() -> None:
    small_mail = runpy.run_path(str(HERE.parent / "conftest.py"))["small_mail"]
    messages = [json.loads(message_of(number, each)) for number, each in enumerate(ACTIONS, 1)]
    (HERE / "actions.json").write_text(json.dumps(messages, indent=1) + "\n")
    frames: list[bytes] = []
    menu = [{"name": "small-mail", "title": "Small mail", "summary": "Made for tests."}]
    channel = Channel(Session(small_mail(rows=12), menu), frames.append)
    channel.close()
    channel.worker.join()
    for number, (name, action) in enumerate(FRAMES.items(), 1):
        frames.clear()
        channel.answer(Request(number, action))
        header, columns = decoded(frames[-1])
        values = {key: column.tolist() for key, column in columns.items()}
        (HERE / f"{name}.bin").write_bytes(frames[-1])
        text = json.dumps({**header, "values": values}, indent=1, ensure_ascii=False)
        (HERE / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
