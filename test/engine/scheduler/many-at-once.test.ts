import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/engine.ts';
import { aHome, beforeEleven, endless, hourly } from './stage.ts';
import { aDag, calmStory, line, MINUTE_MS, SECOND_MS } from './simulation/calm-story.ts';

const DAGS = 40;

describe('many DAGs that are due at once', () => {
  it('are decided with answers to others in between, and all run', async () => {
    const home = aHome();
    for (let dag = 0; dag < DAGS; dag += 1) home.write(`dag-${dag}`, hourly());
    const { engine } = await beforeEleven(home);
    const order: string[] = [];
    engine.subscribe({}, ({ type }) => {
      if (type === 'slot.decided') order.push('slot');
    });
    while (order.filter((what) => what === 'slot').length < DAGS) {
      await engine.client.call('system.health', {});
      order.push('answer');
      await new Promise((resolve) => setImmediate(resolve));
    }
    const first = order.indexOf('slot');
    const between = order.slice(first, order.lastIndexOf('slot'));
    const answers = between.filter((what) => what === 'answer');

    expect(answers.length).toBeGreaterThanOrEqual(2);
    await eventually(async () => {
      const { dagRuns } = await engine.client.call('runs.list', {});
      return dagRuns.filter(({ statusLabel }) => statusLabel === 'succeeded').length === DAGS;
    }, 'all have succeeded');
  });

  it('can be stopped before their turn to begin has come', async () => {
    const home = aHome();
    for (let dag = 0; dag < DAGS; dag += 1) home.write(`dag-${dag}`, endless());
    const { engine } = await beforeEleven(home);
    const stops: Promise<unknown>[] = [];
    engine.subscribe({}, (event) => {
      if (event.type !== 'slot.decided') return;
      const { name, dagRunId } = event.slot;
      stops.push(engine.client.call('runs.stop', { name, dagRunId }).catch(() => null));
    });

    await eventually(async () => {
      const { dagRuns } = await engine.client.call('runs.list', {});
      return dagRuns.length === DAGS && dagRuns.every(({ finishedAt }) => finishedAt !== '');
    }, 'all have ended');

    await Promise.all(stops);
    const { dagRuns } = await engine.client.call('runs.list', {});
    expect(new Set(dagRuns.map(({ statusLabel }) => statusLabel))).toEqual(new Set(['aborted']));
  });
});

describe('the fate of a slot', () => {
  const detailOf = async (lateMs: number, kind: 'start' | 'stop' | 'restart' = 'start') => {
    const { simulation } = calmStory();
    await simulation.edit('a.yaml', aDag({ lines: [line(kind, 'fives')] }));
    await simulation.start();
    await simulation.pass(4 * MINUTE_MS + 59_400);
    if (kind === 'stop') await simulation.startByHand(aDag());
    await simulation.sleep(lateMs + 100, 'stand still', true);
    await simulation.pass(20 * SECOND_MS);
    simulation.finish();
    return [...simulation.observer.ledger.rows.values()].map(({ reason, detail }) => [
      reason,
      detail,
    ]);
  };

  it('says how late it was', async () => {
    expect(await detailOf(0)).toEqual([['on_time', 'It ran on time.']]);
    expect(await detailOf(1200)).toEqual([['on_time', 'It ran on time, 1.2s after it was due.']]);
    expect(await detailOf(12_300)).toEqual([['late', 'It ran 12.3s late.']]);
    expect(await detailOf(12_300, 'stop')).toEqual([
      ['late', 'The run was stopped, 12.3s after it was due.'],
    ]);
    expect(await detailOf(12_300, 'restart')).toEqual([
      ['late', 'The DAG was restarted, 12.3s after it was due.'],
    ]);
  });
});
