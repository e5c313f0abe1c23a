import { expect, it } from 'vitest';
import { configKeyNames, entryOf } from '../../../engine/config/config-keys.ts';
import { soundsSecret } from '../../../engine/config/secret-variables.ts';
import { dagwright, homeWith, launch } from './dagwright.ts';

const secret = 'a-secret-of-more-than-32-characters';
const env = {
  SVC_AUTH_TOKEN_SECRET: secret,
  SVC_AUTH_BASIC_ENABLED: 'false',
  SVC_AUTH_BASIC_PASSWORD: secret,
  SVC_TOKEN: secret,
  SVC_WEBHOOK_SECRET: secret,
  SVC_REMOTE_NODES: `[{"name":"far","api_base_url":"http://far","auth_type":"token","auth_token":"${secret}"}]`,
  SVC_SERVER_METRICS: 'private',
  SVC_MY_OWN: 'mine',
  SVC_AUTH_TOKEN_SECERT: secret,
};
const print = `
env:
  - IMPORTED: \${SVC_AUTH_TOKEN_SECRET}
  - OWN: \${SVC_MY_OWN}
steps:
  - command: env | sort
`;

it.each(['the server', 'the command'])(
  'a step of %s sees settings and own variables, no secret of the settings, and none that is mistyped',
  async (whose) => {
    const home = homeWith({ print });
    const server = whose === 'the server' ? launch(['server', '--port', '0'], { home, env }) : null;
    await server?.printed(/ready at/);

    const { stdout } = await dagwright(['start', 'print'], { home, env });
    server?.signal('SIGTERM');
    const log = (await server?.ended)?.stderr ?? '';

    expect(stdout).toMatch(/ SVC_SERVER_METRICS=private\n/);
    expect(stdout).toMatch(/ OWN=mine\n/);
    expect(stdout).toMatch(/ SVC_MY_OWN=mine\n/);
    expect(stdout + log).not.toContain(secret);
  },
);

it('every setting that sounds like a secret is one', () => {
  const sounding = configKeyNames.filter((key) =>
    /password$|passphrase$|secret$|token$|remote_nodes/.test(key),
  );

  expect(sounding.filter((key) => entryOf(key).secret === undefined)).toEqual([]);
  expect(sounding).toHaveLength(7);
});

it('a secret setting keeps a sound of one in its name, whichever letter is left out', () => {
  const secrets = configKeyNames.flatMap((key) => {
    const { secret, env: name } = entryOf(key);
    return secret === undefined ? [] : [name];
  });

  const mistyped = secrets.flatMap((name) =>
    [...name].map((_, at) => (at < 4 ? name : name.slice(0, at) + name.slice(at + 1))),
  );

  expect(mistyped.filter((name) => !soundsSecret(name))).toEqual([]);
});
