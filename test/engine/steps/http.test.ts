import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aCertificate } from '../../support/certificate.ts';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { aSecureServer, aServer } from '../../support/http-server.ts';
import { asking } from './asking.ts';

/** One for all: a case is a run. */
const engine = engineOfFile();

const ended = async (spec: string, params?: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine(), ...(params === undefined ? {} : { params }) }));

describe('a request', () => {
  it('prints the status, the headers and the body of its answer', async () => {
    const server = await aServer((_asked, answer) => {
      answer.writeHead(201, 'Made', ['X-Case', 'Yes', 'x-case', 'again']).end('hello\n');
    });

    const run = await ended(asking(`get ${server}/`));

    expect(run.node('s')).toMatchObject({ statusLabel: 'succeeded', exitCode: 0, error: '' });
    const log = await logOf(run, 's');
    expect(log).toMatch(/^HTTP\/1\.1 201 Made\nX-Case: Yes\nx-case: again\n/);
    expect(log).toMatch(/\n\nhello$/);
  });

  it.each([
    ['text/plain; charset=iso-8859-1', 'silent: true', 'café'],
    ['text/plain; charset="Shift_JIS"', 'silent: true', 'caf日'],
    ['text/plain', 'silent: true', 'caf\u{fffd}'],
    ['text/plain; charset=latin1', 'json: true, silent: true', '{\n  "body": "café"\n}'],
  ])('prints an answer of %s in UTF-8, by %s', async (type, config, printed) => {
    const bytes = type.includes('JIS') ? [0x93, 0xfa] : [0xe9];
    const server = await aServer((_asked, answer) => {
      answer.writeHead(200, { 'Content-Type': type });
      answer.end(Buffer.concat([Buffer.from('caf'), Buffer.from(bytes)]));
    });

    const run = await ended(asking(`GET ${server}/`, `config: {${config}}`));

    expect(await logOf(run, 's')).toBe(printed);
  });

  it.each([
    [200, 'succeeded'],
    [404, 'failed'],
  ])('tells the status code %i of a step that %s', async (code, status) => {
    const server = await aServer((_asked, answer) => void answer.writeHead(code).end());

    const run = await ended(asking(`GET ${server}/`, 'repeat_policy: {limit: 2, repeat: while}'));

    const facts = [{ name: 'status', value: String(code) }];
    expect(run.node('s')).toMatchObject({ statusLabel: status, facts });
  });

  it('sends what the step says, with all references filled in', async () => {
    const server = await aServer((asked, answer) => {
      void seen(asked).then((request) => answer.end(JSON.stringify(request)));
    });
    const before = '- {name: before, command: echo from-a-step, output: CAME}';
    const step = asking(
      `POST ${server}/echo?kept=a%20b`,
      'config:',
      '  headers: {X-Who: "${CAME}", X-Number: 7, user-agent: me}',
      '  query: {who: "${WHO}"}',
      '  body: "{\\"from\\": \\"${CAME}\\", \\"é\\": 1}"',
      '  silent: true',
    );
    const spec = `params: [{WHO: nobody}]\n${step.replace('steps:', `steps:\n  ${before}`)}`;

    const run = await ended(spec, 'WHO="Ada & Bob"');

    expect(JSON.parse(await logOf(run, 's'))).toMatchObject({
      method: 'POST',
      url: '/echo?kept=a%20b&who=Ada+%26+Bob',
      body: '{"from": "from-a-step", "é": 1}',
      headers: { 'x-who': 'from-a-step', 'x-number': '7', 'user-agent': 'me' },
    });
  });

  it('sends a body with every method, and tells its length', async () => {
    const server = await aServer((asked, answer) => {
      void seen(asked).then(({ method, body }) => answer.end(`${method} ${body}`));
    });

    const run = await ended(asking(`DELETE ${server}/`, 'config: {body: thing, silent: true}'));

    expect(await logOf(run, 's')).toBe('DELETE thing');
  });

  it('gives its body as the output, whose fields later steps read', async () => {
    const server = await aServer((_asked, answer) => answer.end('{"user": {"name": "Ada"}}'));
    const after = '  - {name: after, command: \'echo "${RES.user.name}"\'}\n';

    const run = await ended(
      `${asking(`GET ${server}/`, 'config: {silent: true}', 'output: RES')}${after}`,
    );

    expect(await logOf(run, 'after')).toBe('Ada');
  });

  it.each([
    [
      '{json: true}',
      '{"a": [1]}',
      { status_code: 200, headers: { 'x-a': ['1'] }, body: { a: [1] } },
    ],
    ['{json: true}', 'no JSON', { status_code: 200, headers: { 'x-a': ['1'] }, body: 'no JSON' }],
    ['{json: true, silent: true}', '{"a": 1}', { body: { a: 1 } }],
  ])('prints one object with %s for the answer %s', async (config, body, expected) => {
    const server = await aServer((_asked, answer) => {
      answer.writeHead(200, { 'x-a': '1' }).end(body);
    });

    const run = await ended(asking(`GET ${server}/`, `config: ${config}`));

    const printed: unknown = JSON.parse(await logOf(run, 's'));
    expect(printed).toMatchObject(expected);
    expect(Object.keys(printed as object)).toEqual(Object.keys(expected));
  });

  it('writes large answers of any bytes to the log as they are', async () => {
    const bytes = randomBytes(5 * 1024 * 1024);
    const server = await aServer((_asked, answer) => answer.end(bytes));

    const run = await ended(asking(`GET ${server}/`, 'config: {silent: true}'));

    expect(readFileSync(run.node('s').stdout).equals(bytes)).toBe(true);
  });

  it('is not changed by variables that mean something to Node', async () => {
    const server = await aServer((_asked, answer) => answer.end('fine'));
    const env = 'env: [{NODE_OPTIONS: --require=/nowhere}, {NODE_DEBUG: http}]';

    const run = await ended(asking(`GET ${server}/`, 'config: {silent: true}', env));

    expect([await logOf(run, 's'), await logOf(run, 's', 'stderr')]).toEqual(['fine', '']);
  });

  it('may be a handler', async () => {
    const paths: unknown[] = [];
    const server = await aServer(({ url }, answer) => answer.end(void paths.push(url)));

    await ended(
      `handler_on: {exit: {type: http, command: "POST ${server}/\${DAG_RUN_STATUS}"}}\nsteps: [{command: "true"}]\n`,
    );

    expect(paths).toEqual(['/succeeded']);
  });
});

