import { EngineError } from '#contract/errors.ts';
import type { EngineEvent } from '#contract/events.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Queue } from '#contract/queue.ts';
import type { FakeState } from './fake-engine.ts';
import { aRun } from './run-fixtures.ts';

type Input = Record<string, unknown>;
type Answers = Partial<Record<OperationName, (input: Input) => unknown>>;

const FIRST = 100;

/** What the fake engine says of queues, and does to them. */
export function queueAnswers(state: FakeState, emit: (event: EngineEvent) => void): Answers {
  const queueOf = (name: unknown): Queue => {
    const queue = state.queues.find((one) => one.name === name);
    if (queue === undefined) throw new EngineError('not_found', `There is no queue ${name}.`);
    return queue;
  };
  const setQueued = (queue: Queue, queued: Queue['queued']) => {
    const counted = queued.map((item, index) => ({ ...item, position: index + 1 }));
    const next = { ...queue, queued: counted, queuedCount: counted.length };
    state.queues = state.queues.map((one) => (one.name === queue.name ? next : one));
    emit({ type: 'queue.changed', queue: queue.name });
  };
  const enqueue = (name: string, params: unknown) => {
    const dagRunId = `enqueued-${state.runs.length}`;
    const queuedAt = new Date().toISOString();
    const run = aRun(name, 'queued', { dagRunId, queuedAt, params: String(params ?? '{}') });
    state.runs.unshift({ ...run, nodes: [], attempt: 1, preconditions: [] });
    emit({ type: 'run.changed', run });
    return { dagRunId };
  };

  return {
    'queues.list': () => ({
      queues: state.queues.map((queue) => ({
        ...queue,
        running: queue.running.slice(0, FIRST),
        queued: queue.queued.slice(0, FIRST),
      })),
      summary: {
        totalQueues: state.queues.length,
        totalRunning: state.queues.reduce((sum, queue) => sum + queue.runningCount, 0),
        totalQueued: state.queues.reduce((sum, queue) => sum + queue.queuedCount, 0),
        totalCapacity: state.queues.reduce((sum, queue) => sum + queue.maxConcurrency, 0),
        utilizationPercentage: 0,
      },
    }),
    'queues.items': (input) => {
      const all = queueOf(input['name'])[input['type'] as 'running' | 'queued'];
      const [page, size] = [Number(input['page']), Number(input['perPage'])];
      return {
        items: all.slice((page - 1) * size, page * size),
        pagination: {
          totalRecords: all.length,
          currentPage: page,
          totalPages: Math.max(1, Math.ceil(all.length / size)),
          nextPage: null,
          prevPage: null,
        },
      };
    },
    'queues.move': (input) => {
      const queue = queueOf(input['name']);
      const item = queue.queued.find((one) => one.dagRunId === input['dagRunId']);
      if (item === undefined) throw new EngineError('not_found', 'That run waits no more.');
      const others = queue.queued.filter((one) => one !== item);
      setQueued(queue, others.toSpliced(Number(input['position']) - 1, 0, item));
    },
    'runs.dequeue': (input) => {
      for (const queue of state.queues) {
        const rest = queue.queued.filter((item) => item.dagRunId !== input['dagRunId']);
        if (rest.length < queue.queued.length) setQueued(queue, rest);
      }
    },
    'dags.enqueue': (input) => {
      const bare = String(input['fileName']).replace(/\.ya?ml$/, '');
      return enqueue(bare, input['params']);
    },
  };
}
