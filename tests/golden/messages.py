"""Write the golden frames and actions anew: python tests/golden/regenerate.py

They are read by the Python and the TypeScript tests alike. Regenerate them only when the protocol
changes, and read the difference.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from steersman.session import Session, State
from steersman.session.actions import (
    bayes,
    challenge,
    clusters,
    compare,
    data,
    lab,
    lessons,
    matrix,
    plane,
    project,
    travel,
)
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.data.choice import DataChoice, TextChoice
from steersman.wire.channel import Channel, Request
from steersman.wire.frames import decoded
from steersman.wire.messages import message_of

HERE = Path(__file__).parent
ACTIONS = [
    travel.Open(),
    plane.ChooseData("small-mail"),
    plane.ChooseCategory("maths"),
    plane.SetFolds(3),
    plane.ChooseFold(1),
    plane.Resample(),
    plane.SetFeatures(6, gesture=1),
    plane.MoveKnob("alpha", 0.25, gesture=2),
    plane.MoveKnob("intercept", None, gesture=3),
    plane.MoveLine(1.25, -3.5, gesture=4),
    plane.ResetKnobs(),
    plane.BestLine("training"),
    plane.SetState(State("small-mail", "web")),
    travel.GoBest("validation"),
    travel.Undo(),
    travel.Redo(),
    travel.GoTo(0),
    plane.Inspect(3),
    plane.Search("matrix"),
    plane.ListDocuments((1, 2)),
    plane.SetCurve(3),
    plane.Autotune(per_feature=True),
    plane.TuneFolds(),
    challenge.StartChallenge(),
    challenge.Buy("training", 20),
    challenge.Reveal(),
    challenge.LeaveChallenge(),
    matrix.OpenMatrix(),
    matrix.ChooseModel("martingale", levels=3),
    matrix.MarkWeak(0.25),
    matrix.EditCell("maths", "not maths", 3),
    matrix.AskWant("fp <= 2"),
    matrix.LockCell("maths", "maths"),
    matrix.SetCosts(((0.0, 5.0), (1.0, 0.0))),
    matrix.SteerToCost(),
    matrix.SetConfidence(0.95),
    matrix.ShowModel(0),
    matrix.PinModel(0, "mine"),
    matrix.OpenTest(),
    matrix.CellExamples("maths", "not maths"),
    matrix.ExportExamples("maths", "not maths"),
    matrix.ExplainRow(3),
    matrix.AskPython(3),
    matrix.ExportCard(3, "html"),
    matrix.FollowRow(3),
    matrix.AskFrontier(),
    matrix.EditNode(0, "ham", "spam", 3),
    matrix.AskTraining(),
    matrix.AskRanges(beside=True),
    matrix.AskNode(0),
    matrix.AskLevels(),
    matrix.ExportModel(0),
    compare.OpenCompare(),
    compare.SuggestModels(),
    compare.AddModel("logistic", "fp <= 2"),
    compare.LeaveModelOut("Logistic regression"),
    compare.SetCuts(5, 2, 7),
    compare.SetComparedQuestion(True),
    compare.SetComparedView("f1_macro", "folds", "exact"),
    compare.ChoosePair("one", "two"),
    compare.AskComparison(),
    compare.RunComparison(),
    compare.AskPair(),
    compare.AskPairs(),
    compare.PairExamples("only-first", "word"),
    compare.ReadRow(3),
    compare.RunCurves(),
    compare.ExportComparison("markdown"),
    data.OpenFile("mail.csv"),
    data.CloseFile(),
    data.SetReading("latin-1", ";", True),
    data.SetLabels("refuse", merge=True),
    lab.OpenLab(),
    lab.ChooseLabSource("moons"),
    lab.MoveLabSource("noise", 0.3, gesture=5),
    lab.ChooseLabColumns("heart", "age"),
    lab.DrawLab(),
    lab.PaintLab(((0.5, -1.0, 1.0), (0.25, 0.0, 0.0)), gesture=6),
    lab.ChooseLabModel(0, "perceptron"),
    lab.AddLabModel("svm"),
    lab.RemoveLabModel(1),
    lab.MoveLabModel(0, "learning_rate", 0.5, gesture=7),
    lab.ChooseLabOption(0, "start", "centers"),
    lab.PlayLab(0, 3, gesture=8),
    lab.AskNeighborCurve(),
    lab.AskLabPython(0),
    data.SetRole("kind", "label"),
    data.SetText(TextChoice("german", ngrams=2), gesture=5),
    data.KeepDistinct(True),
    data.GuessAgain(),
    data.LoadFile(DataChoice("mail.csv", "a1", roles={"kind": "label"})),
    data.ListData(),
    data.LookAtDocument(2),
    data.FetchData("spambase"),
    bayes.BayesPlane(0.3, 0.1, 0.7),
    bayes.BayesDemo((0.2, 0.3, 0.9, 0.4, 0.5, 0.6), 0.3, logarithmic=True),
    lessons.LessonPeople(((1.8, 80.0, 28.0), (1.6, 60.0, 20.0)), (True, False), (1.7, 70.0, 24.0)),
    lessons.LessonMails(((1.0, 1.0), (0.0, 0.0)), (True, False), (1.0, 0.0)),
    lessons.LessonTables((0.1,) * 9),
    lessons.LessonNeighbors(),
    lessons.LessonZones(7),
    lessons.LessonLosses((0.0, 1.0, 2.0), (0.0, 1.0, 1.0)),
    lessons.LessonModels((0.4, 0.3, 0.3), (0.5, 0.5, 0.5), (1.0, 0.0, 0.0), moved=1, to=0.5),
    lessons.LessonAverage("fitted", 60, 100),
    clusters.OpenClusters(),
    clusters.FindClusters(ClusterSettings(3, "em", kept=0.1)),
    clusters.NameCluster(1, "corn"),
    clusters.MergeClusters(0, 2),
    clusters.LabelByClusters("small mail clusters"),
    clusters.AskCluster(0),
    clusters.AskPlaced(3),
    clusters.SaveClusters(),
    project.NameProject("mine"),
    project.WriteNote("why", 2),
    project.TakeBack(),
    project.NewProject("afresh"),
    project.OpenProject("/tmp/other.steer"),
    project.ImportProject("p.steer", "AAAA"),
    project.ListProjects(),
    project.ExportProject(),
]
FRAMES = {
    "open": travel.Open(),
    "move-knob": plane.MoveKnob("alpha", 0.25, gesture=2),
    "move-line": plane.MoveLine(1.25, -3.5, gesture=4),
    "document": plane.Inspect(3),
    "documents": plane.ListDocuments((1, 2)),
    "hits": plane.Search("matrix"),
    "bayes-plane": bayes.BayesPlane(0.3, 0.1, 0.7),
    "bayes-demo": bayes.BayesDemo((0.2, 0.3, 0.9, 0.4, 0.5, 0.6), 0.3, logarithmic=True),
    "error": plane.ChooseFold(9),
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
    channel.send = frames.append  # a closed channel speaks to nobody
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
