import { expect, it } from 'vitest';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

it('a program that ended with its step is named with how to keep it', async () => {
  const home = homeWith({ serve: 'steps: [{name: serve, command: "setsid sleep 300 &"}]' });

  const { stdout, exitCode } = await command(['start', 'serve'], { home });

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /programs that ended with the step: sleep 300 \(process \d+\)\. .*`env -u DAG_STEP_COOKIE setsid`/,
  );
});
