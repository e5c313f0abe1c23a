import type { Clock } from '../../lib/clock.ts';
import { GitError } from './git.ts';

/** As long as Node waits for the next bytes of an answer over HTTP. */
const SILENCE_MS = 5 * 60_000;

/** Waits for the next thing that the other side does. @throws GitError `time` */
export type Hear = <T>(next: Promise<T>) => Promise<T>;

/** Gives up a host that does nothing for five minutes, though its line is there. */
export function hearing(host: string, clock: Pick<Clock, 'after'>): Hear {
  return async (next) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(SILENCE_MS, () => {
      const message = `${host} has sent nothing for five minutes. Try again later.`;
      reject(new GitError('time', message));
    });
    try {
      return await Promise.race([next, promise]);
    } finally {
      cancel();
    }
  };
}

/** The same parts; each next one is waited for by `hear`, which gives up where none comes. */
export async function* heardParts(
  parts: AsyncIterator<Uint8Array>,
  hear: Hear,
): AsyncIterableIterator<Uint8Array> {
  for (;;) {
    const next = await hear(parts.next());
    if (next.done === true) return;
    yield next.value;
  }
}
