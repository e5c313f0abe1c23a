import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { anApi, ask, post } from './an-api.ts';

const json = { 'Content-Type': 'application/json' };

describe('routes of operations', () => {
  it('answer with what the handler gives, as JSON of the stated length', async () => {
    const api = await anApi({ handlers: { 'dags.tags': () => ({ tags: ['ä'], errors: [] }) } });

    const { status, headers, text } = await ask(api, '/api/v1/dags/tags');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(text).toBe('{"tags":["ä"],"errors":[]}');
  });

  it('are not taken by HEAD where a GET changes something', async () => {
    const asked: unknown[] = [];
    const api = await anApi({ handlers: { 'runs.dequeue': (input) => void asked.push(input) } });
    const path = '/api/v1/dag-runs/a/r1/dequeue';

    const { status, headers } = await ask(api, path, { method: 'HEAD' });
    expect([status, headers['allow']]).toEqual([405, 'GET, OPTIONS']);
    expect(asked).toEqual([]);
    expect((await ask(api, path)).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('answer with text as it is where the contract says so', async () => {
    const api = await anApi({ handlers: { 'system.metrics': () => 'up{name="ä"} 1\n' } });

    const { status, headers, text } = await ask(api, '/api/v1/metrics');

    expect([status, text]).toEqual([200, 'up{name="ä"} 1\n']);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it('answer an error as JSON where success is text', async () => {
    const refuse = (): never => {
      throw new EngineError('unauthorized', 'No.');
    };
    const api = await anApi({ handlers: { 'system.metrics': refuse } });

    expect(await ask(api, '/api/v1/metrics')).toMatchObject({
      status: 401,
      json: { code: 'unauthorized' },
    });
  });

  it.each(['a', 'ä', '"'])(
    'answer an error in place of more than 16 MiB, of whatever letters: %j',
    async (letter) => {
      const bytes = Buffer.byteLength(JSON.stringify(letter)) - 2;
      const most = 16 * 1024 * 1024 - '{"tags":[""],"errors":[]}'.length;
      let tag = letter.repeat(Math.floor(most / bytes));
      const api = await anApi({ handlers: { 'dags.tags': () => ({ tags: [tag], errors: [] }) } });

      const fits = await ask(api, '/api/v1/dags/tags');
      tag += letter;
      const exceeds = await ask(api, '/api/v1/dags/tags');

      expect(fits.status).toBe(200);
      expect(exceeds).toMatchObject({ status: 400, json: { code: 'bad_request' } });
    },
  );

  it('answer 201 where the contract says so', async () => {
    const api = await anApi({ handlers: { 'dags.create': () => ({ name: 'new' }) } });

    expect(await post(api, '/api/v1/dags', { name: 'new' })).toMatchObject({
      status: 201,
      json: { name: 'new' },
    });
  });

  it('answer 204 without any body header after a delete', async () => {
    const api = await anApi();

    const { status, headers, text } = await ask(api, '/api/v1/dags/old', { method: 'DELETE' });

    expect(status).toBe(204);
    expect(text).toBe('');
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('content-length');
  });

  it('answer 200 with an empty body where there is nothing to say', async () => {
    const api = await anApi();

    const { status, headers, text } = await post(api, '/api/v1/dags/a/suspend', { suspend: true });

    expect({ status, text, length: headers['content-length'] }).toEqual({
      status: 200,
      text: '',
      length: '0',
    });
  });

  it('answer HEAD as GET, without the body', async () => {
    const api = await anApi({ handlers: { 'dags.tags': () => ({ tags: [], errors: [] }) } });

    const get = await ask(api, '/api/v1/dags/tags');
    const head = await ask(api, '/api/v1/dags/tags', { method: 'HEAD' });

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('report an unhealthy engine with 503 and its report', async () => {
    const report = { status: 'unhealthy', version: '1', uptime: 1, timestamp: '', error: 'full' };
    const api = await anApi({ handlers: { 'system.health': () => report } });

    expect(await ask(api, '/api/v1/health')).toMatchObject({ status: 503, json: report });
  });

  it('prefer a fixed path to a parameter', async () => {
    const api = await anApi();

    await ask(api, '/api/v1/dags/tags');
    await ask(api, '/api/v1/dags/other');

    expect(api.calls.map(({ name }) => name)).toEqual(['dags.tags', 'dags.get']);
  });

  it('still delete a DAG whose name is also a fixed path', async () => {
    const api = await anApi();

    expect(await ask(api, '/api/v1/dags/tags', { method: 'DELETE' })).toMatchObject({
      status: 204,
    });
    expect(api.calls).toEqual([{ name: 'dags.delete', input: { fileName: 'tags' } }]);
  });
});

describe('the input of an operation', () => {
  it('comes from the path and the query of a GET', async () => {
    const api = await anApi();

    await ask(api, '/api/v1/dag-runs/a/b/steps/c%2Fd%20e/log?tail=5&stream=stderr');

    expect(api.calls).toEqual([
      {
        name: 'runs.stepLog',
        input: { name: 'a', dagRunId: 'b', stepName: 'c/d e', tail: '5', stream: 'stderr' },
      },
    ]);
  });

  it.each(['?remoteNode=', ''])('is for this engine where no node is named: %j', async (query) => {
    const api = await anApi();

    await ask(api, `/api/v1/dags/tags${query}`);
    await post(api, `/api/v1/dags/a/start${query}`, {});

    expect(api.calls).toEqual([
      { name: 'dags.tags', input: {} },
      { name: 'dags.start', input: { fileName: 'a' } },
    ]);
  });

  it('comes from the path and the body of a POST, with remoteNode alone from the query', async () => {
    const api = await anApi();

    await post(api, '/api/v1/dags/a/start?remoteNode=other&dagRunId=no', { params: 'x' });

    expect(api.calls).toEqual([
      { name: 'dags.start', input: { fileName: 'a', params: 'x', remoteNode: 'other' } },
    ]);
  });

  it.each(['{"fileName":"evil","spec":""}', '{"spec":"","fileName":"mine","fileName":"worse"}'])(
    'refuses the body %s, which names another DAG than the path',
    async (body) => {
      const api = await anApi();

      const answer = await ask(api, '/api/v1/dags/mine/spec', {
        method: 'PUT',
        headers: json,
        body,
      });

      expect(answer).toMatchObject({ status: 400, json: { code: 'bad_request' } });
      expect(answer.json).toMatchObject({ details: { fields: { fileName: expect.any(String) } } });
      expect(api.calls).toEqual([]);
    },
  );

  it('takes a body that says again what the path says', async () => {
    const api = await anApi();
    const body = '{"fileName":"mine","spec":""}';

    await ask(api, '/api/v1/dags/mine/spec', { method: 'PUT', headers: json, body });

    expect(api.calls[0]?.input).toMatchObject({ fileName: 'mine' });
  });

  it('reads a field by its name in the body where the path has that name for another', async () => {
    const api = await anApi({
      handlers: { 'runs.reschedule': () => ({ dagRunId: 'b', queued: false }) },
    });

    await post(api, '/api/v1/dag-runs/mine/a/reschedule', { dagRunId: 'b' });

    expect(api.calls[0]?.input).toMatchObject({ dagRunId: 'a', newDagRunId: 'b' });
  });

  it('keeps the name in the path against the query', async () => {
    const api = await anApi();

    await ask(api, '/api/v1/dags/mine?fileName=evil');

    expect(api.calls[0]?.input).toEqual({ fileName: 'mine' });
  });

  it('is empty without a body', async () => {
    const api = await anApi({ handlers: { 'dags.start': () => ({ dagRunId: 'r' }) } });

    const bare = await ask(api, '/api/v1/dags/a/start', { method: 'POST' });
    const typed = await ask(api, '/api/v1/dags/a/start', { method: 'POST', headers: json });

    expect([bare.status, typed.status]).toEqual([200, 200]);
  });

  it('refuses a query parameter that is given twice', async () => {
    const api = await anApi();

    expect(await ask(api, '/api/v1/dags?name=a&name=b')).toMatchObject({
      status: 400,
      json: { code: 'bad_request', details: { fields: ['name'] } },
    });
  });
});

describe('errors of operations', () => {
  it('travel with their code, details and run id', async () => {
    const api = await anApi({
      handlers: {
        'dags.startSync': () => {
          throw new EngineError('timeout', 'Too long.', { dagRunId: 'r1', details: { after: 1 } });
        },
      },
    });

    expect(await post(api, '/api/v1/dags/a/start-sync', { timeout: 1 })).toMatchObject({
      status: 408,
      json: { code: 'timeout', message: 'Too long.', dagRunId: 'r1', details: { after: 1 } },
    });
  });

  it('ask for credentials with WWW-Authenticate', async () => {
    const api = await anApi({
      handlers: {
        'dags.list': () => {
          throw new EngineError('unauthorized', 'Sign in.');
        },
      },
    });

    const { status, headers } = await ask(api, '/api/v1/dags');

    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('that are bugs are logged in full and shown without their words', async () => {
    const bug = new Error('secret detail');
    const api = await anApi({ handlers: { 'dags.list': () => Promise.reject(bug) } });

    const { status, text, json: body } = await ask(api, '/api/v1/dags');

    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'internal_error' });
    expect(text).not.toContain('secret');
    expect(api.logged).toEqual([
      { message: 'Request failed', fields: { error: bug, method: 'GET', url: '/api/v1/dags' } },
    ]);
  });

  it('that cannot be turned into JSON are bugs as well', async () => {
    const api = await anApi({ handlers: { 'dags.list': () => ({ dags: 1n }) } });

    expect(await ask(api, '/api/v1/dags')).toMatchObject({ status: 500 });
  });
});
