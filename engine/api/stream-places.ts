import { EngineError } from '../contract/errors.ts';
import type { Caller } from '../contract/operations.ts';

/** Leaves connections for everything else. */
const MAX_STREAMS = 800;
/** Leaves streams for everybody else. */
const MAX_OF_CALLER = 100;

export interface StreamPlaces {
  /**
   * Takes a place for a stream of a caller, and returns how it is given back.
   *
   * @throws EngineError `rate_limited` when the caller has enough of them, `service_unavailable` when there are none left.
   */
  readonly take: (caller: Caller) => () => void;
}

/** The event streams that may be open at once, in total and for each caller. */
export function createStreamPlaces(): StreamPlaces {
  const counts = new Map<string, number>();
  let total = 0;

  return {
    take: (caller) => {
      const key = keyOf(caller);
      const own = counts.get(key) ?? 0;
      if (total >= MAX_STREAMS) throw tooMany();
      if (own >= MAX_OF_CALLER && isOne(caller)) throw tooManyOfCaller();
      counts.set(key, own + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}

/** A user by the id, which stays when the name is another; a key by its name, which no other key has. */
function keyOf({ kind, userId, name }: Caller): string {
  return kind === 'user' ? `user ${userId}` : `${kind} ${name}`;
}

/** Without users everybody is the owner, so a bound for that name would keep nothing free for anybody else. */
function isOne({ kind }: Caller): boolean {
  return kind !== 'owner';
}

function tooManyOfCaller(): EngineError {
  return new EngineError(
    'rate_limited',
    `You have ${MAX_OF_CALLER} open event streams, which is the limit. Close one, or share one stream.`,
  );
}

function tooMany(): EngineError {
  return new EngineError(
    'service_unavailable',
    `This engine has ${MAX_STREAMS} open event streams, which is the limit. Try again later.`,
  );
}
