import type { YAMLMap } from 'yaml';

/** What is said of a step, or of the whole definition where `at` is null, while its text is written anew. */
export interface Note {
  readonly at: YAMLMap | null;
  readonly message: string;
  /** Whether it keeps the definition from being taken. */
  readonly isProblem: boolean;
}

/** What came of a part of the work. */
export interface Written {
  readonly hasChanged: boolean;
  readonly notes: readonly Note[];
}

export const UNCHANGED: Written = { hasChanged: false, notes: [] };

export const remarkAt = (at: YAMLMap | null, message: string): Note => ({
  ...{ at, message, isProblem: false },
});

export const problemAt = (at: YAMLMap | null, message: string): Note => ({
  ...{ at, message, isProblem: true },
});
