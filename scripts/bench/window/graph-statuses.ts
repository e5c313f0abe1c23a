import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { STEPS } from './large-graph.ts';
import { paintedAfter, scriptingDuring } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const NAME = 'bench-statuses';
const CHANGES = 50;
const WIDTH = 25;
const SETTLE_MS = 2_000;
const BURST_MS = 400;
let runs = 0;

/** A run with a large graph of which 50 steps end at about the same time: what that costs the graph and all else on the page. */
export const graphStatuses: WindowRow = {
  name: 'graph-statuses',
  figures: [
    {
      key: 'window.graph.statuses',
      title: `${CHANGES} statuses in a run of ${STEPS} steps, script`,
      unit: 'ms',
      better: 'lower',
      budget: 8,
      reason: 'half a frame, so that steps that end at once are never felt',
    },
  ],

  async sample({ page, server: { api, scratch }, goTo }) {
    const dagRunId = `${NAME}-${runs++}`;
    const gate = join(scratch, dagRunId);
    await execa('mkfifo', [gate]);
    await api.post('/dag-runs', { name: NAME, spec: held(gate), dagRunId });
    await goTo(`/runs/${NAME}/${dagRunId}`);
    await paintedAfter(page, '.graph-node');
    await delay(SETTLE_MS);
    const cost = await scriptingDuring(page, async () => {
      await (await open(gate, 'w')).close();
      await delay(BURST_MS);
    });
    await api.post(`/dag-runs/${NAME}/${dagRunId}/stop`, {});
    await api.waitForRun(NAME, dagRunId);
    return { 'window.graph.statuses': cost };
  },
};

/**
 * Steps that end when a pipe is opened, and layers of others behind one that does not end. Steps that look for a file again
 * and again would take the processors that are measured.
 */
function held(gate: string): string {
  const steps = Array.from({ length: STEPS }, (_, index) => {
    if (index < CHANGES) return step(index, `": < ${gate}"`, []);
    if (index === CHANGES) return step(index, 'sleep 600', []);
    return step(index, '"true"', [index < CHANGES + WIDTH ? CHANGES : index - WIDTH]);
  });
  return `type: graph\nmax_active_steps: 100\nsteps:\n${steps.join('')}`;
}

function step(index: number, command: string, depends: readonly number[]): string {
  const words = depends.map((before) => `    depends: s${before}\n`).join('');
  return `  - name: s${index}\n    command: ${command}\n${words}`;
}
