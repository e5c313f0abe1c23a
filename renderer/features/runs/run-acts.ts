import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Copy } from '../../components/use-copy.ts';
import type { Attempt } from '../../lib/attempt.ts';
import type { Navigation } from '../../lib/navigation.ts';
import { paths } from '../../lib/paths.ts';
import type { RunPlace } from './run-identity.ts';

interface RunActsOptions {
  readonly engine: EngineConnection;
  readonly navigation: Navigation;
  /** Says what goes wrong, on the page of the run or beside the list. */
  readonly attempt: Attempt;
  readonly copy: Copy;
}

/** What the page of a run and its row in a list do to it, once nothing is left to ask. */
export function runActs(
  { engine, navigation, attempt, copy }: RunActsOptions,
  { name, dagRunId }: RunPlace,
) {
  const own = { name, dagRunId };
  return {
    retry: (stepName?: string): void =>
      void attempt(() =>
        engine.call('runs.retry', stepName === undefined ? own : { ...own, stepName }),
      ),
    /** With some of its parameters changed. */
    runAgain: (changes: Readonly<Record<string, string>>): void =>
      void attempt(async () => {
        const params = Object.keys(changes).length === 0 ? {} : { params: changes };
        const { dagRunId: created } = await engine.call('runs.reschedule', { ...own, ...params });
        navigation.go(paths.run({ name, dagRunId: created }));
      }),
    copyId: (): void => void copy(dagRunId),
  };
}
