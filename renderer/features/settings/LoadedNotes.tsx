import { ErrorNote } from '../../components/ErrorNote.tsx';
import type { LoadedState } from './loaded-store.ts';

/** What went wrong with loading or changing, above what is shown. */
export function LoadedNotes({ of }: { readonly of: LoadedState<unknown> }) {
  const { phase, message, problem, refresh, dismiss } = of;
  return (
    <>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {problem && <ErrorNote message={problem} onDismiss={dismiss} />}
    </>
  );
}
