import { flushCompileCache } from 'node:module';
import { createEngine } from '../../engine/index.ts';
import type { Config } from '../../engine/config/config.ts';
import type { EngineEvent, EventFilter } from '../../engine/contract/events.ts';
import type { OperationName } from '../../engine/contract/operations.ts';
import { createLogger } from '../../engine/platform/logger.ts';

/**
 * An engine in a process of its own, which a test may kill. Started by `fork` with the configuration as JSON; answers
 * the calls that it is sent.
 */
export interface CallMessage {
  readonly number: number;
  readonly name: OperationName;
  readonly input: unknown;
}

/** Asks for events until the end. */
export interface FollowMessage {
  readonly follow: EventFilter;
}

export type AnswerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: EngineEvent }
  | { readonly kind: 'stopped'; readonly steps: number }
  | { readonly kind: 'answer'; readonly number: number; readonly output: unknown }
  | { readonly kind: 'failure'; readonly number: number; readonly message: string };

const config = JSON.parse(process.argv[2] ?? '') as Config;
const log = createLogger({ format: 'text', debug: false, quiet: true });
const engine = await createEngine({ config, log });

process.on('message', (message: CallMessage | FollowMessage | 'stop') => {
  if (message === 'stop') void stop();
  else if ('follow' in message)
    engine.subscribe(message.follow, (event) => send({ kind: 'event', event }));
  else void answer(message);
});
send({ kind: 'ready' });
// Whoever kills it later leaves it no time for that.
flushCompileCache();

async function answer({ number, name, input }: CallMessage): Promise<void> {
  try {
    const output = await engine.client.call(name, input as never);
    send({ kind: 'answer', number, output });
  } catch (error) {
    send({ kind: 'failure', number, message: String(error) });
  }
}

/** Leaves the process to end by itself: what keeps it alive after a stop is a fault. */
async function stop(): Promise<void> {
  const steps = await engine.stop();
  send({ kind: 'stopped', steps });
  process.removeAllListeners('message');
  process.disconnect();
}

function send(message: AnswerMessage): void {
  // After a stop nobody listens any more.
  if (process.connected) process.send?.(message);
}
