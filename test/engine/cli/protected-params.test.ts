import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const dags = {
  kid: `shell: bash
params: [{WHO: nobody}, {BASH_ENV: ""}]
steps: [{name: say, command: 'echo "$WHO"'}]
`,
  top: `params: [{DATA: ""}]
steps: [{name: call, call: kid, params: "\${DATA}"}]
`,
  /** Ends by itself only in its second version. */
  patient: `params: [{A: a}, {PAGER: less}]
steps: [{name: wait, command: 'echo "$A-$PAGER"; sleep 60'}]
`,
};

it.each(['start', 'enqueue', 'dry'])(
  'a protected variable is refused on the command line: %s',
  async (way) => {
    const home = homeWith(dags);
    const file = join(temporaryFolder('cli'), 'made');

    const { stderr, exitCode } = await command([way, 'kid', '--', `BASH_ENV=$(touch ${file})`], {
      home,
    });

    expect(stderr).toContain('error: `params` cannot set BASH_ENV: this variable changes');
    expect(exitCode).toBe(1);
    expect(existsSync(file)).toBe(false);
  },
);

it('what a call leaves out is told with its step', async () => {
  const home = homeWith(dags);
  const data = JSON.stringify({ WHO: 'Ada', LD_PRELOAD: '/x', MORE: '1' });
  await command(['start', 'top', '-r', 'one', '--', `DATA=${data}`], { home });

  const { stdout } = await command(['status', 'top', '-r', 'one'], { home });

  const names = 'LD_PRELOAD (protected), MORE (not declared by kid)';
  expect(stdout).toContain(`     parameters left out: ${names}\n`);
});

it('a run that is restarted has the default of the definition again', async () => {
  const home = homeWith(dags);
  const server = await serve(home);
  onTestFinished(() => server[Symbol.asyncDispose]());
  await command(['start', 'patient', '--no-follow', '--', 'A=b'], { home });
  const file = join(home, 'dags', 'patient.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('; sleep 60', ''));

  const { stdout, exitCode } = await command(['restart', 'patient'], { home });

  expect(stdout).toContain('wait │ b-less\n');
  expect(exitCode).toBe(0);
});
