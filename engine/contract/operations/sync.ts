import { z } from 'zod';
import { queryInteger } from '../fields.ts';
import { DEFAULT_BODY_LIMIT, type Operation } from '../operation.ts';
import { shape } from '../shape.ts';
import {
  keptCopy,
  syncCommit,
  syncConfig,
  syncDiff,
  syncMerge,
  syncResult,
  syncStatus,
  syncTest,
} from '../sync.ts';

const oneItem = shape(() =>
  z.object({
    itemId: z.string().describe('Id of the item; a `/` in it is encoded as `%2F`.'),
  }),
);
const oneCopy = shape(() => z.object({ keptId: z.string().describe('Id of the copy.') }));
const commitMessage = z
  .string()
  .max(10_000)
  .default('')
  .describe('Message of the commit (default: names the item, or counts them).');
const done = shape(() =>
  z.object({ message: z.string().describe('What was done, as a sentence.') }),
);

/** What may be changed of the settings, spelled as in config.yaml; camel case is taken as well. */
const configChange = shape(() => z.looseObject({}));

/** DAG files and memory files in step with a Git remote. */
export const syncOperations = {
  'sync.status': {
    method: 'get',
    path: '/sync/status',
    summary: 'The items of Git Sync, each with its status. Asks nothing of the remote.',
    access: 'viewer',
    input: () => z.object({}),
    output: syncStatus,
  },
  'sync.pull': {
    method: 'post',
    path: '/sync/pull',
    summary: 'Take in what others have changed. Local edits are never overwritten.',
    access: 'manager',
    permission: 'write_dags',
    input: () => z.object({}),
    output: syncResult,
  },
  'sync.publishAll': {
    method: 'post',
    path: '/sync/publish-all',
    summary: 'Publish all modified and untracked items, or those that are named, as one commit.',
    access: 'manager',
    permission: 'write_dags',
    input: () =>
      z.object({
        message: commitMessage,
        itemIds: z.array(z.string()).min(1).optional().describe('Default: all that are open.'),
      }),
    output: syncResult,
  },
  'sync.testConnection': {
    method: 'post',
    path: '/sync/test-connection',
    summary: 'Try the connection to the remote, part by part. Changes nothing.',
    access: 'viewer',
    audited: false,
    input: () => z.object({}),
    output: syncTest,
  },
  'sync.getConfig': {
    method: 'get',
    path: '/sync/config',
    summary: 'The settings of Git Sync, without credentials.',
    access: 'viewer',
    input: () => z.object({}),
    output: syncConfig,
  },
  'sync.setConfig': {
    method: 'put',
    path: '/sync/config',
    summary: 'Change settings of Git Sync. What is left out stays; credentials go to the keychain.',
    access: 'admin',
    input: configChange,
    output: syncConfig,
  },
  'sync.diffAll': {
    method: 'get',
    path: '/sync/diff',
    summary:
      'The differences of all items that are not synced, or wait to be accepted, by their IDs.',
    access: 'viewer',
    input: () =>
      z.object({
        limit: queryInteger({ min: 1, max: 100 }).default(20),
        after: z.string().optional().describe('ID of the last item of the previous page.'),
      }),
    output: () => z.object({ items: z.array(syncDiff()), hasMore: z.boolean() }),
  },
  'sync.diff': {
    method: 'get',
    path: '/sync/items/{itemId}/diff',
    summary: 'The text of an item here and on the remote, and what that changes in its meaning.',
    access: 'viewer',
    input: oneItem,
    output: syncDiff,
  },
  'sync.log': {
    method: 'get',
    path: '/sync/items/{itemId}/log',
    summary: 'The commits that changed an item, newest first.',
    access: 'viewer',
    input: () =>
      oneItem().extend({
        limit: queryInteger({ min: 1, max: 200 }).default(50),
        before: z.string().optional().describe('The last commit of the previous page.'),
      }),
    output: () => z.object({ commits: z.array(syncCommit()) }),
  },
  'sync.textAt': {
    method: 'get',
    path: '/sync/items/{itemId}/commits/{commit}',
    summary: 'The text that an item had at a commit of the branch.',
    access: 'viewer',
    input: () =>
      oneItem().extend({
        commit: z
          .string()
          .regex(/^[0-9a-f]{40}$/, 'is not the full id of a commit')
          .describe('Id of the commit, in full.'),
      }),
    output: () =>
      z.object({
        commit: z.string().describe('Id of the commit, in full.'),
        filePath: z.string().describe('Path of the file in the repository.'),
        content: z.string().optional().describe('Left out where there was no such file.'),
      }),
  },
  'sync.kept': {
    method: 'get',
    path: '/sync/kept',
    summary: 'List the texts that Git Sync has replaced or removed, newest first, for 30 days.',
    access: 'viewer',
    input: () => z.object({}),
    output: () => z.object({ copies: z.array(keptCopy()) }),
  },
  'sync.keptCopy': {
    method: 'get',
    path: '/sync/kept/{keptId}',
    summary: 'A text that Git Sync has replaced or removed.',
    access: 'viewer',
    input: oneCopy,
    output: () =>
      keptCopy().extend({
        content: z.string(),
        localContent: z
          .string()
          .optional()
          .describe('What stands in its place now; left out where there is nothing.'),
      }),
  },
  'sync.restore': {
    method: 'post',
    path: '/sync/kept/{keptId}/restore',
    summary: 'Restore a kept text. The text that it replaces is kept too.',
    access: 'manager',
    permission: 'write_dags',
    input: oneCopy,
    output: done,
  },
  'sync.publish': {
    method: 'post',
    path: '/sync/items/{itemId}/publish',
    summary: 'Publish an item. One that is missing here is deleted on the remote.',
    access: 'manager',
    permission: 'write_dags',
    input: () =>
      oneItem().extend({
        message: commitMessage,
        force: z.boolean().default(false).describe('Decide a conflict for the text of here.'),
      }),
    output: syncResult,
  },
  'sync.discard': {
    method: 'post',
    path: '/sync/items/{itemId}/discard',
    summary: 'Replace the text of an item by that of the remote. A copy is kept for 30 days.',
    access: 'manager',
    permission: 'write_dags',
    input: oneItem,
    output: done,
  },
  'sync.merge': {
    method: 'get',
    path: '/sync/items/{itemId}/merge',
    summary: 'Merge the two texts of an item in conflict, with what is to be decided.',
    access: 'viewer',
    input: oneItem,
    output: syncMerge,
  },
  'sync.resolve': {
    method: 'post',
    path: '/sync/items/{itemId}/resolve',
    summary: 'End a conflict with a merged text. The text that it replaces is kept for 30 days.',
    access: 'manager',
    permission: 'write_dags',
    // A text may have 5 MB, and more as JSON.
    bodyLimit: 12 * DEFAULT_BODY_LIMIT,
    input: () =>
      oneItem().extend({
        content: z.string().describe('The merged text, without conflict marks.'),
        localHash: z.string().describe('That of the merge: another text here is not replaced.'),
        remoteHash: z
          .string()
          .describe('That of the merge: another text there is not passed over.'),
      }),
    output: done,
  },
  'sync.forget': {
    method: 'post',
    path: '/sync/items/{itemId}/forget',
    summary: 'Forget that an item was synced. Its file stays, and counts as untracked.',
    access: 'manager',
    permission: 'write_dags',
    input: oneItem,
    output: done,
  },
  'sync.accept': {
    method: 'post',
    path: '/sync/items/{itemId}/accept',
    summary: 'Accept a text that a pull brought: it takes its place, and can run from now on.',
    access: 'manager',
    input: () =>
      oneItem().extend({
        hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be the `reviewHash` of the text that you looked at')
          .describe('`reviewHash` of the text that you looked at: no other is accepted.'),
      }),
    output: done,
  },
} as const satisfies Record<string, Operation>;
