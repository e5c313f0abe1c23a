import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import { Clocked } from '../../components/Clocked.tsx';
import { Icon } from '../../components/Icon.tsx';
import { statusGlyph } from '../../components/Status.tsx';
import { AttemptRows } from './AttemptRows.tsx';
import type { StepStore } from './step-store.ts';
import type { RunPlace } from './run-identity.ts';
import type { RunNode } from './run-nodes.ts';
import { stepReason, StepTime } from './StepProgress.tsx';
import { SubRunRows } from './SubRunRows.tsx';
import { WaitingSubRuns } from './WaitingSubRuns.tsx';

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

interface StepRowProps extends BranchContext {
  readonly entry: RunNode;
  /** Why what became of the step did not hold up the others. */
  readonly wentOn: string;
  readonly isSelected: boolean;
  /** Whether it is the one row that the Tab key reaches. */
  readonly isTabStop: boolean;
}

/**
 * One step: how it is, how long it took, and why, with what nests in it. Sub-runs show by themselves, attempts on demand. Many
 * steps end at once, and React pays for each component and element that it draws again: here that is all that may change.
 */
export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { entry, root, steps, wentOn, isSelected, isTabStop, acts } = props;
  const { key, node } = entry;
  const [wanted, setOpen] = useState<boolean>();
  const hasCalls = node.subRuns.length > 0 || node.subRunsRepeated.length > 0;
  const hasAttempts = !hasCalls && node.attempts > 1;
  const isOpen = hasCalls || hasAttempts ? (wanted ?? node.subRuns.length > 0) : undefined;
  const title = node.step.description || key;
  const name = useMemo(
    () => (
      <span className="step-name cut" title={title}>
        {key}
      </span>
    ),
    [title, key],
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') acts.select(key);
    else if (event.key === 'ArrowRight' && isOpen === false) setOpen(true);
    else if (event.key === 'ArrowLeft' && isOpen === true) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div
        ref={isSelected ? showOnceLaidOut : undefined}
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
        {isOpen === undefined ? noChevron : <Chevron isOpen={isOpen} onOpen={setOpen} />}
        {statusGlyph(node.statusLabel)}
        {name}
        <StepTime node={node} />
        {node.stage === 'pausing' ? (
          <Clocked>{(now) => stepReason(node, now)}</Clocked>
        ) : (
          stepReason(node, 0)
        )}
        {node.subRuns.length > 0 && <WaitingSubRuns root={root} node={node} />}
        {wentOn !== '' && (
          <span className="step-reason cut secondary" title={wentOn}>
            {wentOn}
          </span>
        )}
      </div>
      {isOpen && hasCalls && <SubRunRows root={root} node={node} />}
      {isOpen && hasAttempts && <AttemptRows entry={entry} steps={steps} />}
    </>
  );
});

const noChevron = <span />;

/**
 * Brings a row into sight where it is out of it, in the next frames, by the least way. Asked where it is, or to show itself, the
 * page would be laid out for it alone, and then again. The rows of a block out of sight are not laid out: where the block is
 * says about where its row will be.
 */
function showOnceLaidOut(row: HTMLElement | null): (() => void) | undefined {
  const tree = row?.closest('[role="tree"]');
  const block = row?.closest('.step-block');
  if (!row || !tree || !block) return undefined;
  let looks = 0;
  const look = new IntersectionObserver(
    ([entry]) => {
      look.disconnect();
      if (!entry?.rootBounds || hasMovedOn(tree, row)) return;
      const { target, boundingClientRect: place, rootBounds: sight } = entry;
      if (target === block) scrollTo(tree, placeIn(block, row, place), sight);
      else if (place.height > 0) return scrollTo(tree, place, sight);
      looks += 1;
      if (looks < MAX_LOOKS) look.observe(target === block ? row : block);
    },
    { root: tree },
  );
  look.observe(row);
  return () => look.disconnect();
}

/** Whether the keys have gone to another row meanwhile, which is in sight then. */
function hasMovedOn(tree: Element, row: HTMLElement): boolean {
  const { activeElement: focused } = document;
  return focused !== row && focused?.closest('[role="tree"]') === tree;
}

/** The row, its block, and the row again; a busy page may lay it out a frame late. */
const MAX_LOOKS = 9;

type Place = Pick<DOMRectReadOnly, 'top' | 'bottom'>;

function placeIn(block: Element, row: Element, { top, height }: DOMRectReadOnly): Place {
  const rows = [...block.children];
  const each = height / rows.length;
  const at = top + each * rows.indexOf(row);
  return { top: at, bottom: at + each };
}

function scrollTo(tree: Element, place: Place, sight: Place): void {
  const above = Math.min(0, place.top - sight.top);
  const below = Math.max(0, place.bottom - sight.bottom);
  if (above + below !== 0) tree.scrollBy({ top: above || below });
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
