import './problem-list.css';
import { memo, useDeferredValue } from 'react';
import { useStore } from 'zustand';
import type { Diagnostic } from '#contract/dag.ts';
import { Status } from '../Status.tsx';
import { texts } from '../texts.ts';
import { useStable } from '../use-stable.ts';
import type { CursorStore } from './cursor-store.ts';
import { ProblemRow } from './ProblemRow.tsx';

interface ProblemListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** Why nothing is known of the text as it is now. */
  readonly unchecked: string | undefined;
  readonly cursor: CursorStore;
  readonly onGoTo: (line: number, column: number) => void;
}

/** What is wrong with the text, line by line. Keys go before a long list: it is drawn between them. */
export function ProblemList(props: ProblemListProps) {
  const { unchecked, cursor } = props;
  const diagnostics = useDeferredValue(props.diagnostics);
  const acts = useStable({ goTo: props.onGoTo });
  return <Problems {...{ diagnostics, unchecked, cursor }} onGoTo={acts.goTo} />;
}

const Problems = memo(function Problems(props: ProblemListProps) {
  const { diagnostics, unchecked, cursor, onGoTo } = props;
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
            <ProblemRow key={index} problem={one} isCurrent={one.line === line} onGoTo={onGoTo} />
          ))}
        </ul>
      )}
    </>
  );
});

function Place({ cursor }: { readonly cursor: CursorStore }) {
  const { line, column } = useStore(cursor);
  return <span className="secondary small">{texts.problems.position(line, column)}</span>;
}
