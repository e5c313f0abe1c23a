import type { EngineClient } from '#contract/client.ts';
import { fromWireError } from '#contract/errors.ts';
import type { Bridge } from '#contract/ipc.ts';
import type { OperationCall, OperationName, OperationOutput } from '#contract/operations.ts';
import type { WatchEngine } from './engine-connection.ts';

/** The engine behind the window's preload. */
export function createBridgeClient(bridge: Bridge): EngineClient {
  return {
    call: async <N extends OperationName>(name: N, input: OperationCall<N>) => {
      const result = await bridge.call(name, input);
      if (!result.ok) throw fromWireError(result.error);
      // The engine answers with what the contract says of this operation.
      return result.value as OperationOutput<N>;
    },
    subscribe: (filter, listener) => bridge.subscribe({ kind: 'events', filter }, listener),
  };
}

/** The shell knows how the engine is and says so. */
export function watchThroughBridge(bridge: Bridge): WatchEngine {
  return (tell) => {
    bridge.subscribe({ kind: 'engine-state' }, tell.state);
  };
}
