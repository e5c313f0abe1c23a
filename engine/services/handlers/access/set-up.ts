import { isAtMachine } from '../../../auth/at-machine.ts';
import { newUser } from '../../../auth/new-user.ts';
import { hashSecret, PASSWORD_COST } from '../../../auth/passwords.ts';
import type { Session } from '../../../contract/auth.ts';
import { EngineError } from '../../../contract/errors.ts';
import type { Caller, OperationInput } from '../../../contract/operations.ts';
import type { Database } from '../../../storage/database.ts';
import { hasUsers, insertUser } from '../../../storage/users.ts';
import type { EngineServices } from '../../engine-services.ts';

/** Makes the first administrator. Throws `forbidden` once there is a user, and for who calls over a network. */
export async function setUp(
  { config, db, writes, clock, auth }: EngineServices,
  { username, password }: OperationInput<'auth.setup'>,
  caller: Caller,
): Promise<Session> {
  refuseSecondSetup(db);
  // Else whoever of the network comes first would own the engine.
  if (!isAtMachine(config, caller)) throw fromAfar();
  const passwordHash = await hashSecret(password, PASSWORD_COST);
  const now = clock.now();
  const fresh = newUser({ username, role: 'admin', passwordHash, now });
  const user = { ...fresh, lastLoginAt: now };
  await writes.commitSynced((open) => {
    refuseSecondSetup(open);
    insertUser(open, user);
  });
  return auth.sessions.issue(user);
}

function refuseSecondSetup(db: Database): void {
  if (!hasUsers(db)) return;
  throw new EngineError(
    'forbidden',
    'The setup is complete: a user already exists. Log in instead.',
  );
}

function fromAfar(): EngineError {
  return new EngineError(
    'forbidden',
    "Create the first administrator on the engine's machine: in the window, on the command line " +
      '(`dagwright users create NAME --role admin`), or with `auth.builtin.admin` in config.yaml.',
  );
}
