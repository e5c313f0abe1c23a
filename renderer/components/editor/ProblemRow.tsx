import { memo } from 'react';
import type { Diagnostic } from '#contract/dag.ts';
import { Coded } from '../Coded.tsx';
import { Icon } from '../Icon.tsx';
import { texts } from '../texts.ts';

interface ProblemRowProps {
  readonly problem: Diagnostic;
  /** Whether the cursor is in its line. */
  readonly isCurrent: boolean;
  readonly onGoTo: (line: number, column: number) => void;
}

/** A problem and its place; of a thousand, a key draws none again. */
export const ProblemRow = memo(function ProblemRow(props: ProblemRowProps) {
  const { problem, isCurrent, onGoTo } = props;
  const { severity, message, code, line, column } = problem;
  return (
    <li>
      <button
        type="button"
        className="problem"
        aria-current={isCurrent}
        onClick={() => onGoTo(line, column)}
      >
        <Icon
          name={severity === 'error' ? 'failed' : 'warning'}
          className={severity === 'error' ? 'tone-failed' : 'tone-warning'}
        />
        <span className="unseen">{texts.problems.severity[severity]}</span>
        <span className="grow problem-words">
          <Coded text={message} />
        </span>
        {code && <span className="tag">{code}</span>}
        <span className="secondary mono">
          {line}:{column}
        </span>
      </button>
    </li>
  );
});
