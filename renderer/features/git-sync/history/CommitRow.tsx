import { useStore } from 'zustand';
import { useNow } from '../../../components/use-now.ts';
import { exactTime, pastTime } from '../../../lib/format-time.ts';
import type { Commit, HistoryStore } from './history-store.ts';
import { texts } from './texts.ts';

interface CommitRowProps {
  readonly store: HistoryStore;
  readonly commit: Commit;
}

/** A commit, with the choice of it as either end of a comparison. */
export function CommitRow({ store, commit: { commit, ...row } }: CommitRowProps) {
  const { compared, compare, show } = useStore(store);
  const now = useNow(60_000);
  const { from = '', to = '' } = compared ?? {};
  const short = commit.slice(0, 8);
  const ago = pastTime(row.committedAt, now);
  return (
    <tr>
      <td>
        <input
          type="radio"
          name="compare-from"
          aria-label={texts.fromCommit(short)}
          checked={commit === from}
          onChange={() => void compare({ from: commit, to })}
        />
      </td>
      <td>
        <input
          type="radio"
          name="compare-to"
          aria-label={texts.toCommit(short)}
          checked={commit === to}
          onChange={() => void compare({ from, to: commit })}
        />
      </td>
      <td>
        <button
          type="button"
          className="commit-button mono"
          aria-label={texts.show(short)}
          title={texts.show(commit)}
          onClick={() => void show(commit)}
        >
          {short}
        </button>
      </td>
      <td className="git-history-message" title={row.message}>
        {row.message.split('\n')[0]}
        <span className="commit-below small secondary">{texts.by(row.author, ago)}</span>
      </td>
      <td className="commit-by" title={row.email}>
        {row.author}
      </td>
      <td className="commit-by nowrap" title={exactTime(row.committedAt)}>
        {ago}
      </td>
    </tr>
  );
}
