import type { Finding } from '../../contract/operations/maintenance.ts';
import { problem, type Check, type DoctorContext, type Verdict } from './check.ts';
import { clockCheck } from './clock.ts';
import { dagsCheck } from './dags.ts';
import { databaseCheck } from './database.ts';
import { diskCheck } from './disk.ts';
import { foldersCheck } from './folders.ts';
import { gitSyncCheck } from './git-sync.ts';
import { homeCheck } from './home.ts';
import { keychainCheck } from './keychain.ts';
import { pathCheck } from './path.ts';
import { permissionsCheck } from './permissions.ts';
import { portCheck } from './port.ts';
import { secretsCheck } from './secrets.ts';
import { shellsCheck } from './shells.ts';

const checks: readonly Check[] = [
  foldersCheck,
  permissionsCheck,
  diskCheck,
  databaseCheck,
  homeCheck,
  dagsCheck,
  secretsCheck,
  shellsCheck,
  pathCheck,
  keychainCheck,
  gitSyncCheck,
  clockCheck,
  portCheck,
];

/** Makes all checks; the findings are in their order. */
export async function examine(context: DoctorContext): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ({ name, look }) =>
      (await looked({ name, look }, context)).map((verdict) => ({ check: name, ...verdict })),
    ),
  );
  return found.flat();
}

async function looked({ look }: Check, context: DoctorContext): Promise<readonly Verdict[]> {
  try {
    return await look(context);
  } catch (error) {
    return [
      problem(
        `This check failed: ${(error instanceof Error ? error.message : String(error)).replace(/\.$/, '')}.`,
        'Fix this first, then run the check again.',
      ),
    ];
  }
}
