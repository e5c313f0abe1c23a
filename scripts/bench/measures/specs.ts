/** Statuses of runs and of nodes. */
export const RUNNING = 1;
export const SUCCEEDED = 4;

/** Steps that end at once and well. */
export function idleSteps(count: number): string {
  const steps = Array.from(
    { length: count },
    (_, index) => `  - name: s${index}\n    command: "true"\n`,
  );
  return `steps:\n${steps.join('')}`;
}
