import type { Status, Transport } from "./link";

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;

/** Codes with which a server closes for good: the class is over, or there is no place. */
const FINAL = new Set([4410, 4503]);

/** A WebSocket that comes back by itself when the connection is lost; `onEnd` when it is over. */
export function webSocketTransport(url: string, onEnd: () => void = () => {}): Transport {
  let receive: (message: ArrayBuffer) => void = () => {};
  let status: (status: Status) => void = () => {};
  let socket: WebSocket | null = null;
  let retryMs = FIRST_RETRY_MS;
  let timer = 0;
  let closed = false;

  const connect = () => {
    socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      status("open");
    };
    socket.onmessage = (event) => {
      if (event.data instanceof ArrayBuffer) receive(event.data);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      status("lost");
      if (FINAL.has(code)) {
        onEnd();
        return;
      }
      timer = window.setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    };
  };
  queueMicrotask(connect);

  return {
    send: (text) => socket?.send(text),
    onMessage: (callback) => {
      receive = callback;
    },
    onStatus: (callback) => {
      status = callback;
    },
    close: () => {
      closed = true;
      window.clearTimeout(timer);
      socket?.close();
    },
  };
}

/** How long a kernel may take to say that it heard; one that runs a cell cannot. */
const HEARD_MS = 8000;

/** The part of an anywidget model that carries custom messages and shared attributes. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, callback: WidgetMessage): void;
  off(event: string, callback: WidgetMessage): void;
}
type WidgetMessage = (content: unknown, buffers: (ArrayBuffer | ArrayBufferView)[]) => void;

/**
 * A notebook's custom messages: the action is the content, a frame comes in the first buffer. The
 * kernel says at once that it heard. While it does not, it is busy or gone: the link is lost.
 */
export function widgetTransport(model: WidgetModel): Transport {
  let receive: (message: ArrayBuffer | ArrayBufferView) => void = () => {};
  let tell: (status: Status) => void = () => {};
  let lost = false;
  let timer = 0;
  const lose = () => {
    timer = 0;
    lost = true;
    tell("lost");
  };
  const ask = (content: unknown) => {
    timer ||= window.setTimeout(lose, HEARD_MS);
    try {
      model.send(content);
    } catch {
      // a saved notebook has no kernel to send to
      window.clearTimeout(timer);
      lose();
    }
  };
  const onCustom: WidgetMessage = (_content, buffers) => {
    window.clearTimeout(timer);
    timer = 0;
    if (lost) {
      lost = false;
      tell("open");
    }
    const first = buffers?.[0];
    if (first) receive(first);
  };
  // the notebook says so when its kernel restarts: is anybody there?
  const onConnection = () => ask({ kind: "ping" });
  model.on("msg:custom", onCustom);
  model.on("comm_live_update", onConnection);
  return {
    send: (text) => ask(JSON.parse(text)),
    onMessage: (callback) => {
      receive = callback;
    },
    onStatus: (callback) => {
      tell = callback;
      queueMicrotask(() => callback("open"));
    },
    close: () => {
      window.clearTimeout(timer);
      model.off("msg:custom", onCustom);
      model.off("comm_live_update", onConnection);
    },
  };
}
