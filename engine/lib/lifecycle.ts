import type { Logger } from './logger.ts';

/** What a service does as its engine comes and goes. What it has no need of is left out. */
export interface Lifecycle {
  /** Before the engine answers anything; a failure ends the start. */
  readonly start?: () => void | Promise<void>;
  /** Begins what it does by itself while the engine stays. */
  readonly serve?: () => void;
  /** Takes on nothing new, and resolves when nobody waits for it any more. */
  readonly drain?: () => void | Promise<void>;
  /** Lets go of everything, whether it has started or not. */
  readonly stop?: () => void | Promise<void>;
}

export interface Lifecycles {
  /** Starts all in their order; those of a `service` then serve. When one fails, all are stopped before this rejects. */
  readonly start: (options: { readonly isService: boolean }) => Promise<void>;
  readonly drain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts services in the order of their keys, and drains and stops them in the reverse order: each stands on those before
 * it. One that fails to end keeps no other from it.
 */
export function createLifecycles(
  services: Readonly<Record<string, Lifecycle>>,
  log: Pick<Logger, 'error'>,
): Lifecycles {
  const inOrder = Object.entries(services);

  async function end(how: 'drain' | 'stop'): Promise<void> {
    for (const [service, lifecycle] of inOrder.toReversed()) {
      try {
        const ending = lifecycle[how]?.();
        // The others end in this very turn: nothing begins in between.
        if (ending instanceof Promise) await ending;
      } catch (error) {
        log.error('A service failed to end', { service, how, error });
      }
    }
  }

  return {
    start: async ({ isService }) => {
      try {
        for (const [, { start }] of inOrder) await start?.();
        if (isService) for (const [, { serve }] of inOrder) serve?.();
      } catch (error) {
        await end('stop');
        throw error;
      }
    },
    drain: () => end('drain'),
    stop: () => end('stop'),
  };
}
