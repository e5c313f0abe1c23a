import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { toWireError } from '../../../engine/contract/errors.ts';
import {
  anEngine,
  endOf,
  eventually,
  hasEnded,
  logOf,
  runUntil,
  type TestEngine,
} from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { auth, aWebhook, quick, senderOf } from './a-webhook.ts';

const show = `steps:
  - name: show
    command: printf '%s' "\${WEBHOOK_PAYLOAD.repo.name}|\${WEBHOOK_PAYLOAD.tags.1}|$WEBHOOK_PAYLOAD"
`;

const wrongToken = { code: 'unauthorized', message: 'invalid webhook token' };

describe('a webhook', () => {
  it('has a token of 256 bits, of which its beginning and a hash are kept', async () => {
    const { engine, token, webhook } = await aWebhook();
    const { secret } = await engine.client.call('webhooks.setSignature', {
      fileName: 'wh',
      signature: 'github',
    });
    const { webhooks } = await engine.client.call('webhooks.list', {});
    await engine.stop();

    expect(token).toMatch(/^svc_wh_[1-9A-HJ-NP-Za-km-z]{40,44}$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dagName: 'wh',
      tokenPrefix: token.slice(0, 12),
      enabled: true,
      signature: 'none',
      formBodies: false,
      createdBy: '',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: webhook.createdAt,
    });
    expect(webhooks).toMatchObject([{ id: webhook.id, signature: 'github' }]);
    for (const kept of filesOf(engine.config)) {
      expect(kept.includes(token)).toBe(false);
      expect(kept.includes(secret)).toBe(false);
    }
  });

  it('is one for each DAG, and none for a DAG that is not there', async () => {
    const { engine } = await aWebhook();
    const refused = async (fileName: string) =>
      engine.client.call('webhooks.create', { fileName }).catch(toWireError);

    expect(await refused('wh.yaml')).toMatchObject({ code: 'already_exists' });
    for (const name of ['none', '../wh', '..', 'a/b']) {
      expect(await refused(name)).toMatchObject({ code: 'not_found' });
    }
  });

  it('begins nothing with a token that was replaced while the request was under way', async () => {
    const folder = temporaryFolder();
    const spec = `env: [{SLOW: "\`echo > ${folder}/begun; until [ -e ${folder}/go ]; do sleep 0.02; done\`"}]\n${quick}`;
    const { engine, refusal } = await aWebhook({ spec });

    const answer = refusal();
    await eventually(() => existsSync(join(folder, 'begun')), 'the token was found right');
    await engine.client.call('webhooks.regenerate', { fileName: 'wh' });
    writeFileSync(join(folder, 'go'), '');

    expect(await answer).toEqual(wrongToken);
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
  });

  it('keeps its id and nothing else with a new token, which alone counts from then on', async () => {
    const { engine, token, webhook, send, refusal } = await aWebhook();
    await send();

    const made = await engine.client.call('webhooks.regenerate', { fileName: 'wh' });
    const old = await refusal();
    const fresh = await senderOf(engine, made.token).refusal();

    expect(made.token).not.toBe(token);
    expect(made.webhook).toMatchObject({ id: webhook.id, tokenPrefix: made.token.slice(0, 12) });
    expect(old).toEqual(wrongToken);
    expect(fresh).toEqual({ answer: expect.anything() });
  });

  it('is switched off and on at once, with the same token', async () => {
    const { engine, send, refusal } = await aWebhook();
    await send();

    const off = await engine.client.call('webhooks.toggle', { fileName: 'wh', enabled: false });
    const refused = await refusal();
    await engine.client.call('webhooks.toggle', { fileName: 'wh', enabled: true });

    expect(off.enabled).toBe(false);
    expect(refused).toEqual({ code: 'forbidden', message: 'webhook is disabled' });
    expect(await send()).toMatchObject({ dagName: 'wh' });
  });

  it('is gone at once when it is deleted, with its deliveries', async () => {
    const { engine, token, send, refusal } = await aWebhook();
    await send();

    await engine.client.call('webhooks.delete', { fileName: 'wh' });
    const gone = await refusal();
    const again = await engine.client
      .call('webhooks.delete', { fileName: 'wh' })
      .catch(toWireError);
    const next = await engine.client.call('webhooks.create', { fileName: 'wh' });
    const { deliveries } = await engine.client.call('webhooks.deliveries', { fileName: 'wh' });

    const missing = { code: 'not_found', message: 'DAG wh has no webhook' };
    expect({ gone, again }).toEqual({ gone: missing, again: missing });
    expect(await refusal('', { authorization: `Bearer ${token}` })).toEqual(wrongToken);
    expect(next.token).not.toBe(token);
    expect(deliveries).toEqual([]);
  });

  it('follows its DAG to a new name, and goes with it', async () => {
    const { engine, webhook, send, refusal } = await aWebhook();
    const { dagRunId } = await send();
    await endOf({ engine, name: 'wh', dagRunId });
    await engine.client.call('dags.rename', { fileName: 'wh', newFileName: 'other' });

    const atOld = await refusal();
    const atNew = await send('', { fileName: 'other' });
    const found = await engine.client.call('webhooks.get', { fileName: 'other' });
    await endOf({ engine, name: 'other', dagRunId: atNew.dagRunId });
    await engine.client.call('dags.delete', { fileName: 'other' });
    const { webhooks } = await engine.client.call('webhooks.list', {});

    expect(atOld).toEqual({ code: 'not_found', message: 'DAG wh not found' });
    expect(atNew.dagName).toBe('other');
    expect(found).toMatchObject({ id: webhook.id, dagName: 'other' });
    expect(webhooks).toEqual([]);
    expect(await cachedTokens(engine)).toBe(0);
  });
});

