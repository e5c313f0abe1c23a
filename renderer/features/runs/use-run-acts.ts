import { useCallback } from 'react';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useStable } from '../../components/use-stable.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { useCopy } from '../../components/use-copy.ts';
import { formatError } from '../../lib/format-error.ts';
import type { GateActs } from './GateForm.tsx';
import { runActs } from './run-acts.ts';
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
  const copy = useCopy();
  const calls = runCalls(engine, identity);
  const { attempt, refresh } = store.getState();
  const { retry, runAgain, copyId } = runActs({ engine, navigation, attempt, copy }, identity);

  const acts = useStable<Omit<RunActs, 'refusal'>>({
    stop: onStop,
    retry,
    reschedule: onRunAgain,
    mark: (stepName, status) =>
      void attempt(async () => {
        await calls.setStepStatus(stepName, status);
        await refresh();
      }),
    copyId,
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
  return {
    commandsFor,
    runAgain,
    gate: (stepName) => ({
      approve: (inputs) => decide(() => calls.approve(stepName, inputs)),
      reject: (reason) => decide(() => calls.reject(stepName, reason)),
    }),
  };
}
