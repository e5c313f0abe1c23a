import { useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useNavigation } from '../../components/navigation-context.ts';
import { IconButton } from '../../components/IconButton.tsx';
import type { ParamRules } from '../../lib/params.ts';
import { paths } from '../../lib/paths.ts';
import { ParamsForm } from './ParamsForm.tsx';
import { texts } from './texts.ts';

interface RunButtonProps {
  readonly name: string;
  readonly params: readonly string[];
  readonly isDisabled: boolean;
  /** Why the person may not run it. */
  readonly refusal: string | undefined;
  /** What the definition says of the parameters; asked when the form opens. */
  readonly paramRules: () => Promise<ParamRules>;
  /** Gives the id of the new run, or nothing when it could not start. */
  readonly onRun: (params?: string) => Promise<string | undefined>;
}

/** Starts a DAG; one with parameters asks for them first. */
export function RunButton(props: RunButtonProps) {
  const { name, params, isDisabled, refusal, paramRules, onRun } = props;
  const [isOpen, setOpen] = useState(false);
  const [rules, setRules] = useState<ParamRules>();
  const navigation = useNavigation();
  if (refusal !== undefined) {
    return (
      <span title={refusal}>
        <IconButton icon="play" label={texts.commands.runNamed(name)} isDisabled />
      </span>
    );
  }
  if (params.length === 0) {
    return (
      <IconButton
        icon="play"
        label={texts.commands.runNamed(name)}
        isDisabled={isDisabled}
        onPress={() => void onRun()}
      />
    );
  }
  const run = async (given?: string) => {
    setOpen(false);
    const dagRunId = await onRun(given);
    if (dagRunId !== undefined) navigation.go(paths.run({ name, dagRunId }));
  };
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (open) void paramRules().then(setRules);
      }}
    >
      <IconButton icon="play" label={texts.commands.runNamed(name)} isDisabled={isDisabled} />
      <Popover className="popover" placement="bottom end" offset={4}>
        <Dialog className="popover-body" aria-label={texts.commands.runNamed(name)}>
          <ParamsForm
            name={name}
            params={params}
            rules={rules}
            onRun={(given) => void run(given)}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
