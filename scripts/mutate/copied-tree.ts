import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the working tree, in which mistakes are made; it is removed when it is disposed of. */
export interface CopiedTree extends Disposable {
  readonly root: string;
  /** For what the tests write. It is not below the tree, whose package would say how their scripts are read. */
  readonly temporary: string;
}

/** Copies what git knows or would take up; packages are used where they are. */
export function copyTree(from: string): CopiedTree {
  const folder = mkdtempSync(join(tmpdir(), 'dagwright-mutate-'));
  const root = join(folder, 'tree');
  const temporary = join(folder, 'tmp');
  for (const made of [root, temporary]) mkdirSync(made);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    // A file that was deleted since the last commit is listed all the same.
    if (existsSync(join(from, file))) cpSync(join(from, file), join(root, file));
  }
  symlinkSync(join(from, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    temporary,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
