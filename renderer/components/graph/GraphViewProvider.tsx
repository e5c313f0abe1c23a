import { useState, type ReactNode } from 'react';
import { createGraphView, GraphViewContext } from './graph-view.ts';

/** What a graph and the buttons beside it share: which part of it is shown. */
export function GraphViewProvider({ children }: { readonly children: ReactNode }) {
  const [view] = useState(createGraphView);
  return <GraphViewContext value={view}>{children}</GraphViewContext>;
}
