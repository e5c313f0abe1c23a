import type { EngineClient } from './contract/client.ts';
import type { SubscribeEvents } from './contract/events.ts';
import type { CallEngine } from './contract/operations.ts';

/** A running engine. Everything that can be asked of it goes through `call`. */
export interface Engine {
  readonly call: CallEngine;
  readonly subscribe: SubscribeEvents;
  readonly client: EngineClient;
  readonly stop: () => Promise<void>;
}
