import type { OperationCall, OperationName, OperationOutput } from './operations.ts';
import type { SubscribeEvents } from './events.ts';

/** How the renderer and the CLI reach an engine; over HTTP, over IPC, or in process. Errors are `EngineError`. */
export interface EngineClient {
  readonly call: <N extends OperationName>(
    name: N,
    input: OperationCall<N>,
  ) => Promise<OperationOutput<N>>;
  readonly subscribe: SubscribeEvents;
}
