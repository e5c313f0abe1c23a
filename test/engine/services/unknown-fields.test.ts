import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations, type OperationName } from '../../../engine/contract/operations.ts';
import { unknownFields } from '../../../engine/services/unknown-fields.ts';
import { anEngine } from '../../support/engine.ts';
import { served } from '../api/served.ts';

const unknownOf = (name: OperationName, input: unknown): readonly string[] =>
  unknownFields(operations[name], input).map((field) => field.join(': '));

describe('a field that a request does not take', () => {
  it.each<[OperationName, object, string]>([
    ['dags.create', { steps: [] }, 'steps: unknown field; did you mean `spec`? known'],
    ['dags.create', { Spec: '' }, 'Spec: unknown field; did you mean `spec`? known'],
    ['dags.start', { parameters: '' }, 'parameters: unknown field; did you mean `params`?'],
    ['dags.start', { Params: '' }, 'Params: unknown field; did you mean `params`?'],
    ['dags.start', { dag_run_id: '' }, 'dag_run_id: unknown field; did you mean `dagRunId`?'],
    ['dags.start', { runId: '' }, 'runId: unknown field; did you mean `dagRunId`?'],
    ['dags.startSync', { timeoutSec: 1 }, 'timeoutSec: unknown field; did you mean `timeout`?'],
    ['dags.rename', { newName: '' }, 'newName: unknown field; did you mean `newFileName`?'],
    ['runs.retry', { step: '' }, 'step: unknown field; did you mean `stepName`?'],
    ['runs.reschedule', { dagRunID: '' }, 'dagRunID: unknown field; did you mean `dagRunId`?'],
    ['dags.suspend', { on: true }, 'on: unknown field; known fields: suspend'],
    ['dags.stopAll', { force: true }, 'force: unknown field; this request takes none'],
  ])('is named with what is near: %s %j', (name, input, said) => {
    expect(unknownOf(name, input)).toEqual([expect.stringContaining(said)]);
  });

  it('is found in objects and lists of a fixed shape, with its path', () => {
    const dags = [{ fileName: 'a', spec: '', before: '' }];

    expect(unknownOf('imports.apply', { dags })).toEqual([
      'dags.0.before: unknown field; known fields: fileName, spec, replaces',
    ]);
  });

  it('is none where the names are those of the caller, or of another node', () => {
    expect(unknownOf('runs.approve', { inputs: { anything: 'x' } })).toEqual([]);
    expect(unknownOf('sync.pull', { remoteNode: 'local' })).toEqual([]);
    expect(unknownOf('webhooks.trigger', { anything: 'x' })).toEqual([]);
    expect(unknownOf('dags.list', { anything: 'x' })).toEqual([]);
  });

  it('is any but those of the shape, whatever its name', () => {
    const shape = Object.keys(operations['dags.start'].input().shape);
    fc.assert(
      fc.property(fc.string(), (name) => {
        const isUnknown = !shape.includes(name);
        const input = Object.fromEntries([[name, 1]]);

        expect(unknownFields(operations['dags.start'], input)).toHaveLength(isUnknown ? 1 : 0);
      }),
      { examples: [['__proto__'], ['constructor'], ['params'], ['']] },
    );
  });
});

describe('a request with a field that is unknown', () => {
  it('changes nothing, and is answered with the name of the field', async () => {
    const engine = await anEngine();
    const { url } = await served(engine);
    const body = { name: 'real', steps: [{ name: 'x', command: 'echo real' }] };

    const answer = await sendJson(`${url}/api/v1/dags`, body);

    expect(answer).toMatchObject({
      status: 400,
      json: {
        code: 'bad_request',
        message: expect.stringContaining('steps: unknown field; did you mean `spec`?'),
        details: { fields: { steps: expect.stringContaining('`spec`') } },
      },
    });
    expect((await engine.client.call('dags.list', {})).dags).toEqual([]);
  });

  it('is refused by the name that only the contract has for it', async () => {
    const engine = await anEngine();
    const { url } = await served(engine);

    const answer = await sendJson(`${url}/api/v1/dag-runs/a/one/retry`, { sameDagRunId: 'one' });

    expect(answer).toMatchObject({
      status: 400,
      json: { details: { fields: { sameDagRunId: expect.stringContaining('`dagRunId`') } } },
    });
  });
});

async function sendJson(url: string, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, json: await answer.json() };
}
