import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '#contract/client.ts';
import { EngineError } from '#contract/errors.ts';
import type { EventFilter, EventListener } from '#contract/events.ts';
import type { EngineState } from '#contract/ipc.ts';
import type { OperationCall, OperationName } from '#contract/operations.ts';
import { QUERY_FIELD } from '#contract/rest.ts';
import { canBeForwarded, THIS_ENGINE, type NodeChoice } from './node-choice.ts';
import type { Session } from './session.ts';

/** What the title bar shows, and a number that grows whenever views have to fetch again. */
export interface ConnectionState {
  readonly engine: EngineState;
  /** Grows when events may have been missed: the engine was away, or its event stream was cut. */
  readonly generation: number;
}

/** The engine as the pages know it: calls, events, whether it is there, who one is, and which node is shown. */
export interface EngineConnection extends EngineClient {
  readonly state: StoreApi<ConnectionState>;
  readonly session: Session;
  readonly nodes: NodeChoice;
  /** Lets all views fetch again. */
  readonly reload: () => void;
}

/** Where the state of the engine comes from: the shell's word, or asking it again and again. */
export type WatchEngine = (tell: {
  readonly state: (engine: EngineState) => void;
  readonly missedEvents: () => void;
}) => void;

interface ConnectionParts {
  readonly client: EngineClient;
  readonly session: Session;
  readonly nodes: NodeChoice;
  readonly watch: WatchEngine;
}

/** Joins a client, the state of its engine, and on whose behalf and to which node calls go. */
export function createEngineConnection(parts: ConnectionParts): EngineConnection {
  const { client, session, nodes, watch } = parts;
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
      if (isReady && session.state.getState().phase === 'asking') void session.ask();
      if (isBack) missedEvents();
    },
  });
  return {
    call: callThrough(client, session, nodes),
    subscribe: (filter, listener) =>
      client.subscribe(toNode(filter, nodes), (event) =>
        event.type === 'events.missed' ? missedEvents() : listener(event),
      ),
    state,
    session,
    nodes,
    reload: missedEvents,
  };
}

/** Sends calls to the shown node, except those that name one themselves, and notices when a session has ended. */
function callThrough(
  client: EngineClient,
  session: Session,
  nodes: NodeChoice,
): EngineClient['call'] {
  return async <N extends OperationName>(name: N, input: OperationCall<N>) => {
    const { node } = nodes.state.getState();
    const isForwarded = node !== THIS_ENGINE && canBeForwarded(name) && !(QUERY_FIELD in input);
    // Operations that can be forwarded have this field.
    const given = isForwarded ? ({ ...input, remoteNode: node } as OperationCall<N>) : input;
    try {
      const output = await client.call(name, given);
      if (isForwarded) nodes.answered(node, undefined);
      return output;
    } catch (error) {
      if (isForwarded && isCode(error, 'service_unavailable')) nodes.answered(node, error.message);
      // Wrong passwords are refused alike, so the session itself is asked.
      if (isCode(error, 'unauthorized') || isCode(error, 'forbidden')) void session.ask();
      throw error;
    }
  };
}

function toNode(filter: EventFilter, nodes: NodeChoice): EventFilter {
  const { node } = nodes.state.getState();
  return node === THIS_ENGINE ? filter : { ...filter, remoteNode: node };
}

function isCode(error: unknown, code: EngineError['code']): error is EngineError {
  return error instanceof EngineError && error.code === code;
}

/** A view that is kept current. */
interface FollowingView {
  readonly refresh: () => unknown;
  readonly listener: EventListener;
  /** What may still be waiting for its time when the view ends. */
  readonly pending?: readonly { readonly cancel: () => void }[];
}

/**
 * Keeps a view current: `refresh` runs now and whenever events may have been missed, `listener` hears what happens in
 * between. Returns the way to end both.
 */
export function follow(
  connection: EngineConnection,
  filter: EventFilter,
  view: FollowingView,
): () => void {
  // Subscribed first: what happens while the answer is on its way is then heard, not lost.
  const unsubscribe = connection.subscribe(filter, view.listener);
  const unwatch = onMissed(connection, view.refresh);
  view.refresh();
  return () => {
    unwatch();
    unsubscribe();
    for (const one of view.pending ?? []) one.cancel();
  };
}

/** Runs `refresh` whenever views have to fetch again; for views of which there are no events. */
export function onMissed(connection: EngineConnection, refresh: () => unknown): () => void {
  return connection.state.subscribe((next, before) => {
    if (next.generation !== before.generation) refresh();
  });
}
