import { describe, expect, it } from 'vitest';
import { aServerWith, otherServer } from './servers.ts';

const there = { remoteNode: 'far' };

describe('a call for a remote node', () => {
  it.each([
    ['dags.get', { fileName: 'a b' }, 'DAG a b not found'],
    ['dags.delete', { fileName: '..%2fa.yaml' }, 'DAG ..%2fa not found'],
    ['dags.get', { fileName: 'x'.repeat(41) }, `DAG ${'x'.repeat(41)} not found`],
    ['runs.get', { name: 'a b', dagRunId: 'r' }, 'DAG a b not found'],
    ['runs.get', { name: 'a', dagRunId: 'r/../s' }, 'Run r/../s not found'],
    ['runs.stepLog', { name: 'a', dagRunId: '%2e', stepName: 's' }, 'Run %2e not found'],
  ] as const)(
    'is never sent with a name that nothing can have: %s %o',
    async (name, input, message) => {
      const asked: (string | undefined)[] = [];
      const url = await otherServer((request, response) => {
        asked.push(request.url);
        response.end('{}');
      });
      const { engine } = await aServerWith(url);

      const called = engine.client.call(name, { ...input, ...there } as never);

      await expect(called).rejects.toMatchObject({ code: 'not_found', message });
      expect(asked).toEqual([]);
    },
  );

  it('is sent with any name of a step or a queue', async () => {
    const asked: (string | undefined)[] = [];
    const url = await otherServer((request, response) => {
      asked.push(request.url);
      response.end('{}');
    });
    const { engine } = await aServerWith(url);
    const run = { name: 'a.b', dagRunId: 'latest', stepName: 'a b/c' };

    await engine.client.call('runs.stepLog', { ...run, ...there }).catch(() => undefined);

    expect(asked).toEqual([
      expect.stringMatching(/^\/api\/v1\/dag-runs\/a\.b\/latest\/steps\/a%20b%2Fc\/log/),
    ]);
  });
});
