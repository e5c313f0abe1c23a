import { setTimeout as delay } from 'node:timers/promises';
import { descriptors } from '../process-cost.ts';
import type { RunningServer } from '../servers/server.ts';

/** Enough for what was asked before to be closed. */
const SETTLE_MS = 2_000;

/** How many descriptors a server has open that nobody asks for anything. */
export async function descriptorsAtRest({ api, pid }: RunningServer): Promise<number> {
  // A connection that is kept is a descriptor on the other side as well.
  api.close();
  await delay(SETTLE_MS);
  return descriptors(pid);
}
