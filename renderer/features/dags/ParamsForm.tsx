import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { ParamControl } from '../../components/ParamControl.tsx';
import type { RunForm } from '../../lib/param-rules.ts';
import { encodeParams, paramFields } from '../../lib/params.ts';
import { readStartTime, suggestedTime } from '../../lib/start-time.ts';
import { Sentence } from '../../components/Sentence.tsx';
import type { RunRequest } from './start/begin-run.ts';
import { StartTimeFields, type StartTime } from './start/StartTimeFields.tsx';
import { texts } from './texts.ts';

interface ParamsFormProps extends RunForm {
  readonly name: string;
  /** Whether it asks for the time of the start from the beginning. */
  readonly isLater?: boolean;
  readonly onRun: Begin;
  readonly onDryRun?: (params: string | undefined) => void;
  readonly onEnqueue?: Begin;
}

/** Resolves with what is wrong, or with nothing once the run is there and the form is not needed any more. */
export type Begin = (request: RunRequest) => Promise<string | undefined>;

/**
 * The parameters of a start, filled with their defaults, and its time. What was typed stays until a run has taken it, also when more
 * parameters come to be known.
 */
export function ParamsForm(props: ParamsFormProps) {
  const { name, params, rules, isLater = false, onRun, onDryRun, onEnqueue } = props;
  const fields = paramFields(params);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const values = fields.map((field, index) => typed[index] ?? field.defaultValue);
  const [start, setStart] = useState(() => ({ isLater, text: suggestedTime(Date.now()) }));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const begin = async (act: Begin) => {
    if (isBusy) return;
    const time = timeOf(start);
    if ('problem' in time) return setProblem(time.problem);
    setBusy(true);
    setProblem(await act({ params: encodeParams(fields, values), ...time }));
    setBusy(false);
  };
  return (
    <form
      className="params-form"
      onSubmit={(event) => {
        event.preventDefault();
        void begin(onRun);
      }}
    >
      <h2>{texts.params.title(name)}</h2>
      {fields.map((field, index) => {
        const isProtected = rules?.protectedNames.includes(field.name ?? '') ?? false;
        return (
          <ParamControl
            key={index}
            label={field.name ?? texts.params.positional(index + 1)}
            value={typed[index] ?? field.defaultValue}
            initial={field.defaultValue}
            help={isProtected ? texts.params.protectedName : rules?.help[index]}
            rule={rules?.each?.[index]}
            isReadOnly={isProtected || rules?.isLocked !== false}
            autoFocus={index === 0}
            onChange={(value) => setTyped({ ...typed, [index]: value })}
          />
        );
      })}
      {rules?.isLocked && (
        <p className="secondary small">
          <Sentence
            text={texts.params.locked}
            parts={{ field: <code>disable_param_edit</code>, section: <code>run_config</code> }}
          />
        </p>
      )}
      <StartTimeFields value={start} onChange={setStart} autoFocus={fields.length === 0} />
      {problem && <ErrorNote message={problem} />}
      <div className="dialog-actions">
        {onDryRun && (
          <Button icon="eye" onPress={() => onDryRun(encodeParams(fields, values))}>
            {texts.commands.dryRun}
          </Button>
        )}
        {onEnqueue && (
          <Button icon="queues" isPending={isBusy} onPress={() => void begin(onEnqueue)}>
            {texts.commands.enqueue}
          </Button>
        )}
        <Button type="submit" look="primary" icon="play" isPending={isBusy}>
          {start.isLater ? texts.commands.runLater : texts.commands.run}
        </Button>
      </div>
    </form>
  );
}

function timeOf({
  isLater,
  text,
}: StartTime): { readonly at?: string } | { readonly problem: string } {
  return isLater ? readStartTime(text, Date.now()) : {};
}
