import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Authenticate } from '../../../engine/contract/authenticate.ts';
import { localOwner, nobody } from '../../../engine/contract/operations.ts';
import { temporaryFolder } from '../../support/home.ts';
import { anApi, ask, type TestApi } from './an-api.ts';
import { manualClock } from './manual-clock.ts';

/** Whoever may read may listen. */
const path = '/api/v1/events';

async function statusBy(socketPath: string | null, headers: Record<string, string> = {}) {
  if (socketPath === null) throw new Error('There is no socket.');
  const asked = request({ socketPath, method: 'HEAD', path, headers, agent: false });
  const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode;
}

/** Whoever comes by the socket is the owner, and nobody else is anybody. */
const byOrigin: Authenticate = async ({ origin }) =>
  origin === 'socket' ? { ...localOwner, origin } : { ...nobody, origin };

const withSocket = (socketFolder: string): Promise<TestApi> =>
  anApi({ socketFolder, authenticate: byOrigin, allowedHosts: ['dags.example'] });

describe.skipIf(process.platform === 'win32')("the owner's socket", () => {
  it('tells the owner from others who reach the server, and is for the owner alone', async () => {
    const folder = temporaryFolder();
    const api = await withSocket(folder);

    expect(api.socket).toBe(join(folder, 'engine.sock'));
    expect(statSync(api.socket ?? '').mode & 0o777).toBe(0o600);
    expect(await statusBy(api.socket)).toBe(200);
    expect(await statusBy(api.socket, { Host: 'whatever.example' })).toBe(200);
    expect((await ask(api, path)).status).toBe(401);
  });

  it.each<Record<string, string>>([
    { Origin: 'null' },
    { Origin: 'http://localhost' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { 'X-Forwarded-For': '192.0.2.1' },
    { Via: '1.1 proxy', Host: 'dags.example' },
  ])('refuses what comes by a proxy: %o', async (headers) => {
    const api = await withSocket(temporaryFolder());

    expect(await statusBy(api.socket, headers)).toBe(403);
  });

  it('takes the place of one that an engine which died has left', async () => {
    const folder = temporaryFolder();
    const left = join(folder, 'engine.sock');
    const died = `require('net').createServer().listen(${JSON.stringify(left)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', died]);
    expect(existsSync(left)).toBe(true);

    const api = await withSocket(folder);

    expect(await statusBy(api.socket)).toBe(200);
  });

  it('goes with the server', async () => {
    const folder = temporaryFolder();
    const api = await anApi({ socketFolder: folder, clock: manualClock() });

    await api.close();

    expect(existsSync(join(folder, 'engine.sock'))).toBe(false);
  });

  it.each<[string, RegExp, (folder: string) => string]>([
    ['too long a path', /longer than 100 bytes/, (folder) => join(folder, 'x'.repeat(100))],
    ['a folder in which others may write', /other users can write/, openToAll],
    ['something else of its name', /is not a socket/, withFile],
  ])('is left out, and why is said, for %s', async (_name, why, prepare) => {
    const folder = prepare(temporaryFolder());
    mkdirSync(folder, { recursive: true });

    const api = await anApi({ socketFolder: folder });

    expect(api.socket).toBeNull();
    expect(api.warnings).toEqual([expect.stringMatching(why)]);
    expect((await ask(api, '/api/v1/dags')).status).toBe(200);
  });

  it('is not there where none is wanted', async () => {
    const api = await anApi();

    expect([api.socket, api.warnings]).toEqual([null, []]);
  });
});

function openToAll(folder: string): string {
  chmodSync(folder, 0o777);
  return folder;
}

function withFile(folder: string): string {
  writeFileSync(join(folder, 'engine.sock'), 'mine');
  return folder;
}
