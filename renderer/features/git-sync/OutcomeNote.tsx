import type { SyncResult } from '#contract/sync.ts';
import { DismissButton } from '../../components/DismissButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { Outcome } from './sync-commands.ts';
import { texts } from './texts.ts';

interface OutcomeNoteProps {
  readonly outcome: Outcome;
  readonly branch: string;
  readonly onDismiss: () => void;
}

/** What came of the last command, and what it left out. */
export function OutcomeNote({ outcome, branch, onDismiss }: OutcomeNoteProps) {
  const { result } = outcome;
  const errors = leftOut(outcome);
  const isWhole = errors.length === 0 && (result?.conflicts ?? []).length === 0;
  return (
    <div className="git-band" role="status">
      <Icon name={isWhole ? 'succeeded' : 'warning'} />
      <div className="grow">
        {wordsOf(outcome, branch)}
        {errors.length > 0 && (
          <>
            {' '}
            {texts.done.leftOut(errors.length)}
            <ul>
              {errors.map(({ itemId, message }) => (
                <li key={`${itemId} ${message}`}>
                  <code>{itemId}</code> {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <DismissButton onDismiss={onDismiss} />
    </div>
  );
}

/** What the command did not take, and why. A publish takes nothing that the remote has changed as well. */
function leftOut({ kind, itemIds, result }: Outcome): SyncResult['errors'] {
  const { errors = [], conflicts = [] } = result ?? {};
  if (kind !== 'publish') return errors;
  const told = new Set(errors.map(({ itemId }) => itemId));
  const inConflict = conflicts.filter((itemId) => itemIds.includes(itemId) && !told.has(itemId));
  return [...errors, ...inConflict.map((itemId) => ({ itemId, message: texts.done.inConflict }))];
}

/** The engine's own words are those of its interface, which are the same for one and for many. */
function pullWords(result: SyncResult | undefined): string {
  const conflicts = result?.conflicts.length ?? 0;
  if (conflicts > 0) return texts.done.conflicts(conflicts);
  const review = result?.review.length ?? 0;
  if (review > 0) return texts.done.review(review);
  const synced = result?.synced.length ?? 0;
  return synced > 0 ? texts.done.pull(synced) : (result?.message ?? '');
}

function wordsOf({ kind, itemIds, result }: Outcome, branch: string): string {
  const [itemId = ''] = itemIds;
  if (kind === 'pull') return pullWords(result);
  if (kind === 'publish')
    return texts.done.publish(result?.synced.length ?? itemIds.length, branch);
  return texts.done[kind](itemId);
}
