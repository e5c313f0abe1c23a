import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { homeWith, launch, serve } from './dagwright.ts';

const waiting = `
steps:
  - command: echo begun; until [ -e go ]; do sleep 0.05; done
  - command: touch done
`;

it('ends a command whose terminal closes, and leaves its run to the next server', async () => {
  const home = homeWith({ waiting });
  const start = launch(['start', 'waiting'], { home });
  await start.printed(/│ begun/);

  start.signal('SIGHUP');
  const { exitCode } = await start.ended;
  writeFileSync(join(home, 'dags', 'go'), '');
  await using server = await serve(home);

  const isDone = () => existsSync(join(home, 'dags', 'done'));
  await eventually(isDone, `the step after it has run by ${server.url}`);
  // Of a process that a signal has ended.
  expect(exitCode).toBeUndefined();
});
