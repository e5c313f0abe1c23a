const PREFIX = 'dagwright.';

/** Reads a small choice that this window's owner made before, such as a width. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    // A browser may forbid storage; then nothing is remembered, and nothing else changes.
    return undefined;
  }
}

/** Remembers a small choice for the next time, where the browser allows it. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // See above.
  }
}
