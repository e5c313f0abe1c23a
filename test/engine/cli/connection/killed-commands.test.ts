import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEndpoint } from '../../../../engine/platform/endpoint-file.ts';
import { campaign } from '../../../support/campaign.ts';
import { eventually } from '../../../support/eventually.ts';
import { dagwright, homeWith } from '../dagwright.ts';

const ROUNDS = campaign('DAGWRIGHT_KILLED_COMMANDS', { short: 1, full: 30 });
const COMMANDS = 4;
const KILLS = 2;
const STEPS = ['0', '1', '2', '3'];

/** Each step leaves its name, so that one that is left out or done twice shows; the last one waits until all kills are done. */
function leaving(home: string, name: string): string {
  const leave = (step: string): string => `printf ${step} >> ${join(home, name)}; sleep 0.2`;
  const steps = STEPS.map((step) => `  - command: ${leave(step)}\n`).join('');
  return `steps:\n${steps}  - command: until [ -e ${join(home, 'go')} ]; do sleep 0.05; done\n`;
}

/** Kills the command whose engine serves the others. */
async function killServing(dataDir: string, killed: Set<number>): Promise<void> {
  let pid = 0;
  await eventually(async () => {
    pid = (await readEndpoint(dataDir))?.pid ?? 0;
    return pid !== 0 && !killed.has(pid);
  }, 'a command serves the others');
  killed.add(pid);
  process.kill(pid, 'SIGKILL');
}

describe('commands that share a home', () => {
  it(
    `end their own runs, each step once, whichever of them are killed, ${ROUNDS} times`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const home = homeWith();
        const names = [...Array(COMMANDS).keys()].map((number) => `d${number}`);
        const files = homeWith(
          Object.fromEntries(names.map((name) => [name, leaving(home, name)])),
        );
        const commands = names.map((name) =>
          dagwright(['start', join(files, 'dags', `${name}.yaml`)], { home }),
        );
        const killed = new Set<number>();
        for (let kill = 0; kill < KILLS; kill++) await killServing(join(home, 'data'), killed);
        writeFileSync(join(home, 'go'), '');

        const ends = await Promise.all(commands);

        for (const [index, { exitCode, stderr }] of ends.entries()) {
          const isKilled = exitCode === undefined;
          const file = join(home, `d${index}`);
          const left = existsSync(file) ? readFileSync(file, 'utf8') : '';
          // Nothing but a call in the moment of a kill may fail, and then it says so.
          if (exitCode === 1) expect(stderr).toContain('Check whether the request took effect');
          else expect(left).toBe(isKilled ? STEPS.slice(0, left.length).join('') : STEPS.join(''));
        }
        expect(ends.filter(({ exitCode }) => exitCode === undefined)).toHaveLength(KILLS);
      }
    },
    60_000 + ROUNDS * 20_000,
  );
});
