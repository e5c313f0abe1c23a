import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureForm } from '../../../engine/contract/webhook.ts';
import { builtinServer, type BuiltinServer } from '../auth/builtin-server.ts';
import { eventually } from '../../support/engine.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let server: BuiltinServer;

beforeAll(async () => {
  server = await builtinServer();
});

afterAll(() => server.stop());

let made = 0;

/** A DAG of its own with a webhook that requires these signatures. */
async function aHook(signature: SignatureForm) {
  const { client } = server.engine;
  made += 1;
  const fileName = `hook-${made}`;
  await client.call('dags.create', {
    name: fileName,
    spec: 'steps: [{name: s, command: "true"}]\n',
  });
  const { token } = await client.call('webhooks.create', { fileName });
  const { secret, webhook } = await client.call('webhooks.setSignature', { fileName, signature });
  return { fileName, token, secret, webhook };
}

/** What a sender posts, over a connection that sets no header by itself. */
async function post(fileName: string, body: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; json: unknown }>();
  const asked = request(`${server.url}/api/v1/webhooks/${fileName}`, { method: 'POST', headers });
  asked.on('error', reject);
  asked.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        json: JSON.parse(String(Buffer.concat(chunks))),
      }),
    );
  });
  asked.end(body);
  return promise;
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

const byGithub = (secret: string, body: string, type = JSON_TYPE) => ({
  'Content-Type': type,
  'X-GitHub-Event': 'push',
  'X-Hub-Signature-256': `sha256=${hmac(secret, body)}`,
});

const bySlack = (secret: string, body: string, type = FORM_TYPE) => {
  const seconds = String(Math.floor(Date.now() / 1000));
  return {
    'Content-Type': type,
    'X-Slack-Request-Timestamp': seconds,
    'X-Slack-Signature': `v0=${hmac(secret, `v0:${seconds}:${body}`)}`,
  };
};

async function payloadOf(fileName: string, answer: { json: unknown }): Promise<unknown> {
  const { dagRunId } = answer.json as { dagRunId: string };
  const { dagRun } = await server.engine.client.call('runs.get', { name: fileName, dagRunId });
  const { WEBHOOK_PAYLOAD } = JSON.parse(dagRun.params ?? '{}') as { WEBHOOK_PAYLOAD: string };
  return JSON.parse(WEBHOOK_PAYLOAD);
}

async function endedRun(name: string, dagRunId: string) {
  const look = async () => (await server.engine.client.call('runs.get', { name, dagRunId })).dagRun;
  await eventually(async () => (await look()).statusLabel === 'succeeded', 'the run succeeds');
  return look();
}

const deliveriesOf = async (fileName: string) =>
  (await server.engine.client.call('webhooks.deliveries', { fileName })).deliveries;

