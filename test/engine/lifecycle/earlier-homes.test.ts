import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { asEarlierHome } from '../../support/earlier-home.ts';
import { copyHome, moveHome } from '../../support/copied-home.ts';
import { anEngine, logOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { run, query, goOnIn } from '../../support/left-home.ts';

describe('a home of an earlier version, with absolute paths', () => {
  const cleanUp = { fileName: 'test', retentionDays: 0 };
  const hi = 'steps: [{name: a, command: echo hi}]';

  /** With two runs that have ended: one with its logs in the home, one with them elsewhere. */
  async function anEarlierHome() {
    const elsewhere = temporaryFolder('elsewhere');
    const { engine } = await runToEnd(hi, run);
    await runToEnd(`log_dir: ${elsewhere}\n${hi}`, { engine, name: 'test', dagRunId: 'two' });
    await engine.stop();
    asEarlierHome(engine.config);
    return { config: engine.config, elsewhere };
  }

  async function shownIn(config: Config) {
    const { engine } = await goOnIn(config);
    const logs = ['one', 'two'].map((dagRunId) => logOf({ engine, name: 'test', dagRunId }, 'a'));
    return { engine, logs: await Promise.all(logs) };
  }

  const foldersIn = (...folders: readonly string[]): number =>
    folders.reduce((count, folder) => count + readdirSync(folder).length, 0);

  it('shows its logs after the upgrade, and deletes them when they are old', async () => {
    const { config, elsewhere } = await anEarlierHome();

    const { engine, logs } = await shownIn(config);
    const before = foldersIn(elsewhere, config.paths.logDir);
    const { dagRuns } = await engine.client.call('runs.cleanup', cleanUp);

    expect(logs).toEqual(['hi', 'hi']);
    expect(engine.complaints).toEqual([]);
    expect({ before, dagRuns }).toEqual({ before: 2, dagRuns: 2 });
    expect(foldersIn(elsewhere, config.paths.logDir)).toBe(0);
  });

  it('keeps them when it is moved after that', async () => {
    const { config, elsewhere } = await anEarlierHome();
    await (await anEngine({ config })).stop();

    const { engine, logs } = await shownIn(moveHome(config));
    await engine.client.call('runs.cleanup', cleanUp);

    expect(logs).toEqual(['hi', 'hi']);
    expect(foldersIn(elsewhere)).toBe(0);
  });

  it('shows its logs although it was moved before', async () => {
    const { config } = await anEarlierHome();

    const { engine, logs } = await shownIn(moveHome(config));
    await engine.stop();

    expect(logs).toEqual(['hi', 'hi']);
    expect(engine.complaints).toEqual([]);
    expect(query(engine.config, 'SELECT log_folder FROM run')[0]).toMatch(/^home\/logs\//);
    expect(query(engine.config, "SELECT context ->> '$.homeFolder' FROM run")[0]).toMatch(
      /^data\/work\/\S+\/cwd$/,
    );
  });

  it('is known for a copy when it was copied before, and then deletes nothing of the original', async () => {
    const { config, elsewhere } = await anEarlierHome();
    const copy = copyHome(config);

    const { engine, logs } = await shownIn(copy);
    await engine.client.call('runs.cleanup', cleanUp);

    expect(logs).toEqual(['hi', 'hi']);
    expect(engine.complaints.map(({ message }) => message)).toEqual([
      expect.stringMatching(`^This home is a copy of ${config.paths.dataDir}`),
    ]);
    expect(foldersIn(elsewhere, config.paths.logDir)).toBe(2);
    expect(foldersIn(copy.paths.logDir)).toBe(0);
  });
});
