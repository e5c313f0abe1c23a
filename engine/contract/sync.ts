import { z } from 'zod';
import { dagChanges } from './dag-changes.ts';
import { timestamp } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';

/** What an item of Git Sync is. */
export const syncStatuses = ['synced', 'modified', 'untracked', 'conflict', 'missing'] as const;
export type SyncItemStatus = (typeof syncStatuses)[number];

/** What Git Sync can be busy with; empty: nothing. */
export const syncActivities = [
  '',
  'pull',
  'publish',
  'discard',
  'resolve',
  'restore',
  'forget',
  'accept',
  'test',
] as const;
export type SyncActivityName = (typeof syncActivities)[number];

export const syncItem = shape(() =>
  z.object({
    itemId: z.string().describe('Path below the folder of DAGs, without extension.'),
    filePath: z.string().describe('The same with `.yaml` or `.md`.'),
    displayName: z.string().describe('As `filePath`.'),
    kind: z.enum(['dag', 'memory']),
    status: z.enum(syncStatuses),
    trust: z
      .enum(['review', 'accepted'])
      .describe(
        '`review`: a pull brought this text, and it does not run until someone accepts it.',
      ),
    problem: z
      .string()
      .describe(
        'Why a file here that looks like a DAG is none, so that nothing of it runs; else empty.',
      ),
    reviewHash: z
      .string()
      .describe('With `review`: SHA-256 of the text that waits to be accepted; empty for none.'),
    baseCommit: z.string().describe('Commit of the last sync of the item; empty for none.'),
    lastSyncedHash: z.string().describe('SHA-256 of the content of then; empty for none.'),
    lastSyncedAt: timestamp,
    localHash: z.string().describe('SHA-256 of the content here; empty for none.'),
    modifiedAt: timestamp.describe('When the file here was changed last.'),
    remoteCommit: z.string().describe('With `conflict`: the commit of the remote.'),
    remoteAuthor: z.string().describe('With `conflict`: who made it.'),
    remoteMessage: z.string().describe('With `conflict`: the message of the last remote commit.'),
    conflictDetectedAt: timestamp,
    previousStatus: z
      .enum(['', 'synced', 'modified', 'conflict'])
      .describe('With `missing`: its status before; empty where that is not known.'),
    missingAt: timestamp.describe('With `missing`: when its file was found to be gone.'),
  }),
);
export type SyncItem = ValueOf<typeof syncItem>;

const syncCounts = shape(() =>
  z.object({
    synced: z.int(),
    modified: z.int(),
    untracked: z.int(),
    conflict: z.int(),
    missing: z.int(),
  }),
);

export const syncStatus = shape(() =>
  z.object({
    enabled: z.boolean(),
    repository: z.string().optional(),
    branch: z.string().optional(),
    path: z.string().optional(),
    readOnly: z.boolean().describe('Whether publishing and changes of DAGs are disabled.'),
    trust: z.enum(['review', 'always']).describe('Whether what a pull brings must be accepted.'),
    activity: z.enum(syncActivities).describe('What is under way; empty: nothing.'),
    summary: z.enum(['synced', 'pending', 'conflict', 'missing', 'error']),
    lastSyncAt: timestamp,
    lastSyncCommit: z.string().describe('Commit of the branch when it was last asked.'),
    lastSyncStatus: z.enum(['', 'success', 'error']),
    lastError: z.string(),
    items: z.array(syncItem()),
    counts: syncCounts(),
  }),
);
export type SyncStatus = ValueOf<typeof syncStatus>;

export const syncResult = shape(() =>
  z.object({
    success: z.boolean(),
    message: z.string(),
    synced: z.array(z.string()).describe('Items that are the same on both sides now.'),
    modified: z.array(z.string()).describe('Items that are changed only here.'),
    conflicts: z.array(z.string()).describe('Items that both sides have changed.'),
    review: z.array(z.string()).describe('Items of which a text waits to be accepted.'),
    errors: z
      .array(z.object({ itemId: z.string(), message: z.string() }))
      .describe('What was left out, and why.'),
    timestamp,
  }),
);
export type SyncResult = ValueOf<typeof syncResult>;

