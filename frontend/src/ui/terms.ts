/** The words that need a sentence, in the user's language. */
export const TERMS = {
  recall: "Of the documents that belong to the category, the share that was found.",
  precision: "Of the documents that were put into the category, the share that belongs there.",
  f1: "One number for recall and precision together: it is high only when both are.",
  interval: "Where the value would likely fall on other documents of the same kind (95 in 100).",
  training: "The documents from which the model counts its words.",
  validation: "Documents that the model has not counted: how well it holds on new ones.",
  fold: "The documents are cut into equal parts; each part in turn is kept for validation.",
  alpha:
    "How strongly a word is believed to occur before any document is read. Small: believe the counts.",
  beta: "How strongly a word is believed to be absent before any document is read. Large: most words are rare.",
  slope: "How steep the line is: how much more evidence counts for the category than against it.",
  intercept: "How high the line lies: higher accepts more documents, lower accepts fewer.",
  likelihood:
    "How well the category (x) or everything else (y) explains a document's words, as a logarithm.",
  line: "Documents below the line are put into the category, those above are not.",
  curve: "A bent line: its degree, from 1 (straight) to 6. It is fitted to the training documents.",
  bisector: "Where both explanations are equally good: slope 1, intercept 0.",
  posterior: "How likely each side is once the document has been seen: the two shares sum to 1.",
  joint: "How likely the document and the side are together, before dividing by P(o).",
  data: "How well each side alone explains the document; the prior and the costs turn the line.",
  prior: "The share of documents that belong to the category, before any is read.",
  cost: "How much worse it is to miss a document that belongs than to accept one that does not.",
  rate: "How often the word occurs in documents of this side.",
  tuned: "Found by tuning. Moving alpha or beta, or the defaults, takes it back.",
  priors:
    "Smoothing and the share of the category alone: slope 1, and the intercept Bayes' rule gives.",
  tp: "True positives: belong to the category and were found.",
  fp: "False positives: do not belong, but were put into the category.",
  fn: "False negatives: belong to the category, but were missed.",
  tn: "True negatives: do not belong and were left out.",
  features: "How many features (words, columns) the model looks at, the most frequent first.",
  gap: "Training minus validation. A wide gap means the model has learnt its documents by heart.",
  spread: "How much the value differs from fold to fold (one standard deviation).",
  margin: "How far a document is from the line. Above zero: put into the category.",
  positives: "Documents that belong to the chosen category.",
} as const;

export type TermName = keyof typeof TERMS;
