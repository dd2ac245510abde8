import type { Workbench } from "../../../session/workbench";
import { count } from "../../../ui/format";
import { clusterColors } from "../../../ui/palette";
import { speaker } from "../../../ui/speaker";
import { theme } from "../../../ui/theme";
import type { StoryAnswer, StoryModel } from "../../../wire/lessons";
import { Choice } from "./choice";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, GoodToKnow, Group, Knobs, Large, Lesson } from "./parts";
import { Plates } from "./plates";
import { useLesson } from "./store";

const KIND = "lesson-story";
type StoryAsked = LessonAsked[typeof KIND];
const START: StoryAsked = {
  kinds: 2,
  share: 0.5,
  length: 8,
  contrast: 0.6,
  documents: 60,
  hidden: false,
  seed: 0,
};
const LISTED = 9;
/** Fewer lines of larger type. */
const LISTED_LARGE = 6;

export const storyLesson: LessonPage = {
  name: "story",
  topic: "clusters",
  source: "song",
  title: "Labels seen or hidden",
  about: "One story for documents. With labels it is naive Bayes, without them a mixture.",
  start: { [KIND]: START },
  view: StoryLesson,
};

/** Documents drawn from kinds, and the kinds learned back with and without labels. */
function StoryLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Drawing documents" />;
  const { hidden } = asked;
  return (
    <Lesson
      name="story"
      main={
        <>
          <div class="story-top">
            <Plates hidden={hidden} documents={asked.documents} kinds={asked.kinds} />
            <Documents shown={shown} hidden={hidden} total={asked.documents} />
          </div>
          <Learned shown={shown} hidden={hidden} />
        </>
      }
      aside={
        <>
          <Group title="The kinds of the documents are">
            <Choice
              label="Kinds"
              testid="story-kinds"
              options={[
                { name: "seen", title: "Seen: naive Bayes" },
                { name: "hidden", title: "Hidden: mixture" },
              ]}
              chosen={hidden ? "hidden" : "seen"}
              onChoose={(name) => change({ hidden: name === "hidden" })}
            />
          </Group>
          <Group title="The story">
            <Knobs
              workbench={workbench}
              knobs={KNOBS}
              asked={asked}
              start={START}
              onMove={change}
            />
            <div class="buttons">
              <button
                type="button"
                class="button"
                data-testid="story-again"
                onClick={() => change({ seed: asked.seed + 1 })}
              >
                Draw again
              </button>
            </div>
          </Group>
          <GoodToKnow>
            <li>
              With labels, the shares are counted. Without, EM counts with the posterior of each
              label instead, and repeats.
            </li>
            <li>EM has no names for what it finds: its clusters are matched to the kinds here.</li>
          </GoodToKnow>
        </>
      }
    />
  );
}

const KNOBS: AskedKnob<StoryAsked>[] = [
  {
    of: "kinds",
    label: "kinds K",
    help: "How many kinds there are.",
    low: 2,
    high: 3,
    whole: true,
  },
  {
    of: "share",
    name: "story-share",
    label: "π₁",
    help: "How frequent the first kind is.",
    low: 0.05,
    high: 0.95,
  },
  { of: "length", label: "length ξ", help: "The mean of the Poisson lengths.", low: 1, high: 60 },
  {
    of: "contrast",
    label: "contrast",
    help: "0: all kinds use the same words. 1: only their own.",
    low: 0,
    high: 1,
  },
  {
    of: "documents",
    label: "documents M",
    help: "How many documents are drawn.",
    low: 10,
    high: 500,
    scale: "log",
    whole: true,
  },
];

/** The first documents, word by word; a wrong guess of the mixture is marked. */
function Documents(props: { shown: StoryAnswer; hidden: boolean; total: number }) {
  const { shown, hidden } = props;
  const colors = clusterColors(theme.value);
  return (
    <section class="story-documents" aria-label="Documents">
      <h3>
        {count(props.total)} documents, {figure(shown.mean_length, 3)} words on average
      </h3>
      <ol>
        {shown.drawn
          .slice(0, speaker.value ? LISTED_LARGE : LISTED)
          .map(({ kind, guessed, words }, i) => {
            const believed = hidden ? guessed : kind;
            return (
              <li key={i}>
                <b style={{ borderColor: colors[believed] }}>
                  {hidden ? `cluster ${believed + 1}` : shown.kinds[believed]}
                </b>
                {hidden && guessed !== kind && (
                  <span class="story-wrong" title={`Drawn from ${shown.kinds[kind]}`}>
                    ✗
                  </span>
                )}
                <span class="story-words">
                  {words.map((word, place) => (
                    <span key={place}>{shown.vocabulary[word]} </span>
                  ))}
                  {words.length === 0 && <span class="quiet">no words</span>}
                </span>
              </li>
            );
          })}
      </ol>
    </section>
  );
}

/** P(word | kind) as drawn from, and as learned. */
function Learned({ shown, hidden }: { shown: StoryAnswer; hidden: boolean }) {
  const learned = hidden ? shown.mixed : shown.counted;
  return (
    <section class="story-learned" aria-label="What was learned">
      <div class="story-tables">
        {shown.kinds.map((name, kind) => (
          <WordBars
            key={name}
            title={hidden ? `cluster ${kind + 1} (${name})` : name}
            kind={kind}
            vocabulary={shown.vocabulary}
            truth={shown.truth}
            learned={learned}
          />
        ))}
      </div>
      <div class="lesson-larges">
        <Large
          name="story-likelihood"
          label={hidden ? "log P(x) per document" : "log P(x, y) per document"}
          value={figure(hidden ? shown.marginal_likelihood : shown.joint_likelihood, 4)}
          note={hidden ? `after ${shown.rounds} rounds of EM` : "by counting, in one step"}
        />
        {hidden && (
          <Large
            name="story-agree"
            label="kinds found without labels"
            value={`${(100 * shown.agree).toFixed(1)} %`}
          />
        )}
      </div>
    </section>
  );
}

function WordBars(props: {
  title: string;
  kind: number;
  vocabulary: string[];
  truth: StoryModel;
  learned: StoryModel;
}) {
  const { kind, truth, learned } = props;
  const color = clusterColors(theme.value)[kind];
  const most = Math.max(...truth.words.flat(), ...learned.words.flat());
  return (
    <table class="story-bars">
      <caption>
        {props.title} <span class="quiet">π = {learned.shares[kind]!.toFixed(2)}</span>{" "}
        <span class="quiet">(drawn with {truth.shares[kind]!.toFixed(2)})</span>
      </caption>
      <tbody>
        {props.vocabulary.map((word, i) => (
          <tr key={word}>
            <th scope="row">{word}</th>
            <td class="story-bar">
              <i
                style={{
                  width: `${(100 * learned.words[kind]![i]!) / most}%`,
                  background: color,
                }}
              />
              <u style={{ left: `${(100 * truth.words[kind]![i]!) / most}%` }} />
            </td>
            <td>{learned.words[kind]![i]!.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
