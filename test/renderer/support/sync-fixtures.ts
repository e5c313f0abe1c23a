import type { OperationOutput } from '#contract/operations.ts';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { fakeDagChanges } from './fake-dag-changes.ts';

type Diff = OperationOutput<'sync.diff'>;

/** What a fake engine has of Git Sync. */
export interface FakeSync {
  status: SyncStatus;
  /** By item. */
  texts: Map<
    string,
    { readonly mine?: string; readonly theirs?: string; readonly accepted?: string }
  >;
  /** Milliseconds since the epoch. */
  readonly now: number;
  commits: OperationOutput<'sync.log'>['commits'];
  /** Texts by commits. */
  history: Map<string, string>;
  kept: OperationOutput<'sync.keptCopy'>[];
  test: OperationOutput<'sync.testConnection'>;
  /** Items that the next pull finds changed on both sides. */
  toConflict: readonly string[];
}

const counts = { synced: 0, modified: 0, untracked: 0, conflict: 0, missing: 0 };

export const noSync = (): FakeSync => ({
  status: {
    enabled: false,
    readOnly: false,
    trust: 'review',
    activity: '',
    summary: 'synced',
    lastSyncAt: '',
    lastSyncCommit: '',
    lastSyncStatus: '',
    lastError: '',
    items: [],
    counts,
  },
  texts: new Map(),
  now: 0,
  commits: [],
  history: new Map(),
  kept: [],
  test: { success: false, error: 'Git sync is not configured', checks: [] },
  toConflict: [],
});

/** An item as the engine tells of it, the same on both sides but for the change. */
export function aSyncItem(filePath: string, change: Partial<SyncItem> = {}): SyncItem {
  return {
    itemId: filePath.replace(/\.(?:yaml|md)$/, ''),
    filePath,
    displayName: filePath,
    kind: filePath.endsWith('.md') ? 'memory' : 'dag',
    status: 'synced',
    trust: 'accepted',
    problem: '',
    baseCommit: '8f3c21a0'.repeat(5),
    lastSyncedHash: 'a1',
    lastSyncedAt: '2026-11-19T08:00:00Z',
    reviewHash: '',
    localHash: 'b2',
    modifiedAt: '2026-11-19T08:30:00Z',
    remoteCommit: '',
    remoteAuthor: '',
    remoteMessage: '',
    conflictDetectedAt: '',
    previousStatus: '',
    missingAt: '',
    ...change,
  };
}

const nightly = `description: Loads the orders of the day.
schedule: "30 2 * * *"
type: graph
steps:
  - name: extract
    command: ./extract.sh
  - name: load-mart
    command: psql -f sql/load.sql
    depends: extract
    timeout_sec: 600
`;

const stockBefore = `schedule: "0 * * * *"
steps:
  - name: count
    command: ./count.sh
`;
const stock = `schedule: "*/10 * * * *"
secrets:
  - name: STOCK_TOKEN
    provider: env
    key: STOCK_TOKEN
steps:
  - name: count
    command: ./count.sh
  - name: tell
    command: curl -fsS --oauth2-bearer "$STOCK_TOKEN" https://stock.example.com/levels
`;

const refused =
  'Authentication failed: git.example.org does not accept the token (HTTP 401). Set a new one.';