describe('what a sender really sends', () => {
  const body = '{"ref":"refs/heads/main"}';

  it('queues a run: GitHub', async () => {
    const { fileName, secret } = await aHook('github');

    const answer = await post(fileName, body, byGithub(secret, body));

    expect(answer).toMatchObject({ status: 200, json: { dagName: fileName } });
    expect(await payloadOf(fileName, answer)).toEqual({ ref: 'refs/heads/main' });
  });

  it.each([
    ['X-GitHub-Event', 'push'],
    ['X-Gitlab-Event', 'Push $(id) Hook'],
    ['X-Event-Key', 'repo:push'],
    ['X-Other-Event', ''],
  ])('gives the run its event, if there is one: %s', async (header, event) => {
    const { client } = server.engine;
    const { fileName, token } = await aHook('none');
    const spec =
      'env: [WHAT: "${WEBHOOK_EVENT}!"]\nsteps: [{name: s, command: echo "$WHAT $WEBHOOK_EVENT"}]\n';
    await client.call('dags.updateSpec', { fileName, spec });
    const sender = { 'Content-Type': JSON_TYPE, Authorization: `Bearer ${token}` };

    const answer = await post(fileName, body, { ...sender, [header]: event || 'push' });
    const { dagRunId } = answer.json as { dagRunId: string };
    const run = await endedRun(fileName, dagRunId);
    const { content } = await client.call('runs.stepLog', {
      name: fileName,
      dagRunId,
      stepName: 's',
    });

    expect(JSON.parse(run.params ?? '')).toEqual({
      WEBHOOK_PAYLOAD: body,
      ...(event !== '' && { WEBHOOK_EVENT: event }),
    });
    expect(content).toBe(`${event}! ${event}`);
    expect(run.warnings).toBeUndefined();
  });

  it('queues a run: GitLab', async () => {
    const { fileName, secret } = await aHook('gitlab');
    const headers = { 'Content-Type': JSON_TYPE, 'X-Gitlab-Event': 'Push Hook' };

    const right = await post(fileName, body, { ...headers, 'X-Gitlab-Token': secret });
    const wrong = await post(fileName, body, { ...headers, 'X-Gitlab-Token': `${secret}x` });

    expect(right).toMatchObject({ status: 200, json: { dagName: fileName } });
    expect(wrong).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  });

  it('queues a run: Stripe', async () => {
    const { fileName, secret } = await aHook('stripe');
    const time = Math.floor(Date.now() / 1000);
    const signature = `t=${time},v1=${hmac(secret, `${time}.${body}`)}`;
    const headers = {
      'Content-Type': `${JSON_TYPE}; charset=utf-8`,
      'Stripe-Signature': signature,
    };

    const first = await post(fileName, body, headers);
    const again = await post(fileName, body, headers);

    expect(first).toMatchObject({ status: 200 });
    expect(again).toMatchObject({ status: 401 });
  });

  it('queues a run: a plain HMAC-SHA256', async () => {
    const { fileName, secret } = await aHook('hmac');

    const hex = hmac(secret, body);
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    for (const header of ['X-Signature-256', 'X-Signature']) {
      for (const code of [hex, base64, `sha256=${base64}`]) {
        const headers = { 'Content-Type': JSON_TYPE, [header]: code };
        expect(await post(fileName, body, headers)).toMatchObject({ status: 200 });
      }
    }
    const other = Buffer.from(hmac(secret, `${body} `), 'hex').toString('base64');
    const wrong = await post(fileName, body, { 'Content-Type': JSON_TYPE, 'X-Signature': other });
    expect(wrong).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  });

  it('queues a run: a command of Slack, whose fields are the payload', async () => {
    const { fileName, secret } = await aHook('slack');
    const command = 'command=%2Fdeploy&text=main+%C3%BC&user_name=ada';

    const answer = await post(fileName, command, bySlack(secret, command));

    expect(answer).toMatchObject({ status: 200 });
    expect(await payloadOf(fileName, answer)).toEqual({
      command: '/deploy',
      text: 'main ü',
      user_name: 'ada',
    });
  });

  it('queues a run: a form of GitHub, whose field payload is JSON', async () => {
    const { fileName, secret } = await aHook('github');
    const form = `payload=${encodeURIComponent('{"ref":"main","n":1.50}')}`;

    const answer = await post(fileName, form, byGithub(secret, form, FORM_TYPE));

    expect(answer).toMatchObject({ status: 200 });
    expect(await payloadOf(fileName, answer)).toEqual({ ref: 'main', n: 1.5 });
  });
});

describe('a form', () => {
  it('is taken where the webhook says so, and its signature is one over its bytes', async () => {
    const { fileName, secret } = await aHook('hmac');
    const { client } = server.engine;
    const form = 'a=1&a=2&b=';
    const headers = { 'Content-Type': FORM_TYPE, 'X-Signature': hmac(secret, form) };

    const before = await post(fileName, form, headers);
    const { formBodies } = await client.call('webhooks.update', { fileName, formBodies: true });
    const after = await post(fileName, form, headers);
    const changed = await post(fileName, 'b=&a=1&a=2', headers);

    expect(formBodies).toBe(true);
    expect(before).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
    expect(after).toMatchObject({ status: 200 });
    expect(await payloadOf(fileName, after)).toEqual({ a: ['1', '2'], b: '' });
    expect(changed).toMatchObject({ status: 401 });
  });

  it('is taken of GitHub and Slack from the start, and until it is refused', async () => {
    const { client } = server.engine;
    const found: Record<string, boolean> = {};
    for (const form of ['none', 'github', 'gitlab', 'slack', 'stripe', 'hmac'] as const) {
      found[form] = (await aHook(form)).webhook.formBodies;
    }
    const { fileName } = await aHook('github');
    await client.call('webhooks.update', { fileName, formBodies: false });
    const { webhook } = await client.call('webhooks.setSignature', {
      fileName,
      signature: 'github',
    });

    expect(found).toEqual({
      none: false,
      github: true,
      gitlab: false,
      slack: true,
      stripe: false,
      hmac: false,
    });
    expect(webhook.formBodies).toBe(false);
  });

  it.each([
    { form: 'payload=%7B', status: 400 },
    { form: 'payload=', status: 200 },
    { form: 'payload=1', status: 400 },
    { form: 'payload=%7B%7D&payload=%7B%7D', status: 400 },
    { form: 'dagRunId=latest', status: 400 },
    { form: '__proto__=1', status: 200 },
    { form: 'a=1&'.repeat(1001), status: 413 },
  ])('of $form.length bytes is answered $status', async ({ form, status }) => {
    const { fileName, secret } = await aHook('github');

    expect(await post(fileName, form, byGithub(secret, form, FORM_TYPE))).toMatchObject({ status });
  });

  it('must be UTF-8, and is taken nowhere else', async () => {
    const { fileName, secret } = await aHook('github');
    const form = 'a=1';
    const types = [`${FORM_TYPE};charset=UTF-8`, `${FORM_TYPE}; charset=latin1`, 'text/plain'];
    const statuses: number[] = [];
    for (const type of types) {
      statuses.push((await post(fileName, form, byGithub(secret, form, type))).status);
    }
    const elsewhere = await post('../dags', form, { 'Content-Type': FORM_TYPE });

    expect(statuses).toEqual([200, 415, 415]);
    expect(elsewhere).toMatchObject({ status: 415 });
  });
});

