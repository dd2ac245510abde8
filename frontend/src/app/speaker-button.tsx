import { roomNamed } from "../rooms";
import type { Workbench } from "../session/workbench";
import { IconButton } from "../ui/icons";
import { speaker, speakerSettings, toggleSpeaker } from "../ui/speaker";
import { SPEAKER } from "./words";

/** Whether the open room is one that is shown to others. */
function canSpeak(workbench: Workbench): boolean {
  return roomNamed(workbench.room.value)?.forSpeakers ?? false;
}

/** How the page is drawn: rooms for speakers for the stage, others in larger letters. */
export function stageClasses(workbench: Workbench): string[] {
  if (!speaker.value) return [];
  if (!canSpeak(workbench)) return ["large-type"];
  return speakerSettings.value ? ["speaker", "speaker-settings"] : ["speaker"];
}

/** Turns speaker mode on and off; in rooms without settings, brings them back. */
export function SpeakerButton({ workbench }: { workbench: Workbench }) {
  return (
    <>
      {speaker.value && canSpeak(workbench) && (
        <button
          type="button"
          class="text-button"
          data-testid="speaker-settings"
          aria-pressed={speakerSettings.value}
          onClick={() => {
            speakerSettings.value = !speakerSettings.value;
          }}
        >
          {SPEAKER.settings}
        </button>
      )}
      <IconButton
        icon="screen"
        label={speaker.value ? SPEAKER.off : SPEAKER.on}
        testid="speaker"
        pressed={speaker.value}
        onClick={toggleSpeaker}
      />
    </>
  );
}
