import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../../engine/contract/operation.ts';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../../engine/contract/operations.ts';
import { QUERY_FIELD } from '../../../engine/contract/rest.ts';
import { samples, type Sample } from '../../transports/samples.ts';
import type { Call } from '../../transports/transports.ts';
import { aNode, clientOf, startTestServer, type TestServer } from './servers.ts';

let far: TestServer;
let near: TestServer;

beforeAll(async () => {
  far = await startTestServer();
  near = await startTestServer({ remoteNodes: [aNode('far', far.url)] });
});

afterAll(async () => {
  await near.stop();
  await far.stop();
});

/** Those that the field stands for; files are another matter. */
const forwarded = operationNames.filter((name) => {
  const { input, download }: Operation = operations[name];
  return QUERY_FIELD in input().shape && download !== true;
});
/** Figures of the machine are others at every look. */
const unsteady: readonly OperationName[] = [
  'system.resources',
  'system.doctor',
  'schedule.calendar',
];

it('has operations to forward, of each kind', () => {
  expect(forwarded).toEqual(
    expect.arrayContaining(['dags.list', 'dags.create', 'runs.list', 'runs.start', 'runs.retry']),
  );
  expect(forwarded.length).toBeGreaterThan(40);
});

it.each(forwarded)('is answered by the node: %s', async (name) => {
  const direct = far.engine.client.call as Call;
  const through = clientOf(near).call as Call;
  const sample = samples[name] as unknown as Sample;
  const stage = { name: `far-${name.replace('.', '-').slice(0, 30)}`, call: direct };
  await sample.given?.(stage);

  if (sample.input === null) {
    await expect(through(name, { remoteNode: 'far' })).rejects.toMatchObject({
      message: expect.stringContaining('The remote node far'),
    });
    return;
  }
  const input = await sample.input(stage);
  const answer = await through(name, { ...input, remoteNode: 'far' });

  const { output, method }: Operation = operations[name];
  expect(output().safeParse(answer).error).toBeUndefined();
  if (method === 'get' && name !== 'runs.dequeue' && !unsteady.includes(name)) {
    expect(answer).toEqual(JSON.parse(JSON.stringify(await direct(name, input))));
  }
});

it('has left nothing at the engine that was asked', async () => {
  const { call } = near.engine.client;

  expect((await call('dags.list', {})).dags).toEqual([]);
  expect((await call('runs.list', {})).dagRuns).toEqual([]);
  expect((await far.engine.client.call('runs.list', {})).dagRuns.length).toBeGreaterThan(10);
});
