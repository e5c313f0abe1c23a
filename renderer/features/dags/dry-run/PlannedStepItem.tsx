import type { DryRun, PlannedStep } from '#contract/dag.ts';
import { Icon } from '../../../components/Icon.tsx';
import { texts } from './texts.ts';
import { Sentence } from '../../../components/Sentence.tsx';

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
            {texts.after(depends.join(', '))}
          </span>
        )}
      </div>
      <Conditions of="step" conditions={preconditions} />
      {commands.map((command, index) => (
        <pre key={index} className="planned-code">
          {command}
        </pre>
      ))}
      {script !== '' && <pre className="planned-code">{script}</pre>}
      {call && <Call call={call} />}
      {routes.map(({ pattern, targets }) => (
        <p key={pattern}>
          <Sentence
            text={texts.leadsTo}
            parts={{ value: <span className="mono">{pattern}</span>, steps: targets.join(', ') }}
          />
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

const MAX_CALLS = 5;

function Call({ call }: { readonly call: NonNullable<PlannedStep['call']> }) {
  const more = call.params.length - MAX_CALLS;
  return (
    <>
      <p>
        <Sentence
          text={texts.calls}
          parts={{ dag: <span className="medium">{call.target}</span> }}
        />
        {call.params.length > 1 && texts.callsTimes(call.params.length)}
        {!call.known && <span className="tone-failed">{texts.unknownDag}</span>}
      </p>
      {call.params.slice(0, MAX_CALLS).map((params, index) => (
        <pre key={index} className="planned-code">
          {params || texts.noParameters}
        </pre>
      ))}
      {more > 0 && <p>{texts.more(more)}</p>}
    </>
  );
}

interface ConditionsProps {
  readonly of: keyof typeof texts.condition;
  readonly conditions: DryRun['preconditions'];
}

/** A line for each precondition, with what it has to be. */
export function Conditions({ of, conditions }: ConditionsProps) {
  const { succeeds, fails, is, isNot } = texts.condition[of];
  return conditions.map(({ condition, expected, negate }, index) => {
    const parts = {
      condition: <span className="mono">{condition}</span>,
      expected: <span className="mono">{expected}</span>,
    };
    const text = expected === '' ? (negate ? fails : succeeds) : negate ? isNot : is;
    return (
      <p key={index}>
        <Sentence text={text} parts={parts} />
      </p>
    );
  });
}
