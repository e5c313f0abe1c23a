import type { DryRun, PlannedStep } from '#contract/dag.ts';
import { Icon } from '../../components/Icon.tsx';

interface PlannedStepItemProps {
  readonly step: PlannedStep;
  /** Of a handler: when it runs. */
  readonly event?: string;
}

/** One step of a dry run: what it waits for, what it asks, what it would execute. */
export function PlannedStepItem({ step, event }: PlannedStepItemProps) {
  const { depends, preconditions, commands, script, call, routes, prompt, notes } = step;
  return (
    <li className="planned">
      <div className="row">
        <span className="medium cut" title={step.name}>
          {event ?? step.name}
        </span>
        <span className="tag">{step.type}</span>
        {depends.length > 0 && (
          <span className="secondary small cut" title={depends.join(', ')}>
            after {depends.join(', ')}
          </span>
        )}
      </div>
      <Conditions words="Only if" conditions={preconditions} />
      {commands.map((command, index) => (
        <pre key={index} className="planned-code">
          {command}
        </pre>
      ))}
      {script !== '' && <pre className="planned-code">{script}</pre>}
      {call && <Call call={call} />}
      {routes.map(({ pattern, targets }) => (
        <p key={pattern}>
          <span className="mono">{pattern}</span> leads to {targets.join(', ')}
        </p>
      ))}
      {prompt !== '' && (
        <p className="row tone-waiting">
          <Icon name="waiting" /> {prompt}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="row">
          <Icon name="bulb" /> <span>{note}</span>
        </p>
      ))}
    </li>
  );
}

const MOST_CALLS = 5;

function Call({ call }: { readonly call: NonNullable<PlannedStep['call']> }) {
  const more = call.params.length - MOST_CALLS;
  return (
    <>
      <p>
        Calls <span className="medium">{call.target}</span>
        {call.params.length > 1 && ` ${call.params.length} times`}
        {!call.known && <span className="tone-failed"> · no DAG has this name</span>}
      </p>
      {call.params.slice(0, MOST_CALLS).map((params, index) => (
        <pre key={index} className="planned-code">
          {params || 'without parameters'}
        </pre>
      ))}
      {more > 0 && <p>and {more.toLocaleString('en')} more</p>}
    </>
  );
}

interface ConditionsProps {
  readonly words: string;
  readonly conditions: DryRun['preconditions'];
}

export function Conditions({ words, conditions }: ConditionsProps) {
  if (conditions.length === 0) return null;
  return (
    <>
      {conditions.map(({ condition, expected, negate }, index) => (
        <p key={index}>
          {words} {negate && 'not '}
          <span className="mono">{condition}</span>
          {expected === '' ? (
            ' succeeds'
          ) : (
            <>
              {' is '}
              <span className="mono">{expected}</span>
            </>
          )}
        </p>
      ))}
    </>
  );
}
