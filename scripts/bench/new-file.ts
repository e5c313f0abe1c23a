import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './measure.ts';

const TIMES = 20;
/** Where it takes less, a step, which makes three files, does not show it. */
const SLOW_MS = 0.1;

/** Milliseconds that the disk of the homes takes to make an empty file. */
export function newFileMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'dagwright-bench-file-'));
  try {
    const took = Array.from({ length: TIMES }, (_, index) => {
      const begun = performance.now();
      closeSync(openSync(join(folder, String(index)), 'wx'));
      return performance.now() - begun;
    });
    return median(took);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What to do where that is slow enough to be in every figure; null where it is not. */
export function slowDiskNote(fileMs: number): string | null {
  if (fileMs < SLOW_MS) return null;
  return [
    `Files are made slowly here, ${fileMs.toFixed(2)} ms each, so what starts steps or stores files looks slower than it is.`,
    'A disk of ext4 without a journal does so for minutes after many files were removed: wait, or name another one by TMPDIR.',
  ].join('\n');
}
