import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/Button.tsx';
import { useNow } from '../../components/use-now.ts';
import { exactTime, pastTime } from '../../lib/format-time.ts';
import type { ItemStore } from './item-store.ts';
import { texts } from './texts.ts';

/** The commits that changed a file, newest first. */
export function ItemHistory({ store }: { readonly store: ItemStore }) {
  const { commits, hasOlder, loadCommits } = useStore(store);
  const now = useNow(60_000);
  useEffect(() => {
    if (store.getState().commits === undefined) void store.getState().loadCommits();
  }, [store]);
  if (commits === undefined) return null;
  if (commits.length === 0) return <p className="secondary pane-note">{texts.history.none}</p>;
  return (
    <div className="git-history" tabIndex={0} role="region" aria-label={texts.history.label}>
      <table className="table">
        <thead>
          <tr>
            <th>{texts.history.commit}</th>
            <th>{texts.history.what}</th>
            <th>{texts.history.who}</th>
            <th>{texts.history.when}</th>
          </tr>
        </thead>
        <tbody>
          {commits.map(({ commit, message, author, email, committedAt }) => (
            <tr key={commit}>
              <td className="mono" title={commit}>
                {commit.slice(0, 8)}
              </td>
              <td title={message}>{message.split('\n')[0]}</td>
              <td title={email}>{author}</td>
              <td title={exactTime(committedAt)}>{pastTime(committedAt, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasOlder && <Button onPress={() => void loadCommits()}>{texts.history.more}</Button>}
    </div>
  );
}
