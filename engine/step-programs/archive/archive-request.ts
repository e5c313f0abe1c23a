/** What an `archive` step does, with all values filled in. Paths are relative to the step's working directory. */
export interface ArchiveRequest {
  readonly operation: ArchiveOperation;
  readonly source: string;
  /** Empty for `list`. */
  readonly destination: string;
  /** Patterns of paths within the archive or below the source; none: everything. */
  readonly include: readonly string[];
  /** Whether the content is read and compared too, where only names would be. */
  readonly verifies: boolean;
  /** What all content together may hold, in bytes. */
  readonly maxBytes: number;
}

export const archiveOperations = ['extract', 'create', 'list'] as const;
export type ArchiveOperation = (typeof archiveOperations)[number];

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz' | 'tar.zst';

const endings: readonly (readonly [RegExp, ArchiveFormat])[] = [
  [/\.zip$/i, 'zip'],
  [/\.tar$/i, 'tar'],
  [/\.(?:tar\.gz|tgz)$/i, 'tar.gz'],
  [/\.(?:tar\.zst|tzst)$/i, 'tar.zst'],
];

/** The format that the name of a new archive asks for; null for a name that asks for none. */
export function formatOf(name: string): ArchiveFormat | null {
  return endings.find(([ending]) => ending.test(name))?.[1] ?? null;
}
