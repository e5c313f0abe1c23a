import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadLiveConfig } from '../../../engine/config/live-config.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { createLogger } from '../../../engine/platform/logger.ts';
import { followSettings } from '../../../engine/services/follow-settings.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

function following(yaml: string) {
  const home = temporaryFolder('follow');
  const configFile = `${home}/config.yaml`;
  const write = (text: string) => writeFileSync(configFile, text);
  write(yaml);
  const { config, reload } = loadLiveConfig({ home, env: {} });
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
    changed: () => undefined,
    reload: () => {
      readings += 1;
      return reload();
    },
  });
  const read = async (text: string) => {
    const before = readings;
    write(text);
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
    expect.stringMatching(/info {2}Settings were read again {2}changed=debug$/m),
    expect.stringMatching(/warn {2}Some settings hold only after a restart .*port/),
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
