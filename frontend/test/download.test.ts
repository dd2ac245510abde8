import { afterEach, describe, expect, it, vi } from "vitest";
import { Store } from "../src/session/store";
import { csvText } from "../src/ui/download";
import { frame } from "./frames";
import { FakeTransport } from "./transport";

afterEach(() => vi.restoreAllMocks());

describe("downloads", () => {
  it("quotes what a spreadsheet would misread", () => {
    expect(csvText([["a,b", 'say "x"', 3]])).toBe('"a,b","say ""x""",3\r\n');
  });

  it("gives the person a file that arrives, whichever room asked for it", async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const offered = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    const transport = new FakeTransport();
    const store = new Store(transport);
    transport.open();
    transport.arrive(
      frame({ kind: "file", name: "my labels.csv" }, { bytes: new Uint8Array([104, 105]) }),
    );
    expect(names).toEqual(["my-labels.csv"]);
    expect(await (offered.mock.calls[0]![0] as Blob).text()).toBe("hi");
    expect(store.progress.value).toBeNull();
  });
});
