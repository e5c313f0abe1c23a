import type { EngineClient } from '../../contract/client.ts';
import type { OperationName } from '../../contract/operations.ts';
import { routes } from '../../contract/routes.ts';
import { EngineLost } from '../../server/engine-lost.ts';
import type { EngineSession } from './engine-session.ts';

/** Reading is, and so is a stop, after which a run is stopped however often it was asked. Twice done may be wrong for others. */
function isSafeTwice(name: OperationName): boolean {
  return routes[name].method === 'get' || name === 'runs.stop';
}

/** The engines of a command as one: what the one that has ended did not take, the next one is asked. */
export function sessionClient(session: EngineSession): EngineClient {
  const call: EngineClient['call'] = async (name, input) => {
    for (;;) {
      const answered = await session.use(async (link) => {
        try {
          return { output: await link.client.call(name, input) };
        } catch (error) {
          if (!(error instanceof EngineLost)) throw error;
          const mayAskAgain = !error.mayHaveBegun || isSafeTwice(name);
          if (!session.replace(link) || !mayAskAgain) throw error;
          return null;
        }
      });
      if (answered !== null) return answered.output;
    }
  };
  return {
    call,
    subscribe: (filter, listener) => {
      let end = (): void => undefined;
      const endLinks = session.onLink((link) => {
        end();
        end = link.client.subscribe(filter, listener);
      });
      return () => {
        endLinks();
        end();
      };
    },
  };
}
