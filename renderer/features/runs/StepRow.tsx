import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { NodeObject } from '#contract/run.ts';
import { Icon } from '../../components/Icon.tsx';
import { Status } from '../../components/Status.tsx';
import { Clocked } from '../../components/Clocked.tsx';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { formatAttempt } from './format-attempt.ts';
import type { StepStore } from './step-store.ts';
import type { RunPlace } from './run-identity.ts';
import { isTimed, type RunNode } from './run-nodes.ts';
import { nodeReason, nodeTime } from './format-run.ts';
import { WaitingSubRuns } from './WaitingSubRuns.tsx';
import { texts } from './texts.ts';

/** What the rows of a tree share. */
export interface BranchContext {
  /** The first run of those that called each other. */
  readonly root: RunPlace;
  readonly steps: StepStore;
  readonly acts: StepActs;
}

/** What a step of the tree or of a picture does when it is pressed. */
export interface StepActs {
  readonly select: (step: string) => void;
  /** A right click, or the menu key. */
  readonly openMenu: (step: string, x: number, y: number) => void;
}

/** What a row shows, and how it stands among the others. */
export interface RowPlace {
  readonly entry: RunNode;
  /** Why what became of the step did not hold up the others. */
  readonly wentOn: string;
  readonly isSelected: boolean;
  /** Whether it is the one row that the Tab key reaches. */
  readonly isTabStop: boolean;
}

interface StepRowProps extends BranchContext, RowPlace {
  /** Undefined: nothing nests in it. */
  readonly isOpen: boolean | undefined;
  readonly onOpen: (isOpen: boolean) => void;
}

/** One step: how it is, how long it took, and why. */
export function StepRow(props: StepRowProps) {
  const { entry, root, wentOn, isSelected, isTabStop, isOpen, acts, onOpen } = props;
  const { key, node } = entry;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => (isSelected ? scrollOnceLaidOut(row.current) : undefined), [isSelected]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') acts.select(key);
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
      tabIndex={isTabStop ? 0 : -1}
      className={node.statusLabel === 'not_started' ? 'step-row idle' : 'step-row'}
      onClick={() => acts.select(key)}
      onKeyDown={press}
      onContextMenu={(event) => {
        event.preventDefault();
        acts.openMenu(key, event.clientX, event.clientY);
      }}
    >
      {isOpen === undefined ? <span /> : <Chevron isOpen={isOpen} onOpen={onOpen} />}
      <Status status={node.statusLabel} size="glyph" />
      <span className="step-name cut" title={node.step.description || key}>
        {key}
      </span>
      {isTimed(node) ? (
        <Clocked>{(now) => <Progress node={node} now={now} />}</Clocked>
      ) : (
        <Progress node={node} now={0} />
      )}
      <WaitingSubRuns root={root} node={node} />
      <WentOn words={wentOn} />
    </div>
  );
}

/** Brings a row into sight in the next frame. Asked for at once, the page would be laid out for it alone, and then again. */
function scrollOnceLaidOut(row: HTMLElement | null): (() => void) | undefined {
  const tree = row?.closest('[role="tree"]');
  if (!tree) return undefined;
  const layout = new ResizeObserver(() => {
    layout.disconnect();
    row?.scrollIntoView({ block: 'nearest' });
  });
  // Told of the tree first after the next layout; what is out of sight would have none.
  layout.observe(tree);
  return () => layout.disconnect();
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

/** How long it took, and why it is as it is. */
function Progress(props: { readonly node: NodeObject; readonly now: number }) {
  return (
    <>
      <span className="step-time">{timeWords(props.node, props.now)}</span>
      <Reason {...props} />
    </>
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
