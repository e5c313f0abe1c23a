import { expect, it } from 'vitest';
import {
  endOf,
  engineOfFile,
  eventually,
  startInline,
  type RunOfEngine,
} from '../../../support/engine.ts';
import { findProgramOf } from '../../../support/step-program.ts';
import { sharedServers } from '../shared-servers.ts';
import { longSteps } from './long-steps.ts';

const engine = engineOfFile();
const servers = sharedServers();

const stop = ({ name, dagRunId }: RunOfEngine) =>
  engine().client.call('runs.stop', { name, dagRunId });

// Of other types the tests of each say more about it.
it.each([
  ['archive', 'a stop', '', { statusLabel: 'aborted' }],
  ['gha', 'a stop', '', { statusLabel: 'aborted' }],
  ['gha', 'its time limit', ', timeout_sec: 2}', { statusLabel: 'failed', exitCode: 124 }],
  ['mail', 'a stop', '', { statusLabel: 'aborted' }],
])(
  'a step of %s is ended by %s, and leaves nothing behind',
  async (type, _end, limit, expected) => {
    const step = await longSteps[type]?.make(servers);
    if (step === undefined) throw new Error('It is one of the table.');
    const spec = limit === '' ? step.spec : step.spec.replace(/\}(?=\]\n$)/, limit);
    const run = await startInline(spec, { engine: engine() });

    if (limit === '') {
      const isUnderWay = async (): Promise<boolean> =>
        findProgramOf(run) !== null && (await step.hasBegun());
      await eventually(isUnderWay, 'the step is under way');
      await stop(run);
    }

    expect((await endOf(run)).node('s')).toMatchObject(expected);
    await eventually(async () => (await step.left(true)).length === 0, 'nothing is left');
  },
);
