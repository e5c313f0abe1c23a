import { describe, expect, it } from 'vitest';
import { followRun } from '../../../../engine/cli/follow/follow-run.ts';
import type { RunView } from '../../../../engine/cli/follow/run-view.ts';
import type { EngineClient } from '../../../../engine/contract/client.ts';
import { EngineError } from '../../../../engine/contract/errors.ts';
import type { EngineEvent } from '../../../../engine/contract/events.ts';
import type { NodeObject, RunDetail } from '../../../../engine/contract/run.ts';
import { eventually } from '../../../support/eventually.ts';

const run = { name: 'daily', dagRunId: 'one' };

// Only what following looks at; the rest of these objects is shown by others.
const aNode = (statusLabel: string, more: object = {}): NodeObject =>
  ({
    step: { name: 'build' },
    stdout: statusLabel === 'not_started' ? '' : '/logs/build.out',
    stderr: statusLabel === 'not_started' ? '' : '/logs/build.out',
    statusLabel,
    retryCount: 0,
    doneCount: 0,
    ...more,
  }) as unknown as NodeObject;
const aRun = (statusLabel: string, node: NodeObject): RunDetail =>
  ({ ...run, statusLabel, nodes: [node] }) as unknown as RunDetail;

/** An engine with one run, which the test moves on by hand. */
function anEngine() {
  let detail: RunDetail | EngineError = aRun('running', aNode('not_started'));
  let log: readonly string[] = [];
  let emit = (_event: EngineEvent): void => undefined;
  const answers = {
    'runs.get': () => {
      if (detail instanceof EngineError) throw detail;
      return { dagRun: detail };
    },
    'runs.stepLog': ({ offset }: { offset: number }) => {
      const lines = log.slice(offset - 1);
      return { content: lines.join('\n'), lineCount: lines.length, hasMore: false };
    },
  };
  const client = {
    call: async (name: keyof typeof answers, input: { offset: number }) => answers[name](input),
    subscribe: (_filter: unknown, listener: typeof emit) => {
      emit = listener;
      return () => {
        emit = () => undefined;
      };
    },
  } as unknown as EngineClient;
  return {
    client,
    set: (next: RunDetail | EngineError, lines: readonly string[] = log) => {
      detail = next;
      log = lines;
    },
    emit: (event: object) => emit(event as EngineEvent),
  };
}

function aClock() {
  const timers = new Set<() => void>();
  return {
    elapsed: () => 0,
    slept: () => 0,
    now: () => 0,
    after: (_delayMs: number, callback: () => void) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
    /** Lets all the time pass that somebody waits for. */
    pass: () => {
      const due = [...timers];
      timers.clear();
      for (const callback of due) callback();
    },
    waiting: () => timers.size,
  };
}

function start(engine = anEngine(), options: { signal?: AbortSignal; untilGate?: boolean } = {}) {
  const seen: string[] = [];
  const view: RunView = {
    showsLogs: true,
    steps: (names) => seen.push(`steps ${names.join(' ')}`),
    stepChanged: ({ statusLabel, retryCount }) => seen.push(`${statusLabel} ${retryCount}`),
    logLine: (_step, _stream, line) => seen.push(`| ${line}`),
  };
  const clock = aClock();
  const { client } = engine;
  const ended = followRun({ client, clock, run, view, ...options });
  return { engine, clock, seen, ended };
}

const nodeChanged = (node: NodeObject) => ({ type: 'node.changed', ...run, index: 0, node });
const runChanged = (statusLabel: string) => ({ type: 'run.changed', run: { ...run, statusLabel } });

