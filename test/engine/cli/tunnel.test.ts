import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { ask } from '../api/an-api.ts';
import { eventually } from '../../support/eventually.ts';
import { homeWith, launch } from './dagwright.ts';

/**
 * A tunnel program on the PATH that notes how it was called, prints an address, and lives until it is ended. The first
 * life of a restless one is short.
 */
function homeWithTunnel(name: string, address: string, { isRestless = false } = {}) {
  const home = homeWith();
  const bin = join(home, 'bin');
  const lives = join(home, 'lives');
  mkdirSync(bin);
  writeFileSync(
    join(bin, name),
    `#!/bin/sh
echo "start $* $SVC_AUTH_ADMIN_PASSWORD" >>'${lives}'
trap 'echo end >>"${lives}"; exit 0' TERM
life=$(grep -c start '${lives}')
echo "starting" >&2
echo "| ${address.replace('LIFE', '$life')} |" >&2
${isRestless ? 'if [ "$life" = 1 ]; then until [ -e "$0.go" ]; do sleep 0.02; done; exit 7; fi' : ''}
while :; do sleep 0.05; done
`,
    { mode: 0o755 },
  );
  const env = {
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    SVC_AUTH_MODE: 'builtin',
    SVC_AUTH_ADMIN_USERNAME: 'ada',
    SVC_AUTH_ADMIN_PASSWORD: 'sesame-open',
  };
  const livesOf = () => (existsSync(lives) ? readFileSync(lives, 'utf8').trim().split('\n') : []);
  return { home, bin, env, livesOf };
}

const portOf = (url: string) => Number(new URL(url).port);
const statusUnder = async (url: string, Host: string) =>
  (await ask({ port: portOf(url) }, '/flows/api/v1/health', { headers: { Host } })).status;

it.each([
  {
    name: 'cloudflared',
    address: 'https://quick-fox.trycloudflare.com',
    called: 'tunnel --no-autoupdate --url URL',
  },
  { name: 'tailscale', address: 'https://box.tail1234.ts.net', called: 'funnel URL' },
])(
  'a tunnel of $name gives an address by which the server answers, and ends with it',
  async ({ name, address, called }) => {
    const { home, env, livesOf } = homeWithTunnel(name, address);
    const server = launch(['server', '--port', '0', '--base-path', '/flows', '--tunnel', name], {
      home,
      env,
    });
    const [, url = ''] = await server.printed(/ready at (http:\S+)/);
    await server.printed(new RegExp(`Public on the internet at ${address}/flows\n`));

    const { host } = new URL(address);
    const answers = [await statusUnder(url, host), await statusUnder(url, `not-${host}`)];
    const before = livesOf();
    server.signal('SIGTERM');
    await server.ended;

    expect(answers).toEqual([200, 403]);
    expect(before).toEqual([
      `start ${called.replace('URL', url.replace('/flows', ''))} `.trimEnd(),
    ]);
    expect(livesOf().at(-1)).toBe('end');
  },
);

it('a tunnel that ends is started again, and its old address counts no more', async () => {
  const { home, bin, env, livesOf } = homeWithTunnel(
    'cloudflared',
    'https://life-LIFE.trycloudflare.com',
    {
      isRestless: true,
    },
  );
  const gate = join(bin, 'cloudflared.go');
  const server = launch(['server', '--port', '0', '--base-path', '/flows', '--tunnel'], {
    home,
    env,
  });
  const [, url = ''] = await server.printed(/ready at (http:\S+)/);
  await server.printed(/internet at https:\/\/life-1\./);
  const first = await statusUnder(url, 'life-1.trycloudflare.com');

  writeFileSync(gate, 'go\n');
  await server.printed(/The tunnel has ended. It is restarted .*exit code 7/);
  await server.printed(/internet at https:\/\/life-2\./);
  const then = [
    await statusUnder(url, 'life-1.trycloudflare.com'),
    await statusUnder(url, 'life-2.trycloudflare.com'),
  ];
  server.signal('SIGTERM');
  await server.ended;

  expect({ first, then }).toEqual({ first: 200, then: [403, 200] });
  await eventually(() => livesOf().at(-1) === 'end', 'the second one has ended');
});

it.each([
  {
    lacking: 'authentication',
    env: { SVC_AUTH_MODE: '' },
    says: '--tunnel: `tunnel.enabled` needs `auth.mode: builtin`',
  },
  {
    lacking: 'the program',
    env: { PATH: '/nowhere' },
    says: 'A tunnel requires cloudflared or tailscale on the PATH.',
  },
])('a tunnel is refused without $lacking', async ({ env, says }) => {
  const given = homeWithTunnel('cloudflared', 'https://quick-fox.trycloudflare.com');

  const { stderr, exitCode } = await launch(['server', '--port', '0', '--tunnel'], {
    home: given.home,
    env: { ...given.env, SVC_AUTH_ADMIN_USERNAME: '', SVC_AUTH_ADMIN_PASSWORD: '', ...env },
  }).ended;

  expect(stderr).toContain(says);
  expect({ exitCode, lives: given.livesOf() }).toEqual({ exitCode: 1, lives: [] });
});
