import { EngineError } from '../contract/errors.ts';
import type { SyncItemRow } from '../storage/sync-items.ts';
import type { LocalContent } from './local-files.ts';
import type { ItemState, Sides } from './plan/sides.ts';
import type { SyncContext } from './sync-context.ts';

/** What an item knows of a text of the remote that waits to be accepted. */
export type Review = Pick<SyncItemRow, 'reviewOid' | 'reviewHash'>;

/** An item, as far as it matters here. */
interface Reviewed {
  readonly row: SyncItemRow | null;
  readonly local: LocalContent | null;
  readonly sides: Sides;
  readonly state: ItemState;
}

export const noReview: Review = { reviewOid: null, reviewHash: '' };

/**
 * Whether a text of the remote must be accepted before it comes into the folder of DAGs. The one rule: a pull, a discard and
 * a merge ask it.
 *
 * @param hash SHA-256 of the text.
 */
export function mustBeAccepted(
  { needsReview, settings }: Pick<SyncContext, 'needsReview' | 'settings'>,
  row: SyncItemRow | null,
  hash: string,
): boolean {
  // What one engine has left waiting, another does not take because it usually trusts everything.
  const isReviewed = needsReview || (settings.trust !== 'always' && isReviewing(row));
  return isReviewed && row?.acceptedHash !== hash;
}

/** Whether an item waits for somebody who accepts its text. In a conflict, the text here is a person's own, and may run. */
export function isUnderReview(row: SyncItemRow | null | undefined): boolean {
  return isReviewing(row) && row?.conflictAt === null;
}

/** Whether what waits is in the folder all the same: an earlier version has put it there, or a person. */
export function standsHere({ row, local }: Pick<Reviewed, 'row' | 'local'>): boolean {
  return isReviewing(row) && row?.reviewOid === local?.oid;
}

const isReviewing = (row: SyncItemRow | null | undefined): boolean =>
  (row?.reviewOid ?? null) !== null;

/** Git's id of the text of the remote that somebody can accept; null: there is none. */
export function textToAccept({ state, sides, row }: Pick<Reviewed, 'state' | 'sides' | 'row'>) {
  return state === 'conflict' ? sides.remote : (row?.reviewOid ?? null);
}

/** `forbidden`, with the way to accept it. */
export function notAccepted(itemId: string): EngineError {
  return new EngineError(
    'forbidden',
    `${itemId} came from Git, and its text is not accepted yet. Look at it with \`dagwright sync diff ${itemId}\`, then accept it with \`dagwright sync accept ${itemId} HASH\` and the hash that you were shown.`,
    { details: { itemId, accept: `/api/v1/sync/items/${encodeURIComponent(itemId)}/accept` } },
  );
}
