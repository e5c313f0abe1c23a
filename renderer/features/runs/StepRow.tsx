import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { NodeObject } from '#contract/run.ts';
import { Icon } from '../../components/Icon.tsx';
import { Status } from '../../components/Status.tsx';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { formatAttempt } from './format-attempt.ts';
import type { RunDetail } from '#contract/run.ts';
import type { StepStore } from './step-store.ts';
import type { RunNode } from './run-nodes.ts';
import { nodeReason, nodeTime } from './format-run.ts';
import { WaitingSubRuns } from './WaitingSubRuns.tsx';
import { formatWentOn } from './format-went-on.ts';
import { texts } from './texts.ts';

/** What the rows of a tree share. */
export interface BranchContext {
  readonly run: RunDetail;
  readonly steps: StepStore;
  readonly selected: string | undefined;
  /** The one row that the Tab key reaches. */
  readonly tabStop: string | undefined;
  readonly now: number;
  readonly onSelect: (step: string) => void;
  /** A right click, or the menu key. */
  readonly onMenu: (step: string, x: number, y: number) => void;
}

interface StepRowProps extends BranchContext {
  readonly entry: RunNode;
  /** Undefined: nothing nests in it. */
  readonly isOpen: boolean | undefined;
  readonly onOpen: (isOpen: boolean) => void;
}

/** One step: how it is, how long it took, and why. */
export function StepRow(props: StepRowProps) {
  const { entry, run, selected, tabStop, now, isOpen, onSelect, onOpen, onMenu } = props;
  const { key, node } = entry;
  const isSelected = key === selected;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onSelect(key);
    else if (event.key === 'ArrowRight' && isOpen === false) onOpen(true);
    else if (event.key === 'ArrowLeft' && isOpen === true) onOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={row}
      role="treeitem"
      aria-level={1}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      tabIndex={key === tabStop ? 0 : -1}
      className={node.statusLabel === 'not_started' ? 'step-row idle' : 'step-row'}
      onClick={() => onSelect(key)}
      onKeyDown={press}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(key, event.clientX, event.clientY);
      }}
    >
      {isOpen === undefined ? <span /> : <Chevron isOpen={isOpen} onOpen={onOpen} />}
      <Status status={node.statusLabel} size="glyph" />
      <span className="step-name cut" title={node.step.description || key}>
        {key}
      </span>
      <span className="step-time">{timeWords(node, now)}</span>
      <Reason node={node} now={now} />
      <WaitingSubRuns run={run} node={node} />
      <WentOn words={formatWentOn(node, run)} />
    </div>
  );
}

/** For the mouse; the keyboard has the arrow keys. */
function Chevron({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  return (
    <span
      className="chevron"
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        onOpen(!isOpen);
      }}
    >
      <Icon name={isOpen ? 'down' : 'right'} />
    </span>
  );
}

function Reason({ node, now }: { readonly node: NodeObject; readonly now: number }) {
  const reason = nodeReason(node, now);
  // An error that counts as a success is told, and does not shine.
  const tone = node.statusLabel === 'succeeded' ? 'skipped' : statusWords(node.statusLabel).tone;
  if (reason === '') return null;
  return (
    <span className={`step-reason cut tone-${tone}`} title={node.error || reason}>
      {reason}
    </span>
  );
}

function WentOn({ words }: { readonly words: string }) {
  if (words === '') return null;
  return (
    <span className="step-reason cut secondary" title={words}>
      {words}
    </span>
  );
}

function timeWords(node: NodeObject, now: number): string {
  const { subRuns } = node;
  const done = subRuns.filter((sub) => sub.statusLabel === 'succeeded').length;
  const detail =
    subRuns.length > 1 ? texts.steps.progress(done, subRuns.length) : formatAttempt(node);
  return [detail, nodeTime(node, now)].filter(Boolean).join(' · ');
}
