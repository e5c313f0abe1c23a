import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { expect, it } from 'vitest';
import { loadLiveConfig } from '../../../engine/config/live-config.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { createLogger } from '../../../engine/platform/logger.ts';
import { followSettings } from '../../../engine/services/follow-settings.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

function following(yaml: string) {
  const configFile = `${temporaryFolder('follow')}/config.yaml`;
  writeFileSync(configFile, yaml);
  return followingFile(configFile);
}

function followingFile(configFile: string) {
  const { config, reload } = loadLiveConfig({ config: configFile, env: {} });
  const lines: string[] = [];
  const log = createLogger({
    format: 'text',
    debug: () => config.debug,
    destination: { write: (line) => lines.push(line) },
  });
  let readings = 0;
  const end = followSettings({
    configFile,
    clock: systemClock,
    log,
    reload: () => {
      readings += 1;
      return reload();
    },
  });
  const read = async (text: string) => {
    const before = readings;
    writeFileSync(configFile, text);
    await eventually(() => readings > before, 'the settings are read again');
  };
  return { config, log, lines, read, [Symbol.dispose]: end };
}

it('what is saved into config.yaml holds at once, and the log names it', async () => {
  using followed = following('debug: false');
  followed.log.debug('before');

  await followed.read('debug: true\nport: 9');
  followed.log.debug('after');
  await eventually(() => followed.lines.length === 3, 'it is written');

  expect(followed.lines).toEqual([
    expect.stringMatching(/info {2}Reloaded the settings {2}changed=debug$/m),
    expect.stringMatching(/warn {2}Some settings take effect after a restart .*port/),
    expect.stringMatching(/debug after/),
  ]);
});

it('a file that is wrong changes nothing, and is complained about once', async () => {
  using followed = following('metrics: public');

  await followed.read('metrics: public\nprot: 8');
  await followed.read('metrics: public\nprot: 8');
  const complaints = [...followed.lines];
  await followed.read('metrics: private');

  expect(complaints).toEqual([expect.stringMatching(/config.yaml:2:1: unknown key `prot`/)]);
  expect(followed.config.metrics).toBe('private');
});

it('/dev/null is not followed: its folder changes with everything that anybody throws away', () => {
  const watches = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
  const before = watches();

  using empty = followingFile(devNull);

  expect(watches()).toBe(before);
  expect(empty.config.metrics).toBe('private');
  using followed = following('');
  expect(followed.config.metrics).toBe('private');
  expect(watches()).toBe(before + 1);
});