export const syncDiff = shape(() =>
  z.object({
    itemId: z.string(),
    filePath: z.string(),
    status: z.enum(syncStatuses),
    trust: z.enum(['review', 'accepted']),
    localContent: z.string().optional().describe('Left out where there is no file.'),
    localHash: z.string().describe('SHA-256 of it; empty for none.'),
    remoteContent: z.string().optional().describe('Left out where the remote has none.'),
    baseContent: z
      .string()
      .optional()
      .describe('What both sides had last; left out where they never had the same.'),
    changes: dagChanges()
      .optional()
      .describe(
        'What the text here changes in the meaning of the remote one; left out with `review`, where it is no DAG, and where a side cannot be read.',
      ),
    reviewContent: z
      .string()
      .optional()
      .describe('The text of the remote that waits to be accepted; left out where none does.'),
    reviewHash: z.string().describe('SHA-256 of it, for `accept`; empty for none.'),
    acceptedContent: z
      .string()
      .optional()
      .describe('The text that was accepted last, where another waits; left out for none.'),
    reviewChanges: dagChanges()
      .optional()
      .describe('With `review`: what the waiting text changes in the meaning of the accepted one.'),
    remoteCommit: z.string().describe('Commit that changed it last; empty for none.'),
    remoteAuthor: z.string(),
    remoteMessage: z.string(),
  }),
);
export type SyncDiff = ValueOf<typeof syncDiff>;

const decided = z
  .enum(['same', 'mine', 'theirs', 'both'])
  .describe('Who has changed the lines: neither side, one side, or both in the same way.');

/** A merge by lines, to be decided where both sides have changed the same. */
export const syncMerge = shape(() =>
  z.object({
    itemId: z.string(),
    filePath: z.string(),
    pieces: z
      .array(
        z.discriminatedUnion('kind', [
          z.object({ kind: decided, text: z.string() }),
          z.object({
            kind: z.literal('conflict').describe('Each side has changed the lines in its own way.'),
            base: z.string().describe('What both had last.'),
            mine: z.string(),
            theirs: z.string(),
          }),
        ]),
      )
      .describe('The merged text in parts of whole lines, one after the other.'),
    localHash: z.string().describe('SHA-256 of the text here, for `resolve`.'),
    remoteHash: z.string().describe('SHA-256 of the text on the remote; empty for none.'),
    remoteCommit: z.string().describe('Commit that changed it there; empty for none.'),
    remoteAuthor: z.string(),
  }),
);
export type SyncMerge = ValueOf<typeof syncMerge>;

/** As `git_sync` in config.yaml, without its secrets. */
export const syncConfig = shape(() =>
  z.object({
    enabled: z.boolean(),
    repository: z.string().optional(),
    branch: z.string().optional(),
    path: z.string().optional(),
    push_enabled: z.boolean().optional(),
    trust: z.enum(['review', 'always']).optional(),
    auth: z
      .object({
        type: z.enum(['token', 'ssh']),
        token: z.string().describe('`[configured]`, or empty: never the token.'),
        ssh_key_path: z.string().describe('`[configured]`, or empty.'),
        ssh_passphrase: z.string().describe('`[configured]`, or empty.'),
        ssh_known_hosts: z.string().describe('`[configured]`, or empty.'),
      })
      .optional(),
    auto_sync: z
      .object({ enabled: z.boolean(), on_startup: z.boolean(), interval: z.int() })
      .optional(),
    commit: z.object({ author_name: z.string(), author_email: z.string() }).optional(),
    warning: z.string().optional().describe('What the change cannot do, such as to last.'),
  }),
);
export type SyncConfig = ValueOf<typeof syncConfig>;

export const syncTest = shape(() =>
  z.object({
    success: z.boolean(),
    message: z.string().optional(),
    error: z.string().optional().describe('What failed first, and what to do about it.'),
    checks: z
      .array(
        z.object({
          name: z.string(),
          state: z.enum(['passed', 'failed', 'skipped']),
          message: z.string(),
        }),
      )
      .describe('Each part in order: address, host key, credential, branch, right to push.'),
  }),
);
export type SyncTest = ValueOf<typeof syncTest>;

export const keptReasons = ['pull', 'discard', 'merge', 'restore'] as const;
export type KeptReason = (typeof keptReasons)[number];

export const keptCopy = shape(() =>
  z.object({
    keptId: z.string().describe('Names the copy.'),
    filePath: z.string().describe('Where the text was, below the folder of DAGs.'),
    keptAt: timestamp,
    reason: z
      .enum(['', ...keptReasons])
      .describe('What has replaced or removed the text; empty for copies of earlier versions.'),
    bytes: z.int(),
  }),
);
export type KeptCopy = ValueOf<typeof keptCopy>;

export const syncCommit = shape(() =>
  z.object({
    commit: z.string(),
    author: z.string(),
    email: z.string(),
    message: z.string(),
    committedAt: timestamp,
  }),
);
