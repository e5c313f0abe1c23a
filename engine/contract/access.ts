import { roles, type Role } from './auth.ts';
import { EngineError } from './errors.ts';
import type { Access, Route } from './operation.ts';
import type { Caller } from './operations.ts';

const rank = {
  public: 0,
  viewer: 1,
  operator: 2,
  manager: 3,
  admin: 4,
} as const satisfies Record<Access, number>;

/** Whether a role reaches what is asked for; a higher role may all that a lower one may. */
export function reaches(needed: Access, { role }: Pick<Caller, 'role'>): boolean {
  return needed === 'public' || (role !== null && rank[role] >= rank[needed]);
}

/** The role of the two that may less. */
export function lowerRole(one: Role, other: Role): Role {
  return rank[one] < rank[other] ? one : other;
}

/** The role of somebody who asks on behalf of another: the lower one. What is no role is the lowest. */
export function lentRole(own: Role | null, asker: string): Role | null {
  return own === null ? own : lowerRole(own, roles.find((role) => role === asker) ?? 'viewer');
}

/** What an operation needs where `inlineRuns` is the least role that may bring commands; left out: at the very least. */
export function accessOf(
  { access, ownCommands }: Route,
  inlineRuns: 'manager' | 'operator' = 'operator',
): Access {
  return ownCommands === 'always' ? inlineRuns : access;
}

/** Refuses a caller whose role does not reach what is asked for. */
export function checkAccess(needed: Access, { role }: Caller): void {
  if (reaches(needed, { role })) return;
  if (role === null) {
    throw new EngineError(
      'unauthorized',
      'This requires authentication. Log in, or send an API key.',
    );
  }
  throw new EngineError(
    'forbidden',
    `Insufficient permissions: this requires the role ${needed}, and you have the role ${role}.`,
  );
}
