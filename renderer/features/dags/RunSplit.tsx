import { useState } from 'react';
import { DialogTrigger, MenuTrigger, Popover } from 'react-aria-components';
import { AnchoredPopover } from '../../components/AnchoredPopover.tsx';
import { Button } from '../../components/Button.tsx';
import { CommandMenu } from '../../components/CommandMenu.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { isRunForm, isRunLater, paths } from '../../lib/paths.ts';
import { enqueueCommand } from './enqueue.ts';
import { RunDialog, type BeginRun, type RunTarget } from './start/RunDialog.tsx';
import { laterCommand } from './start/run-later.ts';
import { texts } from './texts.ts';

interface RunSplitProps extends RunTarget {
  readonly isDisabled: boolean;
  /** Asks for the time of a start. */
  readonly onLater: () => void;
}

/** Starts the DAG at once, at a time, or when its queue has room; one with parameters shows them first. */
export function RunSplit(props: RunSplitProps) {
  const { store, dag } = props;
  const { name } = dag;
  const navigation = useNavigation();
  const run: BeginRun = async (request) => {
    const dagRunId = await store.getState().run(request);
    if (dagRunId !== undefined) navigation.go(paths.run({ name, dagRunId }));
    return dagRunId;
  };
  return dag.paramDefaults.length > 0 ? (
    <WithParameters {...props} onRun={run} />
  ) : (
    <AtOnce {...props} onRun={run} />
  );
}

interface WithRun extends RunSplitProps {
  readonly onRun: BeginRun;
}

function AtOnce(props: WithRun) {
  const { store, dag, isDisabled, onRun, onEnqueue, onLater } = props;
  const { isLater, endAsking } = useAsked();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <span className="button-split" ref={setPlace}>
      <Button look="primary" icon="play" isDisabled={isDisabled} onPress={() => void onRun()}>
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
          label={texts.commands.runOptionsOf(dag.name)}
          commands={[
            laterCommand(onLater, isDisabled),
            enqueueCommand(() => void onEnqueue(), isDisabled),
          ]}
        />
      </MenuTrigger>
      {isLater && place && (
        <AnchoredPopover anchor={place} placement="bottom end" offset={4} onClose={endAsking}>
          <RunDialog
            {...{ store, dag, onRun, onEnqueue }}
            isLater
            onDone={noMore}
            onClose={endAsking}
          />
        </AnchoredPopover>
      )}
    </span>
  );
}

function WithParameters(props: WithRun) {
  const { isDisabled } = props;
  const { isAsked, isLater, endAsking } = useAsked();
  const [isPressed, setPressed] = useState(false);
  const setOpen = (isOpen: boolean) => {
    setPressed(isOpen);
    if (!isOpen) endAsking();
  };
  return (
    <DialogTrigger isOpen={isPressed || isAsked} onOpenChange={setOpen}>
      <Button look="primary" icon="play" isDisabled={isDisabled}>
        {texts.commands.runWithParameters}
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <RunDialog
          {...props}
          isLater={isLater}
          onDone={() => setPressed(false)}
          onClose={() => setOpen(false)}
        />
      </Popover>
    </DialogTrigger>
  );
}

/** The page of the run has come by then, and the form went with that of the DAG. */
function noMore(): void {}

/** Whether the address asks for the form of a run. */
function useAsked() {
  const navigation = useNavigation();
  const { path, search } = useLocation();
  const isAsked = isRunForm(search);
  return {
    isAsked,
    isLater: isRunLater(search),
    // Going back is not asking again.
    endAsking: () => {
      if (isAsked) navigation.go(path, { replace: true });
    },
  };
}
