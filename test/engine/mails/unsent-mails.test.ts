import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../engine/lib/clock.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { copyHome } from '../../support/copied-home.ts';
import {
  anEngine,
  endOf,
  eventually,
  runUntil,
  startInline,
  type RunOfEngine,
} from '../../support/engine.ts';
import { aMailServer } from '../../support/smtp-server.ts';

const FAILING = 'steps: [{name: load, command: "false"}]\n';
const failing = (smtp: string, to = 'ops@example.org', more = ''): string =>
  `${smtp}mail_on: {failure: true}\nerror_mail: {from: flow@example.org, to: [${to}]}\n${more}${FAILING}`;

const tried = (run: RunOfEngine) =>
  runUntil(run, ({ mails = [] }) => mails.some(({ error, sentAt }) => error + sentAt !== ''));

/** The real clock, on which long pauses end when the test says so. */
function aPatientClock(): Clock & { readonly endPauses: () => void } {
  const pauses = new Set<() => void>();
  let shift = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + shift,
    after: (ms, then) => {
      if (ms < 30_000) return systemClock.after(ms, then);
      pauses.add(then);
      return () => pauses.delete(then);
    },
    endPauses: () => {
      shift += 3_600_000;
      const ended = [...pauses];
      pauses.clear();
      ended.forEach((then) => then());
    },
  };
}

/** A port on which nobody listens. */
async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server that takes connections and says nothing, and what came. */
async function aSilentServer(): Promise<{ readonly smtp: string; readonly calls: () => number }> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { smtp: `smtp: {host: 127.0.0.1, port: "${port}"}\n`, calls: () => calls };
}

describe('a mail that cannot be sent', () => {
  it('changes nothing of its run, says why, and is tried again', async () => {
    const port = await aFreePort();
    const clock = aPatientClock();
    const engine = await anEngine({ clock });
    const run = await startInline(failing(`smtp: {host: 127.0.0.1, port: "${port}"}\n`), {
      engine,
    });

    const first = await tried(run);
    expect(first).toMatchObject({ statusLabel: 'failed', error: 'step "load": exit status 1' });
    expect(first.mails).toMatchObject([{ sentAt: '', to: ['ops@example.org'] }]);
    expect(first.mails?.[0]?.error).toContain('ECONNREFUSED');
    expect(first.mails?.[0]?.dueAt).not.toBe('');

    clock.endPauses();
    const log = async () => (await engine.client.call('runs.log', run)).content;
    await eventually(async () => (await log()).split('mail not sent').length === 3, 'a second try');
    clock.endPauses();
    const last = await runUntil(run, ({ mails = [] }) => mails[0]?.dueAt === '');
    expect((await log()).split('mail not sent')).toHaveLength(4);
    expect(last).toMatchObject({ statusLabel: 'failed', mails: [{ sentAt: '' }] });
  });

  it.each([
    ['a recipient that is refused for good', 'refused@example.org', '550 mailbox unavailable'],
    ['several of whom one is refused', 'ops@example.org, refused@example.org', '550 mailbox'],
  ])('is not tried again for %s', async (_case, to, error) => {
    const { smtp } = await aMailServer();

    const { mails } = await tried(await startInline(failing(smtp, to)));

    expect(mails).toMatchObject([{ sentAt: '', dueAt: '' }]);
    expect(mails?.[0]?.error).toContain(error);
  });

  it.each([
    ['smtp', '', 'a mail needs a server: set `smtp` of the DAG'],
    ['to', 'smtp: {host: 127.0.0.1}\nparams: [{NOBODY: ""}]\n', '`error_mail.to` is empty'],
  ])('names what is missing in its DAG: %s', async (_field, head, error) => {
    const { mails } = await tried(await startInline(failing(head, '"${NOBODY}"')));

    expect(mails).toMatchObject([{ error, dueAt: '' }]);
  });

  it('names `error_mail` where nobody is to be told', async () => {
    const { mails } = await tried(await startInline(`mail_on: {failure: true}\n${FAILING}`));

    expect(mails).toMatchObject([{ error: 'no recipients: set `error_mail` of the DAG' }]);
  });

  it('does not hold up the end of its run', async () => {
    const { smtp, calls } = await aSilentServer();

    const { run, engine } = await endOf(await startInline(failing(smtp)));

    expect(run.statusLabel).toBe('failed');
    await eventually(() => calls() > 0, 'the server is asked');
    const { dagRun } = await engine.client.call('runs.get', {
      name: 'test',
      dagRunId: run.dagRunId,
    });
    expect(dagRun.mails).toMatchObject([{ sentAt: '', error: '' }]);
  });
});

describe('a mail that an engine did not come to send', () => {
  it('is sent by the next one, and leaves no file behind', async () => {
    const port = await aFreePort();
    const clock = aPatientClock();
    const engine = await anEngine({ clock });
    const run = await startInline(failing(`smtp: {host: 127.0.0.1, port: "${port}"}\n`), {
      engine,
    });
    await tried(run);
    await engine.stop();
    const { mails } = await aMailServer({}, port);

    const next = await anEngine({ config: engine.config, clock });
    clock.endPauses();
    const { mails: noted } = await runUntil({ ...run, engine: next }, ({ mails: all = [] }) =>
      all.some(({ sentAt }) => sentAt !== ''),
    );

    expect(noted).toMatchObject([{ dueAt: '', error: '' }]);
    expect(mails).toHaveLength(1);
    const folder = join(engine.config.paths.dataDir, 'mails');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('is not sent by a copy of its home', async () => {
    const port = await aFreePort();
    const engine = await anEngine();
    const run = await startInline(failing(`smtp: {host: 127.0.0.1, port: "${port}"}\n`), {
      engine,
    });
    await tried(run);
    await engine.stop();

    const copy = await anEngine({ config: copyHome(engine.config) });
    const { dagRun } = await copy.client.call('runs.get', run);

    expect(dagRun.mails).toMatchObject([{ sentAt: '', dueAt: '' }]);
    expect(dagRun.mails?.[0]?.error).toMatch(/^This home is a copy of .*, which sends this mail$/);
  });

  it('keeps its run, whose history is not kept, until it is sent', async () => {
    const { mails, smtp } = await aMailServer();
    const engine = await anEngine();
    const spec = failing(smtp, 'ops@example.org', 'hist_retention_days: 0\n');
    const { dagRunId } = await startInline(spec, { engine });

    await eventually(async () => {
      const { dagRuns } = await engine.client.call('runs.list', {});
      return dagRuns.every((run) => run.dagRunId !== dagRunId);
    }, 'the run is deleted');

    expect(mails).toHaveLength(1);
  });
});
