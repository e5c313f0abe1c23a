import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toWireError } from '../../engine/contract/errors.ts';
import type { OperationName } from '../../engine/contract/operations.ts';
import { temporaryFolder } from '../support/home.ts';
import { transportsOfBlock, type Call } from './transports.ts';

const spec = `shell: bash
params: [{WHO: nobody}, {BASH_ENV: ""}]
steps: [{name: say, command: 'echo "$WHO"'}]
`;
const stored = { fileName: 'kid' };
const inline = { spec, name: 'inline' };

/** Each way to give a run its parameters. */
const ways: readonly (readonly [OperationName, object])[] = [
  ['dags.start', stored],
  ['dags.startSync', { ...stored, timeout: 30 }],
  ['dags.enqueue', stored],
  ['dags.dryRun', stored],
  ['runs.start', inline],
  ['runs.enqueue', inline],
  ['runs.dryRun', inline],
];

describe('a start that names a protected variable', () => {
  const transports = transportsOfBlock();
  const each = ways.flatMap(([operation, input]) =>
    (['rest', 'ipc'] as const).map((way) => [operation, way, input] as const),
  );

  it.each(each)(
    'is refused with its name, declared or not: %s over %s',
    async (name, way, input) => {
      const file = join(temporaryFolder('start'), 'made');
      const evil = `$(touch ${file})`;
      const { engine, [way]: call } = transports();
      await engine.client.call('dags.create', { name: 'kid', spec }).catch(() => undefined);
      const given = [
        JSON.stringify({ WHO: 'x', BASH_ENV: evil }),
        `BASH_ENV="${evil}"`,
        // The second parameter has this name.
        JSON.stringify(['x', evil]),
      ];

      const refused = await Promise.all(
        given.map((params) => refusal(call, name, { ...input, params })),
      );
      const undeclared = await refusal(call, name, {
        ...input,
        params: 'LD_PRELOAD=/x GIT_SSH_COMMAND=y',
      });

      for (const error of refused)
        expect(error).toMatchObject({
          code: 'bad_request',
          message:
            '`params` cannot set BASH_ENV: this variable changes what code programs load. Rename the parameter, or set the variable in `env` of the DAG.',
          details: { params: { BASH_ENV: 'is protected' } },
        });
      expect(undeclared).toMatchObject({
        code: 'bad_request',
        details: { params: { LD_PRELOAD: 'is protected', GIT_SSH_COMMAND: 'is protected' } },
      });
      expect(existsSync(file)).toBe(false);
    },
  );

  it.each(['rest', 'ipc'] as const)(
    'is refused to those who approve, too: over %s',
    async (way) => {
      const { engine, [way]: call } = transports();
      const gate = 'steps: [{name: ask, type: hitl, config: {input: [OK, PATH]}}]';
      const { dagRunId } = await engine.client.call('runs.start', {
        spec: gate,
        name: `gate-${way}`,
      });
      const asked = { name: `gate-${way}`, dagRunId, stepName: 'ask' };

      const error = await refusal(call, 'runs.approve', {
        ...asked,
        inputs: { OK: 'y', PATH: '/x' },
      });
      const taken = await call('runs.approve', { ...asked, inputs: { OK: 'y' } });

      expect(error).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('"PATH" changes what code programs load') as string,
      });
      expect(taken).toMatchObject({ resumed: true });
    },
  );

  it('leaves the others as they were', async () => {
    const { rest } = transports();

    const answer = await rest('runs.dryRun', { ...inline, params: 'WHO=Ada FREE=x' });

    expect(answer).toMatchObject({ params: '{"WHO":"Ada","BASH_ENV":"","FREE":"x"}' });
  });
});

async function refusal(call: Call, name: OperationName, input: object): Promise<unknown> {
  return call(name, input).then(
    (answer) => ({ answeredInsteadOfFailing: answer }),
    (error: unknown) => toWireError(error),
  );
}
