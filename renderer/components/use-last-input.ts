import { useEffect, useState } from 'react';

/** Whether a key or the mouse was pressed last; known once the component stands, and so before what it opens. */
export function useLastInput(): 'key' | 'pointer' {
  const [last, setLast] = useState<'key' | 'pointer'>('pointer');
  useEffect(() => {
    const listening = new AbortController();
    // Before whoever acts on it, which may end the event.
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', () => setLast('key'), options);
    document.addEventListener('pointerdown', () => setLast('pointer'), options);
    return () => listening.abort();
  }, []);
  return last;
}
