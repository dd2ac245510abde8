/** What people read in the frame around the rooms. */

import { count, plural } from "../ui/format";
import type { Sample } from "../wire/types";

export const PRODUCT = "Steersman";

export const COMMANDS = {
  undoLabel: "Undo",
  undo: "Undo (Ctrl Z, or z)",
  redoLabel: "Redo",
  redo: "Redo (Ctrl Shift Z, or Z)",
};

export const HISTORY = {
  title: "History",
  steps: "Steps: arrow keys move, Enter goes there",
  /** Whose steps they are, where they are not the project's. */
  own: { lab: "Lab history", challenge: "Game history" } as Record<string, string>,
  place: (step: number, steps: number) => `step ${step} of ${steps}`,
  apart: "These steps are not part of the project.",
  training: "training",
  validation: "validation F1",
  best: "best so far",
  bestOf: (split: string) => `best for ${split}`,
  scores: (training: string, validation: string) =>
    `F1 training ${training}, validation ${validation}`,
  fork: (steps: number, last: string) =>
    `Another branch leaves here: ${steps === 1 ? "1 step" : `${steps} steps`}, last “${last}”. Go there.`,
};

/** Which rows a page is about, where all rows are in partitions and some of them in memory. */
export const SAMPLE = {
  plane: ({ rows, of }: Sample) =>
    `Counts, shades, best line and tuning are of all ${count(of)} rows; points, documents and tuning per word are from a sample of ${count(rows)}.`,
  matrix: ({ rows, of }: Sample) =>
    `Counts, limits and the final test are of all ${count(of)} rows; single rows are from a sample of ${count(rows)}.`,
  others: ({ rows, of }: Sample) =>
    `This page uses a sample of ${count(rows)} of ${count(of)} rows.`,
  lost: (workers: number) =>
    `${plural(workers, "worker was", "workers were")} lost; their work was done again, with the same result.`,
  where: ({ partitions, engine }: Sample) =>
    `All rows are in ${plural(partitions, "partition", "partitions")}, counted on ${engine}.`,
};

export const RAIL = {
  label: "Sections",
  start: "Start page",
  skip: "Skip to content",
};

export const TITLE = {
  page: (parts: (string | null)[]) =>
    [parts.filter(Boolean).join(" · "), PRODUCT].filter(Boolean).join(" – "),
};

export const MENU = {
  openFile: "Open file…",
  data: "Data",
  noData: "no data yet",
  notLoaded: "not loaded yet",
  category: "Class to catch",
};

export const FOLDS = {
  previous: "Previous fold",
  next: "Next fold",
  nextHint: "Next fold (n)",
  fold: "fold",
  draw: "Draw new folds",
  drawHint: "Draw new folds: the documents are shuffled and cut again",
};

/** A search for a word (or a value) among documents (or rows). */
export const SEARCH = {
  field: (word: string) => `Search a ${word}`,
  label: (word: string, one: string) => `Search a ${word}: the ${one}s that hold it stay bright`,
  hint: (word: string, one: string) => `The ${one}s that hold the ${word} stay bright (/)`,
  clear: "Clear the search",
};

export const SHARE = {
  label: (name: string) => `Copy a link to this ${name}`,
  state: "state",
  reopens: "reopens exactly this state",
  opens: (name: string) => `opens this ${name} as it is now`,
  copied: (does: string) => `The link is copied. It ${does}.`,
};

export const SPEAKER = {
  on: "Speaker mode: large type for a projector",
  off: "Leave speaker mode",
  settings: "Settings",
};

export const THEME = { light: "Light colors", dark: "Dark colors" };

export const NO_DATA = {
  title: "No data yet",
  about: "Open a file of yours or one of the built-in collections. Then this page shows it.",
  choose: "Choose data",
  notLoaded: (file: string) => `${file} is not loaded yet`,
  load: "Look at its columns, choose the label, and load it. Then this page shows it.",
  back: (file: string) => `Back to ${file}`,
};

export const NO_LABELS = {
  title: "These documents have no labels yet",
  about: "Find clusters in them, name them, and use them as the labels of a new data set.",
  find: "Find clusters",
};

export const INSPECTOR = "Inspector";

export const KEY_WORDS = {
  help: "show or hide this list",
  undo: "undo",
  redo: "redo",
  escape: "close, clear the selection",
};

export const START = {
  /** One sentence on two lines. */
  headline: ["Say which mistakes you can live with;", "get a classifier that keeps to it."],
  about: "Open a table, or texts with labels. Everything stays on this machine.",
  drop: "Drop a file here",
  formats: "CSV, Excel, Parquet, JSON, ARFF … or paste a table",
  openFile: "Open file…",
  typePath: "Type a path",
  examples: "Or start with an example",
  recent: "Recent projects",
  open: "open now",
};

interface CardWords {
  title: string;
  /** What its project is called. */
  project: string;
  about: string;
  data: string;
}

