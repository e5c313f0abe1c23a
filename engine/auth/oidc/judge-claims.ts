import type { OidcSettings } from '../../config/config.ts';
import { roles, type Role } from '../../contract/auth.ts';
import { EngineError } from '../../contract/errors.ts';

/** What the provider says about a person: the claims of the ID token and of its userinfo. */
export interface Claims {
  /** Issuer, and the person's id there. */
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

type AllowSettings = Pick<OidcSettings, 'allowedDomains' | 'whitelist'>;

/**
 * Refuses people whose email address is not among those that may log in. An address that the provider does not
 * call verified could be anybody's.
 *
 * @throws EngineError `forbidden`.
 */
export function checkEmail(claims: Claims, { allowedDomains, whitelist }: AllowSettings): void {
  if (allowedDomains.length === 0 && whitelist.length === 0) return;
  const email = textOf(claims['email']).toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isListed =
    holds(whitelist, email) || (email.includes('@') && holds(allowedDomains, domain));
  // Some providers write the truth value as a text.
  if (isListed && String(claims['email_verified']) === 'true') return;
  throw new EngineError('forbidden', 'This email address is not allowed to log in.');
}

type RoleSettings = Pick<OidcSettings, 'groupsClaim' | 'groupMappings' | 'defaultRole' | 'strict'>;

/**
 * The highest role that a group of the person has, else the default one.
 *
 * @throws EngineError `forbidden` for somebody of none of these groups, where that is asked for.
 */
export function roleOf(claims: Claims, settings: RoleSettings): Role {
  const { groupMappings, groupsClaim } = settings;
  const own = new Set(groupsOf(claims[groupsClaim]));
  const given = Object.entries(groupMappings).flatMap(([group, role]) =>
    own.has(group) ? [role] : [],
  );
  const highest = roles.find((role) => given.includes(role));
  if (highest !== undefined) return highest;
  if (!settings.strict) return settings.defaultRole;
  throw new EngineError('forbidden', 'None of your groups is allowed to log in.');
}

function groupsOf(claim: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((group) => typeof group === 'string');
}

const MAX_LETTERS = 56;

/** A user name made from what the provider calls the person; it may be taken. */
export function nameOf(claims: Claims): string {
  const given = [claims['preferred_username'], claims['email'], claims.sub].map(textOf);
  const names = given.map((text) => text.normalize('NFC').replace(/[\s:\p{C}]+/gu, '-'));
  const name = names.find((text) => /[^-]/.test(text)) ?? 'user';
  // Without the first half of a letter that was cut in two.
  return name.slice(0, MAX_LETTERS).replace(/[\uD800-\uDBFF]$/, '');
}

function holds(list: readonly string[], text: string): boolean {
  return list.some((entry) => entry.toLowerCase() === text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
