import { signal } from "@preact/signals";

/** What is open on the teacher's page, as a reload of it would find it. */
export type Screen = Record<string, string>;

export interface Student {
  number: number;
  name: string;
  windows: number;
}

/** What a page knows of its class; the last five only the teacher's does. */
export interface ClassInfo {
  role: "teacher" | "student";
  name: string;
  open: boolean;
  sharing: boolean;
  screen: Screen | null;
  code?: string;
  link?: string;
  limit?: number;
  people?: Student[];
  following?: number;
}

type Order = { share: boolean } | { screen: Screen } | { open: boolean } | { remove: number };

const RETRY_MS = 2000;

/** The news of a class, and what the teacher asks of it; it comes back by itself. */
export class ClassLink {
  readonly info = signal<ClassInfo | null>(null);
  readonly lost = signal(false);
  private socket: WebSocket | null = null;
  private timer = 0;
  private closed = false;

  constructor(private readonly address: string) {
    this.connect();
  }

  send(order: Order): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(order));
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.lost.value = false;
    };
    this.socket.onmessage = (event) => {
      this.info.value = JSON.parse(event.data);
    };
    this.socket.onclose = () => {
      if (this.closed) return;
      this.lost.value = true;
      this.timer = window.setTimeout(() => this.connect(), RETRY_MS);
    };
  }
}

/** The class that this page is in; null for a workbench of one person. */
export const classLink = signal<ClassLink | null>(null);
