import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach } from "vitest";
import { App } from "../src/app/app";
import { Workbench } from "../src/session/workbench";
import { POINTS, STATE, VIEW, viewFrame } from "./frames";
import { FakeTransport } from "./transport";

/** The page of the test that runs, with a server in memory. */
export let transport: FakeTransport;
export let workbench: Workbench;
export let host: HTMLElement;
let revision = 1;

/** Before every test of the file a fresh page, or a part of it; after it, nothing is left. */
export function eachOnFreshPage(part: (workbench: Workbench) => ComponentChild = wholePage): void {
  beforeEach(async () => {
    sessionStorage.clear();
    transport = new FakeTransport();
    workbench = new Workbench(transport);
    workbench.room.value = "plane";
    host = document.createElement("div");
    document.body.append(host);
    await act(() => {
      render(part(workbench), host);
      transport.open();
    });
  });
  afterEach(() => {
    render(null, host);
    workbench.close();
    host.remove();
  });
}

/** The same, with the page opened and a room entered that the server has not answered about. */
export function eachInRoom(name: string): void {
  eachOnFreshPage();
  beforeEach(async () => {
    revision = 1;
    await act(() => transport.arrive(viewFrame({ revision, reply_to: 1, view: VIEW }, POINTS)));
    await openRoom(name);
  });
}

function wholePage(workbench: Workbench): ComponentChild {
  return <App workbench={workbench} />;
}

/** Enters a room, wherever it is on the rail. */
export const openRoom = (name: string) =>
  act(() => {
    workbench.room.value = name;
  });

/** A newer view, as the server would send it after a change. */
export async function arriveView(state: object, view: object, columns: object = {}) {
  revision += 1;
  const header = {
    revision,
    reply_to: 90,
    state: { ...STATE, ...state },
    view: { ...VIEW, ...view },
  };
  await act(() => transport.arrive(viewFrame(header, { ...POINTS, ...columns })));
}

export const find = (testid: string) =>
  host.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
export const all = (testid: string) => [
  ...host.querySelectorAll<HTMLElement>(`[data-testid="${testid}"]`),
];
export const text = (testid: string) => (find(testid)?.textContent ?? "").replaceAll("\u00a0", " ");
export const click = (testid: string) => act(() => find(testid)!.click());

export async function press(element: Element | Window, key: string, shiftKey = false) {
  await act(() => {
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }),
    );
  });
}

export async function type(testid: string, value: string) {
  await act(() => {
    const field = find(testid) as HTMLInputElement;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
