import { describe, expect, it } from 'vitest';
import type { RunStatus } from '#contract/status.ts';
import type { Refusal } from '../../../renderer/client/use-refusal.ts';
import { runRowCommands } from '../../../renderer/features/runs/run-row-commands.ts';
import { aRun } from '../support/run-fixtures.ts';

describe('the menu of a run in a list', () => {
  it.each<[RunStatus, readonly string[]]>([
    ['queued', ['Open', 'Remove from queue…', '(Retry)', 'Run again', 'Copy run ID', 'Open DAG']],
    ['running', ['Open', 'Stop', '(Retry)', 'Run again', 'Copy run ID', 'Open DAG']],
    ['waiting', ['Open', 'Stop', '(Retry)', 'Run again', 'Copy run ID', 'Open DAG']],
    ['failed', ['Open', 'Retry', 'Run again', 'Copy run ID', 'Open DAG']],
    ['succeeded', ['Open', '(Retry)', 'Run again', 'Copy run ID', 'Open DAG']],
  ])('offers of one that is %s what its page does', (status, labels) => {
    expect(shown(status)).toEqual(labels);
  });

  it('says why the person may not do a thing', () => {
    const commands = commandsOf('running', () => 'Your role cannot do this.');

    const refused = commands.filter(({ isDisabled }) => isDisabled);

    expect(refused.map(({ label }) => label)).toEqual(['Stop', 'Retry', 'Run again']);
    expect(new Set(refused.map(({ detail }) => detail))).toEqual(
      new Set(['Your role cannot do this.']),
    );
  });

  it('names no key, since those of a run hold on its page', () => {
    expect(commandsOf('running').filter(({ shortcut }) => shortcut !== undefined)).toEqual([]);
  });
});

function shown(status: RunStatus): readonly string[] {
  return commandsOf(status).map(({ label, isDisabled }) => (isDisabled ? `(${label})` : label));
}

function commandsOf(status: RunStatus, refusal: Refusal = () => undefined) {
  const nothing = () => undefined;
  const acts = { stop: nothing, retry: nothing, reschedule: nothing, copyId: nothing, refusal };
  return runRowCommands(aRun('etl', status), acts, { go: nothing });
}
