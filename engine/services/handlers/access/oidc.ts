import { createOidc, type Oidc } from '../../../auth/oidc/oidc.ts';
import { signIn } from '../../../auth/oidc/sign-in.ts';
import type { OidcSettings } from '../../../config/config.ts';
import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers } from '../../../contract/operations.ts';
import type { EngineServices } from '../../engine-services.ts';

type Handlers = Pick<OperationHandlers, 'auth.oidcStart' | 'auth.oidcFinish'>;

/** Login through an identity provider. */
export function oidcHandlers(services: EngineServices): Handlers {
  const { config, clock, log } = services;
  const settings = config.auth.oidc;
  if (settings === null) return { 'auth.oidcStart': refuse, 'auth.oidcFinish': refuse };
  const oidc = createOidc({ settings, clock, log });
  return {
    'auth.oidcStart': () => oidc.start(),
    'auth.oidcFinish': (answer) => finish(services, { settings, oidc }, answer),
  };
}

async function finish(
  { writes, clock, auth }: EngineServices,
  { settings, oidc }: { readonly settings: OidcSettings; readonly oidc: Oidc },
  answer: Parameters<Oidc['finish']>[0],
) {
  const claims = await oidc.finish(answer);
  const user = await writes.commitSynced((db) =>
    signIn(db, { settings, claims, now: clock.now() }),
  );
  return auth.sessions.issue(user);
}

function refuse(): never {
  throw new EngineError(
    'not_found',
    'Login through an identity provider is disabled: `auth.builtin.oidc.enabled` is false.',
  );
}
