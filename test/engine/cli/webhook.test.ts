import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dagwright, homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const greet = 'steps: [{name: s, command: \'echo "$WEBHOOK_PAYLOAD"\'}]\n';

/** A home in builtin mode, whose owner needs no credentials. */
function builtinHome(): string {
  const home = homeWith({ greet });
  writeFileSync(join(home, 'config.yaml'), 'auth: {mode: builtin}\nowner_socket: true\n');
  return home;
}

async function answerOf(args: readonly string[], home: string): Promise<unknown> {
  const { stdout, stderr, exitCode } = await command([...args, '--format', 'json'], { home });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return JSON.parse(stdout);
}

describe('dagwright webhook', () => {
  it('makes a webhook, shows it, changes it and deletes it', async () => {
    const home = builtinHome();
    const webhook = (...args: string[]) => command(['webhook', ...args], { home });

    const none = await webhook('list');
    const created = await webhook('create', 'greet');
    const [, token = ''] = created.stdout.split('\n');
    const list = await webhook('list');
    const shown = await answerOf(['webhook', 'show', 'greet'], home);
    const off = await webhook('disable', 'greet');
    const on = await answerOf(['webhook', 'enable', 'greet'], home);
    const fresh = await answerOf(['webhook', 'regenerate', 'greet'], home);
    const unasked = await webhook('delete', 'greet');
    const deleted = await webhook('delete', 'greet', '-y');
    const gone = await webhook('show', 'greet');

    expect(none.stdout).toBe('No webhooks.\n');
    expect(created.stdout).toMatch(
      /^Webhook token of greet, shown only once:\nsvc_wh_\w{40,44}\n$/,
    );
    expect(list.stdout).toMatch(/^DAG {4}STATE {4}TOKEN {10}SIGNATURE {2}CREATED {14}LAST USED\n/);
    expect(list.stdout).toMatch(
      new RegExp(`\ngreet  enabled  ${token.slice(0, 12)}…  none {7}[-\\d]+ [:\\d]+\n$`),
    );
    expect(shown).toMatchObject({ dagName: 'greet', tokenPrefix: token.slice(0, 12) });
    expect(off.stdout).toBe('The webhook of greet is disabled\n');
    expect(on).toMatchObject({ enabled: true });
    expect(fresh).toMatchObject({ token: expect.stringMatching(/^svc_wh_/) });
    expect(unasked).toMatchObject({ stdout: '', exitCode: 1 });
    expect(unasked.stderr).toContain('Delete the webhook of greet?');
    expect(deleted.stdout).toBe('Deleted the webhook of greet\n');
    expect(gone.stderr).toBe('error: DAG greet has no webhook\n');
  });

  it('sends requests to a server, with the token from the environment', async () => {
    const home = builtinHome();
    const { token } = (await answerOf(['webhook', 'create', 'greet'], home)) as { token: string };
    await using server = await serve(home);
    const long = 'x'.repeat(500);
    const payload = `{"a": "${long}"}`;
    const trigger = ['webhook', 'trigger', 'greet', '--payload', payload, '-r', 'r1'];

    const sent = await dagwright(trigger, { home, env: { SVC_WEBHOOK_TOKEN: token } });
    const wrong = await command(trigger, { home, env: { SVC_WEBHOOK_TOKEN: 'svc_wh_x' } });
    const deliveries = await answerOf(['webhook', 'deliveries', 'greet'], home);
    const run = await answerOf(['status', 'greet', '-r', 'r1'], home);
    const words = await command(['status', 'greet', '-r', 'r1'], { home });

    expect(server.url).toMatch(/^http/);
    expect(sent).toEqual({ stdout: 'Queued run r1 of greet\n', stderr: '', exitCode: 0 });
    expect(wrong.stderr).toBe('error: invalid webhook token\n');
    expect(deliveries).toMatchObject([
      { origin: 'socket', status: 401 },
      { origin: 'socket', status: 200, dagRunId: 'r1' },
    ]);
    expect(run).toMatchObject({
      triggerType: 'webhook',
      params: JSON.stringify({ WEBHOOK_PAYLOAD: `{"a":"${long}"}` }),
    });
    expect(words.stdout).toMatch(/by webhook {2}params .{300}…\n/);
  });

  it('signs where that is asked for, and lists list the requests and their outcome', async () => {
    const home = builtinHome();
    const webhook = (args: readonly string[], given = {}) =>
      command(['webhook', ...args], { home, ...given });
    const { token } = (await answerOf(['webhook', 'create', 'greet'], home)) as { token: string };
    const trigger = ['trigger', 'greet', '--token-stdin'];
    const input = `${token}\n`;

    const made = await webhook(['sign', 'greet', 'stripe']);
    const [, secret = ''] = made.stdout.split('\n');
    const env = { SVC_WEBHOOK_SECRET: secret };
    const unsigned = await webhook(trigger, { input });
    const stripe = await webhook([...trigger, '--sign', 'stripe'], { input, env });
    const given = await webhook(['sign', 'greet', 'github', '--secret-stdin'], {
      input: 'a secret of ours\n',
    });
    const github = await webhook(['trigger', 'greet', '--sign', 'github', '-r', 'r2'], {
      env: { SVC_WEBHOOK_SECRET: 'a secret of ours' },
    });
    const open = await webhook(['sign', 'greet', 'none']);
    const deliveries = await webhook(['deliveries', 'greet']);

    expect(made.stdout).toMatch(/^Requests to greet must be signed as stripe does\. The secret, /);
    expect(unsigned.stderr).toBe('error: The header Stripe-Signature is missing.\n');
    expect(stripe).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Queued run /) });
    expect(stripe.stderr).toContain('No engine is running for this home');
    expect(given.stdout).toMatch(
      /^Requests to greet must be signed as github does\n\nAddress of the webhook: .*\/webhooks\/greet\n1\. /,
    );
    expect(given.stdout).toContain('. Payload URL: enter the address of this webhook.\n');
    expect(github.stdout).toBe('Queued run r2 of greet\n');
    expect(open.stdout).toBe('Requests to greet need no signature\n');
    expect(deliveries.stdout.split('\n')).toEqual([
      expect.stringMatching(/^RECEIVED {13}FROM {2}BYTES {2}STATUS {2}RUN +REASON$/),
      expect.stringMatching(/^[-\d]+ [:\d]+ {2}cli {3}30 {5}200 {5}r2$/),
      expect.stringMatching(/^[-\d]+ [:\d]+ {2}cli {3}14 {5}200 {5}[-0-9a-f]{36}$/),
      expect.stringMatching(/^[-\d]+ [:\d]+ {2}cli {3}14 {5}401 +The header Stripe-Signature is/),
      '',
    ]);
  });

  it('shows what to enter at the sender, and delivers a sample as it would', async () => {
    const home = builtinHome();
    const webhooks = (args: readonly string[], given = {}) =>
      command(['webhooks', ...args], { home, ...given });
    await webhooks(['create', 'greet']);
    const signed = await webhooks(['sign', 'greet', 'slack', '--secret-stdin'], {
      input: '8f742231b10e8888abcd99yyyzzz85a5\n',
    });

    const setup = await webhooks(['setup', 'greet']);
    const sample = await webhooks(['test', 'greet']);
    const own = await webhooks(['test', 'greet', '--payload', '{"a":1}', '--format', 'json']);
    const off = await webhooks(['forms', 'greet', 'off']);
    const shown = await answerOf(['webhook', 'show', 'greet'], home);
    await webhooks(['disable', 'greet']);
    const refused = await webhooks(['test', 'greet']);
    const deliveries = await webhooks(['deliveries', 'greet', '--format', 'json']);

    expect(signed.stdout).toContain(setup.stdout);
    expect(signed.stdout).not.toContain('8f742231b10e8888abcd99yyyzzz85a5');
    expect(setup.stdout).toContain('copy the Signing Secret');
    expect(sample.stdout).toMatch(
      /^The test delivery was accepted, and queued run \S+ of greet\n$/,
    );
    expect(JSON.parse(own.stdout)).toMatchObject({ status: 200, reason: '' });
    expect(off.stdout).toBe('The webhook of greet takes JSON only\n');
    expect(shown).toMatchObject({ formBodies: false });
    expect(refused).toMatchObject({
      stdout: '',
      stderr: 'error: The test delivery was refused with 403: webhook is disabled\n',
      exitCode: 1,
    });
    expect(JSON.parse(deliveries.stdout)).toMatchObject([
      { origin: 'test', status: 403 },
      { origin: 'test', status: 200 },
      { origin: 'test', status: 200 },
    ]);
  });

  it.each([
    { args: ['sign', 'greet', 'gitea'], says: 'Allowed choices are none, github, gitlab' },
    { args: ['forms', 'greet', 'yes'], says: 'Allowed choices are on, off' },
    { args: ['test', 'greet', '--payload', '{'], says: '--payload is not JSON' },
    { args: ['trigger', 'greet'], says: 'set SVC_WEBHOOK_TOKEN' },
    { args: ['trigger', 'greet', '--payload', '{'], says: '--payload is not JSON' },
    { args: ['deliveries', 'greet', '--limit', '0'], says: 'from 1 to 1000' },
    { args: ['show', 'greet'], says: '`auth.mode: builtin`' },
  ])('says for $args what is wrong', async ({ args, says }) => {
    const answer = await command(['webhook', ...args], { home: homeWith({ greet }) });

    expect(answer).toMatchObject({ stdout: '', exitCode: 1 });
    expect(answer.stderr).toContain(says);
  });
});
