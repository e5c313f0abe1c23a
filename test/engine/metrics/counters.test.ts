import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunStatus } from '../../../engine/contract/status.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anEngine, endOf, eventually, runUntil, type TestEngine } from '../../support/engine.ts';
import { countersOf, fallenBetween } from '../../support/exposition.ts';
import { temporaryConfig } from '../../support/home.ts';

const step = (command: string): string => `steps:\n  - name: only\n    command: "${command}"\n`;
const definitions = {
  fine: step('true'),
  faulty: step('false'),
  forgotten: `hist_retention_days: 0\n${step('true')}`,
  gated: 'steps:\n  - name: gate\n    type: hitl\n',
} as const;
type Name = keyof typeof definitions;

// Noon: no midnight comes between.
const shiftMs = Date.parse('2026-11-21T12:00:00Z') - Date.now();
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs };

/** An engine that can be restarted, and what its runs have come to by what was done to it. */
class Measured {
  readonly #config = temporaryConfig();
  engine: TestEngine | null = null;
  readonly expected = new Map<RunStatus, number>();
  /** A failed run that is still stored. */
  failed: string | null = null;

  async start(): Promise<TestEngine> {
    this.engine = await anEngine({ config: this.#config, clock });
    return this.engine;
  }

  get running(): TestEngine {
    if (this.engine === null) throw new Error('The engine was not started.');
    return this.engine;
  }

  came(...statuses: readonly RunStatus[]): void {
    for (const each of statuses) this.expected.set(each, (this.expected.get(each) ?? 0) + 1);
  }

  async run(fileName: Name): Promise<string> {
    return (await this.running.client.call('dags.startSync', { fileName, timeout: 30 })).dagRun
      .dagRunId;
  }

  end(name: Name, dagRunId: string): Promise<unknown> {
    return endOf({ engine: this.running, name, dagRunId });
  }
}

const actions = {
  succeed: async (measured: Measured) => {
    await measured.run('fine');
    measured.came('running', 'succeeded');
  },
  fail: async (measured: Measured) => {
    measured.failed = await measured.run('faulty');
    measured.came('running', 'failed');
  },
  runAndForget: async (measured: Measured) => {
    await measured.run('forgotten');
    measured.came('running', 'succeeded');
  },
  queue: async (measured: Measured) => {
    const { client } = measured.running;
    const { dagRunId } = await client.call('dags.enqueue', { fileName: 'fine' });
    await measured.end('fine', dagRunId);
    measured.came('queued', 'running', 'succeeded');
  },
  passGate: async (measured: Measured) => {
    const engine = measured.running;
    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'gated' });
    const run = { engine, name: 'gated', dagRunId };
    await runUntil(run, ({ statusLabel }) => statusLabel === 'waiting');
    await engine.client.call('runs.approve', { name: 'gated', dagRunId, stepName: 'gate' });
    await endOf(run);
    measured.came('running', 'waiting', 'succeeded');
  },
  retry: async (measured: Measured) => {
    if (measured.failed === null) return;
    const run = { name: 'faulty', dagRunId: measured.failed };
    await measured.running.client.call('runs.retry', run);
    await measured.end('faulty', measured.failed);
    measured.came('running', 'failed');
  },
  setByHand: async (measured: Measured) => {
    if (measured.failed === null) return;
    const run = { name: 'faulty', dagRunId: measured.failed };
    const { client } = measured.running;
    await client.call('runs.setStepStatus', { ...run, stepName: 'only', status: 4 });
    measured.failed = null;
  },
  cleanUp: async (measured: Measured) => {
    const { client } = measured.running;
    for (const fileName of ['fine', 'faulty', 'gated']) {
      await client.call('runs.cleanup', { fileName, retentionDays: 0, dryRun: false });
    }
    measured.failed = null;
  },
  restart: async (measured: Measured) => {
    await measured.running.stop();
    await measured.start();
  },
} satisfies Record<string, (measured: Measured) => Promise<void>>;

type Action = keyof typeof actions;

const scrape = ({ running }: Measured): Promise<string> =>
  running.client.call('system.metrics', {});

async function withDefinitions(): Promise<Measured> {
  const measured = new Measured();
  const { client } = await measured.start();
  for (const [name, spec] of Object.entries(definitions)) {
    await client.call('dags.create', { name, spec });
  }
  return measured;
}

describe('counters of runs', () => {
  it('rise by what happened and never fall, whatever is done within a day', async () => {
    const names = Object.keys(actions) as [Action, ...Action[]];
    const anyActions = fc.array(fc.constantFrom(...names), { minLength: 5, maxLength: 12 });
    const property = fc.asyncProperty(anyActions, async (sequence) => {
      const measured = await withDefinitions();
      let before = await scrape(measured);
      for (const action of sequence) {
        await actions[action](measured);
        const after = await scrape(measured);
        expect(fallenBetween(before, after), action).toEqual([]);
        before = after;
      }
      const counters = countersOf(before);
      for (const [status, count] of measured.expected) {
        expect(counters.get(`svc_dag_runs_total{"status":"${status}"}`), status).toBe(count);
      }
      await measured.running.stop();
    });

    await fc.assert(property, {
      numRuns: 8,
      examples: [
        [['fail', 'retry', 'cleanUp', 'restart', 'succeed']],
        [['queue', 'passGate', 'cleanUp', 'passGate', 'restart']],
        [['fail', 'setByHand', 'runAndForget', 'restart', 'cleanUp']],
      ],
    });
  });

  it('miss no run that ends while they are read', async () => {
    const measured = await withDefinitions();
    const { client } = measured.running;
    for (let at = 0; at < 30; at += 1) await client.call('dags.start', { fileName: 'fine' });

    const scrapes: string[] = [];
    await eventually(async () => {
      scrapes.push(await scrape(measured));
      return scrapes.at(-1)?.includes('\nsvc_dag_runs_currently_running 0\n') === true;
    }, 'all have ended');

    const pairs = scrapes.slice(1).map((after, at) => fallenBetween(scrapes[at] ?? '', after));
    expect(pairs.flat()).toEqual([]);
    expect(scrapes.at(-1)).toContain('\nsvc_dag_runs_total{status="succeeded"} 30\n');
  });

  it('have a run that was to be forgotten at once', async () => {
    const measured = await withDefinitions();
    const { client } = measured.running;
    await measured.run('forgotten');
    await eventually(
      async () => (await client.call('runs.list', { name: 'forgotten' })).dagRuns.length === 0,
      'the run is deleted',
    );

    const counters = countersOf(await scrape(measured));

    expect(counters.get('svc_dag_runs_total{"status":"succeeded"}')).toBe(1);
    expect(counters.get('svc_dag_run_duration_seconds_count{"dag":"forgotten"}')).toBe(1);
  });
});
