import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  nodeOf,
  runToEnd,
  runUntil,
  startInline,
  untilLogHolds,
  type RunOfEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aMailServer } from '../../support/smtp-server.ts';
import { type TakenMail } from '../../../scripts/samples/mail-server.ts';

const TO = 'from: flow@example.org, to: ops@example.org';
const FAILING = 'steps: [{name: load, command: "echo the reason; exit 3"}]\n';

/** The run when all its mails were sent or given up. */
const mailed = (run: RunOfEngine, count = 1) =>
  runUntil(
    run,
    ({ mails = [] }) => mails.length >= count && mails.every((one) => one.dueAt === ''),
  );

const subjectOf = ({ raw }: TakenMail): string | undefined => /^Subject: (.*)$/m.exec(raw)?.[1];

/** The parts of a mail that are encoded, as text. */
const attachedTo = ({ raw }: TakenMail): string =>
  [...raw.matchAll(/base64\r\n.*?\r\n\r\n([\w+/=\r\n]+)/gs)]
    .map(([, part = '']) => Buffer.from(part, 'base64').toString())
    .join('\n');

describe('a run that has ended', () => {
  it('is told by mail when it failed, with references filled in and the logs of its steps', async () => {
    const { mails, smtp } = await aMailServer();
    const spec = `${smtp}params: [{TEAM: night}]
env: [{DOMAIN: example.org}]
mail_on: {failure: true}
error_mail: {from: "flow@\${DOMAIN}", to: ["\${TEAM}@\${DOMAIN}", ops@example.org], prefix: "[\${TEAM}]", attach_logs: true}
${FAILING}`;

    const run = await mailed(await startInline(spec, { name: 'etl' }));

    expect(run.mails).toMatchObject([
      { event: 'failure', step: '', to: ['night@example.org', 'ops@example.org'], error: '' },
    ]);
    expect(run.mails?.[0]?.sentAt).not.toBe('');
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'flow@example.org', user: 'mailer' });
    expect(mail?.to).toEqual(['night@example.org', 'ops@example.org']);
    expect(mail && subjectOf(mail)).toBe('[night] etl failed');
    expect(mail?.raw).toMatch(/^failed {2}load {2}exit status 3\r?$/m);
    expect(mail && attachedTo(mail)).toContain('the reason');
  });

  it.each([
    ['success', 'succeeded', 'info_mail', '"true"'],
    ['failure', 'failed', 'error_mail', '"false"'],
  ])('tells of %s alone where its DAG says so', async (event, word, field, command) => {
    const { mails, smtp } = await aMailServer();
    const settings = `${smtp}${field}: {${TO}}\n`;
    const engine = await anEngine();
    const other = event === 'success' ? '"false"' : '"true"';
    const of = (own: string) =>
      `${settings}mail_on: {${event}: true}\nsteps: [{command: ${own}}]\n`;

    const silent = await runToEnd(of(other), { engine, name: 'other' });
    const told = await mailed(await startInline(of(command), { engine, name: 'one' }));

    expect(silent.run.mails).toBeUndefined();
    expect(told.statusLabel).toBe(word);
    expect(mails.map(subjectOf)).toEqual([`one ${word}`]);
    expect(mails[0] && attachedTo(mails[0])).toBe('');
  });

  it('tells nobody when it was stopped', async () => {
    const all = 'mail_on: {success: true, failure: true, wait: true}\n';
    const run = await startInline(
      `${all}error_mail: {${TO}}\nsteps: [{name: s, command: echo up; sleep 100}]\n`,
    );
    await untilLogHolds(run, 's', 'up');
    await run.engine.client.call('runs.stop', run);

    expect((await endOf(run)).run).toMatchObject({ statusLabel: 'aborted' });
    expect((await endOf(run)).run.mails).toBeUndefined();
  });

  it('shows no secret in a mail, and gives its password to the server alone', async () => {
    const { mails, smtp } = await aMailServer();
    const folder = temporaryFolder('mails');
    const [password = ''] = /password: (\S+)\}/.exec(smtp)?.slice(1) ?? [];
    writeFileSync(`${folder}/password`, password);
    const secret = `secrets: [{name: PASSWORD, provider: file, key: ${folder}/password}]\n`;
    const spec = `${smtp.replace(password, '"${PASSWORD}"')}${secret}mail_on: {failure: true}
error_mail: {${TO}, prefix: "\${PASSWORD}", attach_logs: true}
steps: [{name: load, command: "echo $PASSWORD; echo $PASSWORD >&2; exit 3"}]
`;

    const run = await mailed(await startInline(spec));

    expect(run.mails).toMatchObject([{ error: '' }]);
    expect(mails[0]?.user).toBe('mailer');
    expect(mails[0] && attachedTo(mails[0])).toMatch(/\*+/);
    expect(mails[0] && attachedTo(mails[0])).not.toContain(password);
  });

  it('says of which encoding an attached log is, and reads that of the program', async () => {
    const { mails, smtp } = await aMailServer();
    const spec = `${smtp}mail_on: {failure: true}\nerror_mail: {${TO}, attach_logs: true}
log_output_encoding: latin1
steps: [{name: load, command: "printf 'caf\\\\351'; exit 3"}]\n`;

    await mailed(await startInline(spec));

    expect(mails[0]?.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8; name=\S+\.txt/m);
    expect(mails[0] && attachedTo(mails[0])).toContain('café');
  });

  it('sends the end of a long log', async () => {
    const { mails, smtp } = await aMailServer();
    const spec = `${smtp}mail_on: {failure: true}\nerror_mail: {${TO}, attach_logs: true}
steps: [{name: load, command: "echo first; seq 100000; exit 3"}]\n`;

    await mailed(await startInline(spec));

    const text = mails[0] === undefined ? '' : attachedTo(mails[0]);
    expect(text).toMatch(/^The first part of this log is left out\. It is in .*\n\n(\d+)\n/);
    expect(text).not.toContain('first\n');
    expect(text).toContain('\n99999\n100000\n');
    expect(text.length).toBeLessThan(300_000);
  });
});

