import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request has made the engine work so far: all that it brings counts together, in however many parts. */
export interface RequestWork {
  /** Whoever asked: the requests of one caller share one turn at what others want as well. */
  readonly lane: string;
  /** Aborts when whoever asked is gone. */
  readonly gone: AbortSignal | undefined;
  /** Characters that were read for it on the event loop. */
  charactersHere: number;
  /** Milliseconds of a processor that the side thread has used for it. */
  msAside: number;
  /** It is answered: what still goes on is work of the engine. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<RequestWork | undefined>();

/** Does what a request asks for, and counts its work. */
export async function workingFor<T>(
  { lane, gone }: Pick<RequestWork, 'lane' | 'gone'>,
  ask: () => T | Promise<T>,
): Promise<T> {
  const work = { lane, gone, charactersHere: 0, msAside: 0, isOver: false };
  try {
    return await current.run(work, ask);
  } finally {
    work.isOver = true;
  }
}

/** Does what no request is to be charged with: it lives on when the request is answered that asked for it. */
export function asOwnWork<T>(begin: () => T): T {
  return current.run(undefined, begin);
}

/** The request on whose behalf this is called; undefined: the engine works for itself. */
export function requestWork(): RequestWork | undefined {
  const work = current.getStore();
  return work?.isOver === true ? undefined : work;
}
