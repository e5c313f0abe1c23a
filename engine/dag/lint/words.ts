/** How often each word stands in a text. A word is what may be the name of a variable. */
export interface Words {
  readonly count: (name: string) => number;
}

/** The words of several texts, counted together. */
export function wordsOf(...texts: readonly string[]): Words {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/[A-Za-z0-9_]+/g)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return {
    // Parameters may be called `dry-run`: then each part is a word, and the rarest one tells.
    count: (name) => Math.min(...name.split('-').map((part) => counts.get(part) ?? 0)),
  };
}
