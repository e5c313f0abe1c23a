import type Docker from 'dockerode';

/** Waits for the end of a container, which runs, at most so long. Answers whether it has ended. */
export async function endsWithin(
  container: Docker.Container,
  limitMs: number,
  condition: 'not-running' | 'next-exit' = 'not-running',
): Promise<boolean> {
  const abortSignal = AbortSignal.timeout(limitMs);
  try {
    await container.wait({ condition, abortSignal });
    return true;
  } catch (error) {
    if (abortSignal.aborted) return false;
    throw error;
  }
}
