import { describe, expect, it } from 'vitest';
import { createLifecycles, type Lifecycle } from '../../../engine/lib/lifecycle.ts';
import { nextTurn } from '../../../engine/lib/next-turn.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';

/** Services that note what they are told, each in the way that is given beside. */
function noting(differences: Readonly<Record<string, Lifecycle>> = {}) {
  const told: string[] = [];
  const complaints: Complaint[] = [];
  const note = (service: string): Lifecycle => ({
    start: () => void told.push(`start ${service}`),
    serve: () => void told.push(`serve ${service}`),
    drain: () => void told.push(`drain ${service}`),
    stop: () => void told.push(`stop ${service}`),
    ...differences[service],
  });
  const services = { store: note('store'), runner: note('runner'), scheduler: note('scheduler') };
  return { told, complaints, lifecycles: createLifecycles(services, silentLogger(complaints)) };
}

const fail = (): never => {
  throw new Error('it broke');
};

describe('services', () => {
  it('start in their order, serve when all have started, and end in the reverse order', async () => {
    const { told, lifecycles } = noting();

    await lifecycles.start({ isService: true });
    await lifecycles.drain();
    await lifecycles.stop();

    const inOrder = ['store', 'runner', 'scheduler'];
    expect(told).toEqual([
      ...inOrder.map((service) => `start ${service}`),
      ...inOrder.map((service) => `serve ${service}`),
      ...inOrder.toReversed().map((service) => `drain ${service}`),
      ...inOrder.toReversed().map((service) => `stop ${service}`),
    ]);
  });

  it('do nothing by themselves in the engine of a single command', async () => {
    const { told, lifecycles } = noting();

    await lifecycles.start({ isService: false });

    expect(told).toEqual(['start store', 'start runner', 'start scheduler']);
  });

  it('wait for each other, starting and stopping', async () => {
    const slow = (label: string) => async (): Promise<void> => {
      await nextTurn();
      told.push(`${label} slowly`);
    };
    const { told, lifecycles } = noting({ runner: { start: slow('start'), stop: slow('stop') } });

    await lifecycles.start({ isService: false });
    await lifecycles.stop();

    expect(told).toEqual([
      'start store',
      'start slowly',
      'start scheduler',
      'stop scheduler',
      'stop slowly',
      'stop store',
    ]);
  });

  it('take on nothing more in the very turn in which they are drained', () => {
    const { told, lifecycles } = noting();

    void lifecycles.drain();

    expect(told).toEqual(['drain scheduler', 'drain runner', 'drain store']);
  });

  it.each([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error('it broke'))],
  ])('end although one of them %s, and the log says which', async (_, broken) => {
    const { told, complaints, lifecycles } = noting({ runner: { drain: broken, stop: broken } });

    await lifecycles.drain();
    await lifecycles.stop();

    expect(told).toEqual(['drain scheduler', 'drain store', 'stop scheduler', 'stop store']);
    expect(complaints).toMatchObject([
      { level: 'error', fields: { service: 'runner', how: 'drain' } },
      { level: 'error', fields: { service: 'runner', how: 'stop' } },
    ]);
  });

  it.each(['start', 'serve'] as const)('are all stopped when one fails to %s', async (how) => {
    const { told, lifecycles } = noting({ runner: { [how]: fail } });

    await expect(lifecycles.start({ isService: true })).rejects.toThrow('it broke');

    expect(told.slice(-3)).toEqual(['stop scheduler', 'stop runner', 'stop store']);
    expect(told).not.toContain(`${how} scheduler`);
  });
});
