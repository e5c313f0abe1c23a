import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moveHome } from '../../support/copied-home.ts';
import { anEngine, endOf, logOf, runToEnd } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';
import { run, aHomeLeftRunning, query, identityOf, goOnIn } from '../../support/left-home.ts';

describe('a stored path', () => {
  it('is relative to the home, and absolute in every answer', async () => {
    const config = temporaryConfig();
    mkdirSync(config.paths.dagsDir, { recursive: true });
    writeFileSync(join(config.paths.dagsDir, 'near.yaml'), 'log_dir: logs\nsteps: [echo hi]\n');
    const engine = await anEngine({ config });
    const inline = await runToEnd('steps: [{name: a, command: echo hi}]', { engine, ...run });
    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'near' });
    await endOf({ engine, name: 'near', dagRunId });
    await engine.stop();

    const home = dirname(config.paths.dataDir);
    const stored = [
      ...query(config, 'SELECT log_folder FROM run'),
      ...query(config, 'SELECT stdout FROM node'),
      ...query(config, "SELECT context ->> '$.homeFolder' FROM run"),
      ...query(config, "SELECT context ->> '$.env.DAG_RUN_LOG_FILE' FROM run"),
    ];

    expect(stored.filter((path) => String(path).includes(home))).toEqual([]);
    expect(stored).toEqual(
      [
        /^home\/logs\/\S+$/,
        /^dags\/logs\/\S+$/,
        /^home\/logs\/\S+\.out$/,
        /^dags\/logs\/\S+\.out$/,
        /^data\/work\/\S+\/cwd$/,
        /^dags$/,
        /^home\/logs\/\S+\/run\.log$/,
        /^home\/logs\/\S+\/run\.log$/,
      ].map((pattern) => expect.stringMatching(pattern) as unknown),
    );
    expect(inline.run.log).toMatch(new RegExp(`^${config.paths.logDir}/\\S+/run.log$`));
    expect(inline.node('a').stdout).toMatch(new RegExp(`^${config.paths.logDir}/\\S+\\.out$`));
  });

  it('stays absolute where it lies elsewhere', async () => {
    const elsewhere = temporaryFolder('elsewhere');
    const { engine } = await runToEnd(`log_dir: ${elsewhere}\nsteps: [echo hi]`, run);
    await engine.stop();

    expect(query(engine.config, 'SELECT log_folder FROM run')).toEqual([
      expect.stringContaining(`${elsewhere}/`),
    ]);
  });
});

describe('a home that is moved', () => {
  it('shows its logs where they are now, and stays the home that it is', async () => {
    const { engine } = await runToEnd('steps: [{name: a, command: echo hi}]', run);
    await engine.stop();
    const identity = identityOf(engine.config);

    const config = moveHome(engine.config);
    const moved = await goOnIn(config);

    expect(await logOf(moved, 'a')).toBe('hi');
    expect(moved.engine.complaints).toEqual([]);
    const { dagRun } = await moved.engine.client.call('runs.get', run);
    expect(dagRun.log).toContain(config.paths.logDir);
    await moved.engine.stop();
    expect(identityOf(config)).toBe(identity);
  });

  it('keeps its running steps, which end as they would have: they hold their records open', async () => {
    const { config, step } = await aHomeLeftRunning();
    const [pid] = query(config, 'SELECT pid FROM attempt') as number[];

    const moved = await goOnIn(moveHome(config));
    const before = await moved.engine.client.call('runs.get', run);
    step.letGo();
    const { run: ended, node } = await endOf(moved);

    expect(before.dagRun.statusLabel).toBe('running');
    expect(ended.statusLabel).toBe('succeeded');
    expect(node('held').exitCode).toBe(0);
    expect(await logOf(moved, 'held')).toBe('up\ndown');
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it('can stop the steps that run', async () => {
    const { config } = await aHomeLeftRunning();
    const [pid] = query(config, 'SELECT pid FROM attempt') as number[];

    const moved = await goOnIn(moveHome(config));
    await moved.engine.client.call('runs.stop', run);
    const { run: ended } = await endOf(moved);

    expect(ended.statusLabel).toBe('aborted');
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it('is the same home where its old place leads to the new one', async () => {
    const { engine } = await runToEnd('steps: [echo hi]', run);
    await engine.stop();
    const identity = identityOf(engine.config);
    const config = moveHome(engine.config);
    symlinkSync(dirname(config.paths.dataDir), dirname(engine.config.paths.dataDir));

    for (const each of [config, engine.config]) {
      const again = await anEngine({ config: each });
      await again.stop();
      expect(again.complaints).toEqual([]);
    }

    expect(identityOf(config)).toBe(identity);
  });
});
