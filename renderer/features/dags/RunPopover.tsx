import { useEffect, useState } from 'react';
import { Dialog } from 'react-aria-components';
import type { DagListItem } from '#contract/dag.ts';
import { AnchoredPopover } from '../../components/AnchoredPopover.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import type { RunForm } from '../../lib/param-rules.ts';
import { paths } from '../../lib/paths.ts';
import type { DagListStore } from './dag-list-store.ts';
import { ParamsForm } from './ParamsForm.tsx';
import type { RunRequest } from './start/begin-run.ts';
import { takeProblem } from './take-problem.ts';
import { texts } from './texts.ts';

/** A DAG that is about to run, and what it asks for once that is known. */
export interface AskedRun {
  readonly item: DagListItem;
  readonly anchor: HTMLElement;
  readonly form: Promise<RunForm | undefined>;
}

interface RunPopoverProps extends AskedRun {
  readonly store: DagListStore;
  readonly onClose: () => void;
}

/** Asks for the parameters of a DAG before it starts; one for the whole table. */
export function RunPopover({ item, anchor, form, store, onClose }: RunPopoverProps) {
  const { fileName } = item;
  const { name, params } = item.dag;
  const [known, setKnown] = useState<RunForm>({ params, rules: undefined });
  const navigation = useNavigation();
  useEffect(() => void form.then((found) => found && setKnown(found)), [form]);
  const run = async (request: RunRequest) => {
    const dagRunId = await store.getState().run(fileName, request);
    if (dagRunId === undefined) return takeProblem(store);
    onClose();
    navigation.go(paths.run({ name, dagRunId }));
    return undefined;
  };
  return (
    <AnchoredPopover anchor={anchor} placement="bottom end" offset={4} onClose={onClose}>
      <Dialog className="popover-body" aria-label={texts.commands.runNamed(name)}>
        <ParamsForm name={name} {...known} onRun={run} />
      </Dialog>
    </AnchoredPopover>
  );
}
