import { constants } from 'node:fs';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import type { Content, RawEntry, TakeEntry } from './entry.ts';

/** The path of a link is no longer than this in any system. */
const MAX_TARGET_BYTES = 4096;

/** Reads a zip archive, entry by entry. @throws Error where it is damaged. */
export async function readZip(file: string, take: TakeEntry): Promise<void> {
  // Names are checked by our own rules, which are those of tar archives too.
  const zip = await openPromise(file, {
    lazyEntries: true,
    decodeStrings: false,
    autoClose: false,
  });
  try {
    for await (const entry of entriesOf(zip))
      await take(await rawEntry(zip, entry), contentOf(zip, entry));
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (let left = zip.entryCount; left > 0; left--) {
    yield await new Promise<Entry>((resolve, reject) => {
      zip.once('entry', resolve);
      zip.once('error', reject);
      zip.readEntry();
    });
    zip.removeAllListeners();
  }
}

async function rawEntry(zip: ZipFile, entry: Entry): Promise<RawEntry> {
  const { fileName, generalPurposeBitFlag, extraFields, uncompressedSize } = entry;
  const path = getFileNameLowLevel(
    generalPurposeBitFlag,
    // Undecoded, as it was asked for.
    fileName as unknown as Buffer,
    extraFields,
    false,
  );
  const mode = entry.externalFileAttributes >>> 16;
  const kind = kindOf(path, mode);
  const isLink = kind === 'link';
  if (isLink && uncompressedSize > MAX_TARGET_BYTES)
    throw new Error(`${path} is not a link: it is too long`);
  return {
    path,
    kind,
    size: isLink ? 0 : uncompressedSize,
    mode: mode & 0o7777,
    modifiedAt: entry.getLastModDate(),
    target: isLink ? await text(contentOf(zip, entry)) : '',
  };
}

function kindOf(path: string, mode: number): RawEntry['kind'] {
  if (path.endsWith('/')) return 'folder';
  switch (mode & constants.S_IFMT) {
    case constants.S_IFLNK:
      return 'link';
    case constants.S_IFDIR:
      return 'folder';
    // Made by a system without kinds.
    case 0:
    case constants.S_IFREG:
      return 'file';
    default:
      return 'other';
  }
}

/** The content, which must fit its checksum. */
async function* contentOf(zip: ZipFile, entry: Entry): Content & AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    const bytes = piece as Buffer;
    sum = crc32(bytes, sum);
    yield bytes;
  }
  if (sum !== entry.crc32) throw new Error('the content of an entry does not fit its checksum');
}
