import type { OperationOutput } from '../../contract/operations.ts';
import type {
  SyncConfig,
  SyncItem,
  SyncItemStatus,
  SyncResult,
  SyncStatus,
  SyncTest,
} from '../../contract/sync.ts';
import type { Colors, Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { table } from './table.ts';

const colorOf = {
  synced: 'green',
  modified: 'yellow',
  untracked: 'blue',
  conflict: 'red',
  missing: 'magenta',
} as const satisfies Record<SyncItemStatus, keyof Colors>;

/** The way on while Git Sync is off. */
export const SET_UP_SYNC =
  'Set it up: dagwright sync config enabled=true repository=https://example.com/team/dags.git';

/** What is the same on both sides is counted, and listed only where something is wrong with it. */
export function syncStatusText(status: SyncStatus, out: Output): string {
  if (!status.enabled) return `Git Sync is off. ${SET_UP_SYNC}\n`;
  const { repository, branch, lastSyncAt, lastError, items, counts } = status;
  const when = lastSyncAt === '' ? 'never' : lastSyncAt;
  const open = items.filter(isOpen);
  return [
    `${repository} (${branch}), last sync: ${when}${status.readOnly ? ', read-only' : ''}\n`,
    lastError === '' ? '' : out.colors.red(`The last sync failed: ${oneLine(lastError)}\n`),
    open.length === 0 ? '' : itemTable(open, out),
    `${countsText(counts)}\n`,
  ].join('');
}

const isOpen = ({ status, trust, problem }: SyncItem): boolean =>
  status !== 'synced' || trust === 'review' || problem !== '';

function itemTable(items: readonly SyncItem[], out: Output): string {
  return table<SyncItem>(
    [
      {
        title: 'STATUS',
        value: ({ status }) => status,
        style: (text, { status }) => out.colors[colorOf[status]](text),
      },
      { title: 'ITEM', value: ({ itemId }) => itemId },
      { title: 'NOTE', value: noteOf },
    ],
    items,
    out,
  );
}

function noteOf({ status, trust, problem, remoteAuthor, remoteMessage }: SyncItem): string {
  const theirs = status === 'conflict' && remoteAuthor !== '';
  const conflict = theirs ? [`${remoteAuthor}: ${remoteMessage}`] : [];
  const waits = trust === 'review' ? ['not accepted yet'] : [];
  return [...waits, ...conflict, ...(problem === '' ? [] : [problem])].join(', ');
}

function countsText(counts: SyncStatus['counts']): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0
    ? 'No items'
    : parts.map(([status, count]) => `${count} ${status}`).join(', ');
}

interface Told {
  readonly out: Output;
  readonly isQuiet: boolean;
}

/** What came of a pull or a publish. What went wrong is said even where nothing else is. */
export function syncResultText(result: SyncResult, { out, isQuiet }: Told): string {
  const { message, synced, conflicts, review, errors } = result;
  const { colors } = out;
  return [
    ...(isQuiet
      ? []
      : [message, ...synced.map((id) => `  ${colors.green('synced')}    ${oneLine(id)}`)]),
    ...review.map((id) => `  ${colors.yellow('review')}    ${oneLine(id)}`),
    ...conflicts.map((id) => `  ${colors.red('conflict')}  ${oneLine(id)}`),
    ...errors.map((error) => `  ${colors.red('left out')}  ${oneLine(error.message)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

type Commit = OperationOutput<'sync.log'>['commits'][number];

/** A row for each commit, in the order given, or the sentence that there are none. */
export function syncLogText(commits: readonly Commit[], out: Output): string {
  if (commits.length === 0) return 'No commits.\n';
  return table<Commit>(
    [
      { title: 'COMMIT', value: ({ commit }) => commit.slice(0, 8) },
      { title: 'TIME', value: ({ committedAt }) => committedAt },
      { title: 'AUTHOR', value: ({ author }) => author },
      { title: 'MESSAGE', value: ({ message }) => message },
    ],
    commits,
    out,
  );
}

/** One line for each setting, as `dagwright sync config` takes it. */
export function syncConfigText(config: SyncConfig): string {
  return flat(config, '')
    .filter(([key]) => key !== 'warning')
    .map(([key, value]) => `${key}=${oneLine(String(value))}\n`)
    .join('');
}

function flat(value: object, prefix: string): readonly [string, unknown][] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null
      ? flat(part, `${prefix}${name}.`)
      : [[`${prefix}${name}`, part] as [string, unknown]],
  );
}

const marks = { passed: 'green', failed: 'red', skipped: 'dim' } as const;

/** A line for each check, then the verdict. */
export function syncTestText({ success, error, checks }: SyncTest, colors: Colors): string {
  const lines = checks.map(({ name, state, message }) => {
    const color = marks[state];
    return `${colors[color](state.padEnd(7))}  ${name.padEnd(10)}  ${oneLine(message)}\n`;
  });
  const verdict = success ? 'The connection works.' : (error ?? '');
  return [...lines, `${success ? verdict : colors.red(verdict)}\n`].join('');
}
