import { readdirSync, readFileSync } from 'node:fs';
import type { RunOfEngine } from './engine.ts';

/** The program of ours that carries out the step of a run. */
export function programOf(run: Pick<RunOfEngine, 'dagRunId'>): number {
  const found = findProgramOf(run);
  if (found === null) throw new Error('No program carries out the step.');
  return found;
}

/** The same; null: there is none, or not yet. */
export function findProgramOf({ dagRunId }: Pick<RunOfEngine, 'dagRunId'>): number | null {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      const isProgram = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('step-program');
      return isProgram && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dagRunId);
    } catch {
      return false; // It ended meanwhile.
    }
  });
  return found === undefined ? null : Number(found);
}

/** The launcher of a program. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
