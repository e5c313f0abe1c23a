import { useEffect, useRef } from 'react';
import type { NodeObject, RunDetail } from '#contract/run.ts';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { paths } from '../../lib/paths.ts';
import { attemptWords, nodeReason, nodeTime, statusCounts } from './run-words.ts';

interface StepTreeProps {
  readonly run: RunDetail;
  readonly selected: string | undefined;
  readonly now: number;
  readonly onSelect: (step: string) => void;
}

/** The steps of a run in their order, with their sub-runs below them. */
export function StepTree({ run, selected, now, onSelect }: StepTreeProps) {
  return (
    <>
      <div className="bar step-bar">
        <span className="strong">Steps</span>
        <span className="grow" />
        <span className="small counts">
          {statusCounts(run.nodes).map(([status, count]) => (
            <Status key={status} status={status} label={String(count)} />
          ))}
        </span>
      </div>
      <div className="step-tree" role="tree" aria-label="Steps">
        {run.nodes.map((node, index) => (
          <StepRow
            key={`${index} ${node.step.name}`}
            node={node}
            now={now}
            isSelected={node.step.name === selected}
            isTabStop={node.step.name === selected || (selected === undefined && index === 0)}
            onSelect={() => onSelect(node.step.name)}
          />
        ))}
      </div>
    </>
  );
}

interface StepRowProps {
  readonly node: NodeObject;
  readonly now: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onSelect: () => void;
}

function StepRow({ node, now, isSelected, isTabStop, onSelect }: StepRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const reason = nodeReason(node);
  const attempt = attemptWords(node);
  const done = node.subRuns.filter((sub) => sub.statusLabel === 'succeeded').length;
  const detail = node.subRuns.length > 1 ? `${done} of ${node.subRuns.length}` : attempt;
  const { tone } = statusWords(node.statusLabel);
  return (
    <>
      <div
        ref={row}
        role="treeitem"
        aria-selected={isSelected}
        tabIndex={isTabStop ? 0 : -1}
        className={node.statusLabel === 'not_started' ? 'step-row idle' : 'step-row'}
        onClick={onSelect}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onSelect();
        }}
      >
        <Status status={node.statusLabel} size="glyph" />
        <span className="step-name cut" title={node.step.description || node.step.name}>
          {node.step.name}
        </span>
        <span className="step-time">
          {detail && <span>{detail} · </span>}
          {nodeTime(node, now)}
        </span>
        {reason && (
          <span className={`step-reason cut tone-${tone}`} title={reason}>
            {reason}
          </span>
        )}
      </div>
      {[...node.subRunsRepeated, ...node.subRuns].map((sub) => (
        <div
          key={sub.dagRunId}
          role="treeitem"
          aria-selected={false}
          aria-level={2}
          className="step-row nested"
        >
          <Status status={sub.statusLabel} size="glyph" />
          <Link className="cut" href={paths.run(sub)} title={sub.params}>
            {sub.name}
          </Link>
          <span className="step-time cut mono">{sub.params === '{}' ? '' : sub.params}</span>
        </div>
      ))}
    </>
  );
}
