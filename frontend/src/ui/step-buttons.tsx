import { IconButton } from "./icons";

interface StepWords {
  start: string;
  back: string;
  pause: string;
  play: string;
  on: string;
  end: string;
}

/** To the start, back, play, on, to the end: for anything that goes in steps. */
export function StepButtons(props: {
  words: StepWords;
  step: number;
  steps: number;
  playing: boolean;
  /** The test id of a button by its name: "start", "back", "play", "on", "end". */
  testid: (button: string) => string;
  onStep: (to: number) => void;
  onPlay: () => void;
}) {
  const { words, step, steps, playing, testid, onStep } = props;
  return (
    <>
      <IconButton
        icon="start"
        label={words.start}
        testid={testid("start")}
        disabled={step === 0}
        onClick={() => onStep(0)}
      />
      <IconButton
        icon="left"
        label={words.back}
        testid={testid("back")}
        disabled={step === 0}
        onClick={() => onStep(step - 1)}
      />
      <IconButton
        icon={playing ? "pause" : "play"}
        label={playing ? words.pause : words.play}
        testid={testid("play")}
        onClick={props.onPlay}
      />
      <IconButton
        icon="right"
        label={words.on}
        testid={testid("on")}
        disabled={step >= steps}
        onClick={() => onStep(step + 1)}
      />
      <IconButton
        icon="end"
        label={words.end}
        testid={testid("end")}
        disabled={step >= steps}
        onClick={() => onStep(steps)}
      />
    </>
  );
}