describe('a webhook whose file is taken away', () => {
  /** Outside the engine, as by a shell: the file goes, and one comes after a while. */
  async function replacedAfter(ms: number, text: string) {
    const clock = travelClock('2026-03-10T10:00:00Z');
    const { engine, send, refusal } = await aWebhook({ clock });
    const file = join(engine.config.paths.dagsDir, 'wh.yaml');
    const isListed = async () => (await engine.client.call('dags.list', {})).dags.length > 0;
    rmSync(file);
    await eventually(async () => !(await isListed()), 'it is gone');
    clock.hold(ms);
    writeFileSync(file, text);
    await eventually(isListed, 'there is one again');
    return { engine, send, refusal };
  }

  /** A request that comes while the file is looked at is refused too, in other words. */
  const isForgotten = async ({ client }: TestEngine) =>
    eventually(
      async () => (await client.call('webhooks.list', {})).webhooks.length === 0,
      'its webhook is gone',
    );

  it('does not start another DAG that gets the name later', async () => {
    const text = 'steps: [{name: other, command: "true"}]\n';
    const { engine, refusal } = await replacedAfter(60_000, text);
    await isForgotten(engine);

    expect(await refusal()).toEqual({ code: 'not_found', message: 'DAG wh has no webhook' });
  });

  it('does not start it after a restart in between either', async () => {
    const config = temporaryConfig({ auth });
    const { engine, token } = await aWebhook({
      config,
      clock: travelClock('2026-03-10T10:00:00Z'),
    });
    const file = join(config.paths.dagsDir, 'wh.yaml');
    rmSync(file);
    await eventually(
      async () => (await engine.client.call('dags.list', {})).dags.length === 0,
      'it is gone',
    );
    await engine.stop();
    writeFileSync(file, 'steps: [{name: other, command: "true"}]\n');

    const next = await anEngine({ config, clock: travelClock('2026-03-10T10:01:00Z') });

    await isForgotten(next);
    expect(await senderOf(next, token).refusal()).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['is the same after a while', 60_000, quick],
    ['is written anew at once', 0, 'steps: [{name: other, command: "true"}]\n'],
  ])('goes on where the file %s', async (_, ms, text) => {
    const { send } = await replacedAfter(ms, text);

    expect(await send()).toMatchObject({ dagName: 'wh' });
  });
});

