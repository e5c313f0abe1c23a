import { useState } from 'react';
import { Dialog, DialogTrigger, MenuTrigger, Popover } from 'react-aria-components';
import type { DagObject } from '#contract/dag.ts';
import { Button } from '../../components/Button.tsx';
import { CommandMenu } from '../../components/CommandMenu.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { paramRules } from '../../lib/param-rules.ts';
import { isRunForm, paths } from '../../lib/paths.ts';
import type { DagStore } from './dag-store.ts';
import { enqueueCommand } from './enqueue.ts';
import { ParamsForm, type Begin } from './ParamsForm.tsx';
import { takeProblem } from './take-problem.ts';
import { texts } from './texts.ts';

interface RunSplitProps {
  readonly store: DagStore;
  readonly dag: Pick<
    DagObject,
    'name' | 'paramDefaults' | 'paramHelp' | 'paramRules' | 'runConfig'
  >;
  readonly isDisabled: boolean;
  /** Left out where the role may not. */
  readonly onDryRun?: (params: string | undefined) => void;
  /** Gives the id of the run; none where that failed. */
  readonly onEnqueue: (params?: string) => Promise<string | undefined>;
}

/** Starts the DAG at once, or when its queue has room; one with parameters shows them first. */
export function RunSplit({ store, dag, isDisabled, onDryRun, onEnqueue }: RunSplitProps) {
  const { name, paramDefaults } = dag;
  const navigation = useNavigation();
  const run = async (given?: string) => {
    const dagRunId = await store.getState().run(given);
    if (dagRunId !== undefined) navigation.go(paths.run({ name, dagRunId }));
    return dagRunId;
  };
  if (paramDefaults.length > 0) {
    return (
      <WithParameters
        store={store}
        dag={dag}
        isDisabled={isDisabled}
        onRun={run}
        {...(onDryRun ? { onDryRun } : {})}
        onEnqueue={onEnqueue}
      />
    );
  }
  return (
    <span className="button-split">
      <Button look="primary" icon="play" isDisabled={isDisabled} onPress={() => void run()}>
        {texts.commands.run}
      </Button>
      <MenuTrigger>
        <Button
          look="primary"
          icon="down"
          aria-label={texts.commands.runOptions}
          isDisabled={isDisabled}
        />
        <CommandMenu
          label={texts.commands.runOptionsOf(name)}
          commands={[enqueueCommand(() => void onEnqueue(), isDisabled)]}
        />
      </MenuTrigger>
    </span>
  );
}

interface WithParametersProps extends RunSplitProps {
  readonly onRun: (params?: string) => Promise<string | undefined>;
}

function WithParameters({
  store,
  dag,
  isDisabled,
  onRun,
  onDryRun,
  onEnqueue,
}: WithParametersProps) {
  const navigation = useNavigation();
  const { path, search } = useLocation();
  const isAsked = isRunForm(search);
  const [isPressed, setPressed] = useState(false);
  const setOpen = (isOpen: boolean) => {
    setPressed(isOpen);
    // Going back is not asking again.
    if (!isOpen && isAsked) navigation.go(path, { replace: true });
  };
  const { name, paramDefaults: params } = dag;
  const closing =
    (act: WithParametersProps['onRun']): Begin =>
    async (given) => {
      if ((await act(given)) === undefined) return takeProblem(store);
      setPressed(false);
      return undefined;
    };
  const dryRun = (given: string | undefined): void => {
    setOpen(false);
    onDryRun?.(given);
  };
  return (
    <DialogTrigger isOpen={isPressed || isAsked} onOpenChange={setOpen}>
      <Button look="primary" icon="play" isDisabled={isDisabled}>
        {texts.commands.runWithParameters}
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Dialog className="popover-body" aria-label={texts.commands.runNamed(name)}>
          <ParamsForm
            name={name}
            params={params}
            rules={paramRules(dag)}
            onRun={closing(onRun)}
            {...(onDryRun ? { onDryRun: dryRun } : {})}
            onEnqueue={closing(onEnqueue)}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
