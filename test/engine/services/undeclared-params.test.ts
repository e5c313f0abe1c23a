import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../../engine/contract/client.ts';
import { anEngine, endOf, type TestEngine } from '../../support/engine.ts';
import { served } from '../api/served.ts';

const spec = `params:
  - USER_NAME: myuser
steps:
  - name: greet
    command: echo "hello $USER_NAME"
`;

async function withDag(text = spec): Promise<TestEngine> {
  const engine = await anEngine();
  await engine.client.call('dags.create', { name: 'greet', spec: text });
  return engine;
}

const params = '{"user_name":"another"}';
const ofCase =
  'Parameter "user_name" is not declared by the DAG: it differs only by case from "USER_NAME", and does not set it.';

type Start = (client: EngineClient) => Promise<{ warnings?: string[] | undefined }>;
const starts: readonly (readonly [string, Start])[] = [
  ['start', ({ call }) => call('dags.start', { fileName: 'greet', params })],
  ['start-sync', ({ call }) => call('dags.startSync', { fileName: 'greet', params, timeout: 30 })],
  ['enqueue', ({ call }) => call('dags.enqueue', { fileName: 'greet', params })],
  ['inline start', ({ call }) => call('runs.start', { name: 'greet', spec, params })],
  ['inline enqueue', ({ call }) => call('runs.enqueue', { name: 'greet', spec, params })],
  ['dry run', ({ call }) => call('dags.dryRun', { fileName: 'greet', params })],
  ['inline dry run', ({ call }) => call('runs.dryRun', { name: 'greet', spec, params })],
];

describe('a parameter that the DAG does not declare', () => {
  it.each(starts)('is named in the answer: %s', async (_, start) => {
    const { client } = await withDag();

    expect((await start(client)).warnings).toEqual([ofCase]);
  });

  it.each([
    [['{"USER_NAMES":"a"}', 'is not declared by the DAG: did you mean "USER_NAME"?']],
    [['color=red', 'Parameter "color" is not declared by the DAG. Only steps that read']],
  ])('is named with what is near: %s', async ([given = '', said]) => {
    const { client } = await withDag();

    const { warnings } = await client.call('dags.start', { fileName: 'greet', params: given });

    expect(warnings).toEqual([expect.stringContaining(said ?? '')]);
  });

  it('stands in the run and in its log, after a restart of the engine too', async () => {
    const engine = await withDag();
    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'greet', params });
    const { run } = await endOf({ engine, name: 'greet', dagRunId });
    await engine.stop();

    const next = await anEngine({ config: engine.config });
    const { dagRun } = await next.client.call('runs.get', { name: 'greet', dagRunId });

    expect(run.warnings).toEqual([ofCase]);
    expect(dagRun.warnings).toEqual([ofCase]);
    expect(readFileSync(run.log, 'utf8')).toContain(`warning warning=${JSON.stringify(ofCase)}`);
  });

  it('stands in the run that a step called with it', async () => {
    const engine = await withDag(`steps:
  - name: ask
    call: child
    params: {who: ann}
---
name: child
params: [{WHO: nobody}]
steps:
  - command: echo "$WHO"
`);
    const start = { fileName: 'greet', dagRunId: 'one', timeout: 30 };
    const { dagRun } = await engine.client.call('dags.startSync', start);
    const [child] = dagRun.nodes[0]?.subRuns ?? [];
    const named = { name: 'greet', dagRunId: 'one', subDAGRunId: child?.dagRunId ?? '' };

    const { dagRun: called } = await engine.client.call('subRuns.get', named);

    expect(dagRun.warnings).toBeUndefined();
    expect(called.warnings).toEqual([expect.stringContaining('differs only by case from "WHO"')]);
  });

  it('is named again where a new run takes over the parameters', async () => {
    const engine = await withDag();
    const start = { fileName: 'greet', params, dagRunId: 'one', timeout: 30 };
    await engine.client.call('dags.startSync', start);

    const answer = await engine.client.call('runs.reschedule', { name: 'greet', dagRunId: 'one' });

    expect(answer.warnings).toEqual([ofCase]);
  });

  it('is none where it is declared, by a schema too, or has a place and no name', async () => {
    const { client } = await withDag();
    const schema = `params:
  schema: {type: object, properties: {REGION: {type: string}}}
steps:
  - command: echo "$REGION"
`;
    await client.call('dags.create', { name: 'regional', spec: schema });
    const warningsOf = async (fileName: string, given: string) =>
      (await client.call('dags.start', { fileName, params: given })).warnings;

    expect(await warningsOf('greet', '{"USER_NAME":"a"}')).toBeUndefined();
    expect(await warningsOf('greet', 'a b c')).toBeUndefined();
    expect(await warningsOf('regional', '{"REGION":"eu"}')).toBeUndefined();
    expect(await warningsOf('regional', '{"region":"eu"}')).toHaveLength(1);
  });

  it('is told by REST, as the specification has a start', async () => {
    const engine = await withDag();
    const { url } = await served(engine);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ params: '{"user":"another"}' });

    const answer = await fetch(`${url}/api/v1/dags/greet/start`, { method: 'POST', headers, body });

    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      dagRunId: expect.any(String),
      warnings: [expect.stringContaining('Parameter "user" is not declared by the DAG')],
    });
  });
});
