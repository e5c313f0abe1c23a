import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config, GitSyncSettings } from '../../../engine/config/config.ts';
import { anEngine, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import type { Content } from '../../support/git/bare-repository.ts';
import { runGit } from '../../support/git/git.ts';
import { aHttpRemote, type HttpRemote } from '../../support/git/http-remote.ts';

/** A definition whose text has a word of its own. */
export const dag = (word: string): string => `steps:\n  - name: main\n    command: echo ${word}\n`;

type Files = Readonly<Record<string, Content>>;
type Changes = Partial<Omit<GitSyncSettings, 'auth'>>;

export function configFor(remote: HttpRemote, changes: Changes = {}): Config {
  const { gitSync, ...config } = temporaryConfig();
  const auth = { ...gitSync.auth, token: remote.token };
  const settings = { ...gitSync, enabled: true, repository: remote.url, auth, ...changes };
  return { ...config, gitSync: settings };
}

/** The folder of DAGs of an engine, and its sync operations by name. */
export class Synced {
  readonly engine: TestEngine;
  readonly remote: HttpRemote;

  constructor(engine: TestEngine, remote: HttpRemote) {
    this.engine = engine;
    this.remote = remote;
  }

  get call() {
    return this.engine.client.call;
  }

  pull = () => this.call('sync.pull', {});
  publish = (itemId: string, force = false) =>
    this.call('sync.publish', { itemId, message: `Publish ${itemId}`, force });
  discard = (itemId: string) => this.call('sync.discard', { itemId });
  status = () => this.call('sync.status', {});
  /** Accepts what an item shows. */
  accept = async (itemId: string) => {
    const { reviewHash } = await this.call('sync.diff', { itemId });
    return this.call('sync.accept', { itemId, hash: reviewHash });
  };

  /** The status of each item. */
  async states(): Promise<Readonly<Record<string, string>>> {
    const { items } = await this.status();
    return Object.fromEntries(items.map(({ itemId, status }) => [itemId, status]));
  }

  /** What Robin does: a commit on top of the branch. */
  robin = (files: Files, message = 'Work of Robin') =>
    this.remote.repository.commit(files, { message });

  /** The texts of all files of the remote. */
  async remoteFiles(): Promise<Readonly<Record<string, string>>> {
    const { files, folder } = this.remote.repository;
    const textOf = async (path: string): Promise<string> => {
      const input = `main:${path}\n`;
      // The content stands behind a line that tells of it, and to its last byte.
      return (await runGit(folder, ['cat-file', '--batch'], { input })).replace(/^.*\n/, '');
    };
    const texts = (await files()).map(async (path) => [path, await textOf(path)] as const);
    return Object.fromEntries(await Promise.all(texts));
  }

  async subjects(): Promise<readonly string[]> {
    return (await this.remote.repository.git('log', '--format=%s', 'main')).split('\n');
  }

  pathOf(path: string): string {
    return join(this.engine.config.paths.dagsDir, path);
  }

  read(path: string): string | null {
    return existsSync(this.pathOf(path)) ? readFileSync(this.pathOf(path), 'utf8') : null;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.pathOf(path)), { recursive: true });
    writeFileSync(this.pathOf(path), text);
  }
}

/** A remote on which Robin has made these files. */
export async function aRemote(files: Files): Promise<HttpRemote> {
  const remote = await aHttpRemote(join(temporaryFolder('remote'), 'repository.git'));
  if (Object.keys(files).length > 0) {
    await remote.repository.commit(files, { message: 'First commit' });
  }
  return remote;
}

/** An engine on a remote that has these files. */
export async function onRemote(files: Files, changes: Changes = {}): Promise<Synced> {
  const remote = await aRemote(files);
  const engine = await anEngine({ config: configFor(remote, changes) });
  return new Synced(engine, remote);
}

/** The same when it has pulled once. */
export async function pulled(files: Files, changes: Changes = {}): Promise<Synced> {
  const world = await onRemote(files, changes);
  await world.pull();
  return world;
}
