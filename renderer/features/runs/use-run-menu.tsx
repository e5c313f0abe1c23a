import { useState } from 'react';
import type { RunDetail, RunSummary } from '#contract/run.ts';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import {
  ContextMenu,
  type ContextMenuRequest,
  type MenuPlace,
} from '../../components/ContextMenu.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { Clock } from '../../components/Clock.tsx';
import { useToasts } from '../../components/toast-context.ts';
import { useCopy } from '../../components/use-copy.ts';
import { attempting, type Attempt } from '../../lib/attempt.ts';
import { runActs } from './run-acts.ts';
import { runParams } from './run-params.ts';
import { runRowCommands } from './run-row-commands.ts';
import { RunAgainDialog } from './RunAgainDialog.tsx';
import { StopDialog } from './StopDialog.tsx';
import { texts } from './texts.ts';

/** What a command of the menu asks before it is done. */
type Asking =
  | { readonly kind: 'stop'; readonly run: RunDetail }
  | {
      readonly kind: 'again';
      readonly run: RunSummary;
      readonly runAgain: (changes: Readonly<Record<string, string>>) => void;
    };

/** The menu of a row in a list of runs, with the dialogs that its commands open. */
export function useRunMenu() {
  const engine = useEngine();
  const navigation = useNavigation();
  const refusal = useRefusal();
  const copy = useCopy();
  const attempt = useToldAttempt();
  const [menu, setMenu] = useState<ContextMenuRequest>();
  const [asking, setAsking] = useState<Asking>();

  const commandsOf = (run: RunSummary) => {
    const { name, dagRunId } = run;
    const { retry, runAgain, copyId } = runActs({ engine, navigation, attempt, copy }, run);
    // The dialog names the steps that would end, which no list knows.
    const stop = () =>
      void attempt(async () => {
        const { dagRun } = await engine.call('runs.get', { name, dagRunId });
        setAsking({ kind: 'stop', run: dagRun });
      });
    const reschedule = () => {
      if (runParams(run.params).length > 0) setAsking({ kind: 'again', run, runAgain });
      else runAgain({});
    };
    return runRowCommands(run, { stop, retry, reschedule, copyId, refusal }, navigation);
  };
  return {
    openMenu: (run: RunSummary, { x, y, height }: MenuPlace) =>
      setMenu({ x, y, height, label: texts.list.menu(run.name), commands: commandsOf(run) }),
    runMenu: (
      <>
        <ContextMenu request={menu} onClose={() => setMenu(undefined)} />
        {asking && (
          <RunDialog asking={asking} attempt={attempt} onClose={() => setAsking(undefined)} />
        )}
      </>
    ),
  };
}

interface RunDialogProps {
  readonly asking: Asking;
  readonly attempt: Attempt;
  readonly onClose: () => void;
}

/** The dialogs of the page of a run. */
function RunDialog({ asking, attempt, onClose }: RunDialogProps) {
  if (asking.kind === 'again') {
    const confirm = (changes: Readonly<Record<string, string>>) => {
      onClose();
      asking.runAgain(changes);
    };
    return <RunAgainDialog run={asking.run} onConfirm={confirm} onClose={onClose} />;
  }
  return (
    <Clock everyMs={1000}>
      <StopDialog run={asking.run} attempt={attempt} onClose={onClose} />
    </Clock>
  );
}

/** What goes wrong is said by a toast, as a list has no place for it. */
function useToldAttempt(): Attempt {
  const toasts = useToasts();
  return attempting(({ problem }) => {
    if (problem !== undefined) toasts.getState().tell({ text: problem, isProblem: true });
  });
}