describe('a request that fails', () => {
  it('outside of 2xx prints the answer, and says the status', async () => {
    const server = await aServer((_asked, answer) => answer.writeHead(404).end('no such thing'));

    const run = await ended(asking(`GET ${server}/`, 'config: {silent: true}'));

    const error = 'http status code not 2xx: 404';
    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1, error });
    expect(await logOf(run, 's')).toBe('no such thing');
    expect(await logOf(run, 's', 'stderr')).toBe(error);
  });

  it('is tried again as the step says', async () => {
    let asked = 0;
    const server = await aServer((_asked, answer) => {
      answer.writeHead((asked += 1) < 3 ? 503 : 200).end();
    });

    const run = await ended(
      asking(`GET ${server}/`, 'retry_policy: {limit: 3, interval_sec: 0, exit_code: [1]}'),
    );

    expect([run.node('s').statusLabel, asked]).toEqual(['succeeded', 3]);
  });

  it('says why, and which server it was', async () => {
    const port = await closedPort();
    const cut = await aServer((asked, answer) => {
      answer.writeHead(200, { 'content-length': 10 }).write('half');
      setImmediate(() => asked.destroy());
    });
    const failures = [
      [`GET http://127.0.0.1:${port}/`, `GET 127.0.0.1:${port}: connect ECONNREFUSED`],
      [`GET http://name.invalid/`, 'GET name.invalid: getaddrinfo'],
      [`GET ${cut}/`, `GET ${cut.slice(7)}: aborted`],
      ['GET nowhere', '"nowhere" is not a valid URL'],
      ['GET ftp://a.example/', 'it starts with ftp:'],
      ['"${X}"', 'the command must be `<METHOD> <URL>`, got: nothing'],
    ] as const;

    for (const [command, error] of failures) {
      const run = await ended(`params: [{X: nothing}]\n${asking(command)}`);

      expect(run.node('s')).toMatchObject({
        statusLabel: 'failed',
        error: expect.stringContaining(error),
      });
    }
  });

  it.each(['answer', 'body'])(
    'for its timeout says so, while it waits for the %s',
    async (part) => {
      const server = await aServer((_asked, answer) => {
        if (part === 'body') answer.writeHead(200).write('begun');
      });

      const run = await ended(asking(`GET ${server}/`, 'config: {timeout: 1}'));

      const error = expect.stringContaining('no complete response within the timeout of 1s');
      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1, error });
    },
  );
});

