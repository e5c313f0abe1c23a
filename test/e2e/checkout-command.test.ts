import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commandParts } from '../../scripts/build/command-parts.js';
import { version } from '../../engine/lib/version.ts';
import { findProgram } from '../../engine/platform/find-program.ts';
import { projectRoot } from '../support/build-app.ts';
import { temporaryFolder } from '../support/home.ts';

const SLOW = 60_000;
const checkout = temporaryFolder('checkout');
const home = temporaryFolder('home');
const versionFile = join(checkout, 'engine/cli/commands/version.ts');
const isVersion = { version, node: process.versions.node };

/** Calls the command of the checkout as npm and a link to it do. */
function dagwright(args: readonly string[], node = process.execPath) {
  return execa(node, [join(checkout, 'scripts/dagwright.js'), ...args], {
    env: {
      SVC_HOME: home,
      SVC_SKIP_EXAMPLES: 'true',
      XDG_CACHE_HOME: join(tmpdir(), 'cache'),
    },
    reject: false,
  });
}

/** The exit code of a server that is sent a signal when it is ready. */
async function endedServer(signal: NodeJS.Signals, node?: string): Promise<number | undefined> {
  const server = dagwright(['scheduler', '--port', '0'], node);
  onTestFinished(() => void server.kill('SIGKILL'));
  await once(createInterface(server.stdout), 'line');
  server.kill(signal);
  return (await server).exitCode;
}

/** Whatever else is on the path of this machine: one that is older than ours, or null. */
async function olderNode(): Promise<string | null> {
  const path = ['/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const found = findProgram('node', path, '/');
  if (found === null) return null;
  const { stdout } = await execa(found, ['-p', 'process.versions.node']);
  return Number.parseInt(stdout) < 24 ? found : null;
}

describe('the command of a checkout', { timeout: SLOW }, () => {
  beforeAll(() => {
    for (const name of ['engine', 'scripts', 'package.json', 'package-lock.json']) {
      cpSync(join(projectRoot, name), join(checkout, name), { recursive: true });
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(checkout, 'node_modules'));
  });

  it('builds at its first call and says so in one line, beside what it was asked for', async () => {
    const { stdout, stderr } = await dagwright(['version', '--format', 'json']);

    expect(stderr).toBe(`Building ${commandParts.join(', ')}…`);
    expect(JSON.parse(stdout)).toEqual(isVersion);
  });

  it('asks Git of what its first call has built', async () => {
    const config = 'git_sync: {enabled: true, repository: "http://127.0.0.1:1/dags.git"}\n';
    writeFileSync(join(home, 'config.yaml'), config);
    onTestFinished(() => rmSync(join(home, 'config.yaml')));

    const { stderr } = await dagwright(['sync', 'pull']);

    expect(stderr).toMatch(/127\.0\.0\.1/);
  });

  it('says nothing when nothing has changed', async () => {
    const { stdout, stderr } = await dagwright(['version', '--format', 'json']);

    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(isVersion);
  });

  it('builds nothing for files that have a new time alone', async () => {
    utimesSync(versionFile, new Date(), new Date());

    expect((await dagwright(['version'])).stderr).toBe('');
  });

  it('builds what has changed, even in a file of the old size and time', async () => {
    const old = new Date(0);
    utimesSync(versionFile, old, old);
    await dagwright(['version']);

    const text = readFileSync(versionFile, 'utf8');
    writeFileSync(versionFile, text.replace('`dagwright $', '`DAGWRIGHT $'));
    utimesSync(versionFile, old, old);
    const { stdout, stderr } = await dagwright(['version']);

    expect(stderr).toBe('Building command line, side program…');
    expect(stdout).toMatch(/^DAGWRIGHT /);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('gets %s and ends in order', async (signal) => {
    expect(await endedServer(signal)).toBe(0);
  });

  it('says what it has when it cannot be built, and fails', async () => {
    const text = readFileSync(versionFile, 'utf8');
    writeFileSync(versionFile, `${text}\nconst = 1;\n`);
    const broken = await dagwright(['version']);
    writeFileSync(versionFile, text);

    expect(broken.stdout).toBe('');
    expect(broken.stderr).toMatch(/version\.ts[^]*error: Dagwright cannot be built; the reason/);
    expect(broken.exitCode).toBe(1);
    expect((await dagwright(['version'])).exitCode).toBe(0);
  });

  it('goes on under its own Node where that of the machine is older', async (test) => {
    const older = await olderNode();
    if (older === null) return test.skip();

    const { stdout, exitCode } = await dagwright(['version', '--format', 'json'], older);
    const failed = await dagwright(['status', 'no-such-dag'], older);
    const stopped = await endedServer('SIGTERM', older);

    expect(JSON.parse(stdout)).toEqual(isVersion);
    expect(exitCode).toBe(0);
    expect(failed.exitCode).toBe(1);
    expect(stopped).toBe(0);
  });

  it('says how to get a Node where that of the machine is older and there is none', async (test) => {
    const older = await olderNode();
    if (older === null) return test.skip();
    rmSync(join(checkout, 'node_modules'));

    const { stderr, exitCode } = await dagwright(['version'], older);

    expect(stderr).toContain(`run "npm ci" in ${checkout}`);
    expect(exitCode).toBe(1);
  });
});
