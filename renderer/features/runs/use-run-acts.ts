import { useCallback } from 'react';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useStable } from '../../components/use-stable.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { formatError } from '../../lib/format-error.ts';
import { paths } from '../../lib/paths.ts';
import type { GateActs } from './GateForm.tsx';
import { runCalls } from './run-calls.ts';
import { runCommands, type CommandedRun, type RunActs, type RunCommands } from './run-commands.ts';
import type { RunIdentity } from './run-identity.ts';
import type { RunNode } from './run-nodes.ts';
import type { RunStore } from './run-store.ts';

interface RunActsInput {
  readonly store: RunStore;
  readonly identity: RunIdentity;
  /** Stopping asks first. */
  readonly onStop: () => void;
  /** So does running again where there is something to ask. */
  readonly onRunAgain: () => void;
}

interface ActsOfRun {
  /** The same function as long as the same is allowed. */
  readonly commandsFor: (run: CommandedRun, entry: RunNode | undefined) => RunCommands;
  readonly gate: (stepName: string) => GateActs;
  /** With some of its parameters changed. */
  readonly runAgain: (changes: Readonly<Record<string, string>>) => void;
}

/** What can be done to the run of a page, bound to the engine. */
export function useRunActs({ store, identity, onStop, onRunAgain }: RunActsInput): ActsOfRun {
  const engine = useEngine();
  const navigation = useNavigation();
  const refusal = useRefusal();
  const calls = runCalls(engine, identity);
  const { attempt, refresh } = store.getState();
  const own = { name: identity.name, dagRunId: identity.dagRunId };

  const acts = useStable<Omit<RunActs, 'refusal'>>({
    stop: onStop,
    retry: (stepName) =>
      void attempt(() =>
        engine.call('runs.retry', stepName === undefined ? own : { ...own, stepName }),
      ),
    reschedule: onRunAgain,
    mark: (stepName, status) =>
      void attempt(async () => {
        await calls.setStepStatus(stepName, status);
        await refresh();
      }),
    copyId: () => void navigator.clipboard.writeText(identity.dagRunId),
  });
  const commandsFor = useCallback(
    (run: CommandedRun, entry: RunNode | undefined) =>
      runCommands(run, entry, { ...acts, refusal }),
    [acts, refusal],
  );
  /** A refused decision is said at its form, and not at the top of the page. */
  const decide = async (work: () => Promise<unknown>): Promise<string | undefined> => {
    try {
      await work();
      await refresh();
      return undefined;
    } catch (error) {
      return formatError(error);
    }
  };
  const runAgain = (changes: Readonly<Record<string, string>>): void =>
    void attempt(async () => {
      const params = Object.keys(changes).length === 0 ? {} : { params: changes };
      const { dagRunId } = await engine.call('runs.reschedule', { ...own, ...params });
      navigation.go(paths.run({ name: own.name, dagRunId }));
    });
  return {
    commandsFor,
    runAgain,
    gate: (stepName) => ({
      approve: (inputs) => decide(() => calls.approve(stepName, inputs)),
      reject: (reason) => decide(() => calls.reject(stepName, reason)),
    }),
  };
}
