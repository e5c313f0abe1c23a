import { setTimeout as delay } from 'node:timers/promises';

/** How long a test waits for something that should come much sooner. */
export const PATIENCE_MS = 50_000;

/** Waits for a condition that nothing announces. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not come true in time that ${what}.`);
    await delay(10);
  }
}
