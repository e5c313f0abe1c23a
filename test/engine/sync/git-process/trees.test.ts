import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readTreeObject,
  writeTreeObject,
  type TreeEntry,
} from '../../../../engine/lib/git/tree-object.ts';
import { campaign } from '../../../support/campaign.ts';
import { at, aWorld, me, textsOf } from './a-git.ts';

const names = fc.constantFrom('a', 'a.yaml', 'a-b', 'a.b', 'b', 'ä', 'z z', '.hidden', 'B');
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const edits = fc.dictionary(paths, fc.option(fc.string(), { freq: 3 }), { minKeys: 1, maxKeys: 6 });

/** What the files are after an edit: a file takes the place of a folder, and a folder that of a file. */
function after(
  files: ReadonlyMap<string, string>,
  edit: Readonly<Record<string, string | null>>,
): Map<string, string> {
  const next = new Map(files);
  for (const [path, text] of Object.entries(edit)) {
    if (text === null) {
      next.delete(path);
      continue;
    }
    for (const other of next.keys()) {
      if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) next.delete(other);
    }
    next.set(path, text);
  }
  return next;
}

/** Edits of which no path stands below another one: what one commit can hold. */
const oneCommit = edits.filter((edit) => {
  const all = Object.keys(edit);
  return !all.some((path) => all.some((other) => other.startsWith(`${path}/`)));
});

describe('a commit', () => {
  it('has the files that were asked for, and git finds no fault in it', async () => {
    const { git, elsewhere, remote } = await aWorld({ seed: 'x' });
    let { head } = await git.fetch(remote);
    let files = new Map([['seed', 'x']]);

    await fc.assert(
      fc.asyncProperty(oneCommit, async (edit) => {
        // A path that is removed may be that of a folder, which has more in it than a file.
        const asked = Object.entries(edit).filter(
          ([path, text]) => text !== null || files.has(path),
        );
        const changes = asked.map(([path, text]) => ({
          path,
          bytes: text === null ? null : Buffer.from(text),
        }));
        const commit = await git.commit({ parent: head, changes, message: 'Edit', author: me, at });
        expect(await git.push(remote, { commit, expected: head })).toBe('pushed');
        head = commit;
        files = after(files, Object.fromEntries(asked));

        expect(await textsOf(git, commit)).toEqual(Object.fromEntries(files));
        expect([...(await elsewhere.repository.files())].sort()).toEqual([...files.keys()].sort());
      }),
      { numRuns: campaign('DAGWRIGHT_COMMITS', { short: 12, full: 500 }) },
    );

    await elsewhere.repository.git('fsck', '--full', '--strict');
  });

  it('leaves what is odd beside it as it is', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    await elsewhere.repository.commit({
      '..': 'up',
      'back\\slash': 'x',
      '.git/hooks': 'x',
      link: { link: '../..' },
    });
    const { head } = await git.fetch(remote);
    const changes = [{ path: 'a.yaml', bytes: Buffer.from('two') }];

    const commit = await git.commit({ parent: head, changes, message: 'Edit', author: me, at });

    expect(await git.push(remote, { commit, expected: head })).toBe('pushed');
    expect(await elsewhere.repository.files()).toEqual([
      '..',
      '.git/hooks',
      'a.yaml',
      'back\\slash',
      'link',
    ]);
  });
});

describe('the bytes of a tree', () => {
  const entry: fc.Arbitrary<TreeEntry> = fc.record({
    mode: fc.constantFrom('100644', '100755', '40000', '120000', '160000'),
    name: fc.string({
      minLength: 1,
      unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    }),
    oid: fc.constant(0).map(() => randomBytes(20).toString('hex')),
  });

  it('are read as they were written, names that are no text included', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ name }) => name }), (entries) => {
        const read = readTreeObject(writeTreeObject(entries));

        expect(read.length).toBe(entries.length);
        expect(new Set(read.map((each) => JSON.stringify(each)))).toEqual(
          new Set(entries.map(({ mode, name, oid }) => JSON.stringify({ mode, name, oid }))),
        );
      }),
    );
  });

  it('that end in the middle of an entry are refused', () => {
    const bytes = writeTreeObject([{ mode: '100644', name: 'a.yaml', oid: 'ab'.repeat(20) }]);

    for (let length = 1; length < bytes.length; length++) {
      expect(() => readTreeObject(bytes.subarray(0, length))).toThrow('in the middle');
    }
  });
});
