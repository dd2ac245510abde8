import { computed, type ReadonlySignal } from "@preact/signals";

type Picks<T, K extends keyof T> = { [P in K]-?: ReadonlySignal<T[P] | undefined> };

/** One signal for each key: a reader of one is not woken by changes of the others. */
export function picks<T extends object, K extends keyof T>(
  source: ReadonlySignal<T | null>,
  keys: readonly K[],
): Picks<T, K> {
  return Object.fromEntries(keys.map((key) => [key, computed(() => source.value?.[key])])) as Picks<
    T,
    K
  >;
}
