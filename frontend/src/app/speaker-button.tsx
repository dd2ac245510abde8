import { roomNamed } from "../rooms";
import type { Workbench } from "../session/workbench";
import { IconButton } from "../ui/icons";
import { speaker, speakerSettings, toggleSpeaker } from "../ui/speaker";
import { SPEAKER } from "./words";

/** Whether the open room is one that is shown to others. */
function canSpeak(workbench: Workbench): boolean {
  return roomNamed(workbench.room.value)?.forSpeakers ?? false;
}

/** Whether the page is in speaker mode: it is on, and the room has one. */
export function speaking(workbench: Workbench): boolean {
  return speaker.value && canSpeak(workbench);
}

/** Turns speaker mode on and off; while it is on, brings the settings back. */
export function SpeakerButton({ workbench }: { workbench: Workbench }) {
  if (!canSpeak(workbench)) return null;
  return (
    <>
      {speaker.value && (
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
