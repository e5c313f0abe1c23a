import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { startSampleEngine, type SampleEngine } from './sample-engine.ts';

describe('The report over the disk', () => {
  let engine: SampleEngine;
  const folder = temporaryFolder('a home');
  const place = (name: string) => join(folder, name);
  /** Incompressible, so that a file takes the room that it says. */
  function fill(name: string, kilobytes: number): void {
    mkdirSync(dirname(place(name)), { recursive: true });
    writeFileSync(place(name), randomBytes(kilobytes * 1024));
  }
  const kilobytes = (name: string) => Math.ceil(statSync(place(name)).blocks / 2);

  beforeAll(async () => {
    fill('films/long.mp4', 900);
    fill('films/short one.mp4', 300);
    fill('papers/2025/thesis.pdf', 400);
    fill('loose.bin', 200);
    fill('papers/note.txt', 2);
    fill('papers/1/2/3/deep.bin', 600);
    engine = await startSampleEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });

  it('adds up large files by folder and names the largest', async () => {
    const run = await engine.run('disk-usage', { FOLDER: folder, DEPTH: '3' });

    expect(run).toMatchObject({ statusLabel: 'succeeded' });
    expect(await engine.outputs(run)).toEqual({
      folders: [
        `${kilobytes('films/long.mp4') + kilobytes('films/short one.mp4')}\tfilms/`,
        `${kilobytes('papers/2025/thesis.pdf')}\tpapers/`,
        `${kilobytes('loose.bin')}\t(files in no folder)`,
      ].join('\n'),
      files: ['films/long.mp4', 'papers/2025/thesis.pdf', 'films/short one.mp4', 'loose.bin']
        .map((name) => `${kilobytes(name)}\t${place(name)}`)
        .join('\n'),
    });
  });

  it('looks as deep as it is told', async () => {
    const run = await engine.run('disk-usage', { FOLDER: folder, TOP: '2' });

    const { files = '' } = await engine.outputs(run);
    expect(files.split('\n').map((line) => line.split('\t')[1])).toEqual([
      place('films/long.mp4'),
      place('papers/1/2/3/deep.bin'),
    ]);
  });

  it('names folders the same way when the path ends with a slash', async () => {
    const run = await engine.run('disk-usage', { FOLDER: `${folder}/`, TOP: '2' });

    const { folders = '' } = await engine.outputs(run);
    expect(folders.split('\n').map((line) => line.split('\t')[1])).toEqual(['films/', 'papers/']);
  });

  it('begins with how full the disk is', async () => {
    const run = await engine.run('disk-usage', { FOLDER: folder });

    expect(await engine.log(run, 'report')).toMatch(
      /^Filesystem.*\n.*%.*\n\nFolders, in kilobytes:\n/,
    );
  });

  it('finds nothing in an empty folder, and says so by empty lists', async () => {
    const run = await engine.run('disk-usage', { FOLDER: temporaryFolder('empty') });

    expect(run).toMatchObject({ statusLabel: 'succeeded' });
    expect(await engine.outputs(run)).toEqual({ folders: '', files: '' });
  });

  it('has bounds in time, in depth and on one disk', async () => {
    const { dag } = await engine.client.call('dags.get', { fileName: 'disk-usage' });

    const looking = dag.steps.find(({ id }) => id === 'files');
    expect(dag.timeoutSec).toBe(300);
    expect(looking?.timeoutSec).toBe(240);
    expect(looking?.script).toMatch(/-xdev -maxdepth/);
  });
});
