import type { Timer } from './timer.ts';

interface Wait<T> {
  readonly limitMs: number;
  readonly otherwise: T;
  readonly after: Timer;
}

/** The answer, or a stand-in for one that takes too long. */
export async function answerInTime<T>(answer: Promise<T>, wait: Wait<T>): Promise<T> {
  const limit = Promise.withResolvers<T>();
  const cancel = wait.after(wait.limitMs, () => limit.resolve(wait.otherwise));
  const first = await Promise.race([answer, limit.promise]);
  cancel();
  return first;
}