describe('a redirect', () => {
  it.each([
    [302, 'GET', 'GET '],
    [301, 'POST', 'GET '],
    [303, 'PUT', 'GET '],
    [307, 'POST', 'POST thing'],
    [308, 'PUT', 'PUT thing'],
  ])('with %i of a %s is asked for as %s', async (status, method, expected) => {
    const server = await aServer((asked, answer) => {
      if (asked.url === '/old') answer.writeHead(status, { location: 'new?a=1' }).end('moved');
      else void seen(asked).then((got) => answer.end(`${got.method} ${got.body} ${got.url}`));
    });
    const body = method === 'GET' ? '' : 'body: thing, ';

    const run = await ended(asking(`${method} ${server}/old`, `config: {${body}silent: true}`));

    expect(await logOf(run, 's')).toBe(`${expected} /new?a=1`);
  });

  it.each([
    ['another port', (other: string) => other],
    ['another name', (other: string) => other.replace('127.0.0.1', 'localhost')],
  ])('to %s brings no header there that may say who asks', async (_, named) => {
    const other = await aServer((asked, answer) => {
      void seen(asked).then(({ headers }) => answer.end(JSON.stringify(headers)));
    });
    const first = await aServer((_asked, answer) => {
      answer.writeHead(302, { location: `${named(other)}/` }).end();
    });
    const headers = '{Authorization: Bearer x, Cookie: a=b, X-API-Key: k, PRIVATE-TOKEN: t}';

    const run = await ended(asking(`GET ${first}/`, `config: {headers: ${headers}, silent: true}`));

    const seenThere = JSON.parse(await logOf(run, 's')) as object;
    expect(seenThere).toMatchObject({ accept: '*/*', 'user-agent': 'dagwright' });
    expect(Object.keys(seenThere).toSorted()).toEqual([
      'accept',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('there and back comes back without the headers', async () => {
    const seenAtHome: IncomingMessage['headers'][] = [];
    const other = await aServer((_asked, answer) => {
      answer.writeHead(302, { location: `${first}/back` }).end();
    });
    const first = await aServer((asked, answer) => {
      seenAtHome.push(asked.headers);
      if (asked.url === '/back') answer.end('fine');
      else answer.writeHead(302, { location: `${other}/` }).end();
    });
    const headers = '{X-API-Key: k}';
    const address = first.replace('http://', 'http://me:safe@');

    const run = await ended(
      asking(`GET ${address}/`, `config: {headers: ${headers}, silent: true}`),
    );

    expect(await logOf(run, 's')).toBe('fine');
    expect(seenAtHome).toMatchObject([
      { 'x-api-key': 'k', authorization: `Basic ${Buffer.from('me:safe').toString('base64')}` },
      { host: first.replace('http://', '') },
    ]);
    expect(Object.keys(seenAtHome[1] ?? {})).not.toContain('x-api-key');
    expect(Object.keys(seenAtHome[1] ?? {})).not.toContain('authorization');
  });

  it('of a body to another server fails, and names it', async () => {
    let asked = 0;
    const other = await aServer((_asked, answer) => answer.end(String((asked += 1))));
    const first = await aServer((_asked, answer) => {
      answer.writeHead(307, { location: `${other}/` }).end();
    });

    const run = await ended(asking(`POST ${first}/`, 'config: {body: thing}'));

    const error = `${first.slice(7)} redirects to ${other}, which must not get the body; if that is the right server, use its URL in \`command\``;
    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', error });
    expect(asked).toBe(0);
  });

  it('lets no other server have a certificate that nobody signed', async () => {
    const other = await aSecureServer(aCertificate(), (_asked, answer) => answer.end('fine'));
    const first = await aSecureServer(aCertificate(), (asked, answer) => {
      if (asked.url === '/here') answer.end('here');
      else answer.writeHead(302, { location: asked.url === '/' ? '/here' : `${other}/` }).end();
    });
    const careless = 'config: {silent: true, tls_skip_verify: true}';

    expect(await logOf(await ended(asking(`GET ${first}/`, careless)), 's')).toBe('here');
    const run = await ended(asking(`GET ${first}/there`, careless));

    expect(run.node('s').error).toContain('self-signed certificate');
  });

  it('that goes in a circle ends', async () => {
    let asked = 0;
    const server = await aServer((_asked, answer) => {
      answer.writeHead(302, { location: `/${(asked += 1)}` }).end();
    });

    const run = await ended(asking(`GET ${server}/`));

    expect([run.node('s').error, asked]).toEqual(['stopped after 10 redirects', 11]);
  });
});

describe('a certificate that nobody signed', () => {
  it('is refused with advice, and accepted where the step trusts it or asks for no proof', async () => {
    const files = aCertificate();
    const server = await aSecureServer(files, (_asked, answer) => answer.end('safe'));
    const step = asking(`GET ${server}/`, 'config: {silent: true}');
    const trusting = asking(
      `GET ${server}/`,
      'config: {silent: true}',
      `env: [{NODE_EXTRA_CA_CERTS: ${files.certFile}}]`,
    );
    const careless = asking(`GET ${server}/`, 'config: {silent: true, tls_skip_verify: true}');

    const refused = await ended(step);

    expect(refused.node('s').error).toMatch(
      /self-signed certificate; to trust it, set NODE_EXTRA_CA_CERTS/,
    );
    expect(await logOf(await ended(trusting), 's')).toBe('safe');
    expect(await logOf(await ended(careless), 's')).toBe('safe');
  });
});

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function seen(request: IncomingMessage): Promise<Seen> {
  const { method, url, headers } = request;
  return { method, url, headers, body: await textOf(request) };
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
