import type { Database } from '../storage/database.ts';
import { hasOtherAdmin, type UserRow } from '../storage/users.ts';

type Standing = Pick<UserRow, 'role' | 'isDisabled'>;

/** Whether nobody would be left to administrate if a user became so; null: if the user were gone. */
export function leavesNoAdmin(db: Database, user: UserRow, after: Standing | null): boolean {
  return isAdmin(user) && !isAdmin(after) && !hasOtherAdmin(db, user.id);
}

function isAdmin(user: Standing | null): boolean {
  return user?.role === 'admin' && user.isDisabled === 0;
}
