/** What Git Sync keeps in step: definitions, and what agents have noted. */
export type ItemKind = 'dag' | 'memory';

/** An item by its names. */
export interface ItemName {
  /** The path without its extension: the same for `a.yaml` and `a.yml`. */
  readonly itemId: string;
  /** The path as it is shown: with `.yaml` or `.md`. */
  readonly filePath: string;
  readonly kind: ItemKind;
}

/** Below it lies what agents have noted. */
export const MEMORY_FOLDER = 'memory';

/** The item that a path stands for, with `/` between its parts; null for files that Git Sync leaves alone. */
export function itemOf(path: string): ItemName | null {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.'))) return null;
  const [, itemId = '', extension] = /^(.*[^/])\.(ya?ml|md)$/s.exec(path) ?? [];
  if (extension === undefined) return null;
  if (extension !== 'md') return { itemId, filePath: `${itemId}.yaml`, kind: 'dag' };
  const isNoted = parts.length > 1 && parts[0] === MEMORY_FOLDER;
  return isNoted ? { itemId, filePath: path, kind: 'memory' } : null;
}

/** The other path that the same item can have; null where there is none. */
export function otherPath(path: string): string | null {
  if (path.endsWith('.yml')) return path.replace(/\.yml$/, '.yaml');
  return path.endsWith('.yaml') ? path.replace(/\.yaml$/, '.yml') : null;
}

/** Two names of which some disks make one. */
export function foldedName(itemId: string): string {
  return itemId.normalize('NFC').toLowerCase();
}
