import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** A sentence about documents and words in the words of the data that is open. */
export type Say = (sentence: string) => string;

const ROW = /\b([Dd])ocument(s?)\b/g;
const TERM = /\b([Ww])ord(s?)\b/g;

/**
 * Says sentences as rows and what they hold are called. The page's sentences are written about
 * documents and words; of a table they are about rows and values.
 */
export function saying(row: string, term: string): Say {
  if (row === "document" && term === "word") return (sentence) => sentence;
  const like = (word: string) => (_: string, first: string, many: string) =>
    (first === first.toUpperCase() ? word[0]!.toUpperCase() + word.slice(1) : word) + many;
  return (sentence) => sentence.replace(ROW, like(row)).replace(TERM, like(term));
}

export const Naming = createContext<ReadonlySignal<Say>>(signal((sentence) => sentence));

/** How sentences are said here. */
export function useSay(): Say {
  return useContext(Naming).value;
}

/** What a row is called: a bare number says which of the rows it is. */
export function titleOf(id: string, say: Say): string {
  return /^\d+$/.test(id) ? say(`Document ${id}`) : id;
}
