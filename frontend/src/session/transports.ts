import type { Status, Transport } from "./link";

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;

/** A WebSocket that comes back by itself when the connection is lost. */
export function webSocketTransport(url: string): Transport {
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
    socket.onclose = () => {
      if (closed) return;
      status("lost");
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

/** The part of an anywidget model that carries custom messages. */
export interface WidgetModel {
  send(content: unknown): void;
  on(event: "msg:custom", callback: WidgetMessage): void;
  off(event: "msg:custom", callback: WidgetMessage): void;
}
type WidgetMessage = (content: unknown, buffers: (ArrayBuffer | ArrayBufferView)[]) => void;

/** A notebook's custom messages: the action is the content, a frame comes in the first buffer. */
export function widgetTransport(model: WidgetModel): Transport {
  let receive: (message: ArrayBuffer | ArrayBufferView) => void = () => {};
  const onCustom: WidgetMessage = (_content, buffers) => {
    const first = buffers[0];
    if (first) receive(first);
  };
  model.on("msg:custom", onCustom);
  return {
    send: (text) => model.send(JSON.parse(text)),
    onMessage: (callback) => {
      receive = callback;
    },
    onStatus: (callback) => queueMicrotask(() => callback("open")),
    close: () => model.off("msg:custom", onCustom),
  };
}
