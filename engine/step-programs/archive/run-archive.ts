import { print } from '../print.ts';
import type { Program } from '../task.ts';
import type { ArchiveRequest } from './archive-request.ts';
import { create } from './create.ts';
import type { CheckedEntry } from './archive-check.ts';
import { extract } from './extract.ts';
import { isIncluded } from './include.ts';
import { readArchive } from './read-archive.ts';

/** Carries out an `archive` step and prints what it did, as one JSON object. */
export const runArchive: Program<ArchiveRequest> = async (request, context) => {
  const since = performance.now();
  const { operation, source, destination } = request;
  const { bytes, files, ...rest } = await carryOut[operation](request, context);
  context.fact('files', files);
  context.fact('bytes', bytes);
  const report = {
    operation,
    source,
    ...(operation === 'list' ? {} : { destination }),
    ...rest,
    duration: `${Math.round(performance.now() - since)}ms`,
  };
  print(`${JSON.stringify(report, null, 2)}\n`);
};

/** What it handled, and what else its report has. */
interface Done {
  readonly files: number;
  readonly bytes: number;
  readonly [name: string]: unknown;
}

const carryOut: {
  readonly [Name in ArchiveRequest['operation']]: (
    ...given: Parameters<Program<ArchiveRequest>>
  ) => Promise<Done>;
} = {
  create: async (request, context) => {
    const { files, bytes, archiveBytes, notes } = await create(request, context);
    const counts = { filesAdded: files, bytesArchived: bytes, archiveSize: archiveBytes };
    return { files, bytes, ...counts, verified: request.verifies, notes };
  },
  extract: async (request, context) => {
    const { files, bytes, notes } = await extract(request, context);
    return { files, bytes, filesExtracted: files, bytesExtracted: bytes, verified: true, notes };
  },
  list: async ({ source, include, maxBytes }) => {
    const entries: CheckedEntry[] = [];
    const notes = await readArchive(source, maxBytes, async (entry) => {
      if (isIncluded(entry.path, include)) entries.push(entry);
    });
    const files = entries.filter(({ kind }) => kind !== 'folder').length;
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    const counts = { totalFiles: files, totalSize: bytes, verified: true };
    return { files, bytes, ...counts, notes, entries: entries.map(shown) };
  },
};

function shown({ path, kind, size, mode, modifiedAt, target }: CheckedEntry): object {
  return {
    path,
    type: kind,
    size,
    mode: mode.toString(8).padStart(4, '0'),
    modifiedAt: modifiedAt.toISOString(),
    ...(target === '' ? {} : { target }),
  };
}
