import type { OperationName } from '../../engine/contract/operations.ts';
import type { Sample } from './samples.ts';

type Name = Extract<OperationName, `sync.${string}`>;

const item = { itemId: 'team/etl' };

/** Without a remote: `test/engine/sync` has one. */
export const syncSamples: { readonly [N in Name]: Sample<N> } = {
  'sync.status': { input: () => ({}), refused: [] },
  'sync.getConfig': { input: () => ({}), refused: [] },
  'sync.setConfig': {
    input: () => ({ branch: 'live', autoSync: { interval: 60 } }),
    refused: [
      { enabled: true },
      { branch: 'no branch' },
      { repository: 'https://me:hidden@git.example/dags.git' },
      { auth: { token: 7 } },
      { colour: 'red' },
    ],
  },
  'sync.testConnection': { input: () => ({}), refused: [] },
  'sync.kept': { input: () => ({}), refused: [] },
  'sync.keptCopy': { input: null, refused: [{ keptId: 'no-such-copy' }] },
  'sync.restore': { input: null, refused: [{ keptId: 'no-such-copy' }] },
  'sync.pull': { input: null, refused: [{}] },
  'sync.publishAll': { input: null, refused: [{}, { itemIds: [] }, { message: 7 }] },
  'sync.publish': { input: null, refused: [item, { ...item, force: 'yes' }] },
  'sync.discard': { input: null, refused: [item] },
  'sync.merge': { input: null, refused: [item] },
  'sync.resolve': {
    input: null,
    refused: [item, { ...item, content: 'a', localHash: '', remoteHash: '' }],
  },
  'sync.forget': { input: null, refused: [item] },
  'sync.accept': { input: null, refused: [item, { ...item, hash: 7 }] },
  'sync.diffAll': { input: null, refused: [{}, { limit: 0 }] },
  'sync.diff': { input: null, refused: [item] },
  'sync.textAt': {
    input: null,
    refused: [
      { ...item, commit: 'f'.repeat(40) },
      { ...item, commit: 'main' },
    ],
  },
  'sync.log': { input: null, refused: [item, { ...item, limit: 0 }] },
};
