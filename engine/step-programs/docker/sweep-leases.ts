import { dirname } from 'node:path';
import type Docker from 'dockerode';
import { removeLayers } from './build-layers.ts';
import { dockerClientAt } from './docker-client.ts';
import { endInside } from './inside.ts';
import { endLease, layersOfProcess, readLease, type LeaseHolder } from './lease.ts';
import { failureOf } from './failure.ts';
import { endContainersOf, sweepLeft } from './owner.ts';
import { isRunning } from './process-name.ts';

/** Leases to look at: those of runs that have ended, and those of steps. */
export interface SweepRequest {
  readonly files: readonly string[];
}

/**
 * Ends the containers of runs that have ended, and what programs left that were killed. What cannot be ended now keeps its lease.
 *
 * @throws Error in words for a person.
 */
export async function sweepLeases({ files }: SweepRequest): Promise<void> {
  const failures = new Set<string>();
  for (const file of files) {
    try {
      await sweepLease(file);
    } catch (error) {
      failures.add(failureOf(error));
    }
  }
  if (failures.size > 0) throw new Error([...failures].join('; '));
}

async function sweepLease(file: string): Promise<void> {
  const lease = readLease(file);
  if (lease === null) return;
  const { holder, dockerEnv } = lease;
  if (holder.kind === 'process' && isRunning(holder.owner)) return;
  const docker = await dockerClientAt(dockerEnv);
  if (holder.kind === 'run') await endContainersOf(docker, holder);
  else await endWhatIsLeft(docker, holder, dirname(file));
  endLease(file);
}

async function endWhatIsLeft(
  docker: Docker,
  { owner, inside }: LeaseHolder & { readonly kind: 'process' },
  folder: string,
): Promise<void> {
  await sweepLeft(docker);
  await removeLayers(docker, layersOfProcess(folder, owner));
  if (inside) await endInside(docker, inside);
}
