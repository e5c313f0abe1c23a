import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOLDER, type TreeEntry } from '../../../../engine/lib/git/tree-object.ts';
import { walkTree, type TreeLimits } from '../../../../engine/lib/git/walk-tree.ts';

const roomy = { entries: 1000, pathBytes: 1_000_000, depth: 64 };
const file = (name: string): TreeEntry => ({ mode: '100644', name, oid: 'blob' });
const folder = (name: string, oid: string): TreeEntry => ({ mode: FOLDER, name, oid });

type Trees = Readonly<Record<string, readonly TreeEntry[]>>;

async function walked(trees: Trees, limits: Partial<TreeLimits> = {}) {
  const read: string[] = [];
  const { files, unseen } = await walkTree('root', {
    limits: { ...roomy, ...limits },
    entriesOf: (oid) => {
      read.push(oid);
      return trees[oid] ?? null;
    },
    turn: () => Promise.resolve(),
  });
  return { paths: files.map(({ path }) => path), unseen, read };
}

describe('a walk through a tree', () => {
  it('finds what is at the top first, and then what is below', async () => {
    const trees = {
      root: [folder('a', 'sub'), file('b.yaml'), folder('c', 'sub')],
      sub: [file('x.yaml')],
    };

    const { paths, unseen } = await walked(trees);

    expect(paths).toEqual(['b.yaml', 'a/x.yaml', 'c/x.yaml']);
    expect(unseen).toEqual([]);
  });

  it('ends in folders that hold one another a billion times, and takes what is beside them', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const below = Array.from({ length: 10 }, (__, name) =>
        level === 8 ? file(`${name}.yaml`) : folder(String(name), `level${level + 1}`),
      );
      return [`level${level}`, below] as const;
    });
    const trees = {
      root: [folder('bomb', 'level0'), folder('dags', 'dags'), file('top.yaml')],
      dags: [file('own.yaml')],
      ...Object.fromEntries(levels),
    };

    const { paths, unseen } = await walked(trees);

    expect(paths).toEqual(['top.yaml', 'dags/own.yaml']);
    expect(unseen).toEqual([{ path: 'bomb', why: 'much' }]);
  });

  it('names the folder that it stopped in, and takes what fits of it', async () => {
    const trees = {
      root: [folder('large', 'large'), folder('small', 'small')],
      large: Array.from({ length: 20 }, (_, name) => file(`${name}.yaml`)),
      small: [file('x.yaml')],
    };

    const { paths, unseen } = await walked(trees, { entries: 5 });

    expect(paths).toEqual(['large/0.yaml', 'large/1.yaml', 'large/2.yaml']);
    expect(unseen).toEqual([
      { path: 'large', why: 'much' },
      { path: 'small', why: 'much' },
    ]);
  });

  it('goes into no folder that has too many above it, nor into one without end', async () => {
    const trees = { root: [folder('a', 'root'), file('b.yaml')] };

    const { paths, unseen } = await walked(trees, { depth: 2 });

    expect(paths).toEqual(['b.yaml', 'a/b.yaml', 'a/a/b.yaml']);
    expect(unseen).toEqual([{ path: 'a/a/a', why: 'deep' }]);
  });

  it('stops at names that are too long together', async () => {
    const trees = { root: Array.from({ length: 20 }, (_, name) => file('x'.repeat(100) + name)) };

    const { paths, unseen } = await walked(trees, { pathBytes: 500 });

    expect(paths.length).toBe(4);
    expect(unseen).toEqual([{ path: '', why: 'much' }]);
  });

  it('names a tree that is larger than any that is read', async () => {
    const { paths, unseen } = await walked({ root: [folder('large', 'missing'), file('b.yaml')] });

    expect(paths).toEqual(['b.yaml']);
    expect(unseen).toEqual([{ path: 'large', why: 'much' }]);
  });

  it('takes each path or has a folder above it that is named', async () => {
    const oid = fc.constantFrom('one', 'two', 'three', 'four');
    const name = fc.constantFrom('a', 'b', 'c');
    const entries = fc.uniqueArray(
      fc.oneof(
        fc.record({ kind: fc.constant('file'), name, oid }),
        fc.record({ kind: fc.constant('folder'), name, oid }),
      ),
      { selector: (each) => each.name, maxLength: 3 },
    );
    const toTree = (all: readonly { kind: string; name: string; oid: string }[]) =>
      all.map((each) => (each.kind === 'file' ? file(each.name) : folder(each.name, each.oid)));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ root: entries, one: entries, two: entries, three: entries }),
        fc.record({ entries: fc.nat(30), depth: fc.nat(4) }),
        async (written, limits) => {
          const trees: Trees = Object.fromEntries(
            Object.entries(written).map(([key, all]) => [key, toTree(all)]),
          );

          const { paths, unseen } = await walked(trees, limits);

          expect(paths.length).toBeLessThanOrEqual(limits.entries);
          const known = new Set(paths);
          const isBelow = (path: string): boolean =>
            unseen.some((each) => each.path === '' || path.startsWith(`${each.path}/`));
          const miss = pathsOf(trees, 'root', 6).filter((path) => !known.has(path));
          expect(miss.filter((path) => !isBelow(path))).toEqual([]);
        },
      ),
    );
  });
});

function pathsOf(trees: Trees, oid: string, depth: number, at = ''): readonly string[] {
  if (depth === 0) return [];
  return (trees[oid] ?? []).flatMap((entry) =>
    entry.mode === FOLDER
      ? pathsOf(trees, entry.oid, depth - 1, `${at}${entry.name}/`)
      : [at + entry.name],
  );
}
