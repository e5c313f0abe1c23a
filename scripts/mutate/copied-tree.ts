import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the working tree, in which mistakes are made; it is removed when it is disposed of. */
export interface CopiedTree extends Disposable {
  readonly root: string;
}

/** Copies what git knows or would take up; packages are used where they are. */
export function copyTree(from: string): CopiedTree {
  const root = mkdtempSync(join(tmpdir(), 'dagwright-mutate-'));
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
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}
