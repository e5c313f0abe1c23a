import type { OperationOutput } from '#contract/operations.ts';
import type { FakeState } from './fake-engine.ts';
import { fakeDiff, fakeMerge, type FakeSync } from './sync-fixtures.ts';

type Input = Readonly<Record<string, unknown>>;

const idOf = (input: Input): string => String(input['itemId']);

/** The answers of Git Sync: what is published or discarded is synced from then on. */
export function syncAnswers(state: FakeState) {
  const settle = (
    itemIds: readonly string[],
    status: 'synced' | 'modified' | 'conflict' | 'gone' = 'synced',
  ): void => {
    const { sync } = state;
    const items = sync.status.items.flatMap((item) => {
      if (!itemIds.includes(item.itemId)) return [item];
      return status === 'gone'
        ? []
        : [{ ...item, status, trust: 'accepted' as const, reviewHash: '' }];
    });
    sync.status = { ...sync.status, items };
  };
  const published = (itemIds: readonly string[]): OperationOutput<'sync.pull'> => {
    const conflicts = itemIds.filter((itemId) => state.sync.toConflict.includes(itemId));
    const taken = itemIds.filter((itemId) => !conflicts.includes(itemId));
    settle(conflicts, 'conflict');
    settle(taken);
    return { ...result(state, 'Published', taken), conflicts };
  };
  return {
    'sync.status': () => state.sync.status,
    'sync.diff': (input: Input) => fakeDiff(state.sync, idOf(input)),
    'sync.log': () => ({ commits: state.sync.commits }),
    'sync.textAt': (input: Input) => {
      const commit = String(input['commit']);
      const content = state.sync.history.get(commit);
      return { commit, filePath: '', ...(content !== undefined && { content }) };
    },
    'sync.kept': () => ({ copies: state.sync.kept.map(withoutText) }),
    'sync.keptCopy': (input: Input) =>
      state.sync.kept.find(({ keptId }) => keptId === input['keptId']),
    'sync.restore': () => ({ message: 'Restored' }),
    'sync.pull': () => pulled(state),
    'sync.publishAll': (input: Input) => published(input['itemIds'] as readonly string[]),
    'sync.publish': (input: Input) => published([idOf(input)]),
    'sync.discard': (input: Input) => {
      settle([idOf(input)]);
      return { message: 'Changes discarded successfully' };
    },
    'sync.merge': (input: Input) => fakeMerge(state.sync, idOf(input)),
    'sync.resolve': (input: Input) => {
      const itemId = idOf(input);
      const texts = { ...state.sync.texts.get(itemId), mine: String(input['content']) };
      state.sync.texts.set(itemId, texts);
      settle([itemId], 'modified');
      return { message: 'Merged' };
    },
    'sync.forget': (input: Input) => {
      settle([idOf(input)], 'gone');
      return { message: 'Forgotten' };
    },
    'sync.accept': (input: Input) => {
      const { status } = state.sync.status.items.find((item) => item.itemId === idOf(input)) ?? {};
      // A conflict stays one: theirs may be taken from now on.
      settle([idOf(input)], status === 'conflict' ? status : 'synced');
      return { message: 'Accepted' };
    },
    'sync.getConfig': () => configOf(state.sync),
    'sync.setConfig': (input: Input) => {
      const { status } = state.sync;
      const { repository = status.repository, branch = status.branch } = input as Partial<
        Record<'repository' | 'branch', string>
      >;
      const enabled = input['enabled'] === true;
      state.sync.status = {
        ...status,
        enabled,
        repository: repository ?? '',
        branch: branch ?? '',
      };
      return configOf(state.sync);
    },
    'sync.testConnection': () => state.sync.test,
  };
}

function pulled(state: FakeState): OperationOutput<'sync.pull'> {
  const { sync } = state;
  const conflicts = [...sync.toConflict];
  if (conflicts.length === 0) return result(state, 'Already up to date', []);
  const items = sync.status.items.map((item) =>
    conflicts.includes(item.itemId) ? { ...item, status: 'conflict' as const } : item,
  );
  sync.status = { ...sync.status, items };
  return { ...result(state, `Pulled with ${conflicts.length} conflict(s)`, []), conflicts };
}

function result(
  { now }: FakeState,
  message: string,
  synced: readonly string[],
): OperationOutput<'sync.pull'> {
  const timestamp = new Date(now).toISOString();
  const none = { modified: [], conflicts: [], review: [], errors: [] };
  return { success: true, message, synced: [...synced], ...none, timestamp };
}

function withoutText({ keptId, filePath, keptAt, reason, bytes }: FakeSync['kept'][number]) {
  return { keptId, filePath, keptAt, reason, bytes };
}

function configOf({ status }: FakeSync): OperationOutput<'sync.getConfig'> {
  const { enabled, repository = '', branch = 'main' } = status;
  if (!enabled && repository === '') return { enabled };
  const auth = {
    type: 'token',
    token: enabled ? '[configured]' : '',
    ssh_key_path: '',
    ssh_passphrase: '',
    ssh_known_hosts: '',
  } as const;
  return { enabled, repository, branch, path: '', push_enabled: true, auth };
}
