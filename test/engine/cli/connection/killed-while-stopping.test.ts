import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { homeWith, launch } from '../dagwright.ts';

/** Killed with the test, should it still be there. */
function begin(args: readonly string[], home: string) {
  const started = launch(args, { home });
  onTestFinished(() => void started.signal('SIGKILL'));
  return started;
}

/** A home whose DAG takes its time to stop, and a command without a server that runs it. */
async function stubbornHome() {
  const folder = temporaryFolder('stubborn');
  const fileOf = (name: string): string => join(folder, name);
  const command = `trap 'touch ${fileOf('asked')}' TERM; echo begun; until [ -e ${fileOf('go')} ]; do sleep 0.05; done`;
  const home = homeWith({ stubborn: `steps:\n  - command: "${command}"\n` });
  const holder = begin(['start', 'stubborn', '-r', 'first'], home);
  await holder.printed(/begun/);
  return {
    home,
    holder,
    isAsked: () => eventually(() => existsSync(fileOf('asked')), 'the step is asked to stop'),
    letGo: () => writeFileSync(fileOf('go'), ''),
  };
}

describe('when the command whose engine drives a run is killed', () => {
  it.each([
    { command: 'stop', words: 'Run first of stubborn has ended: aborted' },
    { command: 'restart', words: 'succeeded' },
  ])('a $command that waits for the run to end ends it itself', async ({ command, words }) => {
    const { home, holder, isAsked, letGo } = await stubbornHome();
    const other = begin([command, 'stubborn'], home);
    await isAsked();
    holder.signal('SIGKILL');
    await holder.ended;
    letGo();

    const { exitCode, stdout } = await other.ended;

    expect(stdout).toContain(words);
    expect(exitCode).toBe(0);
  });
});
