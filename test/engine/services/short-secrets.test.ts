import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPatient, finding, found } from '../../support/doctor-context.ts';
import { anEngine, logOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const definition = (folder: string) => `secrets:
  - {name: PIN, provider: file, key: ${folder}/pin}
  - {name: KEY, provider: file, key: ${folder}/key}
steps: [{name: s, command: echo done}]
`;

function secrets(pin: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pin'), pin);
  writeFileSync(join(folder, 'key'), 'abc');
  return folder;
}

describe('a secret of one or two characters', () => {
  it.each(['e', 'se\n'])(
    'is warned of as the run begins, in words that it does not hide: %j',
    async (pin) => {
      const ended = await runToEnd(definition(secrets(pin)));

      const log = readFileSync(ended.run.log, 'utf8');
      expect(log).toMatch(
        / secret is too short secret=PIN reason="the value has one or two characters, /,
      );
      expect(log).not.toContain('secret=KEY');
      expect(await logOf(ended, 's')).toContain(pin === 'e' ? '*******' : 'done');
    },
  );

  it('is named by the doctor, with the DAG that has it', async () => {
    const engine = await anEngine();
    const spec = definition(secrets('42'));
    await engine.client.call('dags.create', { name: 'bank', spec });

    const { findings } = await engine.client.call('system.doctor', {});

    expect(findings.filter(({ check }) => check === 'secrets')).toMatchObject([
      { level: 'warning', message: expect.stringMatching(/: PIN of bank\.$/) },
    ]);
  });

  it('is one of a few that the doctor names where there are many', async () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ dag: `d${at}`, secret: 'S' }));

    expect(await found(aPatient({ shortSecrets: async () => many }), 'secrets')).toEqual([
      finding('warning', /S of d0, .*S of d4 and 2 more\.$/),
    ]);
    expect(await found(aPatient(), 'secrets')).toEqual([finding('ok', /No secret/)]);
  });
});

it('says nothing of an empty secret, or one of three characters', async () => {
  const ended = await runToEnd(definition(secrets('')));

  expect(readFileSync(ended.run.log, 'utf8')).not.toContain('too short');
});
