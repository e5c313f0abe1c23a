import { describe, expect, it } from 'vitest';
import { anEngine, logOf, runToEnd } from '../../support/engine.ts';

describe('what is expanded in several turns', () => {
  /** Each entry is the one before it and one letter more. */
  const entries = (letter: string) =>
    Array.from({ length: 600 }, (_, index) => ({
      [`${letter}${index}`]: index === 0 ? letter : `\${${letter}${index - 1}}${letter}`,
    }));

  it('is whole: the entries of a DAG and of a step', async () => {
    const spec = {
      env: entries('D'),
      steps: [{ name: 's', env: entries('S'), command: 'echo "${#D599} ${#S599}"' }],
    };

    expect(await logOf(await runToEnd(JSON.stringify(spec)), 's')).toBe('600 600');
  });

  it('is whole: the steps of a dry run, in their order', async () => {
    const { client } = await anEngine();
    const names = Array.from({ length: 120 }, (_, index) => `s${index}`);
    const steps = names.map((name) => ({ name, command: 'true' }));

    const planned = await client.call('runs.dryRun', { spec: JSON.stringify({ steps }) });

    expect(planned.steps.map(({ name }) => name)).toEqual(names);
  });
});