describe('followRun', () => {
  it('shows the whole log of a step before its end', async () => {
    const { engine, seen, ended } = start();

    await settled();
    engine.emit(nodeChanged(aNode('running')));
    await settled();
    engine.set(aRun('succeeded', aNode('succeeded')), ['one', 'two']);
    engine.emit(nodeChanged(aNode('succeeded')));
    engine.emit(runChanged('succeeded'));

    expect(await ended).toMatchObject({ statusLabel: 'succeeded' });
    expect(seen.filter((line) => line !== 'not_started 0')).toEqual([
      'steps build',
      'running 0',
      '| one',
      '| two',
      'succeeded 0',
    ]);
  });

  it('does not go back when an older event arrives after a newer answer', async () => {
    const engine = anEngine();
    engine.set(aRun('running', aNode('running', { retryCount: 1 })));
    const { seen, ended } = start(engine);
    await settled();

    engine.emit(nodeChanged(aNode('failed')));
    engine.emit(nodeChanged(aNode('running', { retryCount: 1 })));
    engine.emit(nodeChanged(aNode('running', { retryCount: 2 })));
    await settled();
    engine.set(aRun('failed', aNode('failed', { retryCount: 2 })));
    engine.emit(runChanged('failed'));
    await ended;

    expect(seen.at(-1)).toBe('failed 2');
    expect(seen.filter((line) => line === 'failed 0')).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('finds the end by itself when the event of it was lost', async () => {
    const { engine, clock, ended } = start();
    await settled();

    engine.set(aRun('succeeded', aNode('succeeded')));
    clock.pass();

    expect(await ended).toMatchObject({ statusLabel: 'succeeded' });
    expect(clock.waiting()).toBe(0);
  });

  it('ends with what the events told when the run keeps no history', async () => {
    const { engine, ended } = start();
    await settled();

    engine.emit(nodeChanged(aNode('succeeded')));
    engine.set(new EngineError('not_found', 'no such run'));
    engine.emit(runChanged('succeeded'));

    expect(await ended).toMatchObject({
      statusLabel: 'succeeded',
      nodes: [{ statusLabel: 'succeeded' }],
    });
  });

  it('says so when the run was gone before it could be seen', async () => {
    const engine = anEngine();
    engine.set(new EngineError('not_found', 'no such run'));

    await expect(start(engine).ended).rejects.toThrow('was deleted at once');
  });

  it('ends at once when the run is deleted while it is followed', async () => {
    const { engine, clock, ended } = start();
    await eventually(() => clock.waiting() > 0, 'it has looked');
    engine.set(new EngineError('not_found', 'no such run'));

    engine.emit({ type: 'run.removed', ...run });

    await expect(ended).rejects.toThrow('Run one has ended and was deleted at once.');
  });

  it('fails when the engine is lost', async () => {
    const { engine, clock, ended } = start();
    await settled();
    engine.set(new EngineError('service_unavailable', 'Cannot connect to an engine'));

    clock.pass();

    await expect(ended).rejects.toThrow('Cannot connect to an engine');
    expect(clock.waiting()).toBe(0);
  });

  it('ends at a gate where that is wanted, once the wait handler is through', async () => {
    const { engine, clock, ended } = start(anEngine(), { untilGate: true });
    const atGate = aRun('waiting', aNode('waiting'));
    await settled();
    engine.set({ ...atGate, onWait: aNode('running') } as RunDetail);
    engine.emit(runChanged('waiting'));
    await settled();
    const stillOpen = clock.waiting();

    engine.set({ ...atGate, onWait: aNode('succeeded') } as RunDetail);
    clock.pass();

    expect(await ended).toMatchObject({ statusLabel: 'waiting' });
    expect(stillOpen).toBe(1);
  });

  it('goes on past a gate that was just decided, and past every gate where nobody asks', async () => {
    const decided = start(anEngine(), { untilGate: true });
    const patient = start();
    await settled();
    decided.engine.set(aRun('waiting', aNode('succeeded')));
    decided.engine.emit(runChanged('waiting'));
    patient.engine.set(aRun('waiting', aNode('waiting')));
    patient.engine.emit(runChanged('waiting'));
    await settled();

    for (const { engine } of [decided, patient]) {
      engine.set(aRun('succeeded', aNode('succeeded')));
      engine.emit(runChanged('succeeded'));
    }

    expect(await decided.ended).toMatchObject({ statusLabel: 'succeeded' });
    expect(await patient.ended).toMatchObject({ statusLabel: 'succeeded' });
  });

  it('leaves the run when it is told to', async () => {
    const leave = new AbortController();
    const { clock, ended } = start(anEngine(), { signal: leave.signal });
    await settled();

    leave.abort(new Error('left'));

    await expect(ended).rejects.toThrow('left');
    expect(clock.waiting()).toBe(0);
  });
});

/** Lets everything happen that waits for nothing but its turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
