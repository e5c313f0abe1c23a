import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '#contract/client.ts';
import type { RemoteNodeInfo } from '#contract/node.ts';
import type { OperationName } from '#contract/operations.ts';
import { forwardable } from '#contract/routes.ts';

/** The name by which the interface calls the engine that is asked. */
export const THIS_ENGINE = 'local';

/** Which engine the views show. */
export interface NodeState {
  readonly node: string;
  /** Those that are configured, without this one. */
  readonly nodes: readonly RemoteNodeInfo[];
  /** Why the shown node could not be asked the last time. */
  readonly problem: string | undefined;
}

export interface NodeChoice {
  readonly state: StoreApi<NodeState>;
  readonly load: () => Promise<void>;
  readonly choose: (node: string) => void;
  /** What came of asking a node; it counts while that one is shown. */
  readonly answered: (node: string, problem: string | undefined) => void;
}

const KEY = 'dagwright.node';

/** The choice of a window; a second window may show another node. */
export function createNodeChoice(client: EngineClient, storage: Storage | undefined): NodeChoice {
  const state = createStore<NodeState>(() => ({
    node: storage?.getItem(KEY) ?? THIS_ENGINE,
    nodes: [],
    problem: undefined,
  }));
  const choose = (node: string) => {
    if (node === THIS_ENGINE) storage?.removeItem(KEY);
    else storage?.setItem(KEY, node);
    state.setState({ node, problem: undefined });
  };
  return {
    state,
    choose,
    load: async () => {
      const nodes = await configured(client);
      if (nodes === undefined) return;
      state.setState({ nodes });
      const { node } = state.getState();
      if (node !== THIS_ENGINE && !nodes.some(({ name }) => name === node)) choose(THIS_ENGINE);
    },
    answered: (node, problem) => {
      const shown = state.getState();
      if (shown.node === node && shown.problem !== problem) state.setState({ problem });
    },
  };
}

/** Whether another node can answer an operation; logins, users and nodes are matters of this engine. */
export function canBeForwarded(name: OperationName): boolean {
  return forwardable.has(name);
}

/** A list that could not be had leaves the switcher as it is; the settings say what is wrong. */
async function configured(client: EngineClient): Promise<readonly RemoteNodeInfo[] | undefined> {
  try {
    return (await client.call('nodes.list', {})).remoteNodes;
  } catch {
    return undefined;
  }
}

/** Browsers may forbid storage; then each load of the page begins at this engine. */
export function storageOf(page: Window): Storage | undefined {
  try {
    return page.sessionStorage;
  } catch {
    return undefined;
  }
}
