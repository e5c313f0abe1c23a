import { describe, expect, it } from 'vitest';
import { nobody } from '../../../engine/contract/operations.ts';
import { eventually } from '../../support/eventually.ts';
import { anApi, ask, post, type TestApi } from './an-api.ts';

const handlers = {
  'system.health': () => ({ status: 'healthy' }),
  'dags.list': () => ({}),
  'dags.create': () => ({}),
} as const;

/** The lines of the log once there are so many; the answer is there a moment before its line. */
async function requests({ logged }: TestApi, count: number) {
  const lines = () => logged.filter(({ message }) => message === 'Request');
  await eventually(() => lines().length >= count, 'every request is logged');
  return lines().map(({ fields }) => fields);
}

describe('the access log', () => {
  it('says who asked for what, and how that ended, without the query', async () => {
    const api = await anApi({ handlers, api: { accessLog: 'all', basePath: '/flows' } });

    await ask(api, '/flows/api/v1/dags?name=sesame');
    await post(api, '/flows/api/v1/dags', { name: 'secret-name' });
    await ask(api, '/nothing?x=sesame');

    const lines = await requests(api, 3);
    expect(lines).toMatchObject([
      { method: 'GET', path: '/flows/api/v1/dags', status: 200, caller: 'local' },
      { method: 'POST', path: '/flows/api/v1/dags', status: 201, caller: 'local' },
      { method: 'GET', path: '/nothing', status: 404, caller: 'nobody' },
    ]);
    expect(lines.every(({ ms }) => typeof ms === 'number')).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/sesame|secret-name/);
  });

  it('leaves out what anybody may ask when told to, but not what was refused', async () => {
    const api = await anApi({ handlers, api: { accessLog: 'non-public' } });

    await ask(api, '/api/v1/health');
    await ask(api, '/');
    await ask(api, '/api/v1/dags');
    await ask(api, '/dags', { headers: { Origin: 'https://evil.example' } });

    expect(await requests(api, 2)).toMatchObject([
      { path: '/api/v1/dags', status: 200 },
      { path: '/dags', status: 403 },
    ]);
  });

  it('is silent when told to', async () => {
    const api = await anApi({ handlers, api: { accessLog: 'none' } });

    await ask(api, '/api/v1/dags');

    expect(api.logged).toEqual([]);
  });

  it('names nobody for callers without credentials', async () => {
    const authenticate = async () => nobody;
    const api = await anApi({ handlers, authenticate, api: { accessLog: 'all' } });

    await ask(api, '/api/v1/dags', { headers: { Authorization: 'Bearer sesame' } });

    const lines = await requests(api, 1);
    expect(lines).toMatchObject([{ caller: 'nobody' }]);
    expect(JSON.stringify(lines)).not.toContain('sesame');
  });

  it('notes a request whose sender left before the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const never = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const api = await anApi({ handlers: { 'dags.list': never }, api: { accessLog: 'all' } });
    const leave = new AbortController();
    const answer = fetch(`${api.url}/api/v1/dags`, { signal: leave.signal });

    await asked.promise;
    leave.abort();

    await expect(answer).rejects.toThrow();
    expect(await requests(api, 1)).toMatchObject([{ path: '/api/v1/dags', status: 'aborted' }]);
  });
});
