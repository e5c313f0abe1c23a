import type { Dag } from '../dag/definition.ts';
import { loadDag } from '../dag/load-dag.ts';
import type { Database } from '../storage/database.ts';
import { definitionText } from '../storage/runs.ts';

/** The parsed definitions of stored runs. Lists and live views ask for the same few again and again. */
export interface Definitions {
  /** The definition that a run was started with. */
  readonly of: (run: { readonly definitionId: number; readonly dagName: string }) => Dag;
  readonly remember: (definitionId: number, dag: Dag) => void;
}

const MOST = 200;

export function createDefinitions(db: Database): Definitions {
  const known = new Map<number, Dag>();

  function remember(definitionId: number, dag: Dag): void {
    known.delete(definitionId);
    known.set(definitionId, dag);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  }

  return {
    of: ({ definitionId, dagName }) => {
      const cached = known.get(definitionId);
      if (cached !== undefined) return cached;
      // A snapshot was checked when its run began; what a newer version refuses in it can still be shown.
      const { dag, partial } = loadDag(definitionText(db, definitionId), { name: dagName });
      remember(definitionId, dag ?? partial);
      return dag ?? partial;
    },
    remember,
  };
}
