import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessLog } from '../../scripts/samples/make-access-log.ts';
import { ordersTable, regions, type Region } from '../../scripts/samples/make-orders.ts';
import { temporaryFolder } from '../support/home.ts';
import { samplesDir, startSampleEngine, type SampleEngine } from './sample-engine.ts';

/** Ends only when a person agrees. */
const gated = 'close-the-books';
const names = [gated, 'disk-usage', 'order-summary', 'orders-by-region', 'web-log-report'];
const read = (file: string) => readFileSync(join(samplesDir, file), 'utf8');

describe('The samples', () => {
  let engine: SampleEngine;
  beforeAll(async () => {
    engine = await startSampleEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });

  it('are the DAGs of an empty home, with their data beside them', async () => {
    const { dags } = await engine.client.call('dags.list', {});

    expect(dags.map(({ dag }) => dag.name)).toEqual(names);
    expect(readdirSync(engine.dagsDir)).toEqual(expect.arrayContaining(['data']));
  });

  it.each(names)(
    '%s loads without an error, says what it does, and has no schedule',
    async (name) => {
      const { dag, errors, nextRuns } = await engine.client.call('dags.get', { fileName: name });

      expect(errors).toEqual([]);
      expect(dag).toMatchObject({ group: 'Samples', schedule: [] });
      expect(dag.description).not.toBe('');
      expect(nextRuns).toEqual([]);
    },
  );

  it.each(names)('%s shows a schedule that works once its mark is taken away', async (name) => {
    const spec = read(`${name}.yaml`).replace(/^# (?=schedule: )/m, '');

    const { valid, dag } = await engine.client.call('dags.validate', { spec });

    expect(valid).toBe(true);
    expect(dag?.schedule).toHaveLength(1);
  });
});

describe('On a machine with nothing but the tools of every system', () => {
  let engine: SampleEngine;
  const tools = temporaryFolder('tools');
  beforeAll(async () => {
    for (const tool of ['sh', 'awk', 'sort', 'du', 'df', 'find', 'head', 'cat']) {
      symlinkSync(
        execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
        join(tools, tool),
      );
    }
    engine = await startSampleEngine();
  });
  beforeEach(() => {
    vi.stubEnv('PATH', tools);
  });
  afterAll(async () => {
    await engine.stop();
  });

  it.each(names.filter((name) => name !== gated))('%s succeeds', async (name) => {
    const params = name === 'disk-usage' ? { FOLDER: samplesDir } : {};

    expect(await engine.run(name, params)).toMatchObject({ statusLabel: 'succeeded' });
  });

  it(`${gated} waits for a person, and then closes the month`, async () => {
    const waiting = await engine.run(gated);
    expect(waiting).toMatchObject({ statusLabel: 'waiting' });
    expect(waiting.nodes[0]?.subRuns).toHaveLength(4);
    expect(await engine.log(waiting, 'summary')).toBe('4 of 4 regions are in order.');
    const ended = vi.waitUntil(async () => {
      const { dagRun } = await engine.client.call('runs.get', waiting);
      return dagRun.statusLabel === 'succeeded' && dagRun;
    });

    const { name, dagRunId } = waiting;
    const inputs = { WHO: 'Ada "the auditor"' };
    await engine.client.call('runs.approve', { name, dagRunId, stepName: 'agree', inputs });

    expect(await engine.log(await ended, 'close')).toBe('Closed by Ada "the auditor". No note.');
    expect(await engine.log(waiting, 'onExit')).toBe('The run ended as succeeded.');
  });
});

describe('The data of the samples', () => {
  it('has an access log that is made anew to the byte', () => {
    expect(accessLog() === read('data/access.log')).toBe(true);
    expect(accessLog().split('\n').length).toBeGreaterThan(5_000);
  });

  it.each(Object.keys(regions) as Region[])(
    'has orders of the %s that are made anew to the byte',
    (region) => {
      expect(ordersTable(region) === read(`data/orders/${region}.csv`)).toBe(true);
    },
  );
});
