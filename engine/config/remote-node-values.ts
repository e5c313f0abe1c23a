import { z } from 'zod';
import { shape, type ValueOf } from '../contract/shape.ts';
import { isDagName } from '../contract/fields.ts';
import { parseDurationMs } from '../lib/duration.ts';
import { isHeaderWord } from '../lib/header-text.ts';
import type { RemoteNode } from './config.ts';
import { namedOnce, objectRule } from './list-rules.ts';
import { oneOf, webAddress } from './values.ts';

const listRule = 'must be a list of nodes, each with `name` and `api_base_url`';
const timeoutRule = 'must be a duration such as 30s, at most a day';
const DEFAULT_TIMEOUT_MS = 30_000;
const LONGEST_TIMEOUT_MS = 86_400_000;
const tokenRule = 'must not have spaces or control characters';

const nodeFields = () => ({
  name: z
    .string('must be the name of a node')
    .refine(isDagName, 'must have at most 40 letters, digits, `_`, `.` and `-`')
    .refine((name) => name !== 'local', 'must not be `local`, which is this engine'),
  api_base_url: webAddress(),
  auth_type: oneOf('none', 'basic', 'token')().default('none'),
  basic_auth_username: z
    .string('must be text')
    .refine((name) => !name.includes(':'), 'must not have a colon')
    .optional(),
  basic_auth_password: z.string('must be text').optional(),
  auth_token: z
    .string('must be text')
    .transform((token) => token.trim())
    .refine((token) => token === '' || isHeaderWord(token), tokenRule)
    .optional(),
  timeout: z
    .string(timeoutRule)
    .transform((text) => parseDurationMs(text) ?? 0)
    .refine((ms) => ms > 0 && ms <= LONGEST_TIMEOUT_MS, timeoutRule)
    .optional(),
  ca_file: z.string('must be a path').min(1, 'must not be empty').optional(),
  skip_tls_verify: z.boolean('must be true or false').default(false),
});
const node = shape(() => {
  const fields = nodeFields();
  return z.strictObject(fields, { error: objectRule(listRule, fields) });
});

/** Remote nodes; the environment gives them as JSON. */
export const remoteNodeList = shape(() =>
  z
    .preprocess(parsed, z.array(node(), listRule))
    .superRefine(namedOnce)
    .superRefine((list, context) => {
      for (const [index, one] of list.entries()) {
        const wrong = wrongCredential(one);
        if (wrong === null) continue;
        context.addIssue({ code: 'custom', path: [index, 'auth_type'], message: wrong });
      }
    })
    .transform((list): RemoteNode[] => list.map(toNode))
    .describe('list of nodes'),
);

/** The nodes, with their CA files made absolute; null stays null. */
export function withAbsoluteCaFiles(
  nodes: readonly RemoteNode[],
  absolute: (path: string) => string,
): readonly RemoteNode[] {
  return nodes.map((one) => {
    const { caFile } = one.tls;
    return caFile === null ? one : { ...one, tls: { ...one.tls, caFile: absolute(caFile) } };
  });
}

type Written = ValueOf<typeof node>;

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // What is no JSON is no list either, and the rule says so.
    return value;
  }
}

/** One that is left out is looked for in the keychain; an empty one is a variable that nobody has set. */
function wrongCredential(one: Written): string | null {
  if (one.auth_type === 'token' && one.auth_token === '') return emptyRule('auth_token');
  if (one.auth_type !== 'basic') return null;
  if (!one.basic_auth_username) return 'requires `basic_auth_username` as well';
  return one.basic_auth_password === '' ? emptyRule('basic_auth_password') : null;
}

const emptyRule = (key: string): string =>
  `requires \`${key}\`, which is empty; leave it out if the keychain has it`;

function toNode(one: Written): RemoteNode {
  return {
    name: one.name,
    baseUrl: one.api_base_url.replace(/\/api\/v1$/, ''),
    auth: authOf(one),
    timeoutMs: one.timeout ?? DEFAULT_TIMEOUT_MS,
    tls: { caFile: one.ca_file ?? null, skipVerify: one.skip_tls_verify },
  };
}

function authOf(one: Written): RemoteNode['auth'] {
  const { auth_type: type, basic_auth_username: username, basic_auth_password: password } = one;
  if (type === 'token') return { type, token: one.auth_token ?? null };
  if (type === 'basic') return { type, username: username ?? '', password: password ?? null };
  return { type };
}
