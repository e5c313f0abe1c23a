import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '#contract/client.ts';
import type { EventFilter, EventListener } from '#contract/events.ts';
import type { EngineState } from '#contract/ipc.ts';

/** What the title bar shows, and a number that grows whenever views have to fetch again. */
export interface ConnectionState {
  readonly engine: EngineState;
  /** Grows when events may have been missed: the engine was away, or its event stream was cut. */
  readonly generation: number;
}

/** The engine as the pages know it: calls, events, and whether it is there. */
export interface EngineConnection extends EngineClient {
  readonly state: StoreApi<ConnectionState>;
}

/** Where the state of the engine comes from: the shell's word, or asking it again and again. */
export type WatchEngine = (tell: {
  readonly state: (engine: EngineState) => void;
  readonly missedEvents: () => void;
}) => void;

/** Joins a client and the state of its engine. */
export function createEngineConnection(client: EngineClient, watch: WatchEngine): EngineConnection {
  const state = createStore<ConnectionState>(() => ({
    engine: { phase: 'starting' },
    generation: 0,
  }));
  let wasReady = false;
  const missedEvents = () => state.setState(({ generation }) => ({ generation: generation + 1 }));
  watch({
    missedEvents,
    state: (engine) => {
      const isReady = engine.phase === 'ready';
      const isBack = isReady && wasReady && state.getState().engine.phase !== 'ready';
      wasReady ||= isReady;
      state.setState({ engine });
      if (isBack) missedEvents();
    },
  });
  return { call: client.call, subscribe: client.subscribe, state };
}

/**
 * Keeps a view current: `refresh` runs now and whenever events may have been missed, `listener` hears what happens in
 * between. Returns the way to end both.
 */
export function follow(
  connection: EngineConnection,
  filter: EventFilter,
  view: { readonly refresh: () => unknown; readonly listener: EventListener },
): () => void {
  // Subscribed first: what happens while the answer is on its way is then heard, not lost.
  const unsubscribe = connection.subscribe(filter, view.listener);
  const unwatch = connection.state.subscribe((next, before) => {
    if (next.generation !== before.generation) view.refresh();
  });
  view.refresh();
  return () => {
    unwatch();
    unsubscribe();
  };
}
