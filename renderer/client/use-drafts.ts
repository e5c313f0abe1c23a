import { useMemo } from 'react';
import { useStore } from 'zustand';
import { browserStore, createDrafts, type Drafts } from '../lib/drafts.ts';
import { useEngine } from './engine-context.ts';

/** The drafts of whoever looks at this page, at the node that is shown. */
export function useDrafts(): Drafts {
  const { session, nodes } = useEngine();
  const user = useStore(session.state, (state) => state.user?.username ?? '');
  const node = useStore(nodes.state, (state) => state.node);
  return useMemo(() => createDrafts(`${user}@${node}`, browserStore()), [user, node]);
}

/** The names of the DAGs of which there are drafts when the caller is first drawn, or when they are those of somebody else. */
export function useDraftNames(): ReadonlySet<string> {
  const drafts = useDrafts();
  return useMemo(() => drafts.names(), [drafts]);
}
