import { reaches } from '#contract/access.ts';
import type { Role } from '#contract/auth.ts';
import type { Access } from '#contract/operation.ts';
import { texts } from './texts.ts';

/** Why somebody may not do a thing, as a sentence; nothing when he may. */
export function formatRefusal(role: Role, access: Access): string | undefined {
  if (reaches(access, { role })) return undefined;
  const needed = access === 'admin' ? access : texts.role.orHigher(access);
  return texts.role.required(needed, role);
}
