import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPatient, finding, found } from '../../support/doctor-context.ts';
import { anEngine, endOf, logOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const definition = (folder: string) => `secrets:
  - {name: PIN, provider: file, key: ${folder}/pin}
  - {name: KEY, provider: file, key: ${folder}/key}
steps: [{name: s, command: echo done}]
`;

const ofPin =
  'Secret "PIN" has one or two characters, so everything in logs and outputs that looks like it is hidden. Use a longer value.';

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

  it('is a warning of the run, of its events and of an answer that waits for it, and never tells the value', async () => {
    const engine = await anEngine();
    const { client } = engine;
    await client.call('dags.create', { name: 'bank', spec: definition(secrets('e')) });
    const told: unknown[] = [];
    client.subscribe({ name: 'bank' }, (event) => {
      if (event.type === 'run.changed') told.push(event.run.warnings);
    });

    const answer = await client.call('dags.startSync', { fileName: 'bank', timeout: 30 });

    expect(answer.warnings).toEqual([ofPin]);
    expect(answer.dagRun.warnings).toEqual([ofPin]);
    expect(told).toContainEqual([ofPin]);
  });

  it('is a warning beside those of the start, which a restart of the engine keeps', async () => {
    const engine = await anEngine();
    const { config, client } = engine;
    await client.call('dags.create', { name: 'bank', spec: definition(secrets('42')) });
    const start = { fileName: 'bank', params: 'X=1', dagRunId: 'one', timeout: 30 };
    const { dagRun } = await client.call('dags.startSync', start);
    await engine.stop();

    const next = await anEngine({ config });
    const later = await next.client.call('runs.get', { name: 'bank', dagRunId: 'one' });

    expect(dagRun.warnings).toEqual([expect.stringContaining('Parameter "X"'), ofPin]);
    expect(later.dagRun.warnings).toEqual(dagRun.warnings);
  });

  it('is no warning any more once a retry finds a longer value', async () => {
    const folder = secrets('42');
    const failing = definition(folder).replace('echo done', 'exit 1');
    const ended = await runToEnd(failing);
    writeFileSync(join(folder, 'pin'), 'a longer one');

    await ended.engine.client.call('runs.retry', ended);
    const { run: retried } = await endOf(ended);

    expect(ended.run.warnings).toEqual([ofPin]);
    expect(retried).toMatchObject({ attempt: 2 });
    expect(retried.warnings ?? []).toEqual([]);
  });

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
