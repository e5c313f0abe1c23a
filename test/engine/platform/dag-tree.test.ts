import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DagTree } from '../../../engine/platform/dag-folder/dag-tree.ts';
import { watchDagTree } from '../../../engine/platform/dag-folder/watch-dag-tree.ts';
import { temporaryFolder } from '../../support/home.ts';

const folders = ['', 'a', 'b', 'a/deep', 'b/deep'] as const;
const names = ['x', 'y', 'z'] as const;

type Action =
  | { readonly kind: 'write' | 'remove'; readonly folder: string; readonly name: string }
  | { readonly kind: 'move'; readonly folder: string; readonly to: string }
  | { readonly kind: 'drop'; readonly folder: string };

const folder = fc.constantFrom(...folders);
const below = fc.constantFrom(...folders.slice(1));
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('write' as const, 'remove' as const),
    folder,
    name: fc.constantFrom(...names),
  }),
  fc.record({ kind: fc.constant('move' as const), folder: below, to: below }),
  fc.record({ kind: fc.constant('drop' as const), folder: below }),
);

/** Changes the files. Returns the names of folders that the system would tell of. */
function act(root: string, what: Action): readonly string[] {
  const path = join(root, what.folder);
  if (what.kind === 'write') {
    const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `${what.name}.yaml`), what.name);
    const parts = what.folder.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'));
    return [...(isNew ? parts : []), join(what.folder, `${what.name}.yaml`)];
  }
  if ('name' in what) {
    rmSync(join(path, `${what.name}.yaml`), { force: true });
    return [join(what.folder, `${what.name}.yaml`)];
  }
  if (what.kind === 'drop') {
    rmSync(path, { recursive: true, force: true });
    return [what.folder];
  }
  const to = join(root, what.to);
  const isFree = statSync(to, { throwIfNoEntry: false }) === undefined;
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  const isIn = statSync(dirname(to), { throwIfNoEntry: false }) !== undefined;
  if (!isFree || !isThere || !isIn || `${what.to}/`.startsWith(`${what.folder}/`)) return [];
  renameSync(path, to);
  return [what.folder, what.to];
}

/** The paths of the files that are there, by the names of their DAGs. */
function truth(root: string): ReadonlyMap<string, readonly string[]> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return Map.groupBy(
    paths.filter((path) => path.endsWith('.yaml')),
    (path) => basename(path, '.yaml'),
  );
}

const depth = (path: string): number => path.split('/').length;

function holds(root: string, tree: DagTree): void {
  const files = truth(root);
  for (const name of names) {
    const paths = files.get(name) ?? [];
    const found = tree.find(name)?.path.slice(root.length + 1) ?? null;
    if (paths.length === 0) expect(found).toBeNull();
    else {
      expect(paths).toContain(found);
      expect(depth(found ?? '')).toBe(Math.min(...paths.map(depth)));
    }
    expect([...tree.pathsOf(name)].sort()).toEqual([...paths].sort());
  }
}

describe('a tree of DAG files', () => {
  it('knows each file and which one has the name, whatever was told of and whatever was not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ what: action, isTold: fc.boolean() }), { maxLength: 30 }),
        (steps) => {
          const root = temporaryFolder('tree');
          const tree = new DagTree(root).look();
          for (const { what, isTold } of steps) {
            const paths = act(root, what);
            if (isTold) {
              for (const path of paths) {
                const at = dirname(path);
                tree.note({ folder: at === '.' ? '' : at, name: basename(path) });
              }
            } else tree.look();
            holds(root, tree);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds a file of this moment below, of which nothing was told', () => {
    const root = temporaryFolder('tree');
    mkdirSync(join(root, 'a'));
    const tree = new DagTree(root).look();

    writeFileSync(join(root, 'a', 'x.yaml'), '');
    mkdirSync(join(root, 'new', 'deep'), { recursive: true });
    writeFileSync(join(root, 'new', 'deep', 'y.yaml'), '');

    expect(tree.find('x')?.folder).toBe('a');
    expect(tree.find('y')?.folder).toBe('new/deep');
    expect(tree.at('new/deep/y')?.fileName).toBe('y');
    expect(tree.at('a/y.yaml')).toBeNull();
  });

  it('has a first file keep its name until it is gone, and then the next one by depth and path', () => {
    const root = temporaryFolder('tree');
    for (const path of ['b', 'c', 'a/deep']) mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, 'c', 'x.yaml'), '');
    const tree = new DagTree(root).look();
    writeFileSync(join(root, 'b', 'x.yaml'), '');
    writeFileSync(join(root, 'a', 'deep', 'x.yaml'), '');
    tree.look();
    expect(tree.pathsOf('x')[0]).toBe('c/x.yaml');

    rmSync(join(root, 'c', 'x.yaml'));

    expect(tree.find('x')?.folder).toBe('b');
  });

  it('stops at 2000 folders, and says so', () => {
    const root = temporaryFolder('tree');
    for (let index = 0; index < 2100; index += 1) mkdirSync(join(root, `f${index}`));

    const tree = new DagTree(root).look();

    expect(tree.problems()).toEqual([
      'The DAGs folder has more than 2000 folders: the DAG files in the others are ignored. Move folders without DAGs out of it.',
    ]);
  });
});

it('a folder that the system does not watch is looked at now and then', () => {
  const root = temporaryFolder('tree');
  mkdirSync(join(root, 'a'));
  const looks = new Map<number, () => void>();
  const clock = { after: (ms: number, run: () => void) => (looks.set(ms, run), () => undefined) };
  const told: (readonly string[] | null)[] = [];
  const warned: string[] = [];
  const tree = new DagTree(root);
  const end = watchDagTree({
    tree,
    clock,
    log: { warn: (message) => void warned.push(message) },
    changed: (fileNames) => void told.push(fileNames === null ? null : [...fileNames]),
    watch: () => {
      throw Object.assign(new Error('no more watches'), { code: 'ENOSPC' });
    },
  });
  tree.look();
  writeFileSync(join(root, 'a', 'x.yaml'), '');

  looks.get(5000)?.();

  expect(warned).toEqual(['Cannot watch a folder of DAGs']);
  expect(told).toEqual([['x']]);
  end();
});
