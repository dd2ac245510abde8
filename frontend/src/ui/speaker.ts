import { signal } from "@preact/signals";

const KEPT_AS = "steersman-speaker";

/** Speaker mode, for a projector: large type; lessons and the Lab also hide their settings. */
export const speaker = signal(storedChoice());
/** Whether the settings are visible all the same. */
export const speakerSettings = signal(false);

export function toggleSpeaker(): void {
  speaker.value = !speaker.value;
  speakerSettings.value = false;
  try {
    localStorage.setItem(KEPT_AS, String(speaker.value));
  } catch {
    // private windows keep nothing; the choice holds until the page closes
  }
}

function storedChoice(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) === "true";
  } catch {
    return false;
  }
}
