import './item-history.css';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../../client/engine-context.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { CommitDifference } from './CommitDifference.tsx';
import { CommitRow } from './CommitRow.tsx';
import { createHistoryStore } from './history-store.ts';
import { texts } from './texts.ts';

/** The commits that changed a file, newest first, and what differs between two of them. */
export function ItemHistory({ itemId }: { readonly itemId: string }) {
  const engine = useEngine();
  const [store] = useState(() => createHistoryStore(engine, itemId));
  useEffect(() => void store.getState().load(), [store]);
  const { phase, message, commits, hasOlder, difference, load, loadOlder } = useStore(store);
  const failure = phase === 'failed' && <ErrorNote message={message} onRetry={() => void load()} />;
  if (commits === undefined) return failure;
  if (commits.length === 0) return <p className="secondary pane-note">{texts.none}</p>;
  return (
    <>
      {failure}
      <div className="git-history" tabIndex={0} role="region" aria-label={texts.label}>
        <table className="table">
          <thead>
            <tr>
              <th>{texts.from}</th>
              <th>{texts.to}</th>
              <th>{texts.commit}</th>
              <th>{texts.what}</th>
              <th className="commit-by">{texts.who}</th>
              <th className="commit-by">{texts.when}</th>
            </tr>
          </thead>
          <tbody>
            {commits.map((commit) => (
              <CommitRow key={commit.commit} store={store} commit={commit} />
            ))}
          </tbody>
        </table>
        {hasOlder && <Button onPress={() => void loadOlder()}>{texts.more}</Button>}
      </div>
      {difference && <CommitDifference difference={difference} />}
    </>
  );
}
