import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { AuditEntry } from '../../../engine/contract/auth.ts';
import {
  localOwner,
  nobody,
  type Caller,
  type OperationCall,
} from '../../../engine/contract/operations.ts';
import type { Engine } from '../../../engine/index.ts';
import { anEngine, startInline } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';
import { ask } from '../api/an-api.ts';
import { builtinServer, signed } from '../auth/builtin-server.ts';
import { aWebhook } from './a-webhook.ts';

const spec = 'steps:\n  - command: "true"\n';
const operator: Caller = {
  name: 'olga',
  role: 'operator',
  kind: 'user',
  userId: 'u-1',
  origin: '192.0.2.7',
};

const entries = async (
  { client }: Pick<Engine, 'client'>,
  query: OperationCall<'audit.list'> = {},
): Promise<readonly AuditEntry[]> => (await client.call('audit.list', query)).entries;

/** An entry in one line. */
const brief = ({ actor, operation, target, outcome, code }: AuditEntry): string =>
  [actor || '-', operation, target, outcome, code].join(' ').trimEnd();

const briefly = async (engine: Pick<Engine, 'client'>): Promise<readonly string[]> =>
  (await entries(engine)).map(brief).toReversed();

describe('the audit log', () => {
  it('has each change with who made it, from where, and what it was about', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'nightly', spec });
    await engine.call('dags.start', { fileName: 'nightly', dagRunId: 'one' }, operator);
    const { dagRunId } = await engine.call('dags.enqueue', { fileName: 'nightly' }, operator);

    const all = await entries(engine);

    expect(all.map(brief).toReversed()).toEqual([
      'local dags.create nightly done',
      'olga dags.start nightly/one done',
      `olga dags.enqueue nightly/${dagRunId} done`,
    ]);
    expect(all[1]).toMatchObject({ actorKind: 'user', origin: '192.0.2.7', message: '' });
    expect(Date.parse(all[0]?.at ?? '')).not.toBeNaN();
  });

  it('has changes that failed, and no questions', async () => {
    const engine = await anEngine();
    const failing = [
      () => engine.call('dags.start', { fileName: 'none' }, operator),
      () => engine.call('dags.start', { fileName: 'none', params: 7 }, operator),
    ];
    for (const fail of failing) await expect(fail()).rejects.toThrow();
    await expect(engine.client.call('dags.get', { fileName: 'none' })).rejects.toThrow();
    await engine.client.call('dags.list', {});
    await engine.client.call('dags.validate', { spec });
    await engine.client.call('system.doctor', {});

    expect(await briefly(engine)).toEqual([
      'olga dags.start none failed not_found',
      'olga dags.start none failed bad_request',
    ]);
  });

  it('has dry runs of what a caller brought, which read what the engine can', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'stored', spec });
    await engine.client.call('runs.dryRun', { spec, name: 'brought' });
    await engine.client.call('dags.dryRun', { fileName: 'stored' });
    await expect(engine.call('runs.dryRun', { spec, name: 'no' }, operator)).rejects.toThrow();

    expect(await briefly(engine)).toEqual([
      'local dags.create stored done',
      'local runs.dryRun brought done',
      'olga runs.dryRun no refused forbidden',
    ]);
  });

  it('never quotes an input that is not valid', async () => {
    const engine = await anEngine();
    const bad = { spec: `timeout_sec: hush\n${spec}` };
    await expect(engine.client.call('runs.start', bad)).rejects.toThrow('hush');

    const [entry] = await entries(engine);

    expect(entry?.code).toBe('bad_request');
    expect(JSON.stringify(entry)).not.toContain('hush');
  });

  it('has whoever was refused, of questions as well', async () => {
    const engine = await anEngine({ config: temporaryConfig({ auth: builtinAuth }) });
    const stranger = { ...nobody, origin: '192.0.2.1' };
    const refused = [
      () => engine.call('dags.list', {}, stranger),
      () => engine.call('dags.create', { name: 'x' }, operator),
      () => engine.call('users.list', {}, operator),
      () => engine.call('auth.login', { username: 'root', password: 'wrong' }, stranger),
      () => engine.call('auth.login', { username: 'my-password', password: 'root' }, stranger),
    ];
    for (const call of refused) await expect(call()).rejects.toThrow();
    await engine.call('auth.login', { username: 'root', password: 'root-password' }, stranger);

    expect(await briefly(engine)).toEqual([
      '- dags.list  refused unauthorized',
      'olga dags.create x refused forbidden',
      'olga users.list  refused forbidden',
      '- auth.login root refused unauthorized',
      '- auth.login  refused unauthorized',
      'root auth.login root done',
    ]);
  });

  it('has what a webhook began, in the name of nobody else', async () => {
    const { engine, send } = await aWebhook();
    const { dagRunId } = await send({});
    await expect(send({}, { authorization: 'Bearer made-up' })).rejects.toThrow();

    const [refused, begun] = await entries(engine, { operation: 'webhooks.trigger' });

    expect(begun).toMatchObject({
      actor: '',
      actorKind: 'webhook',
      origin: '192.0.2.7',
      target: `wh/${dagRunId}`,
      outcome: 'done',
    });
    expect(refused).toMatchObject({ actorKind: 'nobody', target: 'wh', code: 'unauthorized' });
  });

  it('has requests that were refused on their way, and each refusal once', async () => {
    const { engine, url, ask: request, stop } = await builtinServer();
    onTestFinished(stop);
    const port = Number(new URL(url).port);
    const headers = { Host: `evil.test:${port}` };
    await ask({ port }, '/api/v1/dags?token=hush', { headers });
    const user = { id: 'gone', username: 'gone', role: 'admin' } as const;
    await request('/dags', { authorization: `Bearer ${await signed(user)}` });
    await request('/dags/x/start', { method: 'POST', body: {} });
    await request('/nothing-here');
    await request('/health', { authorization: 'Bearer wrong' });

    const all = await briefly(engine);

    expect(all).toEqual([
      '- request GET /api/v1/dags refused forbidden',
      '- request GET /api/v1/dags refused unauthorized',
      '- dags.start x refused unauthorized',
      '- request GET /api/v1/nothing-here refused unauthorized',
    ]);
    expect((await entries(engine)).every(({ origin }) => origin === '127.0.0.1')).toBe(true);
  });

  it('counts a flood of refusals, and still has who is known', async () => {
    const engine = await anEngine();
    const flood = Array.from({ length: 700 }, () => engine.call('dags.list', {}, nobody));
    await Promise.allSettled(flood);
    await expect(engine.call('users.list', {}, operator)).rejects.toThrow();

    const all = await entries(engine, { limit: 1000 });

    expect(all).toHaveLength(601);
    expect(all[0]?.actor).toBe('olga');
    await engine.stop();
    const again = await anEngine({ config: engine.config });
    const [last] = await entries(again);
    expect(last?.message).toContain('100 more requests by unknown callers');
  });

  it('is empty where it is switched off', async () => {
    const engine = await anEngine({
      config: temporaryConfig({ audit: { enabled: false, retentionDays: 7 } }),
    });
    await engine.client.call('dags.create', { name: 'nightly', spec });
    await expect(engine.call('dags.list', {}, nobody)).rejects.toThrow();

    expect(await entries(engine)).toEqual([]);
  });

  it('is for managers, and takes no cursor that it did not give', async () => {
    const engine = await anEngine();

    await expect(engine.call('audit.list', {}, operator)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(engine.client.call('audit.list', { cursor: '1;2' })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('does not keep back the answer to a start, and has it after the next one began', async () => {
    const { engine, name, dagRunId } = await startInline(spec);
    await engine.stop();

    const again = await anEngine({ config: engine.config });

    expect(await briefly(again)).toEqual([`local runs.start ${name}/${dagRunId} done`]);
  });
});

describe('a switch of the settings', () => {
  const off: Config['permissions'] = { writeDags: false, runDags: false, inlineRuns: 'manager' };

  it('turns operations off for everybody, and tells nobody who is unknown', async () => {
    const engine = await anEngine({ config: temporaryConfig({ permissions: off }) });
    const fileName = 'x';

    await expect(engine.call('dags.create', { name: 'x' }, localOwner)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('`permissions.write_dags` is false'),
    });
    await expect(engine.call('dags.start', { fileName }, operator)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('`permissions.run_dags` is false'),
    });
    await expect(engine.call('dags.start', { fileName }, nobody)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(engine.client.call('dags.list', {})).resolves.toBeDefined();
  });

  it('keeps users and webhooks away in `auth.mode: none`, whoever asks', async () => {
    const engine = await anEngine();

    await expect(engine.client.call('users.list', {})).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('`auth.mode: builtin`'),
    });
    await expect(
      engine.client.call('webhooks.trigger', { fileName: 'x' } as never),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
