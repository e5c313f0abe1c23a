import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { endOf, type RunOfEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';

/** Programs for steps; each leaves its number in a file when it is up, and none outlives the test. */
export function programs() {
  const folder = temporaryFolder('left');
  const names: string[] = [];
  const isUp = (name: string): boolean =>
    existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8').endsWith('\n');
  const pidOf = (name: string): number => Number(readFileSync(join(folder, name), 'utf8'));
  const named = (name: string, rest: string): string => {
    names.push(name);
    writeFileSync(join(folder, `${name}.sh`), `echo $$ > ${folder}/${name}\n${rest}\n`);
    return `sh ${folder}/${name}.sh`;
  };
  onTestFinished(() => {
    for (const pid of names.filter(isUp).map(pidOf).filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  return {
    sleeper: (name: string) => named(name, 'exec sleep 300'),
    /** Ends by SIGKILL alone. */
    stubborn: (name: string) => named(name, "trap '' TERM; while :; do sleep 0.2; done"),
    /** Does something when it is told to end, and ends only then if that says so. */
    told: (name: string, words: string) =>
      named(name, `trap '${words}' TERM; while :; do sleep 0.05; done`),
    /** Shell text that waits for some of them. */
    until: (...waited: readonly string[]) =>
      waited.map((name) => `until [ -s ${folder}/${name} ]; do sleep 0.02; done`).join('; '),
    pidOf,
    isUp,
    folder,
  };
}

/** Starts a program without the cookie. */
export const forget = 'env -u DAG_STEP_COOKIE';

/** A DAG of one step. */
export function oneStep(script: readonly string[], fields = ''): string {
  const body = script.map((line) => `      ${line}\n`).join('');
  return `max_clean_up_time_sec: 1\n${fields}\nsteps:\n  - name: main\n    command: |\n${body}`;
}

/** Stops a run, and waits for its end. */
export async function stop(started: RunOfEngine) {
  const { engine, name, dagRunId } = started;
  await engine.client.call('runs.stop', { name, dagRunId });
  return endOf(started);
}
