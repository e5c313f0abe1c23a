import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

const platform = join(import.meta.dirname, '../../../engine/platform');

it('a process that is ended at once takes its tunnel with it', async () => {
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
      log: { warn() {} }, opened: () => process.exit(7),
    });`;

  const { exitCode } = await execa(process.execPath, ['--input-type=module', '-e', script], {
    reject: false,
  });

  expect(exitCode).toBe(7);
  await eventually(() => existsSync(ended), 'the tunnel has ended');
});
