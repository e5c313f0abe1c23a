import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { measures } from '../../scripts/bench/measures.ts';
import { readOptions } from '../../scripts/bench/options.ts';
import { windowMeasures } from '../../scripts/bench/window/window-measures.ts';
import { givenPeer } from '../../scripts/bench/servers/peer-program.ts';
import { temporaryFolder } from '../support/home.ts';

const namesOf = (args: readonly string[]): readonly string[] =>
  readOptions(args, measures).measures.map(({ name }) => name);

const windowNames = windowMeasures.map(({ name }) => name);

const types = ['http', 'jq', 'sqlite', 'archive', 'redis', 'postgres', 'mail', 's3', 'ssh', 'sftp'];
const typeNames = [...types, 'chat', 'docker'].map((type) => `types-${type}`);

it('takes measures that need minutes only when they are asked for', () => {
  const onRequest = measures.filter(({ onRequest: asked }) => asked).map(({ name }) => name);

  expect(onRequest).toEqual([
    ...['idle-scheduled', 'schedule', 'full-minute', 'streams'],
    ...['grown-runs', 'grown-dags', 'takeover', 'wear', 'idle-streams'],
    ...['longest-turn', 'sync'],
    ...typeNames,
    ...windowNames,
  ]);
  expect(namesOf([])).toEqual(
    measures.map(({ name }) => name).filter((name) => !onRequest.includes(name)),
  );
  expect(namesOf(['--only', 'schedule,health'])).toEqual(['health', 'schedule']);
  expect(namesOf(['--all'])).toEqual(measures.map(({ name }) => name));
});

it('takes all rows of the window by one word, without a peer', () => {
  expect(namesOf(['--only', 'window'])).toEqual(windowNames);
  expect(readOptions(['--only', 'window'], measures).fetchPeer).toBe(false);
  expect(readOptions(['--only', 'window,health'], measures).fetchPeer).toBe(true);
});

it('takes all rows of step types by one word', () => {
  expect(namesOf(['--only', 'types'])).toEqual(typeNames);
});

it('watches two minutes of schedules unless it is told how many', () => {
  expect(readOptions([], measures).settings).toEqual({ minutes: 2 });
  expect(readOptions(['--minutes', '10'], measures).settings).toEqual({ minutes: 10 });
});

it('fetches a peer, measures a given one besides it, and does either alone', () => {
  const program = programThat('echo 2.6.5 >&2');
  const peersOf = (args: readonly string[]) => {
    const { fetchPeer, givenPeer } = readOptions(args, measures);
    return [fetchPeer, givenPeer?.name ?? null];
  };

  expect(peersOf([])).toEqual([true, null]);
  expect(peersOf(['--no-peer'])).toEqual([false, null]);
  expect(peersOf(['--peer', program])).toEqual([true, 'peer 2.6.5']);
  expect(peersOf(['--no-peer', '--peer', program])).toEqual([false, 'peer 2.6.5']);
});

it('says what is wrong with the program of a peer', () => {
  const folder = temporaryFolder();
  const missing = join(folder, 'missing');
  const text = join(folder, 'text');
  writeFileSync(text, 'no program');
  const mute = programThat('echo no version here');

  expect(() => givenPeer(missing)).toThrow(`--peer: there is no file ${missing}.`);
  expect(() => givenPeer(folder)).toThrow(`--peer: there is no file ${folder}.`);
  expect(() => givenPeer(text)).toThrow(`--peer: ${text} cannot be run`);
  expect(() => givenPeer(mute)).toThrow(`--peer: "${mute} version" tells no version.`);
});

it('ends with that word before it measures anything', async () => {
  const script = join(import.meta.dirname, '../../scripts/bench/index.ts');
  const missing = join(temporaryFolder(), 'missing');

  await expect(
    promisify(execFile)(process.execPath, [script, '--peer', missing]),
  ).rejects.toMatchObject({
    code: 2,
    stdout: expect.stringContaining(`--peer: there is no file ${missing}.\n\nnpm run bench`),
  });
});

function programThat(command: string): string {
  const file = join(temporaryFolder(), 'program');
  writeFileSync(file, `#!/bin/sh\n${command}\n`, { mode: 0o700 });
  return file;
}
