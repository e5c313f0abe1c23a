import { useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { DagObject } from '#contract/dag.ts';
import { Button } from '../../components/Button.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import type { DagStore } from './dag-store.ts';
import { ParamsForm } from './ParamsForm.tsx';

interface RunSplitProps {
  readonly store: DagStore;
  readonly dag: Pick<DagObject, 'name' | 'params' | 'runConfig'>;
  readonly isDisabled: boolean;
  readonly onDryRun: (params: string | undefined) => void;
}

/** Starts the DAG at once, or with other parameters. */
export function RunSplit({ store, dag, isDisabled, onDryRun }: RunSplitProps) {
  const { name, params, runConfig } = dag;
  const navigation = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const run = async (given?: string) => {
    setOpen(false);
    const dagRunId = await store.getState().run(given);
    if (dagRunId !== undefined) navigation.go(paths.run({ name, dagRunId }));
  };
  const main = (
    <Button look="primary" icon="play" isDisabled={isDisabled} onPress={() => void run()}>
      Run
    </Button>
  );
  if (params.length === 0) return main;
  return (
    <span className="button-split">
      {main}
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          look="primary"
          icon="down"
          aria-label="Run with parameters"
          isDisabled={isDisabled}
        />
        <Popover className="popover" placement="bottom end" offset={4}>
          <Dialog className="popover-body" aria-label={`Run ${name}`}>
            <ParamsForm
              name={name}
              params={params}
              isLocked={runConfig.disableParamEdit}
              onRun={(given) => void run(given)}
              onDryRun={(given) => {
                setOpen(false);
                onDryRun(given);
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </span>
  );
}
