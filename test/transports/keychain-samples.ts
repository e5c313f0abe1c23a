import type { Sample } from './samples.ts';

type Name = 'nodes.list' | 'nodes.test' | 'nodes.setToken' | 'keychain.list' | 'keychain.forget';

/** Without a keychain nothing is saved or forgotten: test/engine/remotes/node-token.test.ts has one. */
export const keychainSamples: { readonly [N in Name]: Sample<N> } = {
  'nodes.list': { input: () => ({}), refused: [] },
  'nodes.test': { input: () => ({ name: 'away' }), refused: [{ name: 'nobody' }] },
  'nodes.setToken': {
    input: null,
    refused: [{ name: 'nobody', token: 't' }, { name: 'away', token: 't' }, { name: 'away' }],
  },
  'keychain.list': { input: () => ({}), refused: [{ remoteNode: 'elsewhere' }] },
  'keychain.forget': { input: null, refused: [{ kind: 'other' }] },
};
