import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const STEPS = 'steps:\n  - command: "true"\n';

function homeWith(dag: string, base = ''): Config {
  const config = temporaryConfig();
  mkdirSync(config.paths.dagsDir, { recursive: true });
  mkdirSync(dirname(config.paths.baseConfig), { recursive: true });
  writeFileSync(join(config.paths.dagsDir, 'etl.yaml'), `${dag}${STEPS}`);
  if (base !== '') writeFileSync(config.paths.baseConfig, base);
  return config;
}

const idsOf = async ({ client }: TestEngine, name = 'etl'): Promise<string> => {
  const { dagRuns } = await client.call('runs.listOf', { name });
  return dagRuns.map(({ dagRunId }) => dagRunId).join(' ');
};

async function runAll({ client }: TestEngine, ids: readonly string[]): Promise<void> {
  for (const dagRunId of ids)
    await client.call('dags.startSync', { fileName: 'etl', dagRunId, timeout: 20 });
}

const untilIds = (engine: TestEngine, ids: string, name = 'etl') =>
  eventually(async () => (await idsOf(engine, name)) === ids, `${ids} are left`);

describe('hist_retention_runs', () => {
  it('keeps the newest runs, though the days would keep all', async () => {
    const engine = await anEngine({ config: homeWith('hist_retention_runs: 2\n') });

    await runAll(engine, ['a', 'b', 'c', 'd']);

    await untilIds(engine, 'd c');
  });

  it('holds beside days that keep for ever, and days that keep nothing win', async () => {
    const forEver = 'hist_retention_days: -1\nhist_retention_runs: 1\n';
    const engine = await anEngine({ config: homeWith(forEver) });
    await runAll(engine, ['a', 'b']);
    await untilIds(engine, 'b');
    const { paths } = engine.config;

    writeFileSync(
      join(paths.dagsDir, 'etl.yaml'),
      `hist_retention_days: 0\nhist_retention_runs: 5\n${STEPS}`,
    );
    await runAll(engine, ['c']);

    await untilIds(engine, '');
  });

  it('is a default of base.yaml', async () => {
    const engine = await anEngine({ config: homeWith('', 'hist_retention_runs: 1\n') });

    await runAll(engine, ['a', 'b', 'c']);

    await untilIds(engine, 'c');
  });

  it('is what a definition that came with a request says for its name', async () => {
    const engine = await anEngine();
    const spec = `hist_retention_runs: 2\n${STEPS}`;

    for (const dagRunId of ['a', 'b', 'c']) {
      await engine.client.call('runs.start', { spec, name: 'inline', dagRunId });
      await eventually(async () => {
        const run = { name: 'inline', dagRunId };
        return (await engine.client.call('runs.get', run)).dagRun.finishedAt !== '';
      }, `${dagRunId} has ended`);
    }

    await untilIds(engine, 'c b', 'inline');
  });

  it('counts what a cleanup keeps', async () => {
    const engine = await anEngine({ config: homeWith('') });
    await runAll(engine, ['a', 'b', 'c']);

    const { dagRuns } = await engine.client.call('runs.cleanup', {
      fileName: 'etl',
      retentionRuns: 2,
    });

    expect(dagRuns).toBe(1);
    expect(await idsOf(engine)).toBe('c b');
  });
});