export const CARDS: Record<"tumors" | "text" | "groups" | "learn", CardWords> = {
  tumors: {
    title: "Catch every tumor you can",
    project: "Tumors",
    about: "Allow 5 % false alarms, catch as many tumors as possible, and get a guarantee.",
    data: "Breast cancer · 569 rows · 1 min",
  },
  text: {
    title: "Sort text",
    project: "Sorted texts",
    about: "Find the texts on one topic, and choose between missed and wrong ones.",
    data: "Docstrings · 6,000 texts · 1 min",
  },
  groups: {
    title: "Group texts without labels",
    project: "Groups of texts",
    about: "See what a pile of texts is about, name the groups, make them labels.",
    data: "Docstrings · 6,000 texts · 1 min",
  },
  learn: {
    title: "Learn how classifiers decide",
    project: "",
    about: "Paint points, move priors and costs, and watch the boundary follow.",
    data: "Lab, Bayes, lessons · 2 min",
  },
};

export const DROP = {
  toOpen: "Drop to open the file",
  toFeed: "Drop to check these rows",
  pastedName: "pasted table",
};

export const GUIDE = {
  label: "Guide",
  next: "Next",
  skip: "Skip",
  done: "Done",
  back: (room: string) => `Back to ${room}`,
  leave: "Leave the guide",
  step: (now: number, of: number) => `Step ${now} of ${of}`,
};

/** What each guided path says, step by step; what a step points at is in `guides.ts`. */
export const GUIDE_TEXTS = {
  tumors: [
    "The model has not seen these biopsies. Bottom left: malignant tumors that it misses.",
    "Say what you can live with, for example: lose at most 5 % of benign. Then press Steer.",
    "The answer: what you get, what it costs elsewhere, and what is guaranteed.",
    "Click this cell to see the tumors that are still missed, and why.",
    "Last of all, test the model on rows that were never used. Run the final test once.",
    "Done. Download the model, write a report, or apply it to a file.",
  ],
  text: [
    "The model looks for texts on statistics. Bottom left: the ones it misses.",
    "Say what you can live with: choose a limit, then press Steer.",
    "The answer: what you get, what it costs elsewhere, and what is guaranteed.",
    "Now see the texts as points. Open Explore.",
    "Below the blue line lies what the model takes for statistics. Click a point to read it.",
    "The words that push this text to one side or the other. Drag the line to move the border.",
  ],
  groups: [
    "Each dot is a text. Texts with similar words are close together; no label is used.",
    "Find groups in them.",
    "Each group is shown with its words. Click one.",
    "Give the group a name of your own, and read a few of its texts.",
    "Open Labels to use the groups as labels.",
    "This makes a data set with your groups as labels. It opens in Steer.",
  ],
  learn: [
    "Two classes of points, and the border that a model draws between them.",
    "Choose XOR here. No straight line can separate it.",
    "Choose k nearest neighbors here. Its border can bend.",
    "Now see why a border lies where it does. Open Bayes.",
    "Make a miss ten times as costly, and watch the decision change.",
    "Lessons have worked examples, and the Challenge is a game. That is all of the tour.",
  ],
} as const;

export const LOST = {
  title: "Disconnected.",
  about: "Your settings are safe; reconnecting… If you stopped Steersman, start it again.",
};

/** In a notebook there is no server to reconnect to. */
export const KERNEL = {
  title: "The notebook's kernel does not answer.",
  about: "It is busy, or it was stopped: then run this cell again.",
};

export const FAULT = { unchanged: "Nothing was changed.", close: "Close this message" };

export const LINK = {
  copyByHand: "Copy this link; it reopens exactly this state.",
  field: "Link to this state",
};

export const OPENING = {
  nothing: "Nothing to show yet",
  title: "Opening the data",
  about: "The first time takes a moment; after that it is fast.",
  cancel: "Cancel",
};

/** A question of a newcomer, its answer, and the room where it is done. */
interface HowTo {
  question: string;
  answer: string;
  room: string;
}

export const HOW_TO: readonly HowTo[] = [
  {
    question: "…open my own file?",
    answer: "Drop it anywhere, paste a table, or choose Open file… in the data menu.",
    room: "data",
  },
  {
    question: "…say which mistakes are acceptable?",
    answer: "In Steer, set a limit, or drag a cell to the count you want.",
    room: "matrix",
  },
  {
    question: "…know that it holds on new data?",
    answer: "Keep the guarantee switched on, and run the final test once at the end.",
    room: "matrix",
  },
  {
    question: "…see why a row was misclassified?",
    answer: "In Steer, click a cell; its rows and their reasons appear on the right.",
    room: "matrix",
  },
  {
    question: "…find the best kind of model?",
    answer: "Compare scores several models on the same folds, with intervals.",
    room: "compare",
  },
  {
    question: "…work without labels?",
    answer: "In Explore, find clusters, name them, and use them as labels.",
    room: "clusters",
  },
];

/** Pages of the documentation that Help links to. */
export const HELP_PAGES = [
  { title: "Start", page: "start.md" },
  { title: "Tutorials", page: "tutorials.md" },
  { title: "How-to", page: "how-to.md" },
  { title: "Concepts", page: "concepts.md" },
  { title: "Reference", page: "reference.md" },
];

export const HELP = {
  title: "Help",
  documentation: "Documentation",
  diagnostics: "Diagnostics",
  howTo: "How do I…?",
  goThere: (room: string) => `Open ${room}`,
  keys: "Keys",
  mouse: "On the plots",
  sliders: "On a slider",
  sliderText:
    "Drag it, press the arrow keys, or type a number. Shift moves it finely; a double-click resets it.",
  words: "Words",
  otherRooms: "On other pages",
  close: "Close",
};
