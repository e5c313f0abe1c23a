import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../engine/server/start-server.ts';
import { operationNames } from '../../engine/contract/operations.ts';
import { createClient, DagwrightError } from '../../resources/client/dagwright-client.ts';
import { clientFile, clientText } from '../../scripts/client/client-file.ts';
import { watchAnswers } from '../support/contract/watch-answers.ts';
import { endProcessesOf, silentLogger } from '../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../support/home.ts';

async function aServer(overrides: Parameters<typeof temporaryConfig>[0] = {}) {
  const config = temporaryConfig(overrides);
  const server = await startServer({ config, log: silentLogger() });
  onTestFinished(async () => {
    await server.stop();
    endProcessesOf(config);
  });
  watchAnswers(server.url);
  return { ...server, client: createClient({ baseUrl: server.url }) };
}

const spec = 'params:\n  - WHO: ann\nsteps:\n  - name: greet\n    command: echo "hello $WHO"\n';

describe('the client that users copy', () => {
  it('is what the OpenAPI document makes of it now', async () => {
    expect(readFileSync(clientFile, 'utf8')).toBe(await clientText());
  });

  it('knows every operation', () => {
    const text = readFileSync(clientFile, 'utf8');

    for (const name of operationNames) expect(text).toContain(`readonly '${name}': {`);
  });

  it('creates, starts and reads, with fields in path, query and body', async () => {
    const { client } = await aServer();

    const made = await client.call('dags.create', { body: { name: 'greeting', spec } });
    const { dagRun } = await client.call('dags.startSync', {
      path: { fileName: made.name },
      body: { timeout: 30, params: 'WHO=bob', dagRunId: 'first' },
    });
    const path = { name: 'greeting', dagRunId: 'first' };
    const log = await client.call('runs.stepLog', {
      path: { ...path, stepName: 'greet' },
      query: { tail: 1, stream: 'stdout' },
    });
    const again = await client.call('runs.reschedule', { path, body: { dagRunId: 'second' } });
    const file = await client.call('runs.downloadStepLog', {
      path: { ...path, stepName: 'greet' },
    });

    expect(dagRun.statusLabel).toBe('succeeded');
    expect(log.content).toBe('hello bob');
    expect(file).toBe('hello bob\n');
    expect(again.dagRunId).toBe('second');
    expect(
      await client.call('dags.suspend', {
        path: { fileName: 'greeting' },
        body: { suspend: true },
      }),
    ).toBeUndefined();
    expect(await client.call('system.metrics')).toContain('svc_dags_total 1');
  });

  it('gives an empty text for an empty file', async () => {
    const { client } = await aServer();
    const silent = 'steps:\n  - name: quiet\n    command: "true"\n';
    await client.call('dags.create', { body: { name: 'silence', spec: silent } });
    await client.call('dags.startSync', {
      path: { fileName: 'silence' },
      body: { timeout: 30, dagRunId: 'first' },
    });

    const file = await client.call('runs.downloadStepLog', {
      path: { name: 'silence', dagRunId: 'first', stepName: 'quiet' },
    });

    expect(file).toBe('');
  });

  it('throws what the engine says is wrong', async () => {
    const { client } = await aServer();

    const failure = client.call('dags.get', { path: { fileName: 'none' } });

    await expect(failure).rejects.toBeInstanceOf(DagwrightError);
    await expect(failure).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(client.call('dags.list', { query: { page: 0 } })).rejects.toMatchObject({
      status: 400,
      details: { fields: { page: expect.any(String) } },
    });
    await expect(client.call('dags.get', { path: { fileName: '..' } })).rejects.toThrow(TypeError);
  });

  it('shows its token, and is refused without one', async () => {
    const { client, url } = await aServer({ auth: builtinAuth });
    await expect(client.call('dags.list')).rejects.toMatchObject({ code: 'unauthorized' });

    const { token } = await client.call('auth.login', {
      body: { username: 'root', password: 'root-password' },
    });
    const known = createClient({ baseUrl: url, token });

    expect((await known.call('auth.me')).user.username).toBe('root');
  });

  it('follows events until the loop is left', async () => {
    const { client } = await aServer();
    const end = new AbortController();
    onTestFinished(() => end.abort());

    const events = client.events({ name: 'greeting' }, end.signal);
    const first = events.next();
    await client.call('dags.create', { body: { name: 'greeting', spec } });

    expect(await first).toEqual({
      done: false,
      value: { type: 'dag.changed', fileName: 'greeting', change: 'created' },
    });
    await events.return();
  });
});
