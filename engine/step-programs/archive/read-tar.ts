import { Parser, type ReadEntry } from 'tar';
import { openFile } from '../../lib/regular-file.ts';
import type { RawEntry, TakeEntry } from './entry.ts';

/** Reads a tar archive, compressed or not, from its beginning to its end. @throws Error where it is damaged. */
export async function readTar(file: string, take: TakeEntry): Promise<void> {
  const source = (await openFile(file, 'follow')).createReadStream();
  try {
    await new Promise<void>((resolve, reject) => {
      const takings: Promise<void>[] = [];
      const parser = new Parser({
        strict: true,
        brotli: false,
        // What all may grow to is bounded where it is read.
        maxDecompressionRatio: Number.POSITIVE_INFINITY,
        onReadEntry: (entry) => {
          const taking = take(rawEntry(entry), entry);
          takings.push(taking);
          taking.catch(reject);
        },
      });
      parser.on('error', reject);
      parser.on('end', () => void Promise.all(takings).then(() => resolve(), reject));
      source.on('error', reject);
      source.pipe(parser);
    });
  } finally {
    source.destroy();
  }
}

function rawEntry({ path, type, size, mode = 0, mtime, linkpath = '' }: ReadEntry): RawEntry {
  return {
    path,
    kind: kindOf(type),
    size,
    mode,
    modifiedAt: mtime ?? new Date(0),
    target: linkpath,
  };
}

function kindOf(type: ReadEntry['type']): RawEntry['kind'] {
  switch (type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile':
      return 'file';
    case 'Directory':
    case 'GNUDumpDir':
      return 'folder';
    case 'SymbolicLink':
      return 'link';
    case 'Link':
      return 'hard link';
    default:
      return 'other';
  }
}
