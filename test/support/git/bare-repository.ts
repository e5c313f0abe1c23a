import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from './git.ts';

/** Text or bytes of a file; a link to somewhere; another repository at a commit; null removes. */
export type Content =
  string | Uint8Array | { readonly link: string } | { readonly commit: string } | null;

/** A repository that others push to, with what the git of the system says of it. */
export interface BareRepository {
  readonly folder: string;
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly head: (branch?: string) => Promise<string>;
  /** Paths of all files at the tip of a branch. */
  readonly files: (branch?: string) => Promise<readonly string[]>;
  readonly show: (path: string, branch?: string) => Promise<string>;
  /** Commits on top of the branch, as somebody else; paths may be such as git itself would refuse. */
  readonly commit: (
    files: Readonly<Record<string, Content>>,
    options?: { readonly who?: string; readonly message?: string; readonly branch?: string },
  ) => Promise<string>;
  /** What decides about pushes, as a shell script; without one nothing does. */
  readonly hook: (script?: string) => void;
}

export async function aBareRepository(folder: string, branch = 'main'): Promise<BareRepository> {
  mkdirSync(folder, { recursive: true });
  const git = (...args: readonly string[]) => runGit(folder, args);
  await git('init', '-q', '--bare', `--initial-branch=${branch}`);
  await git('config', 'http.receivepack', 'true');
  const head = (of = branch) => git('rev-parse', '--verify', `refs/heads/${of}`);
  return {
    folder,
    git,
    head,
    files: async (of = branch) =>
      (await git('ls-tree', '-r', '-z', '--name-only', of))
        .split('\0')
        .filter((path) => path !== ''),
    show: (path, of = branch) => git('show', `${of}:${path}`),
    commit: async (
      files,
      { who = 'Robin', message = 'Work of Robin', branch: of = branch } = {},
    ) => {
      const parent = await head(of).catch(() => null);
      const tree = await treeWith(folder, parent, files);
      const below = parent === null ? [] : ['-p', parent];
      const oid = await runGit(folder, ['commit-tree', tree, '-m', message, ...below], { who });
      await git('update-ref', `refs/heads/${of}`, oid);
      return oid;
    },
    hook: (script) => {
      const file = join(folder, 'hooks', 'pre-receive');
      mkdirSync(join(folder, 'hooks'), { recursive: true });
      if (script === undefined) return rmSync(file, { force: true });
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
  };
}

interface Leaf {
  readonly mode: string;
  readonly type: string;
  readonly oid: string;
}
type Folder = Map<string, Leaf | Folder>;

async function treeWith(
  folder: string,
  parent: string | null,
  files: Readonly<Record<string, Content>>,
): Promise<string> {
  const root: Folder = new Map();
  for (const [path, leaf] of parent === null ? [] : await leavesOf(folder, parent))
    put(root, path, leaf);
  for (const [path, content] of Object.entries(files))
    put(root, path, await leafOf(folder, content));
  return writeTree(folder, root);
}

async function leavesOf(
  folder: string,
  commit: string,
): Promise<readonly (readonly [string, Leaf])[]> {
  const lines = (await runGit(folder, ['ls-tree', '-r', '-z', commit])).split('\0');
  return lines.flatMap((line) => {
    const [, mode = '', type = '', oid = '', path = ''] =
      /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
    return path === '' ? [] : [[path, { mode, type, oid }] as const];
  });
}

async function leafOf(folder: string, content: Content): Promise<Leaf | null> {
  if (content === null) return null;
  if (typeof content === 'object' && 'commit' in content) {
    return { mode: '160000', type: 'commit', oid: content.commit };
  }
  const isLink = typeof content === 'object' && 'link' in content;
  const input = isLink ? content.link : content;
  const oid = await runGit(folder, ['hash-object', '-w', '--stdin'], { input });
  return { mode: isLink ? '120000' : '100644', type: 'blob', oid };
}

function put(root: Folder, path: string, leaf: Leaf | null): void {
  const names = path === '..' || path === '.' ? [path] : path.split('/');
  const name = names.pop() ?? '';
  let at = root;
  for (const each of names) {
    const below = at.get(each);
    const next: Folder = below instanceof Map ? below : new Map();
    at.set(each, next);
    at = next;
  }
  if (leaf === null) at.delete(name);
  else at.set(name, leaf);
}

async function writeTree(folder: string, entries: Folder): Promise<string> {
  const lines: string[] = [];
  for (const [name, entry] of entries) {
    if (!(entry instanceof Map)) lines.push(`${entry.mode} ${entry.type} ${entry.oid}\t${name}\0`);
    else if (entry.size > 0) lines.push(`040000 tree ${await writeTree(folder, entry)}\t${name}\0`);
  }
  return runGit(folder, ['mktree', '-z', '--missing'], { input: lines.join('') });
}