describe('a run that waits for a person', () => {
  it('tells once of each wait, with or without a handler', async () => {
    const { mails, smtp } = await aMailServer();
    const gates =
      'steps:\n  - {name: one, type: hitl, config: {prompt: Go on?}}\n  - {name: two, type: hitl, config: {prompt: Really?}}\n';
    const run = await startInline(`${smtp}mail_on: {wait: true}\nwait_mail: {${TO}}\n${gates}`);

    await mailed(run, 1);
    await run.engine.client.call('runs.approve', { ...run, stepName: 'one' });
    const { mails: noted } = await mailed(run, 2);

    expect(noted?.map(({ event }) => event)).toEqual(['wait', 'wait']);
    expect(mails.map(subjectOf)).toEqual(['test waits for a person', 'test waits for a person']);
    expect(mails[1]?.raw).toMatch(/^succeeded +one\r?$/m);
    expect(mails[1]?.raw).toMatch(/^waiting +two\r?$/m);
  });
});

describe('a step with `mail_on_error`', () => {
  it('tells that it failed for good, with its own log, even where the run goes on', async () => {
    const { mails, smtp } = await aMailServer();
    const spec = `${smtp}error_mail: {${TO}, attach_logs: true}
steps:
  - {name: before, command: echo nothing to see}
  - name: shaky
    command: echo it shook; exit 1
    retry_policy: {limit: 1, interval_sec: 0}
    mail_on_error: true
    continue_on: {failure: true}
  - {name: after, command: "false"}
`;

    const run = await mailed(await startInline(spec));

    expect(nodeOf(run, 'shaky').step.mail_on_error).toBe(true);
    expect(run.mails).toMatchObject([{ event: 'step', step: 'shaky' }]);
    expect(mails.map(subjectOf)).toEqual(['test: step shaky failed']);
    expect(mails[0] && attachedTo(mails[0])).toBe('it shook\nit shook\n');
  });
});
