import { lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isActiveRun } from '../../../engine/contract/status.ts';
import { eventually } from '../../support/eventually.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const dag = (logDir: string, folder: string): string => `
log_dir: ${logDir}
secrets: [{ name: TOKEN, provider: file, key: ${join(folder, 'token')} }]
steps:
  - name: shown
    command: umask
  - name: script
    script: |
      echo script
      echo err >&2
    output: RESULT
  - name: copied
    command: umask
    stdout: ${join(folder, 'copy')}
  - name: waiting
    command: 'until [ -e ${join(folder, 'go')} ]; do sleep 0.02; done'
`;

/** Everything below a folder that is not its owner's alone, with its rights. */
function openOnes(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return false;
      return (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
    })
    .map((path) => `${relative(folder, path)} ${(lstatSync(path).mode & 0o777).toString(8)}`);
}

/** An engine that began with the umask. */
async function forkUnder(umask: number, config: ReturnType<typeof temporaryConfig>) {
  const usual = process.umask(umask);
  const engine = forkEngine(config);
  process.umask(usual);
  return engine;
}

describe.each(['0000', '0022', '0077', '0777'])('Under the umask %s', (umask) => {
  it.each([true, false])(
    'files and folders are their owner’s alone, and steps get the umask (secrets: %s)',
    async (hasSecrets) => {
      const folder = temporaryFolder();
      const logDir = join(folder, 'custom', 'logs');
      writeFileSync(join(folder, 'token'), 'a secret of some length');
      const config = temporaryConfig();
      const engine = await forkUnder(Number.parseInt(umask, 8), config);
      const whole = dag(logDir, folder);
      const spec = hasSecrets ? whole : whole.replace(/^secrets.*$/m, '');

      const { dagRunId } = await engine.call('runs.start', { spec, name: 'private' });
      const run = async () => (await engine.call('runs.get', { name: 'private', dagRunId })).dagRun;
      await eventually(
        async () =>
          (await run()).nodes.find(({ step }) => step.name === 'waiting')?.statusLabel ===
          'running',
        'the last step runs',
      );

      expect(openOnes(join(folder, 'custom'))).toEqual([]);
      expect(openOnes(config.paths.dataDir)).toEqual([]);
      expect(openOnes(config.paths.logDir)).toEqual([]);
      writeFileSync(join(folder, 'go'), '');
      await eventually(async () => !isActiveRun((await run()).statusLabel), 'the run has ended');
      const shown = (await run()).nodes[0]?.stdout ?? '';
      expect(readFileSync(shown, 'utf8')).toContain(`${umask}\n`);
      expect(readFileSync(join(folder, 'copy'), 'utf8')).toBe(`${umask}\n`);
    },
  );
});
