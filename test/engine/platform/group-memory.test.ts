import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { groupMemory, type MeasureGroups } from '../../../engine/platform/group-memory.ts';
import type { LaunchOptions } from '../../../engine/platform/step-process.ts';
import { campaign } from '../../support/campaign.ts';
import { eventually } from '../../support/eventually.ts';
import { killGroup, membersOf } from '../../support/processes.ts';
import { launchChild, optionsFor } from './launched.ts';

const MEGABYTE = 1_048_576;
const STEPS = campaign('DAGWRIGHT_MEASURED_STEPS', { short: 20, full: 500 });
const HELD = 120 * MEGABYTE;

/** A program that holds memory until it is killed. */
const holder = [
  process.execPath,
  '-e',
  `globalThis.held = Buffer.alloc(${HELD}, 1); setInterval(() => {}, 60000)`,
];

function measured(): MeasureGroups {
  const measure = groupMemory(process.platform);
  if (measure === null) throw new Error('This system does not tell.');
  return measure;
}

/** The group of a step that runs until the end of the test. */
function running(commands: LaunchOptions['commands'], more: Partial<LaunchOptions> = {}): number {
  const { step } = launchChild(optionsFor('', { commands, ...more }));
  onTestFinished(() => killGroup(step.groupId()));
  return step.groupId();
}

async function untilMeasured(group: number, atLeast: number): Promise<number> {
  const measure = measured();
  let bytes = 0;
  await eventually(async () => {
    bytes = (await measure(new Set([group]))).get(group) ?? 0;
    return bytes >= atLeast;
  }, `the group has ${atLeast} bytes`);
  return bytes;
}

describe('the memory of a process group', () => {
  it('is that of the command, wherever in the group it runs', async () => {
    const direct = running([holder]);
    const nested = running([['/bin/sh', '-c', '"$@"; exit', 'sh', ...holder]]);

    for (const group of [direct, nested]) {
      expect(await untilMeasured(group, HELD)).toBeLessThan(HELD + 150 * MEGABYTE);
    }
  });

  it('is that of all processes together', async () => {
    const group = running([['/bin/sh', '-c', '"$@" & "$@"; exit', 'sh', ...holder]]);

    expect(await untilMeasured(group, 2 * HELD)).toBeGreaterThan(2 * HELD);
  });

  it('leaves out the launcher and the filter of masked output', async () => {
    const secrets = [{ runKey: 'run', name: 'TOKEN', value: 'hunter2-hunter2' }];
    const mask = { secrets, captureFile: null, sealed: true, captureBytes: 1000 };
    const plain = running([['/bin/sleep', '60']]);
    const masked = running([['/bin/sleep', '60']], { mask });

    // A Node alone has more than ten times as much.
    for (const group of [plain, masked]) {
      expect(await untilMeasured(group, 1)).toBeLessThan(5 * MEGABYTE);
    }
  });

  it('leaves them out at any moment, also while one becomes another or ends', async () => {
    const secrets = [{ runKey: 'run', name: 'TOKEN', value: 'hunter2-hunter2' }];
    const mask = { secrets, captureFile: null, sealed: true, captureBytes: 1000 };
    const measure = measured();
    let most = 0;

    for (let step = 0; step < STEPS; step++) {
      const { step: running, end } = launchChild(
        optionsFor('', { commands: [['/bin/true']], mask }),
      );
      const group = running.groupId();
      let isOver = false;
      void end.then(() => (isOver = true));
      while (!isOver) {
        most = Math.max(most, (await measure(new Set([group]))).get(group) ?? 0);
        await nextTurn();
      }
    }

    expect(most).toBeLessThan(5 * MEGABYTE);
  });

  it.runIf(process.platform === 'linux')('is that of the command alone, to the byte', async () => {
    const group = running([['/bin/sleep', '60']]);
    await eventually(() => membersOf(group).length === 2, 'the command has begun');
    const [command] = membersOf(group).filter((pid) => pid !== group);
    await eventually(
      () => readFileSync(`/proc/${command}/cmdline`, 'latin1').startsWith('/bin/sleep'),
      'the command has taken the place of the launcher',
    );

    const status = readFileSync(`/proc/${command}/status`, 'latin1');

    const most = Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
    expect((await measured()(new Set([group]))).get(group)).toBe(most);
  });

  it('is not told of a group that is gone, nor of strangers', async () => {
    const one = running([['/bin/sleep', '60']]);
    const other = running([['/bin/sleep', '60']]);
    for (const group of [one, other]) await untilMeasured(group, 1);

    const measure = measured();
    expect([...(await measure(new Set([one]))).keys()]).toEqual([one]);
    // One that was a stranger a moment ago.
    expect([...(await measure(new Set([99_999_999, other]))).keys()]).toEqual([other]);
  });

  it('cannot be told on Windows', () => {
    expect(groupMemory('win32')).toBeNull();
  });
});
