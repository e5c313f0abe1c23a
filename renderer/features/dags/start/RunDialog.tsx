import { Dialog } from 'react-aria-components';
import type { DagObject } from '#contract/dag.ts';
import { paramRules } from '../../../lib/param-rules.ts';
import type { DagStore } from '../dag-store.ts';
import { ParamsForm, type Begin } from '../ParamsForm.tsx';
import { takeProblem } from '../take-problem.ts';
import { texts } from '../texts.ts';
import type { RunRequest } from './begin-run.ts';

/** Begins a run; gives its id, and none where that failed. */
export type BeginRun = (request?: RunRequest) => Promise<string | undefined>;

/** The DAG that is to run, and the other ways to do that. */
export interface RunTarget {
  readonly store: DagStore;
  readonly dag: Pick<
    DagObject,
    'name' | 'paramDefaults' | 'paramHelp' | 'paramRules' | 'runConfig'
  >;
  /** Left out where the role may not. */
  readonly onDryRun?: (params: string | undefined) => void;
  readonly onEnqueue: BeginRun;
}

interface RunDialogProps extends RunTarget {
  readonly isLater: boolean;
  readonly onRun: BeginRun;
  /** What it asked for is under way. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks with what a DAG runs, and when. */
export function RunDialog(props: RunDialogProps) {
  const { dag, store, isLater, onRun, onEnqueue, onDryRun, onDone, onClose } = props;
  const then = (act: BeginRun) => closing(store, act, onDone);
  const dryRun = (params: string | undefined): void => {
    onClose();
    onDryRun?.(params);
  };
  return (
    <Dialog className="popover-body" aria-label={texts.commands.runNamed(dag.name)}>
      <ParamsForm
        name={dag.name}
        params={dag.paramDefaults}
        rules={paramRules(dag)}
        isLater={isLater}
        onRun={then(onRun)}
        {...(onDryRun ? { onDryRun: dryRun } : {})}
        onEnqueue={then(onEnqueue)}
      />
    </Dialog>
  );
}

function closing(store: DagStore, act: BeginRun, onDone: () => void): Begin {
  return async (request) => {
    if ((await act(request)) === undefined) return takeProblem(store);
    onDone();
    return undefined;
  };
}
