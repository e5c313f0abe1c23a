import type { Operation } from '../operation.ts';
import type { OperationName } from '../operations.ts';

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
    description: 'The name and the password of `auth.basic`, where `auth.basic.enabled` is true.',
  },
  webhookToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of one webhook (`svc_wh_…`), which is good for its DAG alone.',
  },
} as const;

const anyUser: readonly Requirement[] = [{ bearer: [] }, { basic: [] }];

/** Which credentials an operation takes; an empty list: none. */
export function securityOf(
  name: OperationName,
  { access, privateBy }: Operation,
): readonly Requirement[] {
  if (name === 'webhooks.trigger') return [{ webhookToken: [] }];
  // A setting says whether it is public.
  if (privateBy !== undefined) return [{}, ...anyUser];
  return access === 'public' ? [] : anyUser;
}

/** Which credentials the event streams take. */
export const securityOfEvents = anyUser;

/** Who may call, as a sentence. */
export function whoMayCall(
  name: OperationName | 'events',
  operation: Pick<Operation, 'access' | 'privateBy'>,
) {
  if (name === 'webhooks.trigger') return 'Needs the token of the webhook.';
  const { privateBy } = operation;
  if (privateBy !== undefined)
    return `Needs the role viewer unless \`${privateBy}\` is \`public\`.`;
  return operation.access === 'public'
    ? 'Needs no credentials.'
    : `Needs the role ${operation.access} or a higher one.`;
}
