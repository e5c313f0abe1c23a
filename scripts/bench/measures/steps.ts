import type { Measure } from '../measure.ts';
import { cpuMs } from '../process-cost.ts';
import type { RunningServer } from '../servers/server.ts';
import { idleSteps, SUCCEEDED } from './specs.ts';

/** Bounds of a step, however large the engine is that starts it. */
export const chainBound = {
  budget: 4,
  reason:
    'a shell that stays starts sh around bash in 2.4 ms; the rest is for the records of a step',
} as const;
export const fanBound = {
  budget: 2.5,
  reason: 'a shell that stays needs 2.4 ms for a start, and the rest of a step passes meanwhile',
} as const;

/** Steps that do nothing, one after another. */
export const chain: Measure = {
  name: 'chain',
  figures: [
    {
      key: 'chain.step',
      title: 'chain of 300: a step',
      unit: 'ms',
      better: 'lower',
      ...chainBound,
      peerThen: 13.4,
    },
    {
      key: 'chain.cpu',
      title: 'chain of 300: processor a step',
      unit: 'ms',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
  ],

  async take(server) {
    const { step, cpu } = await costOfChain(server, 'bench-chain', 300);
    return { 'chain.step': step, 'chain.cpu': cpu };
  },
};

/** Steps that do nothing, eight at a time. */
export const fan: Measure = {
  name: 'fan',
  figures: [
    {
      key: 'fan.step',
      title: 'fan of 400 by 8: a step',
      unit: 'ms',
      better: 'lower',
      ...fanBound,
      peerThen: 13.3,
    },
    {
      key: 'fan.cpu',
      title: 'fan of 400 by 8: processor a step',
      unit: 'ms',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
  ],

  async take(server) {
    const { step, cpu } = await costOfFan(server, 'bench-fan', 400);
    return { 'fan.step': step, 'fan.cpu': cpu };
  },
};

export function costOfChain(server: RunningServer, name: string, count: number) {
  return costOfSteps(server, { name, count, head: '' });
}

export function costOfFan(server: RunningServer, name: string, count: number) {
  const head = `type: graph\n${server.key('max_active_steps')}: 8\n`;
  return costOfSteps(server, { name, count, head });
}

export interface Steps {
  readonly name: string;
  readonly count: number;
  readonly head: string;
  /** In place of the idle steps. */
  readonly spec?: string;
}

/** Milliseconds that a step takes on average, and of the processor, by a run of `count` idle steps or of `spec`. */
export async function costOfSteps(
  { api, pid }: RunningServer,
  { name, count, head, spec = head + idleSteps(count) }: Steps,
) {
  const cpuBefore = cpuMs(pid);
  const begun = performance.now();
  const run = await api.waitForRun(name, await api.runInline(name, spec));
  const took = performance.now() - begun;
  if (run.status !== SUCCEEDED) throw new Error(`The run ended with status ${run.status}.`);
  return { step: took / count, cpu: (cpuMs(pid) - cpuBefore) / count };
}
