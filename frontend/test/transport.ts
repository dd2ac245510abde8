import type { Status, Transport } from "../src/session/link";

type Sent = { id: number; action: string } & Record<string, unknown>;

/** A transport in memory: what was sent can be read, what arrives is up to the test. */
export class FakeTransport implements Transport {
  readonly sent: Sent[] = [];
  private receive: (message: ArrayBuffer) => void = () => {};
  private status: (status: Status) => void = () => {};

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  onMessage(receive: (message: ArrayBuffer) => void): void {
    this.receive = receive;
  }

  onStatus(receive: (status: Status) => void): void {
    this.status = receive;
  }

  close(): void {}

  open(): void {
    this.status("open");
  }

  lose(): void {
    this.status("lost");
  }

  arrive(message: ArrayBuffer): void {
    this.receive(message);
  }

  actions(name: string): Sent[] {
    return this.sent.filter((sent) => sent.action === name);
  }

  get last(): Sent {
    return this.sent.at(-1)!;
  }
}
