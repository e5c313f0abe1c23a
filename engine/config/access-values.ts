import { z } from 'zod';
import { shape } from '../contract/shape.ts';
import {
  newPassword as contractPassword,
  roles,
  username as contractUsername,
} from '../contract/auth.ts';
import { oneOf } from './values.ts';

/** Short enough for YAML and the environment, long enough for HS256. */
export const signingSecret = shape(() =>
  z
    .string('must be text')
    .transform((text) => (text === '' ? null : text))
    .refine(
      (text) => text === null || Buffer.byteLength(text) >= 32,
      'must have at least 32 characters, for example from `openssl rand -base64 32`',
    )
    .describe('text of 32 characters or more'),
);

/** The rules are those of the interface, in words that fit here. */
export const username = shape(() =>
  z
    .string('must be text')
    .refine(
      (text) => contractUsername.safeParse(text).success,
      'must have 1 to 64 characters, without spaces or colons',
    )
    .describe('user name'),
);
export const newPassword = shape(() =>
  z
    .string('must be text')
    .refine(
      (text) => contractPassword.safeParse(text).success,
      'must have at least 8 characters and at most 72 bytes',
    )
    .describe('password'),
);

export const roleName = oneOf(...roles);

const mapRule = 'must give each group a role';
/** Roles by group: a map, or `group=role, other=role`. */
export const roleMap = shape(() =>
  z
    .preprocess(
      (value) =>
        typeof value === 'string' ? Object.fromEntries(value.split(',').map(pair)) : value,
      z
        .record(z.string(), roleName(), mapRule)
        .refine((roleOf) => !Object.hasOwn(roleOf, ''), mapRule),
    )
    .describe('map of groups to roles'),
);

function pair(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}
