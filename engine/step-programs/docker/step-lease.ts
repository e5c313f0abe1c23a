import { dockerPlace } from './docker-client.ts';
import type { Inside } from './inside.ts';
import { leaseOfProcess, writeLease } from './lease.ts';
import { ownName } from './process-name.ts';

/** Notes that what this program makes, and runs inside what stays, must not outlive it. Returns the lease. */
export function writeStepLease(folder: string, inside?: Inside): string {
  const owner = ownName();
  const file = leaseOfProcess(folder, owner);
  const holder = { kind: 'process', owner, ...(inside === undefined ? {} : { inside }) } as const;
  writeLease(file, { holder, dockerEnv: dockerPlace() });
  return file;
}
