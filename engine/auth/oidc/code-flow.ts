import type { Configuration, UserInfoResponse } from 'openid-client';
import type { OidcSettings } from '../../config/config.ts';
import { EngineError } from '../../contract/errors.ts';
import type { Claims } from './judge-claims.ts';
import { loadClient } from './provider.ts';

/** What is known of a login between its beginning and its end. */
export interface Login {
  readonly verifier: string;
  readonly nonce: string;
}

/** Where a new login begins, and what has to be known when it comes back. */
export async function begin(provider: Configuration, { scopes }: OidcSettings, callback: URL) {
  const client = await loadClient();
  const login = { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce() };
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: callback.href,
    // Without this one there is no login, whatever else the settings ask for (OpenID Connect Core, 3.1.2.1).
    scope: [...new Set(['openid', ...scopes])].join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    state,
    nonce: login.nonce,
  });
  return { url: url.href, state, login };
}

export interface Exchange {
  /** The address to which the provider sent the browser. */
  readonly address: URL;
  readonly login: Login;
  readonly state: string;
}

/**
 * The code for tokens, of which nothing is kept: what they say is all that is asked for. Throws errors of openid-client, and
 * `unauthorized` where there is no ID token.
 */
export async function exchange(
  provider: Configuration,
  { address, login, state }: Exchange,
): Promise<Claims> {
  const client = await loadClient();
  const tokens = await client.authorizationCodeGrant(provider, address, {
    pkceCodeVerifier: login.verifier,
    expectedNonce: login.nonce,
    expectedState: state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw unknownLogin();
  let more: Partial<UserInfoResponse> = {};
  if (provider.serverMetadata().userinfo_endpoint !== undefined) {
    more = await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
  }
  // What is signed counts before what is not.
  return { ...more, ...claims };
}

/** The answer to what belongs to no login that waits for it. */
export function unknownLogin(): EngineError {
  return new EngineError('unauthorized', 'This login has expired. Log in again.');
}
