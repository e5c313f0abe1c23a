import type { ForkedEngine } from '../../support/fork-engine.ts';

/**
 * Asks for every run, called ones too, with its steps' attempts and logs.
 *
 * @throws Error for a run that cannot be shown, or that two answers show in two ways.
 */
export async function loadEverything({ call }: ForkedEngine): Promise<void> {
  const { dagRuns } = await call('runs.list', {});
  for (const { name, dagRunId } of dagRuns) {
    const one = { name, dagRunId };
    const { dagRun } = await call('runs.get', one);
    await call('runs.outputs', one);
    await call('runs.log', one);
    for (const { step } of dagRun.nodes) {
      await call('runs.stepLog', { ...one, stepName: step.name });
      await call('runs.stepAttempts', { ...one, stepName: step.name });
    }
    for (const sub of (await call('subRuns.list', one)).subRuns) {
      const { dagRun: child } = await call('subRuns.get', { ...one, subDAGRunId: sub.dagRunId });
      if (child.statusLabel !== sub.statusLabel)
        throw new Error(`${sub.dagRunId} has two statuses`);
    }
  }
}
