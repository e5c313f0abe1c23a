import './problem-list.css';
import { useStore } from 'zustand';
import type { Diagnostic } from '#contract/dag.ts';
import { Coded } from '../Coded.tsx';
import { Icon } from '../Icon.tsx';
import { Status } from '../Status.tsx';
import { texts } from '../texts.ts';
import type { CursorStore } from './cursor-store.ts';

interface ProblemListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** Why nothing is known of the text as it is now. */
  readonly unchecked: string | undefined;
  readonly cursor: CursorStore;
  readonly onGoTo: (line: number, column: number) => void;
}

/** What is wrong with the text, line by line. */
export function ProblemList({ diagnostics, unchecked, cursor, onGoTo }: ProblemListProps) {
  const errors = diagnostics.filter((one) => one.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const line = useStore(cursor, (place) => place.line);
  return (
    <>
      <div className="bar problem-bar">
        <span className="strong">{texts.problems.title}</span>
        {errors > 0 && <Status status="failed" label={String(errors)} />}
        {warnings > 0 && <Status status="warning" label={String(warnings)} />}
        {unchecked !== undefined && (
          <span className="small" role="status">
            <Status status="warning" label={texts.problems.unchecked} />{' '}
            <span className="secondary">{unchecked}</span>
          </span>
        )}
        {diagnostics.length === 0 && unchecked === undefined && (
          <span className="secondary small">{texts.problems.none}</span>
        )}
        <span className="grow" />
        <Place cursor={cursor} />
      </div>
      {diagnostics.length > 0 && (
        <ul className="problems" aria-label={texts.problems.title}>
          {diagnostics.map((one, index) => (
            <li key={index}>
              <button
                type="button"
                className="problem"
                aria-current={one.line === line}
                onClick={() => onGoTo(one.line, one.column)}
              >
                <Icon
                  name={one.severity === 'error' ? 'failed' : 'warning'}
                  className={one.severity === 'error' ? 'tone-failed' : 'tone-warning'}
                />
                <span className="unseen">{texts.problems.severity[one.severity]}</span>
                <span className="grow problem-words">
                  <Coded text={one.message} />
                </span>
                {one.code && <span className="tag">{one.code}</span>}
                <span className="secondary mono">
                  {one.line}:{one.column}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Place({ cursor }: { readonly cursor: CursorStore }) {
  const { line, column } = useStore(cursor);
  return <span className="secondary small">{texts.problems.position(line, column)}</span>;
}
