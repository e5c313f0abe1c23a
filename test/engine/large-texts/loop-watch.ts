import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs some work of an engine in this process, and tells the most processor time, in milliseconds, that this thread used in
 * one turn of its event loop. What other processes do meanwhile does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  let longest = 0;
  let before = process.threadCpuUsage();
  while (!isOver) {
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  }
  await done;
  return longest;
}
