import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { SpeakerButton, stageClasses } from "../src/app/speaker-button";
import { speaker, speakerSettings } from "../src/ui/speaker";
import { eachOnFreshPage, find, workbench } from "./page";

eachOnFreshPage((workbench) => <SpeakerButton workbench={workbench} />);
afterEach(() => {
  speaker.value = false;
  localStorage.clear();
});

it("gives rooms for speakers the stage, and others larger letters", async () => {
  await act(() => {
    workbench.room.value = "lessons";
  });
  await act(() => find("speaker")!.click());
  expect(stageClasses(workbench)).toEqual(["speaker"]);
  expect(localStorage.getItem("steersman-speaker")).toBe("true");
  await act(() => {
    workbench.room.value = "matrix";
  });
  expect(find("speaker-settings")).toBeNull();
  expect(stageClasses(workbench)).toEqual(["large-type"]);
  await act(() => find("speaker")!.click());
  expect(stageClasses(workbench)).toEqual([]);
});

it("hides the settings again whenever it is turned on", async () => {
  await act(() => {
    workbench.room.value = "lab";
  });
  await act(() => find("speaker")!.click());
  expect(speakerSettings.value).toBe(false);
  await act(() => find("speaker-settings")!.click());
  expect(speakerSettings.value).toBe(true);
  await act(() => find("speaker")!.click());
  await act(() => find("speaker")!.click());
  expect(speakerSettings.value).toBe(false);
});
