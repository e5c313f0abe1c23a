import { dockerPlace } from './docker-client.ts';
import { leaseOfProcess, writeLease } from './lease.ts';
import { ownName } from './process-name.ts';

/** Notes that what this program makes must not outlive it. Returns the lease. */
export function writeStepLease(folder: string): string {
  const owner = ownName();
  const file = leaseOfProcess(folder, owner);
  writeLease(file, { holder: { kind: 'process', owner }, dockerEnv: dockerPlace() });
  return file;
}
