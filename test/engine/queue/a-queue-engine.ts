import type { QueueSettings } from '../../../engine/config/config.ts';
import type { Queue } from '../../../engine/contract/queue.ts';
import { anEngine, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

/** Goes on until it is stopped. */
export const held = 'steps: [{name: hold, command: exec sleep 60}]\n';
export const quick = 'steps: [{command: "true"}]\n';
export const failing = 'steps: [{name: fail, command: "exit 1"}]\n';

/** An engine with these global queues, by their limits. */
export function anEngineWith(
  limits: Readonly<Record<string, number>>,
  settings: Partial<QueueSettings> = {},
): Promise<TestEngine> {
  const config = Object.entries(limits).map(([name, maxConcurrency]) => ({ name, maxConcurrency }));
  const queues = { enabled: true, config, ...settings };
  return anEngine({ config: temporaryConfig({ queues }) });
}

/** Queues a definition that is not stored. */
export async function enqueue(
  { client }: Pick<TestEngine, 'client'>,
  name: string,
  dagRunId: string,
  { spec = held, ...more }: { spec?: string; queue?: string; singleton?: boolean } = {},
): Promise<void> {
  await client.call('runs.enqueue', { spec, name, dagRunId, ...more });
}

export async function stop({ client }: Pick<TestEngine, 'client'>, name: string, dagRunId: string) {
  await client.call('runs.stop', { name, dagRunId });
}

export async function queueOf({ client }: Pick<TestEngine, 'client'>, name: string) {
  const { queues } = await client.call('queues.list', {});
  return queues.find((queue) => queue.name === name);
}

/** What runs and what waits, by run ids: `a b | c d`. */
function inWords(queue: Queue | undefined): string {
  const ids = (items: Queue['running']) => items.map(({ dagRunId }) => dagRunId).join(' ');
  return queue === undefined ? '|' : `${ids(queue.running)}|${ids(queue.queued)}`;
}

export async function stateOf(engine: Pick<TestEngine, 'client'>, queue: string): Promise<string> {
  return inWords(await queueOf(engine, queue));
}

/** Resolves once what runs and waits in a queue is that. Looked at whenever the engine announces a change. */
export async function untilState(engine: TestEngine, queue: string, state: string): Promise<void> {
  for (;;) {
    const changed = Promise.withResolvers<void>();
    const end = engine.subscribe({}, () => changed.resolve());
    const now = await stateOf(engine, queue);
    if (now !== state) await changed.promise;
    end();
    if (now === state) return;
  }
}
