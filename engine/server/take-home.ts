import type { Clock } from '../lib/clock.ts';
import { readEndpoint } from '../platform/endpoint-file.ts';
import { commandEngine } from './ask-command.ts';
import { EngineLost } from './engine-lost.ts';
import { Patience } from './patience.ts';

interface Home {
  readonly dataDir: string;
  readonly clock: Clock;
}

/**
 * Starts an engine that stays. A command that has the home is asked to hand it over, and goes on as a client.
 *
 * @throws HomeInUse where another engine that stays has it, or a command that does not let go of it.
 */
export async function startForGood<T>(
  start: () => Promise<T>,
  { dataDir, clock }: Home,
): Promise<T> {
  const patience = new Patience(clock, { noAnswer: null });
  for (;;) {
    try {
      return await start();
    } catch (error) {
      await patience.after(error);
    }
    await askForHome(dataDir);
  }
}

async function askForHome(dataDir: string): Promise<void> {
  const endpoint = await readEndpoint(dataDir);
  const socket = endpoint?.socket ?? null;
  if (endpoint === null || endpoint.isService || socket === null) return;
  try {
    await commandEngine({ dataDir, endpoint, socket }).handOver();
  } catch (error) {
    // It has ended meanwhile, so the home is free.
    if (!(error instanceof EngineLost)) throw error;
  }
}
