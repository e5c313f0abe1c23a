import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, engineOfFile, eventually, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { anS3Store } from '../../support/s3.ts';
import { type S3Store } from '../../../scripts/samples/s3-store.ts';
import { parentOf, programOf } from '../../support/step-program.ts';

const engine = engineOfFile();
const SIZE = 20 * 1024 * 1024;

/** A folder with `out`, which a download replaces, and `in`, which is large enough to go in parts. */
function aFolder(): string {
  const folder = temporaryFolder('s3');
  writeFileSync(join(folder, 'out'), 'before');
  writeFileSync(join(folder, 'in'), Buffer.alloc(SIZE, 'x'));
  return folder;
}

/** A store that sends half of an object, takes half of a file, and says nothing more. */
async function aSlowStore(): Promise<S3Store> {
  const store = await anS3Store();
  const never = new Promise<boolean>(() => undefined);
  store.trouble = ({ method, url = '' }, response) => {
    if (url.includes('partNumber=2')) return never;
    if (method !== 'GET') return false;
    response.writeHead(200, { 'content-length': SIZE });
    response.write(Buffer.alloc(SIZE / 2, 'y'));
    return true;
  };
  return store;
}

const started = (store: S3Store, folder: string, step: string) =>
  startInline(`${store.s3}working_dir: ${folder}\nsteps:\n  - {name: s, type: s3, ${step}}\n`, {
    engine: engine(),
  });

const download = 'command: download, config: {key: a, destination: out}';
const upload = 'command: upload, config: {source: in, key: a}';
const partsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name !== 'in' && name !== 'out');

it('an upload whose line is cut fails, and takes its parts back', async () => {
  const store = await anS3Store();
  const folder = aFolder();
  store.trouble = ({ url = '' }, response) => {
    const isCut = url.includes('partNumber=2');
    if (isCut) response.destroy();
    return isCut;
  };

  const { node } = await endOf(await started(store, folder, upload));

  expect(node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
  expect(node('s').error).toMatch(/^reports\/a: .*(?:hang up|ECONNRESET|EPIPE|aborted)/);
  expect([store.open.size, store.objects.size]).toEqual([0, 0]);
});

it('an upload whose beginning is lost leaves nothing but an upload without parts', async () => {
  const store = await anS3Store();
  const folder = aFolder();
  let isFirst = true;
  store.trouble = ({ method, url = '' }, response) => {
    if (method === 'POST' && url.includes('uploads') && isFirst) {
      isFirst = false;
      // The store begins it, and nobody hears of that.
      response.end = () => response.destroy();
    }
    return false;
  };

  const { node } = await endOf(await started(store, folder, upload));

  // Another is begun.
  expect(node('s').statusLabel).toBe('succeeded');
  expect(store.objects.get('a')?.body.length).toBe(SIZE);
  // To end it could end that of another run: the store tells its key alone.
  const left = [...store.open.values()].map(({ parts }) => parts.size);
  expect(left).toEqual([0]);
});

it('files and keys of any name are moved as they are called', async () => {
  const store = await anS3Store();
  const folder = temporaryFolder('s3');
  const names = ["it's & <so>", '$(touch x)`y`', '-rf', 'a b+ü%20', '...', 'c:\\d?x=1#y'];
  mkdirSync(join(folder, 'from'));
  for (const name of names) writeFileSync(join(folder, 'from', name), name);
  const all = 'prefix: "p q/", recursive: true';

  const up = await started(store, folder, `command: upload, config: {source: from, ${all}}`);
  expect((await endOf(up)).node('s').error).toBe('');
  const down = await started(store, folder, `command: download, config: {destination: to, ${all}}`);
  expect((await endOf(down)).node('s').error).toBe('');

  expect(readdirSync(join(folder, 'to')).sort()).toEqual([...names].sort());
  for (const name of names) expect(readFileSync(join(folder, 'to', name), 'utf8')).toBe(name);
});

describe('a transfer with a store that becomes silent', () => {
  it.each([
    ['download', 'stop', download],
    ['download', 'time limit', `${download}, timeout_sec: 2`],
    ['upload', 'time limit', `${upload}, timeout_sec: 2`],
  ])('(%s) leaves nothing half done at its %s', async (_direction, end, step) => {
    const store = await aSlowStore();
    const folder = aFolder();
    const run = await started(store, folder, step);
    if (end === 'stop') {
      await eventually(() => partsIn(folder).length > 0, 'something comes');
      await engine().client.call('runs.stop', run);
    }

    const { statusLabel, exitCode } = (await endOf(run)).node('s');
    expect(statusLabel).toBe(end === 'stop' ? 'aborted' : 'failed');
    if (end !== 'stop') expect(exitCode).toBe(124);
    expect(partsIn(folder)).toEqual([]);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
    expect([store.open.size, store.objects.size]).toEqual([0, 0]);
  });

  it('leaves no upload open where it is stopped while that begins', async () => {
    const store = await anS3Store();
    const folder = aFolder();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<boolean>();
    store.trouble = ({ method, url = '' }) => {
      if (method !== 'POST' || !url.includes('uploads')) return false;
      asked.resolve();
      return answered.promise;
    };
    const run = await started(store, folder, upload);
    await asked.promise;

    await engine().client.call('runs.stop', run);
    answered.resolve(false);

    expect((await endOf(run)).node('s').statusLabel).toBe('aborted');
    expect(store.open.size).toBe(0);
    expect(store.objects.size).toBe(0);
  });

  it('leaves nothing half written when the launcher is killed', async () => {
    const store = await aSlowStore();
    const folder = aFolder();
    const run = await started(store, folder, download);
    await eventually(() => partsIn(folder).length > 0, 'something comes');

    process.kill(parentOf(programOf(run)), 'SIGKILL');

    const { statusLabel, error } = (await endOf(run)).node('s');
    expect(statusLabel).toBe('failed');
    expect(error).toContain('exit unknown');
    expect(partsIn(folder)).toEqual([]);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
  });
});
