import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import { partsInBase64 } from "../src/rooms/project/base64";
import { ago, PROJECT as WORDS } from "../src/rooms/project/words";
import type { ProjectView } from "../src/wire/project";
import { frame, POINTS, STATE, VIEW, viewFrame } from "./frames";
import { all, eachOnFreshPage, find, transport, workbench } from "./page";

const PROJECT: ProjectView = {
  name: "Mail",
  note: "",
  notes: { "3": "the line helps" },
  can_take_back: false,
  kept: true,
  kept_at: Date.now() / 1000,
  place: "/home/me/mail.steer",
  notice: "",
};

let revision = 7;

async function show(project: Partial<ProjectView> = {}, more: object = {}) {
  const view = { ...VIEW, project: { ...PROJECT, ...project } };
  await act(() => transport.arrive(viewFrame({ revision, reply_to: 1, view, ...more }, POINTS)));
}

async function write(testid: string, text: string) {
  await act(() => {
    const field = find(testid) as HTMLInputElement;
    field.focus();
    field.value = text;
    field.blur();
  });
}

eachOnFreshPage();
beforeEach(() => {
  revision = 7;
});

describe("the project in the top bar", () => {
  it("has its name and says that it is kept", async () => {
    await show();
    expect(find("project")!.textContent).toContain("Mail");
    expect(find("project-kept")!.textContent).toBe("Saved just now");
    await show({ kept: false, kept_at: null, place: "" });
    expect(find("project-kept")!.textContent).toBe(WORDS.notSaved);
  });

  it("writes names and notes when their field is left, and only when they changed", async () => {
    await show();
    await act(() => find("project")!.click());
    expect(transport.last).toMatchObject({ action: "list-projects" });
    await write("project-name", " Letters ");
    expect(transport.last).toMatchObject({ action: "name-project", name: "Letters" });
    await write("project-note", "What this is about");
    expect(transport.last).toMatchObject({ action: "write-note", step: null });
    await write("step-note", "");
    expect(transport.last).toMatchObject({ action: "write-note", step: null });
    await write("step-note", "better");
    expect(transport.last).toMatchObject({ action: "write-note", text: "better", step: 0 });
  });

  it("is ready for the first key as soon as it is drawn", async () => {
    await show();
    find("project")!.click();
    await Promise.resolve();
    const field = find("project-name") as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    field.value = "Letters";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await act(() => {}); // whatever waited for the next frame
    expect(field.value).toBe("Letters");
  });

  it("keeps what is being typed when something else arrives", async () => {
    await show();
    await act(() => find("project")!.click());
    const field = find("project-note") as HTMLTextAreaElement;
    await act(() => {
      field.focus();
      field.value = "half a sen";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    revision += 1;
    await show({ can_take_back: true });
    expect(field.value).toBe("half a sen");
    await act(() => field.blur());
    expect(transport.last).toMatchObject({ action: "write-note", text: "half a sen" });
    revision += 1;
    await show({ note: "half a sen" });
    revision += 1;
    await show({ note: "" });
    expect(field.value).toBe("");
  });

  it("lists the other projects, and says why one cannot be opened", async () => {
    await show();
    await act(() => find("project")!.click());
    const listed = { data: "wine", entries: 3, kept_at: 0, here: false, fault: "" };
    const projects = [
      { ...listed, path: "/a.steer", name: "A" },
      { ...listed, path: "/b.steer", name: "B", fault: "b.steer is damaged" },
      { ...listed, path: "/home/me/mail.steer", name: "Mail", here: true },
    ];
    await act(() => transport.arrive(frame({ kind: "projects", reply_to: 2, projects })));
    const buttons = all("project-other") as HTMLButtonElement[];
    expect(buttons.map((button) => button.disabled)).toEqual([false, true]);
    expect(buttons[1]!.textContent).toContain("damaged");
    await act(() => buttons[0]!.click());
    expect(transport.last).toMatchObject({ action: "open-project", path: "/a.steer" });
    expect(find("project-panel")).toBeNull();
  });

  it("starts a new project on the data that is open, or on other data to be chosen next", async () => {
    await show();
    await act(() => find("project")!.click());
    await act(() => find("project-new")!.click());
    expect(document.activeElement).toBe(find("project-new-name"));
    await act(() => find("project-start")!.click());
    expect(transport.last).toMatchObject({ action: "new-project", name: "", with_data: true });
    revision += 1;
    await show({ place: "/home/me/mail-2.steer" });
    expect(workbench.room.value).toBe("plane");
    await act(() => find("project")!.click());
    await act(() => find("project-new")!.click());
    await act(() => find("project-other-data")!.click());
    await act(() => find("project-start")!.click());
    expect(transport.last).toMatchObject({ action: "new-project", with_data: false });
    revision += 1;
    await show({ name: "Fresh", place: "/home/me/fresh.steer" });
    expect(workbench.room.value).toBe("data");
    expect(workbench.notice.value).toBe(WORDS.opened("Fresh"));
  });

  it("asks where a data file is that a project looks for", async () => {
    await show();
    const needs = { file: "mail.csv", project: "/p/mail.steer" };
    const error = {
      code: "file-missing",
      what: "mail.csv is not there any more",
      todo: "say where it is now",
      needs,
    };
    await act(() => transport.arrive(frame({ kind: "error", error })));
    const path = find("missing-path") as HTMLInputElement;
    await act(() => {
      path.value = "/new/mail.csv";
      path.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await act(() => find("missing-open")!.click());
    const asked = { action: "open-project", path: "/p/mail.steer", file: "/new/mail.csv" };
    expect(transport.last).toMatchObject(asked);
  });

  it("says how it was opened until that has been read", async () => {
    await show({ notice: "mail.csv was found in /home/me." });
    expect(find("banner-project")!.textContent).toContain("was found in");
    await act(() => find("close-notice")!.click());
    expect(find("banner-project")).toBeNull();
    revision += 1;
    await show({ notice: "Not everything came out as it was." });
    expect(find("banner-project")).not.toBeNull();
  });

  it("trusts a server that keeps a project after it was away", async () => {
    await show();
    await act(() => transport.lose());
    await act(() => transport.open());
    revision = 3;
    await show({}, { state: { ...STATE, fold: 2 } });
    expect(transport.last).toMatchObject({ action: "open" });
  });
});

describe("words about projects", () => {
  it("says when it was", () => {
    expect(ago(1000, 1030)).toBe("just now");
    expect(ago(1000, 1300)).toBe("5 min ago");
    expect(ago(0, 3 * 24 * 3600)).toBe("on 1 Jan");
  });

  it("cuts bytes into parts that fit together again", () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 256);
    const parts = partsInBase64(bytes, 300);
    expect(parts).toHaveLength(4);
    const again = parts.flatMap((part) => [...atob(part)].map((letter) => letter.charCodeAt(0)));
    expect(again).toEqual([...bytes]);
    expect(partsInBase64(new Uint8Array())).toEqual([""]);
  });
});
