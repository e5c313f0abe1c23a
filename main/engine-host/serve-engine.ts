import type { ParentPort } from 'electron';
import { noDownload } from '#contract/download.ts';
import { EngineError, toWireError } from '#contract/errors.ts';
import type { CallResult } from '#contract/ipc.ts';
import type { Operation } from '#contract/operation.ts';
import { isOperationName, localOwner, operations } from '#contract/operations.ts';
import type { Engine } from '#engine';
import type { FromEngine, ToEngine } from './messages.ts';
import { texts } from '../texts.ts';

/** Whoever sits before the window is the owner of the machine. */
const ownerAtWindow = { ...localOwner, origin: 'window' };

type Port = Pick<ParentPort, 'postMessage' | 'on'>;

interface ServeEngineOptions {
  readonly port: Port;
  readonly engine: Pick<Engine, 'call' | 'subscribe' | 'runningSteps' | 'wake'>;
  /** What `stop` asks for: end the engine and its server, then the process. */
  readonly leave: () => Promise<void>;
}

/** The engine's end of the link: answers calls and passes on events until it is told to stop. */
export function serveEngine({ port, engine, leave }: ServeEngineOptions): void {
  const subscriptions = new Map<number, () => void>();
  const send = (message: FromEngine): void => port.postMessage(message);

  const receive = async (message: ToEngine): Promise<void> => {
    switch (message.kind) {
      case 'call': {
        const result = await answer(engine, message.name, message.input);
        return send({ kind: 'answer', id: message.id, result });
      }
      case 'subscribe': {
        const { subscription, filter } = message;
        const end = engine.subscribe(filter, (event) =>
          send({ kind: 'event', subscription, event }),
        );
        return void subscriptions.set(subscription, end);
      }
      case 'unsubscribe':
        subscriptions.get(message.subscription)?.();
        return void subscriptions.delete(message.subscription);
      case 'count-steps':
        return send({ kind: 'step-count', id: message.id, steps: engine.runningSteps() });
      case 'wake':
        return engine.wake();
      case 'stop':
        for (const end of subscriptions.values()) end();
        return leave();
    }
  };

  // Both ends are built together from messages.ts.
  port.on('message', ({ data }) => void receive(data as ToEngine));
}

async function answer(engine: ServeEngineOptions['engine'], name: string, input: unknown) {
  try {
    if (!isOperationName(name)) {
      throw new EngineError('not_found', texts.calls.unknownOperationNamed(name));
    }
    const { download }: Operation = operations[name];
    if (download) throw noDownload(name);
    const value = await engine.call(name, input, ownerAtWindow);
    return { ok: true, value } satisfies CallResult;
  } catch (error) {
    return { ok: false, error: toWireError(error) } satisfies CallResult;
  }
}
