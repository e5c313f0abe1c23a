import { once } from 'node:events';
import { existsSync, rmSync, watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readText } from '../../lib/regular-file.ts';
import { replaceText } from '../../lib/write-file.ts';
import { answerFile, callFile, type DagAnswer, type DagCall } from '../dag-calls.ts';

/** Between two looks at a folder whose changes nobody tells. */
const LOOK_MS = 1000;

/** Asks for one run and waits for its end, however long that takes. `item` counts the calls of this program from 0. */
export async function callDag(folder: string, item: number, call: DagCall): Promise<DagAnswer> {
  const answer = answerFile(folder, item);
  replaceText(callFile(folder, item), JSON.stringify(call));
  await untilThere(answer, folder);
  const text = readText(answer, { links: 'refuse' });
  rmSync(answer, { force: true });
  // Written by the engine, from the same version or a newer one.
  return JSON.parse(text) as DagAnswer;
}

async function untilThere(file: string, folder: string): Promise<void> {
  const changes = changesOf(folder);
  try {
    while (!existsSync(file)) await changes.next();
  } finally {
    changes.end();
  }
}

interface Changes {
  readonly next: () => Promise<unknown>;
  readonly end: () => void;
}

function changesOf(folder: string): Changes {
  try {
    const watcher = watch(folder);
    return { next: () => once(watcher, 'change'), end: () => watcher.close() };
  } catch {
    // The system has no room for another watch.
    return { next: () => pause(LOOK_MS), end: () => undefined };
  }
}
