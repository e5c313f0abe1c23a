import { expect, it } from 'vitest';
import { configKeyNames, entryOf } from '../../../engine/config/config-keys.ts';
import { dagwright, homeWith, launch } from './dagwright.ts';

const secret = 'a-secret-of-more-than-32-characters';
const env = {
  SVC_AUTH_TOKEN_SECRET: secret,
  SVC_AUTH_BASIC_ENABLED: 'false',
  SVC_AUTH_BASIC_PASSWORD: secret,
  SVC_TOKEN: secret,
  SVC_WEBHOOK_SECRET: secret,
  SVC_REMOTE_NODES: `[{"name":"far","api_base_url":"http://far","auth_type":"token","auth_token":"${secret}"}]`,
  SVC_MY_OWN: 'mine',
};
const print = `
env:
  - IMPORTED: \${SVC_AUTH_TOKEN_SECRET}
steps:
  - command: env | sort
`;

it.each(['the server', 'the command'])(
  'a step of %s sees variables of the user, and no secret of the settings',
  async (whose) => {
    const home = homeWith({ print });
    const server = whose === 'the server' ? launch(['server', '--port', '0'], { home, env }) : null;
    await server?.printed(/ready at/);

    const { stdout } = await dagwright(['start', 'print'], { home, env });
    server?.signal('SIGTERM');
    const log = (await server?.ended)?.stderr ?? '';

    expect(stdout).toContain('SVC_MY_OWN=mine');
    expect(stdout + log).not.toContain(secret);
  },
);

it('every setting that sounds like a secret is one', () => {
  const sounding = configKeyNames.filter((key) =>
    /password$|secret$|token$|remote_nodes/.test(key),
  );

  expect(sounding.filter((key) => entryOf(key).secret === undefined)).toEqual([]);
  expect(sounding).toHaveLength(5);
});
