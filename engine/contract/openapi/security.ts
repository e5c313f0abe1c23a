import type { Operation } from '../operation.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

/** Specification "Authentication". */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A JWT from `POST /auth/login`, or an API key (`svc_…`), which has a role.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'User name and password of `auth.basic`, if `auth.basic.enabled` is true.',
  },
  webhookToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a webhook (`svc_wh_…`), which is valid for its DAG only.',
  },
} as const;

const anyUser: readonly Requirement[] = [{ bearer: [] }, { basic: [] }];

/** Which credentials an operation takes; an empty list: none. */
export function securityOf({ access, credentials, privateBy }: Operation): readonly Requirement[] {
  // A signature is none of the schemes that OpenAPI knows.
  if (credentials !== undefined) return [{ [credentials]: [] }, {}];
  // A setting says whether it is public.
  if (privateBy !== undefined) return [{}, ...anyUser];
  return access === 'public' ? [] : anyUser;
}

/** Which credentials the event streams take. */
export const securityOfEvents = anyUser;

/** Who may call, as a sentence. */
export function whoMayCall({
  access,
  credentials,
  privateBy,
}: Pick<Operation, 'access' | 'credentials' | 'privateBy'>): string {
  if (credentials !== undefined) {
    return 'Requires the token of the webhook, or a valid signature if its `signature` is not `none`.';
  }
  if (privateBy !== undefined) {
    return `Requires the role viewer unless \`${privateBy}\` is \`public\`.`;
  }
  return access === 'public'
    ? 'Requires no credentials.'
    : `Requires the role ${access} or a higher one.`;
}
