import type { QueueSettings } from '../config/config.ts';

/** How many runs each queue lets go on at a time. */
export interface QueueLimits {
  readonly areEnabled: boolean;
  /** Names of the queues of the configuration, in its order. */
  readonly globalNames: readonly string[];
  readonly isGlobal: (queue: string) => boolean;
  /** One for a queue that no configuration names. */
  readonly of: (queue: string) => number;
  readonly change: (settings: QueueSettings) => void;
}

/** Limits by queue name; a queue that no setting names has room for one run. */
export function createQueueLimits(first: QueueSettings): QueueLimits {
  let enabled = first.enabled;
  let limits = limitsOf(first);
  return {
    get areEnabled() {
      return enabled;
    },
    get globalNames() {
      return [...limits.keys()];
    },
    isGlobal: (queue) => limits.has(queue),
    of: (queue) => limits.get(queue) ?? 1,
    change: (settings) => {
      enabled = settings.enabled;
      limits = limitsOf(settings);
    },
  };
}

function limitsOf({ config }: QueueSettings): ReadonlyMap<string, number> {
  return new Map(config.map(({ name, maxConcurrency }) => [name, maxConcurrency]));
}
