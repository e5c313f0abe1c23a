import { useEffect, useState } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ParamControl } from '../../components/ParamControl.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { changedOf, runParams } from './run-params.ts';
import { texts } from './texts.ts';
import { useRunRules } from './use-run-rules.ts';

interface RunAgainDialogProps {
  readonly run: Pick<RunDetail, 'name' | 'dagRunId' | 'params'>;
  /** Gets what is different from the run. */
  readonly onConfirm: (changes: Readonly<Record<string, string>>) => void;
  readonly onClose: () => void;
}

/** Asks with which parameters a run is repeated; they are those of the run at first. */
export function RunAgainDialog({ run, onConfirm, onClose }: RunAgainDialogProps) {
  const given = runParams(run.params);
  const [values, setValues] = useState(given);
  const isLocked = useLocked(run.name);
  const rules = useRunRules(run);
  return (
    <AskDialog
      title={texts.again.title(run.name)}
      verb={texts.again.confirm}
      onConfirm={() => onConfirm(changedOf(given, values))}
      onClose={onClose}
    >
      <p className="secondary">{texts.again.note}</p>
      {values.map(({ name, value }, index) => (
        <ParamControl
          key={name}
          label={/^\d+$/.test(name) ? texts.again.positional(name) : name}
          value={value}
          initial={given[index]?.value ?? ''}
          help={rules.get(name)?.help}
          rule={rules.get(name)?.rule}
          isReadOnly={isLocked}
          autoFocus={index === 0}
          onChange={(next) => setValues(values.with(index, { name, value: next }))}
        />
      ))}
      {isLocked && (
        <p className="secondary small">
          <Sentence
            text={texts.again.locked}
            parts={{ field: <code>disable_param_edit</code>, section: <code>run_config</code> }}
          />
        </p>
      )}
    </AskDialog>
  );
}

/** Whether the stored definition forbids other values; one that is not stored forbids nothing. */
function useLocked(fileName: string): boolean {
  const engine = useEngine();
  const [isLocked, setLocked] = useState(false);
  useEffect(() => {
    let isGone = false;
    engine.call('dags.get', { fileName }).then(
      ({ dag }) => {
        if (!isGone) setLocked(dag.runConfig.disableParamEdit);
      },
      // It was removed since, or never had a file.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, fileName]);
  return isLocked;
}
