import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { appendFileSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localOwner } from '../../../engine/contract/operations.ts';
import { downloadLog, safeName } from '../../../engine/platform/log-download.ts';
import { runToEnd } from '../../support/engine.ts';
import { anApi, ask } from './an-api.ts';
import { served } from './served.ts';

const spec = `
steps:
  - name: Say "hi" / ä
    command: printf 'one\\ntwo\\n'; echo three >&2
  - name: never
    command: echo
    preconditions: "false"
`;

describe('an answer that is under way when its caller loses the right to it', () => {
  async function anApiOfMany() {
    const given = { isGone: false };
    const opened = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('the first piece');
      opened.resolve();
      await new Promise(() => undefined);
    }
    const api = await anApi({
      authenticate: async () => {
        asked.resolve();
        return { ...localOwner, role: given.isGone ? null : 'admin' };
      },
      handlers: { 'runs.downloadLog': () => ({ fileName: 'a.log', size: 100, open: endless }) },
    });
    const takeRights = () => {
      given.isGone = true;
      api.takeRights();
    };
    return { api, opened: opened.promise, asked: asked.promise, takeRights };
  }

  it('breaks off where it has begun', async () => {
    const { api, opened, takeRights } = await anApiOfMany();
    const answer = ask(api, '/api/v1/dag-runs/a/r1/log/download');
    await opened;

    takeRights();

    await expect(answer).rejects.toThrow('aborted');
  });

  it('is refused where its body has not come yet, and nothing is called', async () => {
    const { api, asked, takeRights } = await anApiOfMany();
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' };
    const { port } = api;
    const path = '/api/v1/dags/a/start';
    const sent = request({ port, path, method: 'POST', headers, agent: false });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write('{');
    await asked;
    await new Promise((resolve) => setImmediate(resolve));

    takeRights();
    sent.end('}');

    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(401);
    expect(api.calls).toEqual([]);
  });
});

describe('a log as a file', () => {
  it('is all of it, with a name that is safe anywhere', async () => {
    const { engine, name, dagRunId, node } = await runToEnd(spec, { dagRunId: 'r1' });
    const api = await served(engine);
    const run = `/api/v1/dag-runs/${name}/${dagRunId}`;
    const step = `${run}/steps/${encodeURIComponent('Say "hi" / ä')}/log/download`;

    const ofRun = await ask(api, `${run}/log/download`);
    const stdout = await ask(api, step);
    const stderr = await ask(api, `${step}?stream=stderr`);

    expect(ofRun.text).not.toBe('');
    expect(ofRun.headers['content-disposition']).toBe('attachment; filename="test-r1.log"');
    expect(stdout.text).toBe(readFileSync(node('Say "hi" / ä').stdout, 'utf8'));
    expect(stdout.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '8',
      'content-disposition': 'attachment; filename="test-r1-Say_hi_.stdout.log"',
      'x-content-type-options': 'nosniff',
    });
    expect(stderr.text).toBe('three\n');
  });

  it('is empty for a step that has not started, and not found for one that is not there', async () => {
    const { engine } = await runToEnd(spec, { dagRunId: 'r1' });
    const api = await served(engine);
    const steps = '/api/v1/dag-runs/test/r1/steps';

    expect(await ask(api, `${steps}/never/log/download`)).toMatchObject({ status: 200, text: '' });
    for (const path of [
      `${steps}/other/log/download`,
      '/api/v1/dag-runs/test/r2/log/download',
      '/api/v1/dag-runs/test/r1/sub-dag-runs/x/log/download',
    ]) {
      expect(await ask(api, path)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
    expect(await ask(api, `${steps}/never/log/download?stream=x`)).toMatchObject({ status: 400 });
  });

  it('that is gone is not found, and no path is told', async () => {
    const { engine, node } = await runToEnd(spec, { dagRunId: 'r1' });
    const api = await served(engine);
    const { stdout } = node('Say "hi" / ä');
    rmSync(stdout);

    const path = `/api/v1/dag-runs/test/r1/steps/${encodeURIComponent('Say "hi" / ä')}/log/download`;
    const answer = await ask(api, path);

    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(engine.config.paths.logDir);
  });

  it('of a called run is there by the run that called it', async () => {
    const calling = `steps:\n  - call: child\n---\nname: child\nsteps:\n  - name: greet\n    command: echo hello\n`;
    const { engine, name, dagRunId, run } = await runToEnd(calling);
    const api = await served(engine);
    const sub = `/api/v1/dag-runs/${name}/${dagRunId}/sub-dag-runs/${run.nodes[0]?.subRuns[0]?.dagRunId}`;

    expect((await ask(api, `${sub}/steps/greet/log/download`)).text).toBe('hello\n');
    expect((await ask(api, `${sub}/log/download`)).text).toContain('greet');
  });

  it('answers HEAD with its size alone, unread', async () => {
    let isOpened = false;
    const open = async function* () {
      isOpened = true;
      yield* [];
    };
    const file = { fileName: 'a.log', size: 12, open };
    const api = await anApi({ handlers: { 'runs.downloadLog': () => file } });

    const sent = { method: 'HEAD' };
    const { headers, text } = await ask(api, '/api/v1/dag-runs/a/r/log/download', sent);

    expect([text, headers['content-length'], isOpened]).toEqual(['', '12', false]);
  });

  it('that grows is read up to where it was, and one that shrinks breaks the answer', async () => {
    const { node } = await runToEnd(spec);
    const { stdout } = node('Say "hi" / ä');
    const file = await downloadLog(stdout, 'grown');
    const handlers = { 'runs.downloadLog': () => file };
    const api = await anApi({ handlers });
    const path = '/api/v1/dag-runs/a/r/log/download';

    appendFileSync(stdout, 'four\n');
    expect((await ask(api, path)).text).toBe('one\ntwo\n');
    truncateSync(stdout, 3);
    // On a connection that is kept, whoever waits for the rest would take the next answer for it.
    const kept = ask(api, path, { headers: { Connection: 'keep-alive' } });
    await expect(kept).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    const error = new Error('The size of grown.log is no longer 8 bytes.');
    await expect
      .poll(() => api.logged)
      .toMatchObject([{ message: 'Request failed', fields: { error } }]);
  });
});

const character = fc.constantFrom(
  ...['a', 'Z', '0', '.', '/', '\\', ' ', '"', '\0', '\n', 'é', '\u202e', '😀'],
);

describe('the name of a file', () => {
  it('is plain, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 200 }), (title) => {
        expect(safeName(title)).toMatch(/^(?!\.)[A-Za-z0-9._-]{1,150}$/);
      }),
    );
    expect(safeName('x'.repeat(300))).toHaveLength(150);
  });
});