describe('a delivery that comes no further than the door', () => {
  it.each([
    { what: 'its type', change: { 'Content-Type': 'text/plain' }, status: 415 },
    {
      what: 'its charset',
      change: { 'Content-Type': `${JSON_TYPE}; charset=latin1` },
      status: 415,
    },
    { what: 'its host', change: { Host: 'hooks.example.com' }, status: 403 },
    { what: 'a page', change: { Origin: 'https://example.com' }, status: 403 },
    { what: 'a long header', change: { 'X-Hub-Signature-256': 'x'.repeat(300) }, status: 400 },
    { what: 'its encoding', change: { 'Content-Encoding': 'gzip' }, status: 415 },
  ])('is listed with the reason: $what', async ({ change, status }) => {
    const { fileName, secret } = await aHook('github');
    const body = '{"a":1}';

    const answer = await post(fileName, body, {
      ...byGithub(secret, body),
      ...change,
      'Content-Length': '7',
    });

    await eventually(async () => (await deliveriesOf(fileName)).length > 0, 'it is listed');
    expect(answer.status).toBe(status);
    expect(await deliveriesOf(fileName)).toEqual([
      expect.objectContaining({
        status,
        reason: (answer.json as { message: string }).message,
        origin: '127.0.0.1',
        bytes: 7,
        dagRunId: '',
      }),
    ]);
  });

  it('is listed where it is too large', async () => {
    const { fileName } = await aHook('github');
    const body = `"${'x'.repeat(1_048_576)}"`;

    const { status } = await post(fileName, body, byGithub('x', body));

    await eventually(async () => (await deliveriesOf(fileName)).length > 0, 'it is listed');
    expect(status).toBe(413);
    expect(await deliveriesOf(fileName)).toMatchObject([{ status: 413 }]);
  });

  it('is listed once where its handler has listed it', async () => {
    const { fileName, secret } = await aHook('github');

    await post(fileName, '{', byGithub(secret, '{'));
    await post(fileName, '{', byGithub('x', '{'));
    await post(fileName, '{}', byGithub(secret, '{}'));

    const statuses = (await deliveriesOf(fileName)).map(({ status }) => status);
    expect(statuses).toEqual([200, 401, 400]);
  });
});

describe('a test delivery', () => {
  it.each(['none', 'github', 'gitlab', 'slack', 'stripe', 'hmac'] as const)(
    'queues a run with a sample, and is listed: %s',
    async (form) => {
      const { fileName } = await aHook(form);
      const { client } = server.engine;

      const first = await client.call('webhooks.test', { fileName });
      const second = await client.call('webhooks.test', { fileName });

      expect([first, second]).toEqual(
        Array.from({ length: 2 }, () => ({
          status: 200,
          reason: '',
          dagRunId: expect.stringMatching(/./),
        })),
      );
      expect(await deliveriesOf(fileName)).toMatchObject([
        { origin: 'test', status: 200, dagRunId: second.dagRunId },
        { origin: 'test', status: 200, dagRunId: first.dagRunId },
      ]);
    },
  );

  it('brings the payload that is given', async () => {
    const { fileName } = await aHook('slack');

    const { dagRunId } = await server.engine.client.call('webhooks.test', {
      fileName,
      payload: { text: 'main' },
    });

    expect(await payloadOf(fileName, { json: { dagRunId } })).toEqual({ text: 'main' });
  });

  it('says why it is refused', async () => {
    const { fileName } = await aHook('stripe');
    const { client } = server.engine;
    await client.call('webhooks.toggle', { fileName, enabled: false });

    const outcome = await client.call('webhooks.test', { fileName });

    expect(outcome).toEqual({ status: 403, reason: 'webhook is disabled', dagRunId: '' });
    expect(await deliveriesOf(fileName)).toMatchObject([outcome]);
  });
});

describe('the setup of a webhook', () => {
  it.each([
    { form: 'none', says: 'Authorization: Bearer' },
    { form: 'github', says: 'Payload URL' },
    { form: 'gitlab', says: 'Secret token' },
    { form: 'slack', says: 'Signing Secret' },
    { form: 'stripe', says: 'whsec_' },
    { form: 'hmac', says: 'X-Signature-256' },
  ] as const)('says what to enter there, and holds no secret: $form', async ({ form, says }) => {
    const { fileName, secret, token } = await aHook(form);

    const setup = await server.engine.client.call('webhooks.setup', { fileName });

    expect(setup.path).toBe(`/api/v1/webhooks/${fileName}`);
    expect(setup.steps.join('\n')).toContain(says);
    // It listens on loopback.
    expect(setup.steps[0]).toContain('--tunnel');
    for (const hidden of [secret, token].filter((text) => text !== '')) {
      expect(JSON.stringify(setup)).not.toContain(hidden);
    }
  });
});
