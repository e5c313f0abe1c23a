import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EACH_MS = 20;
const TIMEOUT_MS = 60_000;
/** From a step's last word to the end of its process. */
const LAST_STEPS_MS = 300;

/** Steps that have begun and wait without a cost, every second one for an earlier word than the others. */
export interface WaitingSteps {
  readonly spec: string;
  /** Resolves when the processes of all steps have begun. */
  readonly begun: () => Promise<void>;
  /** Ends every second step, the first one among them; resolves when their processes are gone. */
  readonly endEarly: () => Promise<void>;
  /** Ends those that are left. */
  readonly endAll: () => void;
  /** Lets go of what they wait for. Called when all have ended. */
  readonly close: () => void;
}

/** Whether the step at this place ends early. */
export const isEarly = (place: number): boolean => place % 2 === 0;

/** `folder`: an existing one, for their files alone. */
export function waitingSteps(
  folder: string,
  count: number,
  key: (name: string) => string,
): WaitingSteps {
  const file = (name: string) => join(folder, name);
  const pipes = ['early', 'late'].map(file);
  execFileSync('mkfifo', pipes);
  for (const name of ['begun', 'ended']) writeFileSync(file(name), '');
  // A shell that opens a pipe waits until somebody writes to it, and an open writer holds nobody up.
  const step = (_: unknown, place: number) => {
    const pipe = file(isEarly(place) ? 'early' : 'late');
    const command = `echo >> ${file('begun')}; : < ${pipe}; echo >> ${file('ended')}`;
    return `  - name: s${place}\n    command: "${command}"\n`;
  };
  const steps = Array.from({ length: count }, step);
  const early = steps.filter((_, place) => isEarly(place)).length;
  const open: number[] = [];
  const end = (name: string) => open.push(openSync(file(name), 'r+'));

  return {
    spec: `type: graph\n${key('max_active_steps')}: ${count}\nsteps:\n${steps.join('')}`,
    begun: () => untilLong(file('begun'), count),
    endEarly: async () => {
      end('early');
      await untilLong(file('ended'), early);
      await delay(LAST_STEPS_MS);
    },
    endAll: () => {
      end('early');
      end('late');
    },
    close: () => {
      for (const descriptor of open.splice(0)) closeSync(descriptor);
    },
  };
}

/** Waits until so many steps have left an empty line in a file. */
async function untilLong(file: string, lines: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (readFileSync(file).length < lines) {
    if (performance.now() > deadline) throw new Error(`${file} has fewer than ${lines} lines.`);
    await delay(LOOK_EACH_MS);
  }
}
