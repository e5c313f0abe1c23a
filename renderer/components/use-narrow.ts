import { useSyncExternalStore } from 'react';

const query = '(max-width: 1000px)';
let list: MediaQueryList | undefined;

/** Whether the window is under 1000 px, where panes share one place. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow().matches);
}

function watch(onChange: () => void): () => void {
  const watched = narrow();
  watched.addEventListener('change', onChange);
  return () => watched.removeEventListener('change', onChange);
}

/** One for all: a page asks at each drawing, and the browser would parse the query anew. */
function narrow(): MediaQueryList {
  list ??= window.matchMedia(query);
  return list;
}
