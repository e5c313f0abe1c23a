import { useSyncExternalStore } from 'react';

const query = '(max-width: 1000px)';

/** Whether the window is under 1000 px, where panes share one place. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

function watch(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
