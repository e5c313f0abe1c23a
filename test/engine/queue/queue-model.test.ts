import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { campaign } from '../../support/campaign.ts';
import { eventsOf, startInline, type TestEngine } from '../../support/engine.ts';
import { anEngineWith, enqueue, held, stateOf, stop } from './a-queue-engine.ts';

/** What people do; a number picks one of those that run or wait, where there is one. */
type Deed =
  | { readonly kind: 'enqueue'; readonly queue: number }
  | { readonly kind: 'start'; readonly queue: number }
  | { readonly kind: 'end' | 'dequeue'; readonly queue: number; readonly which: number }
  | { readonly kind: 'move'; readonly queue: number; readonly which: number; readonly to: number };

const queues = [
  { name: 'wide', limit: 3 },
  { name: 'narrow', limit: 1 },
] as const;
const queue = fc.nat(queues.length - 1);
const which = fc.nat(7);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('enqueue' as const), queue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start' as const), queue }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), queue, which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dequeue' as const), queue, which }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), queue, which, to: fc.nat(5) }),
  },
);

/** What the rules say of one queue: a limit, those that go on, those that wait in their order. */
class Model {
  readonly limit: number;
  running: string[] = [];
  waiting: string[] = [];
  /** In the order in which they begin. */
  readonly begun: string[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  enqueue(id: string): void {
    this.waiting.push(id);
    this.#fill();
  }

  start(id: string): void {
    this.running.push(id);
    this.begun.push(id);
  }

  end(id: string): void {
    this.running = this.running.filter((each) => each !== id);
    this.#fill();
  }

  dequeue(id: string): void {
    this.waiting = this.waiting.filter((each) => each !== id);
  }

  move(id: string, to: number): void {
    this.dequeue(id);
    this.waiting.splice(to, 0, id);
  }

  #fill(): void {
    while (this.running.length < this.limit) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.start(next);
    }
  }

  get words(): string {
    return `${this.running.join(' ')}|${this.waiting.join(' ')}`;
  }
}

/** Does it to both, and returns false where there was nobody to do it to. */
async function perform(
  engine: TestEngine,
  models: readonly Model[],
  { deed: done, id }: { readonly deed: Deed; readonly id: string },
): Promise<void> {
  const model = models[done.queue];
  const name = queues[done.queue]?.name ?? '';
  if (model === undefined) return;
  const one = (list: readonly string[]) =>
    'which' in done && list.length > 0 ? list[done.which % list.length] : undefined;
  switch (done.kind) {
    case 'enqueue':
      await enqueue(engine, name, id, { queue: name });
      model.enqueue(id);
      return;
    case 'start':
      await startInline(held, { engine, name, dagRunId: id });
      model.start(id);
      return;
    case 'end': {
      const picked = one(model.running);
      if (picked === undefined) return;
      await stop(engine, name, picked);
      model.end(picked);
      return;
    }
    case 'dequeue': {
      const picked = one(model.waiting);
      if (picked === undefined) return;
      await engine.client.call('runs.dequeue', { name, dagRunId: picked });
      model.dequeue(picked);
      return;
    }
    case 'move': {
      const picked = one(model.waiting);
      if (picked === undefined) return;
      const place = { name, dagName: name, dagRunId: picked, position: done.to + 1 };
      await engine.client.call('queues.move', place);
      model.move(picked, done.to);
    }
  }
}

async function untilAgreed(engine: TestEngine, models: readonly Model[]): Promise<void> {
  for (const [at, { name }] of queues.entries()) {
    const words = models[at]?.words ?? '';
    for (;;) {
      const changed = Promise.withResolvers<void>();
      const end = engine.subscribe({}, () => changed.resolve());
      const now = await sorted(engine, name);
      if (now !== sortedWords(words)) await changed.promise;
      end();
      if (now === sortedWords(words)) break;
    }
  }
}

/** Those that began in one moment have no order; those that wait do. */
function sortedWords(words: string): string {
  const [running = '', waiting = ''] = words.split('|');
  return `${running.split(' ').sort().join(' ')}|${waiting}`;
}

async function sorted(engine: TestEngine, name: string): Promise<string> {
  return sortedWords(await stateOf(engine, name));
}

function begunIn(events: readonly EngineEvent[], name: string): readonly string[] {
  const begun = new Set<string>();
  for (const event of events) {
    if (event.type !== 'run.changed' || event.run.name !== name) continue;
    if (event.run.statusLabel === 'running') begun.add(event.run.dagRunId);
  }
  return [...begun];
}

it('queues are strictly first in, first out, and never exceed their limit, whatever people do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 25 }), async (deeds) => {
      const engine = await anEngineWith({ wide: 3 });
      const events = eventsOf(engine);
      const models = queues.map(({ limit }) => new Model(limit));

      for (const [at, each] of deeds.entries()) {
        await perform(engine, models, { deed: each, id: `r${at}` });
        await untilAgreed(engine, models);
      }

      for (const [at, { name }] of queues.entries()) {
        expect(begunIn(events, name)).toEqual(models[at]?.begun);
      }
      await engine.stop();
    }),
    { numRuns: campaign('DAGWRIGHT_QUEUE_RUNS', { short: 6, full: 60 }) },
  );
}, 60_000);
