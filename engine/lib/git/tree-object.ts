/** What stands in one tree. */
export interface TreeEntry {
  /** As git writes it, without zeros before it. */
  readonly mode: string;
  /** Bytes of the name, one for each character: names need not be UTF-8, and stay what they are. */
  readonly name: string;
  readonly oid: string;
}

export const FOLDER = '40000';
const MODULE = '160000';

/** Whether the entry is a tree of its own. */
export const isFolder = ({ mode }: TreeEntry): boolean => mode === FOLDER;
/** Whether the entry is a commit of another repository (a submodule). */
export const isModule = ({ mode }: TreeEntry): boolean => mode === MODULE;

/** A name as people read it, and the other way around. */
export const textOf = (name: string): string => Buffer.from(name, 'latin1').toString();
/** The bytes of a name, one as each character, as trees hold it. */
export const nameOf = (text: string): string => Buffer.from(text).toString('latin1');

/**
 * Reads the bytes of a tree (`mode name NUL oid`, gitformat-tree). The library refuses a tree of which one name is not safe
 * as a path; here it is whoever takes a file that judges its name.
 */
export function readTreeObject(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > bytes.length) throw damaged();
    entries.push({
      mode: bytes.toString('latin1', at, space),
      name: bytes.toString('latin1', space + 1, end),
      oid: bytes.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** The bytes of a tree, in the order that git wants: by name, a folder as if a slash followed. */
export function writeTreeObject(entries: Iterable<TreeEntry>): Buffer {
  const key = (entry: TreeEntry): string => (isFolder(entry) ? `${entry.name}/` : entry.name);
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const parts = sorted.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(oid, 'hex'),
  ]);
  return Buffer.concat(parts);
}

function damaged(): Error {
  return Object.assign(new Error('a tree ends in the middle of an entry'), { code: 'ParseError' });
}
