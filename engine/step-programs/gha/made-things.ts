import { endLease } from '../docker/lease.ts';
import { writeStepLease } from '../docker/step-lease.ts';

/** Images and containers of this program that are there, or may be. */
const things = new Set<string>();

/** Is called before the thing is made: while there is one, this program has a lease, so that a kill leaves none behind. */
export function willMake(thing: string, leases: string): MadeThing {
  const lease = writeStepLease(leases);
  things.add(thing);
  return {
    isGone: () => {
      things.delete(thing);
      if (things.size === 0) endLease(lease);
    },
  };
}

interface MadeThing {
  readonly isGone: () => void;
}
