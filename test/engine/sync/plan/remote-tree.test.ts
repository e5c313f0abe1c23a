import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTree, type TreeEntry } from '../../../../engine/sync/plan/remote-tree.ts';

const file = (path: string, changes: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  mode: '100644',
  oid: 'oid',
  size: 10,
  ...changes,
});

function read(entries: readonly (TreeEntry | string)[], tracked: readonly string[] = []) {
  const given = entries.map((entry) => (typeof entry === 'string' ? file(entry) : entry));
  const { items, refused } = readTree(given, new Set(tracked));
  return {
    paths: [...items.values()].map(({ path }) => path),
    refused: refused.map(({ itemId }) => itemId),
  };
}

describe('the tree of a remote', () => {
  it('has definitions and memory files as items, and leaves the rest alone', () => {
    const others = [
      'README.md',
      'docs/guide.md',
      'run.sh',
      '.gitignore',
      '.github/workflows/ci.yml',
    ];
    const items = ['a.yaml', 'team/b.yml', 'memory/MEMORY.md', 'memory/dags/etl/MEMORY.md'];

    expect(read([...items, ...others])).toEqual({ paths: items, refused: [] });
  });

  it('has 20,000 items at most, and names those that are left out', () => {
    const paths = Array.from({ length: 20_003 }, (_, n) => `${n}.yaml`);

    const { items, refused } = readTree([...paths, 'README.md'].map((path) => file(path)));

    expect(items.size).toBe(20_000);
    expect(refused.map(({ itemId }) => itemId)).toEqual(['20000', '20001', '20002']);
  });

  it('shows a .yml file as .yaml, and keeps its path', () => {
    const { items } = readTree([file('team/etl.yml')]);

    expect(items.get('team/etl')).toMatchObject({
      filePath: 'team/etl.yaml',
      path: 'team/etl.yml',
    });
  });

  it.each([
    ['climbs', file('../evil.yaml')],
    ['climbs within', file('team/../../evil.yaml')],
    ['climbs as on Windows', file('..\\evil.yaml')],
    ['is of a repository', file('.git/config')],
    ['is of a repository in capitals', file('.GIT/hooks/x.yaml')],
    ['is of a repository by its short name', file('git~1/config')],
    ['is of a repository behind a letter without width', file('.g\u200cit/config')],
    ['is a link', file('evil.yaml', { mode: '120000' })],
    ['is a link to a folder', file('memory', { mode: '120000' })],
    ['is a submodule', file('vendor', { mode: '160000' })],
    ['is larger than 5 MB', file('huge.yaml', { size: 5 * 1024 * 1024 + 1 })],
    ['has control characters', file('a\nb.yaml')],
    ['has a name that is no text', file('a\ufffd.yaml')],
    ['has a name that no disk takes', file(`${'ä'.repeat(130)}.yaml`)],
    ['has a path that no disk takes', file(`${'long-name/'.repeat(110)}a.yaml`)],
  ])('is taken without an entry that %s, which is named', (_, entry) => {
    const { paths, refused } = read(['a.yaml', entry]);

    expect(paths).toEqual(['a.yaml']);
    expect(refused).toHaveLength(1);
  });

  it('is taken without names that differ by case alone', () => {
    expect(read(['Case.yaml', 'case.yaml', 'other.yaml'])).toEqual({
      paths: ['other.yaml'],
      refused: ['Case', 'case'],
    });
  });

  it('keeps the one of two such names that was here before', () => {
    expect(read(['Case.yaml', 'case.yaml'], ['case.yaml'])).toEqual({
      paths: ['case.yaml'],
      refused: ['Case'],
    });
  });

  it('has one item where there are a.yaml and a.yml: the one that was here before, else .yaml', () => {
    expect(read(['a.yml', 'a.yaml'])).toEqual({ paths: ['a.yaml'], refused: ['a'] });
    expect(read(['a.yml', 'a.yaml'], ['a.yml'])).toEqual({ paths: ['a.yml'], refused: ['a'] });
  });

  it('never has an item whose path could leave the folder, whatever the paths are', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '.git', '.GIT', '', 'a', 'memory'),
      fc.string(),
    );
    const path = fc
      .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('.yaml', '.md', ''))
      .map(([parts, end]) => parts.join('/') + end);

    fc.assert(
      fc.property(fc.array(path, { maxLength: 5 }), (paths) => {
        const { items } = readTree(paths.map((one) => file(one)));
        for (const item of items.values()) {
          expect(item.path).not.toMatch(/(^|\/)(\.|$)|\\|\p{Cc}/u);
        }
      }),
    );
  });
});
