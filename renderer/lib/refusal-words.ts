import { reaches } from '#contract/access.ts';
import type { Role } from '#contract/auth.ts';
import type { Access } from '#contract/operation.ts';

/** Why somebody may not do a thing, as a sentence; nothing when he may. */
export function refusalWords(role: Role, access: Access): string | undefined {
  if (reaches(access, { role })) return undefined;
  const needed = access === 'admin' ? 'admin' : `${access} or higher`;
  return `This needs the role ${needed}; yours is ${role}.`;
}
