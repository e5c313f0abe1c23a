import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aCertificate } from '../../support/certificate.ts';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aMailServer } from '../../support/smtp-server.ts';
import { PASSWORD } from '../../../scripts/samples/mail-server.ts';

/** One for all: a case is a run. */
const engine = engineOfFile();

const ended = async (spec: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine() }));

const mailing = (config: string, fields = ''): string =>
  `steps:\n  - {name: s, type: mail, config: {${config}}${fields}}\n`;
const plain = 'from: flow@example.org, to: ada@example.org, subject: Hi, message: Done';

/** A server that says this when somebody comes, and then what `answer` makes of each line. */
async function aTalker(greeting: string, answer: (line: string, socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => answer(bytes.toString(), socket));
    if (greeting !== '') socket.write(`${greeting}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a mail', () => {
  it('goes to all recipients, with all references filled in', async () => {
    const { mails, smtp } = await aMailServer();
    const config =
      'from: "Flow <flow@example.org>", to: [ada@example.org, "${OTHER}"], subject: "For ${WHO}: é", message: "Dear ${WHO},\\nit is ${WORD}."';
    const before = '  - {name: before, command: echo done, output: WORD}\n';
    const params = 'params: [{WHO: Ada}, {OTHER: bob@example.org}]\n';

    const run = await ended(
      `${smtp}${params}${mailing(config).replace('steps:\n', `steps:\n${before}`)}`,
    );

    expect(run.node('s')).toMatchObject({
      statusLabel: 'succeeded',
      error: '',
      facts: [{ name: 'recipients', value: '2' }],
    });
    expect(mails).toMatchObject([
      { from: 'flow@example.org', to: ['ada@example.org', 'bob@example.org'], user: 'mailer' },
    ]);
    expect(mails[0]?.raw).toMatch(/^From: Flow <flow@example\.org>$/m);
    expect(mails[0]?.raw).toContain('Subject: =?UTF-8?Q?For_Ada=3A_=C3=A9?=');
    expect(mails[0]?.raw).toContain('Dear Ada,\r\nit is done.');
    expect(await logOf(run, 's')).toMatch(/^Sent to ada@example\.org, bob@example\.org: </);
  });

  it('is HTML with attachments where it says so', async () => {
    const { mails, smtp } = await aMailServer();
    const folder = temporaryFolder('mail');
    writeFileSync(join(folder, 'sum.csv'), 'a,b\n1,2\n');
    const config = `${plain.replace('Done', '<b>Done</b>')}, contentType: text/html, attachments: sum.csv`;

    const run = await ended(`${smtp}working_dir: ${folder}\n${mailing(config)}`);

    expect(run.node('s').error).toBe('');
    const raw = mails[0]?.raw ?? '';
    expect(raw).toMatch(/Content-Type: text\/html[^]*<b>Done<\/b>/);
    expect(raw).toMatch(/Content-Disposition: attachment; filename=sum\.csv/);
    expect(raw).toContain(Buffer.from('a,b\n1,2\n').toString('base64'));
  });

  it('has no head but its own, whatever a value holds', async () => {
    const { mails, smtp } = await aMailServer();
    const params = 'params:\n  - EVIL: "x\\r\\nBcc: eve@example.org\\r\\n\\r\\nbody"\n';
    const config = plain.replace('Hi', '"${EVIL}"');

    await ended(`${smtp}${params}${mailing(config)}`);

    expect(mails[0]?.to).toEqual(['ada@example.org']);
    expect(mails[0]?.raw).not.toMatch(/^Bcc:/m);
  });

  it('attaches files, and fetches nothing', async () => {
    const { mails, smtp } = await aMailServer();

    const run = await ended(`${smtp}${mailing(`${plain}, attachments: "http://127.0.0.1:1/x"`)}`);

    expect(run.node('s').statusLabel).toBe('failed');
    expect(run.node('s').error).toContain('http:/');
    expect(mails).toEqual([]);
  });

  it('is handed in over TLS where the server offers it, if its certificate is trusted', async () => {
    const { certFile, keyFile } = aCertificate();
    const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)];
    const { mails, smtp } = await aMailServer({ key, cert, hideSTARTTLS: false });

    const refused = await ended(`${smtp}${mailing(plain)}`);
    const trusted = await ended(
      `${smtp}env: [{NODE_EXTRA_CA_CERTS: ${certFile}}]\n${mailing(plain)}`,
    );

    expect(refused.node('s').error).toMatch(/certificate/);
    expect(trusted.node('s').error).toBe('');
    expect(mails).toMatchObject([{ isEncrypted: true }]);
  });
});

describe('a mail that cannot be sent', () => {
  it('says which recipient was refused, even if others were not', async () => {
    const { smtp } = await aMailServer();
    const config = plain.replace('ada@example.org', '[ada@example.org, refused@example.org]');

    const run = await ended(`${smtp}${mailing(config)}`);

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(run.node('s').error).toMatch(/^127\.0\.0\.1:\d+: .*550 mailbox unavailable/);
  });

  it('says that the password is wrong, and not which it is', async () => {
    const { smtp } = await aMailServer();

    const run = await ended(`${smtp.replace(PASSWORD, 'wrong-password-1')}${mailing(plain)}`);

    expect(run.node('s').error).toMatch(/wrong user or password/);
    expect(JSON.stringify(run.node('s').error)).not.toContain('wrong-password-1');
  });

  it.each([
    ['refused', '', /ECONNREFUSED/],
    ['cut', '220 ready', /closed|ended|hang|reset/i],
  ])('for a connection that is %s says so', async (_how, greeting, words) => {
    const port =
      greeting === '' ? 1 : await aTalker(greeting, (_line, socket) => void socket.destroy());

    const run = await ended(`smtp: {host: 127.0.0.1, port: ${port}}\n${mailing(plain)}`);

    expect(run.node('s').statusLabel).toBe('failed');
    expect(run.node('s').error).toMatch(words);
  });

  it('says so where its connection is cut in the middle of an attachment', async () => {
    const file = join(temporaryFolder('mail'), `an 'odd' "name"; é\r\nX-Evil: 1.bin`);
    writeFileSync(file, Buffer.alloc(8 * 1024 * 1024));
    const reply: Readonly<Record<string, string>> = { EHLO: '250 here', DATA: '354 go on' };
    let came = '';
    const port = await aTalker('220 ready', (text, socket) => {
      came += text;
      if (came.length > 1024 * 1024) socket.destroy();
      const [verb = ''] = text.split(/[ \r]/);
      if (/^(?:EHLO|MAIL|RCPT|DATA)$/.test(verb)) socket.write(`${reply[verb] ?? '250 good'}\r\n`);
    });
    const config = `${plain}, attachments: ${JSON.stringify(file)}`;

    const run = await ended(`smtp: {host: 127.0.0.1, port: ${port}}\n${mailing(config)}`);

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(run.node('s').error).toMatch(/closed|ended|hang|reset|EPIPE/i);
    expect(came).toContain('Content-Type: multipart/mixed');
    expect(came).not.toMatch(/^X-Evil:/m);
  });

  it('is given up at the time limit of its step', async () => {
    const port = await aTalker('', () => undefined);

    const run = await ended(
      `smtp: {host: 127.0.0.1, port: ${port}}\n${mailing(plain, ', timeout_sec: 1')}`,
    );

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
  });

  it('names the setting that lacks', async () => {
    expect((await ended(mailing(plain))).node('s').error).toBe(
      'a mail needs a server: set `smtp` of the DAG',
    );
    const { smtp } = await aMailServer();
    const nobody = await ended(
      `${smtp}params: [{TO: ""}]\n${mailing(plain.replace('ada@example.org', '"${TO}"'))}`,
    );
    expect(nobody.node('s').error).toBe('`to` is empty');
  });
});

describe('what a mail step says', () => {
  it.each([
    [mailing('from: a@example.org, subject: s, message: m'), 'requires `to`'],
    [mailing('to: a@example.org, subject: s'), 'requires `from`'],
    [mailing(`${plain}, body: m`), 'unknown key `body`'],
    [mailing(`${plain}, contentType: text/plane`), '`contentType` must be'],
    [`smtp: {host: h, sport: "25"}\n${mailing(plain)}`, 'unknown key `sport`'],
    [`smtp: {port: "25"}\n${mailing(plain)}`, '`host` is required in `smtp`'],
    [`smtp: {host: h, port: smtp}\n${mailing(plain)}`, '`port` must be a port from 1 to 65535'],
  ])('is refused as %j', async (spec, message) => {
    const { valid, errors } = await engine().client.call('dags.validate', { spec });

    expect(valid).toBe(false);
    expect(errors.join('\n')).toContain(message);
  });
});
