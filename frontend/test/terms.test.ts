import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { nameOf, wordsFor } from "../src/app/help-words";
import { HELP_PAGES } from "../src/app/words";
import { ROOMS } from "../src/rooms";
import { pageOf, TERMS, type TermName } from "../src/ui/terms";

const DOCS = resolve(__dirname, "../../docs");

/** The headings of a document as the server names them in an address. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading!.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-"),
  );
}

describe("terms of art", () => {
  it("each link to a part of a document that is there", () => {
    const lost = Object.keys(TERMS).filter((name) => {
      const [file, anchor] = pageOf(name).split("#");
      const path = resolve(DOCS, file!);
      if (!existsSync(path)) return true;
      return anchor !== undefined && !anchors(readFileSync(path, "utf-8")).includes(anchor);
    });
    expect(lost).toEqual([]);
  });
});

describe("the help", () => {
  it("links to pages of the documentation that are there", () => {
    const lost = HELP_PAGES.filter(({ page }) => !existsSync(resolve(DOCS, page)));
    expect(lost).toEqual([]);
  });

  it("names every word as people write it", () => {
    const terms = Object.keys(TERMS) as TermName[];
    const names = terms.map(nameOf);
    expect(terms.filter((term) => /[A-Z]/.test(term) && nameOf(term) === term)).toEqual([]);
    expect(names).toContain("word weight");
    expect(new Set(names).size).toBe(names.length);
  });

  it("has the words of the room first and leaves none out", () => {
    const all = new Set(ROOMS.flatMap(({ terms }) => terms ?? []));
    expect(all.size).toBeGreaterThan(20);
    for (const { name, terms } of ROOMS) {
      const { here, elsewhere } = wordsFor(name);
      expect(here).toEqual(terms ?? []);
      expect(new Set([...here, ...elsewhere])).toEqual(all);
      expect(here.filter((word) => elsewhere.includes(word))).toEqual([]);
    }
  });
});
