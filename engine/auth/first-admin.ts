import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import { hasUsers, insertUser } from '../storage/users.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { newUser } from './new-user.ts';
import { hashSecret, PASSWORD_COST } from './passwords.ts';

interface Dependencies {
  readonly config: Pick<Config, 'auth'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly db: Database;
  readonly writes: WriteQueue;
}

/** Makes the administrator of the settings where there is no user yet. Later changes of the settings change nobody. */
export async function makeFirstAdmin({ config, clock, log, db, writes }: Dependencies) {
  const { admin } = config.auth;
  if (admin === null || hasUsers(db)) return;
  const passwordHash = await hashSecret(admin.password, PASSWORD_COST);
  const { username } = admin;
  const user = newUser({ username, role: 'admin', passwordHash, now: clock.now() });
  await writes.commitSynced((open) => insertUser(open, user));
  log.info('Created the first administrator', { username });
}
