import { readdirSync, readFileSync } from 'node:fs';
import type { RunOfEngine } from './engine.ts';

/** The program of ours that carries out the step of a run. */
export function programOf({ dagRunId }: Pick<RunOfEngine, 'dagRunId'>): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      const isProgram = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('step-program');
      return isProgram && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dagRunId);
    } catch {
      return false; // It ended meanwhile.
    }
  });
  if (found === undefined) throw new Error('No program carries out the step.');
  return Number(found);
}

/** The launcher of a program. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
