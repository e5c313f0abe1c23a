import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '../../../scripts/samples/seeded-random.ts';
import { campaign } from '../../support/campaign.ts';
import { anEngine, endOf, startInline, type EndedRun } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { parentOf } from '../../support/processes.ts';

const KILLS = campaign('DAGWRIGHT_SPAWNER_KILLS', { short: 20, full: 200 });
const SEED = Number(process.env['DAGWRIGHT_KILL_SEED'] ?? 1);

/** The process that starts steps for the engine of this test; none while it has not been needed. */
function spawnerPid(): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => parentOf(pid) === process.pid && isSpawner(pid));
}

function isSpawner(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('\0dagwright-steps-of-');
  } catch {
    return false; // Gone: that is the answer.
  }
}

const stepNames = ['a', 'b', 'c', 'd'];

const specFor = (trace: string): string =>
  `type: graph\nsteps:\n${stepNames
    .map((name, at) => {
      const depends = at === 3 ? '[a, b, c]' : '[]';
      return `  - name: ${name}\n    depends: ${depends}\n    command: echo ${name} >> ${trace}\n`;
    })
    .join('')}`;

/** Kills the spawner at some moment of its life. Returns its pid: a killed one may be seen a little longer. */
async function killSpawner(random: SeededRandom, killed: number): Promise<number> {
  let pid = killed;
  await eventually(() => (pid = spawnerPid() ?? killed) !== killed, 'there is another spawner');
  await delay(random.between(0, 12));
  process.kill(pid, 'SIGKILL');
  return pid;
}

const rounds = Array.from({ length: Math.ceil(KILLS / 20) }, (_, round) => ({
  seed: SEED + round,
}));

it.each(rounds)(
  'begins every step exactly once although its spawner is killed 20 times, seed $seed',
  async ({ seed }) => {
    const engine = await anEngine();
    const random = seededRandom(seed);
    const folder = temporaryFolder('traces');
    const ends: Promise<EndedRun>[] = [];

    for (let kill = 0, killed = 0; kill < 20; kill += 1) {
      for (let count = random.between(1, 3); count > 0; count -= 1) {
        const started = await startInline(specFor(join(folder, `${ends.length}`)), { engine });
        ends.push(endOf(started));
      }
      killed = await killSpawner(random, killed);
    }

    for (const [at, { run }] of (await Promise.all(ends)).entries()) {
      expect(run.nodes.map(({ error }) => error)).toEqual(stepNames.map(() => ''));
      expect(run.statusLabel).toBe('succeeded');
      const trace = readFileSync(join(folder, `${at}`), 'utf8');
      expect(trace.split('\n').toSorted()).toEqual(['', ...stepNames]);
    }
  },
);
