import type { StoredSecret } from '../../contract/keychain.ts';
import type { RemoteNodeInfo } from '../../contract/node.ts';
import type { Output } from '../terminal.ts';
import { table } from './table.ts';
import { localTimeText } from './times.ts';

const places: Readonly<Record<RemoteNodeInfo['credential'], string>> = {
  none: 'none',
  config: 'in the settings',
  keychain: 'in the keychain',
  missing: 'not set',
};

/** A row for each remote node, or the sentence that there are none. */
export function nodeTable(nodes: readonly RemoteNodeInfo[], out: Output): string {
  if (nodes.length === 0) return 'No remote nodes.\n';
  return table(
    [
      { title: 'NODE', value: ({ name }) => name },
      { title: 'ADDRESS', value: ({ baseUrl }) => baseUrl },
      { title: 'LOGIN BY', value: ({ authType }) => authType },
      { title: 'CREDENTIALS', value: ({ credential }) => places[credential] },
    ],
    nodes,
    out,
  );
}

/** A row for each entry of the keychain, or the sentence that there are none. Values are never shown. */
export function entryTable(entries: readonly StoredSecret[], out: Output): string {
  if (entries.length === 0) return 'No entries.\n';
  return table(
    [
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'NODE', value: ({ name }) => name },
      { title: 'SAVED', value: ({ savedAt }) => localTimeText(savedAt) },
      {
        title: 'STATE',
        value: ({ isReadable }) => (isReadable ? 'stored' : 'locked, or removed elsewhere'),
      },
    ],
    entries,
    out,
  );
}
