import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, vi } from 'vitest';
import { keepTunnel } from '../../../engine/platform/tunnel-process.ts';
import type { LogFields } from '../../../engine/lib/logger.ts';
import { silentLogger } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

const platform = join(import.meta.dirname, '../../../engine/platform');

it.each([
  { how: 'ends at once', end: 'process.exit(7)' },
  { how: 'is killed', end: "process.kill(process.pid, 'SIGKILL')" },
])('a process that $how takes its tunnel with it', async ({ end }) => {
  const folder = temporaryFolder('tunnel');
  const program = join(folder, 'tunnel');
  const ended = join(folder, 'ended');
  writeFileSync(
    program,
    `#!/bin/sh
trap 'echo >"${ended}"; exit 0' TERM
echo https://quick.example
while :; do sleep 0.05; done
`,
    { mode: 0o755 },
  );
  const script = `
    import { keepTunnel } from '${platform}/tunnel-process.ts';
    import { systemClock } from '${platform}/system-clock.ts';
    keepTunnel({
      program: '${program}', args: [], env: process.env, address: /https:\\S+/, clock: systemClock,
      log: { warn() {} }, opened: () => ${end},
    });`;

  const { failed } = await execa(process.execPath, ['--input-type=module', '-e', script], {
    reject: false,
  });

  expect(failed).toBe(true);
  await eventually(() => existsSync(ended), 'the tunnel has ended');
});

it('a tunnel that cannot be started is tried once more at a time, later and later', async () => {
  const clock = manualClock();
  const waits: unknown[] = [];
  const warn = (_: string, fields: LogFields = {}) => void waits.push(fields['inMs']);
  const log = { ...silentLogger(), warn };
  const program = join(temporaryFolder('tunnel'), 'gone');
  const opened = () => () => undefined;
  const end = keepTunnel({ program, args: [], env: {}, address: /https:/, clock, log, opened });

  const pending: number[] = [];
  for (const waitMs of [1000, 2000, 4000]) {
    await vi.waitUntil(() => waits.includes(waitMs));
    // What else the system tells of this start has come by then.
    await new Promise((resolve) => setImmediate(resolve));
    pending.push(clock.pending());
    clock.advance(waitMs);
  }
  await vi.waitUntil(() => waits.includes(8000));
  await end();

  expect({ waits, pending }).toEqual({ waits: [1000, 2000, 4000, 8000], pending: [1, 1, 1] });
  expect(clock.pending()).toBe(0);
});
