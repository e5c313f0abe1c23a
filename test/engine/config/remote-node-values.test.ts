import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configKeys } from '../../../engine/config/config-keys.ts';
import { remoteNodeList } from '../../../engine/config/remote-node-values.ts';

const node = { name: 'far', api_base_url: 'https://far.example' };
const bearer = { ...node, auth_type: 'token' };
const basic = { ...node, auth_type: 'basic', basic_auth_username: 'ada' };

function problemsOf(...list: readonly object[]): readonly string[] {
  const { error } = remoteNodeList().safeParse(list);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
}

describe('remote nodes', () => {
  it('are nobody in particular, asked for 30 seconds, unless told otherwise', () => {
    expect(remoteNodeList().parse([node])).toEqual([
      {
        name: 'far',
        baseUrl: 'https://far.example',
        auth: { type: 'none' },
        timeoutMs: 30_000,
        tls: { caFile: null, skipVerify: false },
      },
    ]);
  });

  it.each([
    [{ ...node, name: 'local' }, '0.name must not be `local`, which is this engine'],
    [{ ...node, name: 'a b' }, '0.name must have at most 40 letters'],
    [{ name: 'far' }, '0.api_base_url must be an address'],
    [{ ...node, api_base_url: 'ftp://far' }, '0.api_base_url must be an address'],
    [
      { ...node, api_base_url: 'https://ada:pass@far' },
      '0.api_base_url must be an address without',
    ],
    [{ ...node, api_base_url: 'https://far?key=1' }, '0.api_base_url must be an address without'],
    [{ ...node, auth_type: 'digest' }, '0.auth_type must be'],
    [{ ...bearer, auth_token: ' \n' }, '0.auth_type requires `auth_token`, which is empty'],
    [{ ...bearer, auth_token: 'two words' }, '0.auth_token must not have spaces'],
    [{ ...bearer, auth_token: 'a\nb' }, '0.auth_token must not have spaces'],
    [
      { ...basic, basic_auth_password: '' },
      '0.auth_type requires `basic_auth_password`, which is empty',
    ],
    [
      { ...basic, basic_auth_username: 'a:b', basic_auth_password: 'p' },
      '0.basic_auth_username must not have a colon',
    ],
    [{ ...node, timeout: '0s' }, '0.timeout must be a duration'],
    [{ ...node, timeout: '25h' }, '0.timeout must be a duration'],
    [{ ...node, token: 'x' }, '0 '],
  ])('are refused as %o', (written, says) => {
    const problems = problemsOf(written);

    expect(problems.join('\n')).toContain(says);
  });

  it('have a description that names each of their keys', () => {
    const token = { ...bearer, auth_token: 't', timeout: '5s' };
    const list = [
      { ...token, ca_file: 'ca.pem', skip_tls_verify: true },
      { ...basic, basic_auth_password: 'p', name: 'other' },
    ];
    const { description } = configKeys.remote_nodes;

    const unnamed = list.flatMap(Object.keys).filter((key) => !description.includes(`\`${key}\``));

    expect(problemsOf(...list)).toEqual([]);
    expect(unnamed).toEqual([]);
  });

  it('have names of their own', () => {
    expect(problemsOf(node, node)).toHaveLength(1);
  });

  it('have tokens that a header can hold, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (auth_token) => {
        const { data } = remoteNodeList().safeParse([{ ...bearer, auth_token }]);
        const auth = data?.[0]?.auth;
        if (auth?.type === 'token') new Headers({ Authorization: `Bearer ${auth.token}` });
      }),
    );
    expect(remoteNodeList().parse([{ ...bearer, auth_token: 'abc\n' }])).toMatchObject([
      { auth: { token: 'abc' } },
    ]);
  });
});
