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
    const gates = ['first', 'second'].map((name) => join(scratch, `${dagRunId}-${name}`));
    await execa('mkfifo', gates);
    await api.post('/dag-runs', { name: NAME, spec: held(gates), dagRunId });
    await goTo(`/runs/${NAME}/${dagRunId}`);
    await paintedAfter(page, '.graph-node');
    await delay(SETTLE_MS);
    const costs = [];
    for (const gate of gates) {
      const burst = async () => {
        await (await open(gate, 'w')).close();
        await delay(BURST_MS);
      };
      costs.push(await scriptingDuring(page, burst));
    }
    await api.post(`/dag-runs/${NAME}/${dagRunId}/stop`, {});
    await api.waitForRun(NAME, dagRunId);
    // The first ones pay for code that has not been compiled yet.
    return { 'window.graph.statuses': costs.at(-1) ?? NaN };
  },
};

/**
 * Steps that end when a pipe is opened, and layers of others behind one that does not end. Steps that look for a file again
 * and again would take the processors that are measured.
 */
function held(gates: readonly string[]): string {
  const ending = gates.length * CHANGES;
  const steps = Array.from({ length: STEPS }, (_, index) => {
    if (index < ending) return step(index, `": < ${gates[index % gates.length]}"`, []);
    if (index === ending) return step(index, 'sleep 600', []);
    return step(index, '"true"', [index < ending + WIDTH ? ending : index - WIDTH]);
  });
  return `type: graph\nmax_active_steps: ${ending + 1}\nsteps:\n${steps.join('')}`;
}

function step(index: number, command: string, depends: readonly number[]): string {
  const words = depends.map((before) => `    depends: s${before}\n`).join('');
  return `  - name: s${index}\n    command: ${command}\n${words}`;
}