describe('a request to a webhook', () => {
  it('queues a run that finds the payload in a variable, as data', async () => {
    const { engine, send } = await aWebhook({ spec: show });
    const payload = { repo: { name: '$(id) `id` "; id' }, tags: ['a', 'b'] };

    const { dagRunId, dagName } = await send({ payload });
    const run = await endOf({ engine, name: dagName, dagRunId });

    expect(dagName).toBe('wh');
    expect(run.run).toMatchObject({ statusLabel: 'succeeded', triggerType: 'webhook' });
    expect(run.run.queuedAt).not.toBe('');
    expect(await logOf(run, 'show')).toBe(`$(id) \`id\` "; id|b|${JSON.stringify(payload)}`);
  });

  it('keeps its payload when the run is retried or scheduled anew', async () => {
    const { engine, send } = await aWebhook({ spec: show });
    const { dagRunId } = await send({ repo: { name: 'x' }, tags: [1, 2] });
    const text = '{"repo":{"name":"x"},"tags":[1,2]}';
    const first = await endOf({ engine, name: 'wh', dagRunId });

    await engine.client.call('runs.retry', { name: 'wh', dagRunId, stepName: 'show' });
    const retried = await runUntil(first, (run) => hasEnded(run) && run.triggerType === 'retry');
    const again = await engine.client.call('runs.reschedule', { name: 'wh', dagRunId });
    const rescheduled = await endOf({ engine, name: 'wh', dagRunId: again.dagRunId });

    expect(retried.statusLabel).toBe('succeeded');
    expect(await logOf(first, 'show')).toContain(`x|2|${text}`);
    expect(await logOf(rescheduled, 'show')).toBe(`x|2|${text}`);
  });

  it('has a payload of {} without a body, and works for a suspended DAG', async () => {
    const { engine, send } = await aWebhook({ spec: show });
    await engine.client.call('dags.suspend', { fileName: 'wh', suspend: true });

    const run = await endOf({ engine, name: 'wh', ...(await send('', { fileName: 'wh.yaml' })) });

    expect(await logOf(run, 'show')).toBe('||{}');
  });

  it('gives one run for one run id, however often and at whatever time it comes', async () => {
    const { engine, send, refusal } = await aWebhook({ spec: 'steps: [{command: sleep 60}]\n' });
    const blocking = await send();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refusal({ dagRunId: 'r1', payload: {} })),
    );
    await engine.client.call('runs.stop', { name: 'wh', dagRunId: blocking.dagRunId });
    await engine.client.call('dags.stopAll', { fileName: 'wh' });
    const run = await runUntil({ engine, name: 'wh', dagRunId: 'r1' }, hasEnded);
    const later = await refusal({ dagRunId: 'r1' });

    const taken = {
      code: 'already_exists',
      message: expect.stringContaining('already has a run r1'),
    };
    expect(answers.filter((answer) => 'answer' in (answer as object))).toEqual([
      { answer: { dagRunId: 'r1', dagName: 'wh' } },
    ]);
    expect(answers.filter((answer) => !('answer' in (answer as object)))).toEqual(
      Array.from({ length: 4 }, () => taken),
    );
    expect(run.statusLabel).toBe('aborted');
    expect(later).toEqual(taken);
  });

  it('is refused by what it lacks first', async () => {
    const { engine, token, refusal } = await aWebhook();
    const { client } = engine;
    await client.call('dags.create', { name: 'bare', spec: quick });
    await client.call('dags.create', { name: 'other', spec: quick });
    const other = await client.call('webhooks.create', { fileName: 'other' });
    const { key } = (await client.call('apiKeys.create', { name: 'k', role: 'admin' })) as {
      key: string;
    };
    const noHeader = { code: 'unauthorized', message: 'missing or invalid authorization header' };

    for (const authorization of [undefined, '', token, `Basic ${token}`, 'Bearer', 'Bearer a b']) {
      expect(await refusal('{', { fileName: 'none', authorization })).toEqual(noHeader);
    }
    for (const fileName of ['none', '../wh', '..', 'wh/../wh', 'w\0h']) {
      expect(await refusal('{', { fileName })).toMatchObject({ code: 'not_found' });
    }
    expect(await refusal('{', { fileName: 'bare' })).toMatchObject({ code: 'not_found' });
    for (const wrong of [other.token, `${token}x`, token.slice(0, -1), key, 'a.b.c', 'svc_wh_']) {
      expect(await refusal('{', { authorization: `Bearer ${wrong}` })).toEqual(wrongToken);
    }
    await client.call('webhooks.setSignature', { fileName: 'wh', signature: 'github' });
    await client.call('webhooks.toggle', { fileName: 'wh', enabled: false });
    expect(await refusal('{')).toEqual({
      code: 'unauthorized',
      message: 'The header X-Hub-Signature-256 is missing.',
    });
    await client.call('webhooks.setSignature', { fileName: 'wh', signature: 'none' });
    expect(await refusal('{')).toMatchObject({ code: 'forbidden' });
    await client.call('webhooks.toggle', { fileName: 'wh', enabled: true });
    expect(await refusal('{')).toEqual({ code: 'bad_request', message: 'The body is not JSON.' });
    expect(await refusal({ dagRunId: 'latest' })).toMatchObject({ code: 'bad_request' });
    expect((await client.call('runs.list', {})).dagRuns).toEqual([]);
  });

  it('is refused with the load errors of the DAG, which a token alone may see', async () => {
    const { engine, refusal } = await aWebhook();
    writeFileSync(join(engine.config.paths.dagsDir, 'wh.yaml'), 'stepz: []\n');

    expect(await refusal('', { authorization: 'Bearer svc_wh_x' })).toEqual(wrongToken);
    expect(await refusal()).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('unknown key `stepz`'),
    });
  });

  it('is not verified by bcrypt each time, and the metric counts what is remembered', async () => {
    const { engine, send } = await aWebhook();
    const before = await cachedTokens(engine);
    await send();
    await send();

    expect(before).toBe(0);
    expect(await cachedTokens(engine)).toBe(1);
    await engine.client.call('webhooks.toggle', { fileName: 'wh', enabled: true });
    expect(await cachedTokens(engine)).toBe(0);
  });

  it('reaches nothing without builtin mode', async () => {
    const open = await anEngine();
    const { refusal } = senderOf(open, 'svc_wh_x');

    expect(await refusal()).toMatchObject({ code: 'not_found' });
    expect(await open.client.call('webhooks.list', {}).catch(toWireError)).toMatchObject({
      code: 'unauthorized',
    });
  });

  it('learns that runs are switched off by its token alone, and is noted', async () => {
    const permissions = { writeDags: true, runDags: false, inlineRuns: 'manager' } as const;
    const { engine, refusal } = await aWebhook({ config: temporaryConfig({ auth, permissions }) });
    const off = 'Permission denied: `permissions.run_dags` is false in the settings.';

    const answers = [
      await refusal('', { authorization: undefined }),
      await refusal('', { fileName: 'none' }),
      await refusal('', { authorization: 'Bearer svc_wh_x' }),
      await refusal(),
    ];
    const { deliveries } = await engine.client.call('webhooks.deliveries', { fileName: 'wh' });

    expect(answers).toMatchObject([
      { code: 'unauthorized' },
      { code: 'not_found' },
      wrongToken,
      { code: 'forbidden', message: off },
    ]);
    expect(deliveries[0]).toMatchObject({ status: 403, reason: off, dagRunId: '' });
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
  });
});

/** The content of all files of a home. */
function filesOf({ paths }: Config): readonly Buffer[] {
  return readdirSync(join(paths.dataDir, '..'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(paths.dataDir, '..', name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
}

async function cachedTokens({ client }: TestEngine): Promise<number> {
  const text = await client.call('system.metrics', {});
  return Number(/svc_cache_entries_total\{cache="webhook"\} (\d+)/.exec(text)?.[1]);
}
