import type { BareRepository } from './bare-repository.ts';
import { runGit } from './git.ts';

/** A commit on top of the branch with what one file of `git fast-import` says, which takes names that git itself refuses. */
export async function importCommit(
  { folder }: BareRepository,
  lines: Iterable<string>,
  { message = 'Large', encoding = 'utf8' as BufferEncoding } = {},
): Promise<void> {
  const head = [
    'commit refs/heads/main',
    'committer Robin <robin@example.org> 1700000000 +0000',
    `data ${Buffer.byteLength(message)}`,
    message,
    'from refs/heads/main^0',
  ];
  const input = Buffer.from(`${[...head, ...lines, ''].join('\n')}\n`, encoding);
  await runGit(folder, ['fast-import', '--quiet', '--force'], { input });
}

/** What `importCommit` takes for a file. */
export function importedFile(path: string, text: string): string {
  return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`;
}

/** A tree of so many levels of ten folders each, which all are the same one. */
export async function bombTree(
  { folder }: BareRepository,
  levels: number,
  name: (leaf: number) => string = (leaf) => `${leaf}.yaml`,
): Promise<string> {
  const blob = await runGit(folder, ['hash-object', '-w', '--stdin'], { input: 'x' });
  const ten = Array.from({ length: 10 }, (_, place) => place);
  const files = ten.map((place) => `100644 blob ${blob}\t${name(place)}\n`);
  let tree = await runGit(folder, ['mktree'], { input: files.join('') });
  for (let level = 1; level < levels; level++) {
    const below = ten.map((place) => `040000 tree ${tree}\t${place}\n`);
    tree = await runGit(folder, ['mktree'], { input: below.join('') });
  }
  return tree;
}

/** A commit on top of the branch that has this tree as a folder of it. */
export async function commitTree(
  { folder, git, head }: BareRepository,
  tree: string,
  at: string,
): Promise<void> {
  const parent = await head();
  const known = await git('ls-tree', parent);
  const others = known.split('\n').filter((line) => line !== '' && !line.endsWith(`\t${at}`));
  const input = [...others, `040000 tree ${tree}\t${at}`, ''].join('\n');
  const root = await runGit(folder, ['mktree'], { input });
  const commit = await git('commit-tree', root, '-m', 'Grow', '-p', parent);
  await git('update-ref', 'refs/heads/main', commit);
}
