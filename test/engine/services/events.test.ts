import { appendFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { engineEvent } from '../../../engine/contract/events.ts';
import {
  anEngine,
  endOf,
  eventsOf,
  eventually,
  runToEnd,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { anEngineWith, enqueue, stop, untilState } from '../queue/a-queue-engine.ts';

/** One word for each event, such as `node main running`. */
function wordsOf(events: readonly EngineEvent[]): string[] {
  return events.map((event) => {
    switch (event.type) {
      case 'run.changed':
        return `run ${event.run.dagRunId} ${event.run.statusLabel}`;
      case 'node.changed':
        return `node ${event.node.step.name} ${event.node.statusLabel}`;
      case 'run.removed':
        return `removed ${event.dagRunId}`;
      case 'log.appended':
        return `log ${event.stepName} ${event.stream}`;
      case 'dag.changed':
        return `dag ${event.fileName} ${event.change}`;
      case 'queue.changed':
        return `queue ${event.queue}`;
      case 'slot.decided':
        return `slot ${event.slot.name} ${event.slot.fate}`;
      case 'sync.changed':
        return `sync ${event.activity}`;
      case 'health.changed':
        return `health ${event.error}`;
      case 'events.missed':
        return 'missed';
    }
  });
}

const chain =
  'steps:\n  - name: one\n    command: echo x\n  - name: two\n    command: exit 1\n  - name: three\n    command: echo y\n';

describe('the events of a run', () => {
  it('come in the order in which things happened', async () => {
    const engine = await anEngine();
    const events = eventsOf(engine);

    await runToEnd(chain, { engine, name: 'etl', dagRunId: 'r' });

    expect(wordsOf(events)).toEqual([
      'run r running',
      'node one running',
      'node one succeeded',
      'node two running',
      'node two failed',
      'node three aborted',
      'run r failed',
    ]);
  });

  it('have the shape that the contract promises, and tell the place of the node', async () => {
    const engine = await anEngine();
    const events = eventsOf(engine);

    await runToEnd(chain, { engine, name: 'etl', dagRunId: 'r' });

    for (const event of events) expect(engineEvent().parse(event)).toEqual(event);
    const [, , last] = events.filter(({ type }) => type === 'node.changed').slice(-3);
    expect(last).toMatchObject({ name: 'etl', dagRunId: 'r', index: 2 });
  });

  it('tell what the store says already', async () => {
    const engine = await anEngine();
    const answers: Promise<string>[] = [];
    engine.subscribe({}, (event) => {
      if (event.type !== 'run.changed') return;
      const { name, dagRunId, statusLabel } = event.run;
      const stored = engine.client.call('runs.get', { name, dagRunId });
      answers.push(stored.then(({ dagRun }) => `${statusLabel} ${dagRun.statusLabel}`));
    });

    await runToEnd('steps: []\n', { engine, name: 'empty' });
    await runToEnd(chain, { engine, name: 'etl' });

    const told = await Promise.all(answers);
    expect(told.filter((words) => words.endsWith('failed'))).toEqual(['failed failed']);
    expect(told).toContain('succeeded succeeded');
  });

  it('go only to those who asked for this DAG or this run', async () => {
    const engine = await anEngine();
    const ofDag = eventsOf(engine, { name: 'etl' });
    const ofOther = eventsOf(engine, { name: 'report' });
    await runToEnd(chain, { engine, name: 'etl', dagRunId: 'first' });
    const ofRun = eventsOf(engine, { name: 'etl', dagRunId: 'second' });

    await runToEnd(chain, { engine, name: 'etl', dagRunId: 'second' });

    expect(wordsOf(ofDag).filter((word) => word.startsWith('run'))).toEqual([
      'run first running',
      'run first failed',
      'run second running',
      'run second failed',
    ]);
    expect(ofOther).toEqual([]);
    const runs = wordsOf(ofRun).filter((word) => word.startsWith('run'));
    expect(runs).toEqual(['run second running', 'run second failed']);
  });

  it('end for those who do not want them any more, twice over', async () => {
    const engine = await anEngine();
    const seen: EngineEvent[] = [];
    const end = engine.subscribe({}, (event) => seen.push(event));

    end();
    end();
    await runToEnd(chain, { engine });

    expect(seen).toEqual([]);
  });

  it('reach the others when one listener fails', async () => {
    const engine = await anEngine();
    engine.subscribe({}, () => {
      throw new Error('A listener is broken.');
    });
    const events = eventsOf(engine);

    await runToEnd('steps: []\n', { engine });

    expect(events.length).toBe(2);
    expect(engine.complaints.map(({ message }) => message)).toEqual([
      'A listener of events failed',
      'A listener of events failed',
    ]);
  });
});

describe('the growth of logs', () => {
  it('is told to those who follow the run, by step and stream', async () => {
    const engine = await anEngine();
    const started = await startInline(
      'steps:\n  - name: main\n    command: echo ready; while [ ! -e go ]; do sleep 0.02; done; echo out; echo err >&2; sleep 0.3\n',
      { engine, name: 'etl', dagRunId: 'r' },
    );
    await untilLogHolds(started, 'main', 'ready');
    const followed = eventsOf(engine, { name: 'etl', dagRunId: 'r' });
    const all = eventsOf(engine);

    const { dagRun } = await engine.client.call('runs.get', started);
    appendFileSync(dagRun.nodes[0]?.stdout ?? '', 'more\n');
    await eventually(() => wordsOf(followed).includes('log main stdout'), 'stdout has grown');
    appendFileSync(dagRun.nodes[0]?.stderr ?? '', 'more\n');
    await eventually(() => wordsOf(followed).includes('log main stderr'), 'stderr has grown');
    await engine.client.call('runs.stop', started);
    await endOf(started);
    await eventually(() => wordsOf(followed).includes('log  stdout'), 'the run log has grown');

    expect(all.filter(({ type }) => type === 'log.appended')).toEqual([]);
  });

  it('is told for a merged log', async () => {
    const engine = await anEngine();
    const started = await startInline(
      'log_output: merged\nsteps:\n  - name: main\n    command: echo ready; sleep 60\n',
      { engine, name: 'etl', dagRunId: 'r' },
    );
    await untilLogHolds(started, 'main', 'ready');
    const followed = eventsOf(engine, { name: 'etl', dagRunId: 'r' });

    const { dagRun } = await engine.client.call('runs.get', started);
    appendFileSync(dagRun.nodes[0]?.stdout ?? '', 'more\n');

    await eventually(() => wordsOf(followed).includes('log main stdout'), 'the log has grown');
  });
});

describe('the growth of logs that are not there yet', () => {
  const speaking = 'steps:\n  - name: main\n    command: echo out\n';

  it('is told to those who followed the run before there was one', async () => {
    const engine = await anEngine();
    const followed = eventsOf(engine, { name: 'etl', dagRunId: 'r' });

    await runToEnd(speaking, { engine, name: 'etl', dagRunId: 'r' });

    await eventually(() => wordsOf(followed).includes('log main stdout'), 'stdout has grown');
  });

  it('is told to those who followed the run while it was queued', async () => {
    const engine = await anEngineWith({ night: 1 });
    await enqueue(engine, 'other', 'full', { queue: 'night' });
    await enqueue(engine, 'etl', 'r', { spec: speaking, queue: 'night' });
    await untilState(engine, 'night', 'full|r');
    const followed = eventsOf(engine, { name: 'etl', dagRunId: 'r' });

    await stop(engine, 'other', 'full');
    await endOf({ engine, name: 'etl', dagRunId: 'r' });

    await eventually(() => wordsOf(followed).includes('log main stdout'), 'stdout has grown');
    expect(engine.complaints).toEqual([]);
  });

  it('is told with what was written before it could be followed', async () => {
    const first = await runToEnd(speaking, { name: 'etl', dagRunId: 'r' });
    const { engine, node } = first;
    const folder = dirname(node('main').stdout);
    renameSync(folder, `${folder}.away`);
    const followed = eventsOf(engine, { name: 'etl', dagRunId: 'r' });
    renameSync(`${folder}.away`, folder);

    await engine.client.call('runs.setStepStatus', { ...first, stepName: 'main', status: 2 });

    await eventually(() => wordsOf(followed).includes('log main stdout'), 'stdout was told');
  });

  it('is not told to those who have gone meanwhile', async () => {
    const engine = await anEngine();
    const seen: EngineEvent[] = [];
    const end = engine.subscribe({ name: 'etl', dagRunId: 'r' }, (event) => {
      seen.push(event);
      end();
    });
    const followed = eventsOf(engine, { name: 'etl', dagRunId: 'r' });

    await runToEnd(speaking, { engine, name: 'etl', dagRunId: 'r' });

    await eventually(() => wordsOf(followed).includes('log main stdout'), 'stdout has grown');
    expect(wordsOf(seen)).toEqual(['run r running']);
  });
});

describe('the events of DAGs', () => {
  it('tell what was done to each', async () => {
    const engine = await anEngine();
    const events = eventsOf(engine);
    const spec = 'steps:\n  - command: echo x\n';

    await engine.client.call('dags.create', { name: 'a', spec });
    await engine.client.call('dags.updateSpec', { fileName: 'a', spec: `tags: [x]\n${spec}` });
    await engine.client.call('dags.suspend', { fileName: 'a', suspend: true });
    await engine.client.call('dags.rename', { fileName: 'a', newFileName: 'b' });
    await engine.client.call('dags.delete', { fileName: 'b' });

    await eventually(() => wordsOf(events).includes('dag b deleted'), 'the end was told');
    expect(wordsOf(events)).toEqual([
      'dag a created',
      'dag a updated',
      'dag a updated',
      'dag a deleted',
      'dag b created',
      'dag b deleted',
    ]);
  });
});
