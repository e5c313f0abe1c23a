import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect } from 'vitest';
import { runGit } from '../../support/git/git.ts';
import type { Synced } from './sync-world.ts';

/** The names that the git of the system gives to the contents of items. */
export type Contents = ReadonlyMap<string, string>;

export const idOf = (path: string): string => path.replace(/\.ya?ml$/, '');

export function set(contents: Map<string, string>, item: string, oid: string | undefined): void {
  if (oid === undefined) contents.delete(item);
  else contents.set(item, oid);
}

export function idsOf(...contents: readonly Contents[]): readonly string[] {
  return [...new Set(contents.flatMap((one) => [...one.keys()]))];
}

/** What lies in the folder of DAGs, and is no draft; no item is there twice. */
export async function localContents(world: Synced): Promise<Map<string, string>> {
  const files = filesIn(world.pathOf('')).filter((file) => !isDraft(file));
  const paths = files.map((file) => relative(world.pathOf(''), file));
  const oids = await oidsOf(world, files);
  const found = new Map(paths.map((path, index) => [idOf(path), oids[index] ?? '']));
  expect(found.size).toBe(paths.length);
  return found;
}

export const draftsOf = (world: Synced): readonly string[] =>
  filesIn(world.pathOf('')).filter(isDraft);

const isDraft = (file: string): boolean => basename(file).startsWith('.');

export async function remoteContents(world: Synced): Promise<Map<string, string>> {
  const out = await world.remote.repository.git('ls-tree', '-r', 'main');
  const lines = out.split('\n').map((line) => line.split(/\s/));
  return new Map(lines.map(([, , oid = '', path = '']) => [idOf(path), oid]));
}

/** Each text that is not here any more is one that the remote has had, or lies among the kept copies. */
export async function nothingLost(world: Synced, before: Contents): Promise<void> {
  const after = await localContents(world);
  const kept = await oidsOf(world, filesIn(keptFolder(world)));
  const gone = [...before].filter(([item, oid]) => after.get(item) !== oid && !kept.includes(oid));
  if (gone.length === 0) return;
  const input = gone.map(([, oid]) => `${oid}\n`).join('');
  const { folder } = world.remote.repository;
  const found = await runGit(folder, ['cat-file', '--batch-check'], { input });
  expect(found).not.toContain('missing');
}

export function oidOf({ remote }: Synced, input: string): Promise<string> {
  return runGit(remote.repository.folder, ['hash-object', '--stdin'], { input });
}

async function oidsOf({ remote }: Synced, files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const input = files.map((file) => `${file}\n`).join('');
  const args = ['hash-object', '--no-filters', '--stdin-paths'];
  return (await runGit(remote.repository.folder, args, { input })).split('\n');
}

const keptFolder = ({ engine }: Synced): string =>
  join(engine.config.paths.dataDir, 'sync', 'kept');

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
