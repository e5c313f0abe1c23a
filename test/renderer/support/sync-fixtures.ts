import type { OperationOutput } from '#contract/operations.ts';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';

type Diff = OperationOutput<'sync.diff'>;

/** What a fake engine has of Git Sync. */
export interface FakeSync {
  status: SyncStatus;
  /** By item. */
  texts: Map<string, { readonly mine?: string; readonly theirs?: string }>;
  commits: OperationOutput<'sync.log'>['commits'];
  test: OperationOutput<'sync.testConnection'>;
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
  commits: [],
  test: { success: false, error: 'Git sync is not configured', checks: [] },
});

function aSyncItem(filePath: string, change: Partial<SyncItem> = {}): SyncItem {
  return {
    itemId: filePath.replace(/\.(?:yaml|md)$/, ''),
    filePath,
    displayName: filePath,
    kind: filePath.endsWith('.md') ? 'memory' : 'dag',
    status: 'synced',
    trust: 'accepted',
    baseCommit: '8f3c21a0'.repeat(5),
    lastSyncedHash: 'a1',
    lastSyncedAt: '2026-11-19T08:00:00Z',
    localHash: 'b2',
    modifiedAt: '2026-11-19T08:30:00Z',
    remoteCommit: '',
    remoteAuthor: '',
    remoteMessage: '',
    conflictDetectedAt: '',
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

const refused =
  'Authentication failed: git.example.org does not accept the token (HTTP 401). Set a new one.';

/** The items of the mock-ups: changed here, there, on both sides, new, gone, and brought by a pull. */
export function aSync(now: number): FakeSync {
  const notYet = { baseCommit: '', lastSyncedHash: '', lastSyncedAt: '' };
  const items = [
    aSyncItem('backup.yaml', { status: 'missing', localHash: '' }),
    aSyncItem('currency-rates.yaml', { status: 'untracked', ...notYet }),
    aSyncItem('memory/runbook-dbt.md', { status: 'modified' }),
    aSyncItem('new-from-robin.yaml', { trust: 'review' }),
    aSyncItem('orders-nightly.yaml', { status: 'modified' }),
    aSyncItem('reports/weekly-report.yaml', {
      status: 'conflict',
      remoteCommit: '9dfcd56e'.repeat(5),
      remoteAuthor: 'Robin',
      remoteMessage: 'Change the weekly report',
    }),
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
      counts: { synced: 2, modified: 2, untracked: 1, conflict: 1, missing: 1 },
    },
    texts: new Map([
      [
        'orders-nightly',
        { theirs: nightly, mine: nightly.replace('30 2', '0 3').replace('600', '1200') },
      ],
      ['currency-rates', { mine: nightly }],
      ['new-from-robin', { mine: nightly, theirs: nightly }],
      ['backup', { theirs: nightly }],
      [
        'reports/weekly-report',
        { mine: nightly.replace('orders', 'reports'), theirs: nightly.replace('day', 'week') },
      ],
    ]),
    commits: [
      {
        commit: '9dfcd56e'.repeat(5),
        author: 'Robin',
        email: 'robin@example.org',
        message: 'Change the weekly report\n\nIt counts returns now.',
        committedAt: new Date(now - 3_600_000).toISOString(),
      },
    ],
    test: {
      success: false,
      error: refused,
      checks: [
        { name: 'address', state: 'passed', message: 'It is reached over HTTPS.' },
        { name: 'host', state: 'passed', message: 'git.example.org responds.' },
        { name: 'credential', state: 'failed', message: refused },
        { name: 'branch', state: 'skipped', message: 'Not looked at.' },
        { name: 'push', state: 'skipped', message: 'Not looked at.' },
      ],
    },
  };
}

export function fakeDiff({ status, texts }: FakeSync, itemId: string): Diff {
  const item = status.items.find((each) => each.itemId === itemId) ?? aSyncItem(`${itemId}.yaml`);
  const { mine, theirs } = texts.get(itemId) ?? {};
  const { filePath, trust, localHash, remoteCommit, remoteAuthor, remoteMessage } = item;
  return {
    ...{ itemId, filePath, status: item.status, trust, localHash },
    ...{ remoteCommit, remoteAuthor, remoteMessage },
    ...(mine === undefined ? {} : { localContent: mine }),
    ...(theirs === undefined ? {} : { remoteContent: theirs }),
  };
}