/** The items of the mock-ups: changed here, there, on both sides, new, gone, and brought by a pull. */
export function aSync(now: number): FakeSync {
  const notYet = { baseCommit: '', lastSyncedHash: '', lastSyncedAt: '' };
  const items = [
    aSyncItem('backup.yaml', { status: 'missing', localHash: '' }),
    aSyncItem('currency-rates.yaml', { status: 'untracked', ...notYet }),
    aSyncItem('memory/runbook-dbt.md', { status: 'modified' }),
    aSyncItem('new-from-robin.yaml', {
      trust: 'review',
      reviewHash: 'd4'.repeat(32),
      localHash: '',
    }),
    aSyncItem('orders-nightly.yaml', { status: 'modified' }),
    aSyncItem('reports/weekly-report.yaml', {
      status: 'conflict',
      remoteCommit: '9dfcd56e'.repeat(5),
      remoteAuthor: 'Robin',
      remoteMessage: 'Change the weekly report',
    }),
    aSyncItem('stock-levels.yaml', { trust: 'review', reviewHash: 'd4'.repeat(32) }),
    aSyncItem('team/synced.yaml'),
  ];
  return {
    status: {
      ...noSync().status,
      enabled: true,
      repository: 'https://git.example.org/lake/dags.git',
      branch: 'main',
      path: '',
      summary: 'conflict',
      lastSyncAt: new Date(now - 240_000).toISOString(),
      lastSyncCommit: '8f3c21a0'.repeat(5),
      lastSyncStatus: 'success',
      items,
      counts: { synced: 3, modified: 2, untracked: 1, conflict: 1, missing: 1 },
    },
    now,
    texts: new Map([
      [
        'orders-nightly',
        { theirs: nightly, mine: nightly.replace('30 2', '0 3').replace('600', '1200') },
      ],
      ['currency-rates', { mine: nightly }],
      ['new-from-robin', { theirs: nightly }],
      ['stock-levels', { mine: stockBefore, theirs: stock, accepted: stockBefore }],
      ['backup', { theirs: nightly }],
      [
        'reports/weekly-report',
        { mine: nightly.replace('orders', 'reports'), theirs: nightly.replace('day', 'week') },
      ],
    ]),
    kept: [
      {
        keptId: '2026-11-19T064200.000Z-1a2b3c4d-discard',
        filePath: 'orders-nightly.yaml',
        keptAt: new Date(now - 7_200_000).toISOString(),
        reason: 'discard',
        bytes: nightly.length,
        content: nightly.replace('extract.sh', 'extract.sh --fast'),
        localContent: nightly.replace('600', '1200'),
      },
      {
        keptId: '2026-11-12T084200.000Z-5e6f7a8b-pull',
        filePath: 'team/old-report.yaml',
        keptAt: new Date(now - 7 * 86_400_000).toISOString(),
        reason: 'pull',
        bytes: nightly.length,
        content: nightly,
      },
    ],
    commits: [
      {
        commit: '9dfcd56e'.repeat(5),
        author: 'Robin',
        email: 'robin@example.org',
        message: 'Change the weekly report\n\nIt counts returns now.',
        committedAt: new Date(now - 3_600_000).toISOString(),
      },
      {
        commit: '41b7aa20'.repeat(5),
        author: 'Ada',
        email: 'ada@example.org',
        message: 'Give the load more time',
        committedAt: new Date(now - 2 * 86_400_000).toISOString(),
      },
      {
        commit: '8f3c21a0'.repeat(5),
        author: 'Robin',
        email: 'robin@example.org',
        message: 'Load the orders of the day',
        committedAt: new Date(now - 9 * 86_400_000).toISOString(),
      },
    ],
    history: new Map([
      ['8f3c21a0'.repeat(5), nightly],
      ['41b7aa20'.repeat(5), nightly.replace('600', '900')],
      ['9dfcd56e'.repeat(5), nightly.replace('600', '900').replace('day', 'week')],
    ]),
    test: {
      success: false,
      error: refused,
      checks: [
        { name: 'address', state: 'passed', message: 'It is reached over HTTPS.' },
        { name: 'host', state: 'passed', message: 'git.example.org responds.' },
        { name: 'credential', state: 'failed', message: refused },
        { name: 'branch', state: 'skipped', message: 'Not checked.' },
        { name: 'push', state: 'skipped', message: 'Not checked.' },
      ],
    },
    toConflict: [],
  };
}

/** A merge in which both sides have changed two lines in their own ways, and each another one. */
export function fakeMerge({ status }: FakeSync, itemId: string): OperationOutput<'sync.merge'> {
  const { filePath = '', remoteCommit = '' } =
    status.items.find((each) => each.itemId === itemId) ?? {};
  return {
    ...{ itemId, filePath, localHash: 'b2', remoteHash: 'c3' },
    ...{ remoteCommit, remoteAuthor: 'Robin' },
    pieces: [
      {
        kind: 'conflict',
        base: 'description: Loads the orders of the day.\nschedule: "30 2 * * *"\n',
        mine: 'description: Loads the reports of the day.\nschedule: "0 3 * * *"\n',
        theirs: 'description: Loads the orders of the week.\nschedule: "30 2 * * 1"\n',
      },
      { kind: 'same', text: 'type: graph\nsteps:\n  - name: extract\n    command: ./extract.sh\n' },
      { kind: 'mine', text: '    retry_policy: { limit: 3, interval_sec: 30 }\n' },
      { kind: 'same', text: '  - name: load-mart\n    command: psql -f sql/load.sql\n' },
      { kind: 'theirs', text: '    depends: [extract]\n' },
      {
        kind: 'conflict',
        base: '    timeout_sec: 600\n',
        mine: '    timeout_sec: 1200\n',
        theirs: '    timeout_sec: 900\n  - name: count-returns\n    command: ./returns.sh\n',
      },
    ],
  };
}

export function fakeDiff({ status, texts, now }: FakeSync, itemId: string): Diff {
  const item = status.items.find((each) => each.itemId === itemId) ?? aSyncItem(`${itemId}.yaml`);
  const { mine, theirs, accepted } = texts.get(itemId) ?? {};
  const { filePath, trust, reviewHash, localHash, remoteCommit, remoteAuthor, remoteMessage } =
    item;
  const compared = (before: string | undefined, after: string | undefined) =>
    fakeDagChanges(itemId, { before, after, now });
  const isReview = trust === 'review';
  return {
    ...{ itemId, filePath, status: item.status, trust, localHash, reviewHash },
    ...{ remoteCommit, remoteAuthor, remoteMessage },
    ...(mine === undefined ? {} : { localContent: mine }),
    ...(theirs === undefined ? {} : { remoteContent: theirs }),
    ...(reviewHash !== '' && theirs !== undefined && { reviewContent: theirs }),
    ...(item.kind === 'dag' && !isReview && { changes: compared(theirs, mine) }),
    ...(isReview && { reviewChanges: compared(accepted, theirs) }),
    ...(isReview && accepted !== undefined && { acceptedContent: accepted }),
  };
}
