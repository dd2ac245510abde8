import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClassBar, following, TeacherScreen } from "../src/class/bar";
import { type ClassInfo, ClassLink, classLink } from "../src/class/link";
import { wayTo } from "../src/class/screen";
import { shortAddress, TeacherPage } from "../src/class/teacher-page";
import { keepUiApart, savedScreen, savedUi, writeScreen, writeUi } from "../src/session/room-store";

const TEACHER: ClassInfo = {
  role: "teacher",
  name: "owner",
  open: true,
  sharing: false,
  screen: null,
  code: "ABC234",
  link: "https://class.example.org",
  limit: 40,
  people: [
    { number: 1, name: "Ann", windows: 1 },
    { number: 2, name: "Bob", windows: 0 },
  ],
  following: 0,
};

/** A socket whose other end is the test. */
class FakeSocket {
  static OPEN = 1;
  static last: FakeSocket;
  readyState = 1;
  sent: string[] = [];
  onopen = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose = () => {};
  constructor(readonly url: string) {
    FakeSocket.last = this;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
}

let host: HTMLElement;
const find = (testid: string) => host.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
const tell = (info: ClassInfo) =>
  act(() => FakeSocket.last.onmessage({ data: JSON.stringify(info) }));
const orders = () => FakeSocket.last.sent.map((text) => JSON.parse(text));

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  sessionStorage.clear();
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  render(null, host);
  host.remove();
  classLink.value?.close();
  classLink.value = null;
  following.value = false;
  keepUiApart("x");
  vi.unstubAllGlobals();
});

describe("the teacher's page", () => {
  it("shows how to join and who is in, and ends the class only when asked twice", async () => {
    const link = new ClassLink("wss://class.example.org/class/news");
    await act(() => render(<TeacherPage link={link} />, host));
    await tell(TEACHER);
    expect(find("join-code")!.textContent).toBe("ABC234");
    expect(find("join-address")!.textContent).toBe(shortAddress(TEACHER.link!));
    expect(host.querySelectorAll("[data-testid=student]")).toHaveLength(2);
    await act(() => find("share-screen")!.click());
    await act(() => find("end-class")!.click());
    expect(orders()).toEqual([{ share: true }]);
    await act(() => find("end-class-yes")!.click());
    await tell({ ...TEACHER, open: false, people: [] });
    await act(() => find("reopen-class")!.click());
    expect(orders().slice(1)).toEqual([{ open: false }, { open: true }]);
  });
});

describe("the bar of the class", () => {
  const Both = () => (
    <>
      <ClassBar />
      <TeacherScreen />
    </>
  );

  it("is not there for a workbench of one person", async () => {
    await act(() => render(<Both />, host));
    expect(host.innerHTML).toBe("");
  });

  it("lets a student follow while the teacher shows a screen, and go back", async () => {
    classLink.value = new ClassLink("wss://x/class/news");
    await act(() => render(<Both />, host));
    const student = { ...TEACHER, role: "student" as const };
    await tell(student);
    expect(find("follow-teacher")).toBeNull();
    await tell({ ...student, sharing: true, screen: { room: '"plane"' } });
    await act(() => find("follow-teacher")!.click());
    expect(find("teacher-screen")!.querySelector("iframe")!.getAttribute("src")).toBe("./follow");
    await act(() => find("own-work")!.click());
    expect(find("teacher-screen")).toBeNull();
  });
});

describe("the screen that is followed", () => {
  it("carries what is open, without what is private", () => {
    keepUiApart("a");
    writeUi("room", "plane");
    writeUi("project", "/home/ann/secret.steer");
    expect(savedScreen()).toEqual({ room: '"plane"' });
  });

  it("never mixes with what is open on the student's own page", () => {
    keepUiApart("own");
    writeUi("room", "lab");
    keepUiApart("follow");
    writeScreen({ room: '"plane"' });
    expect(savedUi("room")).toBe("plane");
    keepUiApart("own");
    expect(savedUi("room")).toBe("lab");
  });

  it("opens the page anew only for what no step leads to", () => {
    expect(wayTo(null, { room: "1" })).toBe("anew");
    expect(wayTo({ room: "1" }, { room: "1" })).toBe("same");
    expect(wayTo({ room: "1" }, { room: "2", lesson: "3" })).toBe("step");
    expect(wayTo({ room: "1" }, { room: "1", matrix: "2" })).toBe("anew");
  });
});
