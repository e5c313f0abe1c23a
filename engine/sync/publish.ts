import { deleteSyncItem, putSyncItem, putSyncState, syncState } from '../storage/sync-items.ts';
import { EngineError } from '../contract/errors.ts';
import { fetchItems, isElsewhere, type FetchedItems } from './fetch-items.ts';
import { GitError } from './git-process/git.ts';
import { conflictRow, isForgettable, rowOf, syncedRow, withoutConflict } from './item-rows.ts';
import { knownItems, type SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { foldedName } from './plan/item-path.ts';
import { publishAction, type PublishAction } from './plan/sides.ts';
import { noReview } from './review.ts';
import { refuseSecrets } from './secret-guard.ts';
import { fullPath, type SyncContext, type SyncOutcome } from './sync-context.ts';
import { conflictError, theirCommits } from './their-commits.ts';

export interface PublishRequest {
  /** Null: all that are modified or untracked. */
  readonly itemIds: readonly string[] | null;
  /** Empty: one that names the item, or counts them. */
  readonly message: string;
  /** Whether a conflict is decided for the text of here. */
  readonly force: boolean;
}

/** What a publish does with an item, with the text that it sends. */
interface Step {
  readonly item: SyncItem;
  readonly action: PublishAction;
  readonly bytes: Uint8Array | null;
  /** Why it is left out; empty: it is not. */
  readonly problem: string;
}

/** The others may be quicker so often before the publish gives up. */
const MAX_RACES = 8;

/**
 * Sends the texts of items as one commit on top of what the remote has. What is stored changes when the remote has it, so a
 * push that fails changes nothing. Somebody who was quicker is no reason to fail, unless it is the same item.
 *
 * @throws EngineError `not_found`, `bad_request` where there is nothing to publish, `conflict` where all are in conflict.
 */
export async function publish(context: SyncContext, request: PublishRequest): Promise<SyncOutcome> {
  const wanted = await wantedIds(context, request);
  for (let race = 0; race < MAX_RACES; race++) {
    const outcome = await attempt(context, request, wanted);
    if (outcome !== null) return outcome;
  }
  throw new EngineError(
    'service_unavailable',
    'Others push to this branch all the time, and were quicker each time. Try again in a moment.',
  );
}

/** Null: all that is open where the remote is now, which may have to be made, also where nothing has changed. */
async function wantedIds(
  { db, files, settings }: SyncContext,
  { itemIds }: PublishRequest,
): Promise<readonly string[] | null> {
  const items = await knownItems(db, files);
  const byId = new Map(items.map((item) => [item.itemId, item]));
  for (const itemId of itemIds ?? []) if (!byId.has(itemId)) throw noSuchItem(itemId);
  if (itemIds === null && (syncState(db) === undefined || isElsewhere({ db, settings })))
    return null;
  const wanted = itemIds ?? idsOfOpen(items);
  if (wanted.length > 0) return [...new Set(wanted)];
  throw new EngineError('bad_request', 'No modified or untracked items to publish');
}

const idsOfOpen = (items: readonly SyncItem[]): readonly string[] =>
  items.filter(isOpen).map(({ itemId }) => itemId);

const isOpen = ({ state }: SyncItem): boolean => state === 'modified' || state === 'untracked';

/** `not_found`. */
export function noSuchItem(itemId: string): EngineError {
  return new EngineError('not_found', `Git Sync has no item ${itemId}`);
}

/** Null: somebody was quicker, and all is to be looked at again. */
async function attempt(
  context: SyncContext,
  request: PublishRequest,
  asked: readonly string[] | null,
): Promise<SyncOutcome | null> {
  const fetched = await fetchItems(context, { creates: true });
  const wanted = asked ?? idsOfOpen(fetched.items);
  const steps = planSteps(context, fetched, { ...request, wanted });
  const sent = steps.filter(({ action, problem }) => problem === '' && isSent(action));
  const done = steps.filter(({ action }) => action === 'adopt');
  if (sent.length === 0) return await nothingSent(context, { fetched, steps, done }, request);
  await guard(context, sent, request.message);
  const commit = await context.git.commit({
    parent: fetched.head,
    changes: sent.map(({ item, bytes }) => ({ path: fullPath(context, item.path), bytes })),
    message: messageOf(request, sent),
    author: context.settings.author,
    at: context.clock.now(),
  });
  if (!(await pushed(context, commit, fetched))) return null;
  await store(context, { ...fetched, head: commit, origin: null }, steps);
  const outcome = outcomeOf(steps, [...sent, ...done], sent.length);
  if (fetched.origin === null) return outcome;
  return { ...outcome, message: `${outcome.message}. ${createdText(context, fetched.origin)}` };
}

const createdText = ({ settings }: SyncContext, origin: string): string =>
  `Created the branch ${settings.branch} from ${origin}.`;

/** Refuses what would tell a secret to all who can read the remote, for good. */
async function guard(
  { knownSecrets, remote }: SyncContext,
  sent: readonly Step[],
  message: string,
): Promise<void> {
  const { auth } = await remote();
  const credential =
    auth.type === 'token' ? auth.token : auth.type === 'ssh' ? auth.passphrase : null;
  const own = credential === null ? [] : [{ title: 'the credential of Git', value: credential }];
  const files = sent.flatMap(({ item: { path }, bytes }) =>
    bytes === null ? [] : [{ title: path, text: Buffer.from(bytes).toString('utf8') }],
  );
  refuseSecrets(
    [...files, { title: 'the message,', text: message }],
    [...own, ...(await knownSecrets())],
  );
}

const isSent = (action: PublishAction): boolean => action === 'send' || action === 'delete';

function planSteps(
  { files }: SyncContext,
  { items, refused, unseen }: FetchedItems,
  { wanted, force }: PublishRequest & { readonly wanted: readonly string[] },
): readonly Step[] {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const why = new Map([...refused, ...unseen].map(({ itemId, message }) => [itemId, message]));
  return wanted.flatMap((itemId): Step[] => {
    const item = byId.get(itemId);
    // Gone from both sides since it was asked for.
    if (item === undefined) return [];
    const action = publishAction(item.sides, force);
    const own = item.local?.problem ?? '';
    const problem = why.get(itemId) ?? (own === '' ? twinOf(item, items) : own);
    if (action !== 'send' || problem !== '') return [{ item, action, bytes: null, problem }];
    const { bytes, oid } = files.read(item.local?.path ?? item.path);
    // What is sent is what is stored as synced, whoever edits meanwhile.
    return [{ item: { ...item, sides: { ...item.sides, local: oid } }, action, bytes, problem }];
  });
}

/** Says that the remote has an item whose name differs in case alone: some disks could not keep both. */
function twinOf({ itemId, sides }: SyncItem, items: readonly SyncItem[]): string {
  if (sides.remote !== null) return '';
  const folded = foldedName(itemId);
  const twin = items.find(
    (item) =>
      item.sides.remote !== null && item.itemId !== itemId && foldedName(item.itemId) === folded,
  );
  if (twin === undefined) return '';
  return `The remote has ${twin.filePath}, whose name differs from ${itemId} only in case. Rename one of them.`;
}

/** Whether the remote has the commit. An answer that was lost is asked for once more. */
async function pushed(
  { git, remote, signal, log }: SyncContext,
  commit: string,
  { head, origin }: Pick<FetchedItems, 'head' | 'origin'>,
): Promise<boolean> {
  const target = await remote();
  // A branch that is made is not there before.
  const expected = origin === null ? head : null;
  try {
    return (await git.push(target, { commit, expected }, signal)) === 'pushed';
  } catch (error) {
    if (!(error instanceof GitError) || !mayHaveLanded.has(error.reason)) throw error;
    log.info('The answer to a push was lost: asking whether it landed', { error: error.message });
    const found = await git.fetch(target, undefined, signal).catch(() => {
      throw error;
    });
    if (found.head !== null && (await git.isAncestor(commit, found.head))) return true;
    throw error;
  }
}

const mayHaveLanded: ReadonlySet<string> = new Set(['cut', 'time', 'offline']);

interface Nothing {
  readonly fetched: FetchedItems;
  readonly steps: readonly Step[];
  readonly done: readonly Step[];
}

async function nothingSent(
  context: SyncContext,
  { fetched, steps, done }: Nothing,
  { itemIds }: PublishRequest,
): Promise<SyncOutcome | null> {
  const { head, origin } = fetched;
  if (itemIds === null && steps.length === done.length && head !== null && origin !== null) {
    if (!(await pushed(context, head, fetched))) return null;
    await store(context, { ...fetched, origin: null }, steps);
    return { ...outcomeOf(steps, done, done.length), message: createdText(context, origin) };
  }
  await store(context, fetched, steps);
  // It landed earlier, and the answer was lost; or others have published the same.
  if (done.length > 0) return outcomeOf(steps, done, done.length);
  const [conflict] = steps.filter(({ action }) => action === 'conflict');
  if (conflict !== undefined) throw await conflictError(context, fetched.head, conflict.item);
  const problem = steps.find((step) => step.problem !== '')?.problem;
  if (problem !== undefined) throw new EngineError('bad_request', problem);
  const [only] = itemIds ?? [];
  throw new EngineError(
    'bad_request',
    only === undefined || itemIds?.length !== 1
      ? 'No modified or untracked items to publish'
      : `no changes to publish: ${only} is the same on the remote`,
  );
}

/** Stores what the remote has now, on the branch that there is. */
async function store(
  context: SyncContext,
  { head, origin, items }: FetchedItems,
  steps: readonly Step[],
): Promise<void> {
  const { clock, settings, writes } = context;
  const stepOf = new Map(steps.map((step) => [step.item.itemId, step]));
  const conflicts = items.filter(({ state }) => state === 'conflict');
  const commits = await theirCommits(context, head, conflicts);
  const now = clock.now();
  const { repository, path } = settings;
  const branch = origin ?? settings.branch;
  await writes.commitSynced((db) => {
    for (const item of items) {
      const step = stepOf.get(item.itemId);
      const row =
        step === undefined || step.problem !== '' ? rowOf(item) : rowAfter(step, head ?? '', now);
      const isOpenConflict = item.state === 'conflict' && !(step && isSent(step.action));
      const commit = commits.get(fullPath(context, item.path));
      const next = row === null || !isOpenConflict ? row : conflictRow(row, commit, now);
      if (next === null || isForgettable(next)) deleteSyncItem(db, item.itemId);
      else putSyncItem(db, next);
    }
    const state = { repository, branch, path, head: head ?? '', lastSyncAt: now, lastError: '' };
    putSyncState(db, state);
  });
}

function rowAfter({ item, action, bytes }: Step, commit: string, at: number) {
  const row = rowOf(item);
  if (action === 'delete' || (action === 'adopt' && item.local === null)) return null;
  if (action === 'nothing' || action === 'conflict') return withoutConflict(row);
  const hash = bytes === null ? (item.local?.hash ?? '') : contentHash(bytes);
  const synced = syncedRow(row, { oid: item.sides.local ?? '', hash, commit, at });
  // The text of here has taken the place of theirs.
  return action === 'send' ? { ...synced, ...noReview } : synced;
}

function outcomeOf(steps: readonly Step[], done: readonly Step[], count: number): SyncOutcome {
  return {
    message: `Published ${count} item(s)`,
    synced: done.map(idOf),
    modified: [],
    conflicts: steps.filter(({ action }) => action === 'conflict').map(idOf),
    review: [],
    errors: steps.flatMap(({ item, problem }) =>
      problem === '' ? [] : [{ itemId: item.itemId, message: problem }],
    ),
  };
}

const idOf = ({ item }: Step): string => item.itemId;

function messageOf({ message }: PublishRequest, sent: readonly Step[]): string {
  if (message.trim() !== '') return message;
  const [only] = sent;
  return sent.length === 1 && only !== undefined
    ? `Update ${only.item.itemId}`
    : `Update ${sent.length} DAG(s)`;
}
