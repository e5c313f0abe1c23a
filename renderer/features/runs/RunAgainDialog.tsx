import { useState } from 'react';
import type { RunDetail } from '#contract/run.ts';
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
  const { isLocked, each } = useRunRules(run);
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
          help={each.get(name)?.help}
          rule={each.get(name)?.rule}
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
