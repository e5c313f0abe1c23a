import './change-summary.css';
import type { DagChanges } from '#contract/dag-changes.ts';
import { changeGroups, type ChangeGroup, type ChangeLine } from './change-lines.ts';
import { texts } from './texts.ts';

interface ChangeSummaryProps {
  /** Undefined while nothing is known. */
  readonly changes: DagChanges | undefined;
  /** Why nothing is known, or nothing newer. */
  readonly problem?: string | undefined;
  /** Where the text before the changes stands. */
  readonly against: keyof typeof texts.errorsOf;
  /** For somebody who decides whether it may run: what it reaches comes first. */
  readonly isReview?: boolean;
}

/** What differs in meaning between two texts of a DAG. */
export function ChangeSummary({ changes, problem, against, isReview = false }: ChangeSummaryProps) {
  const title = isReview ? texts.reviewTitle : texts.title;
  return (
    <section className={`what-changes what-changes-${against}`} aria-label={title}>
      <h3 className="small strong">{title}</h3>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className="what-changes-body small" tabIndex={0} role="group" aria-label={title}>
        {problem !== undefined && <p className="tone-failed">{problem}</p>}
        {problem === undefined && changes !== undefined && (
          <Summary changes={changes} against={against} isReview={isReview} />
        )}
      </div>
    </section>
  );
}

interface SummaryProps extends Pick<ChangeSummaryProps, 'against'> {
  readonly changes: DagChanges;
  readonly isReview: boolean;
}

function Summary({ changes, against, isReview }: SummaryProps) {
  const { change } = changes;
  if (change === 'none') return <p className="secondary">{texts.none}</p>;
  if (change === 'unknown') return <Errors errors={changes.errors} against={against} />;
  return (
    <>
      {change !== 'changed' && <p className="secondary">{texts.whole[change]}</p>}
      <dl>
        {changeGroups(changes, isReview).map((group) => (
          <Group key={`${group.dag}/${group.title}`} group={group} />
        ))}
        {changes.calledBy.length > 0 && (
          <div>
            <dt>{texts.groups.calledBy}</dt>
            <dd>{changes.calledBy.join(', ')}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Errors({
  errors,
  against,
}: Pick<DagChanges, 'errors'> & Pick<ChangeSummaryProps, 'against'>) {
  const lines = [
    ...errors.before.map((one) => texts.errorsOf[against](one.line, one.message)),
    ...errors.after.map((one) => texts.errorAt(one.line, one.message)),
  ];
  return (
    <>
      <p className="secondary">{texts.unknown[against]}</p>
      <ul className="tone-failed">
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function Group({ group: { title, dag, lines } }: { readonly group: ChangeGroup }) {
  return (
    <div>
      <dt>
        {title}
        {dag !== '' && <span className="secondary"> {texts.inDag(dag)}</span>}
      </dt>
      <dd>
        <ul>
          {lines.map((line, index) => (
            // The same words may stand there twice, and nothing is kept for a line.
            <Line key={index} line={line} />
          ))}
        </ul>
      </dd>
    </div>
  );
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

function Line({ line: { mark, name, value, times, isPart } }: { readonly line: ChangeLine }) {
  return (
    <li className={isPart ? 'change-line is-part' : 'change-line'}>
      <span className={`change-mark change-${mark}`} role="img" aria-label={texts.marks[mark]}>
        {signs[mark]}
      </span>
      <span className="change-text mono">
        {name} {value !== '' && <span className="secondary">{value}</span>}
        {times.map((time, index) => (
          // Two may be the same time of different days.
          <span key={index} className="change-time">
            {index < times.length - 1 ? texts.timeBefore(time) : time}
          </span>
        ))}
      </span>
    </li>
  );
}
