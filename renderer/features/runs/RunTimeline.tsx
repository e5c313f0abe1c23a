import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RunDetail } from '#contract/run.ts';
import { Icon } from '../../components/Icon.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import { useElementSize } from '../../components/use-element-size.ts';
import { useEndlessRows } from '../../components/use-endless-rows.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { expectedSpans, position, ticks, type TimeSpan } from '../../lib/timeline.ts';
import { clockTime, hourMinute } from '../../lib/format-time.ts';
import { runNodes, type RunNode } from './run-nodes.ts';
import { knownAttempts, type StepStore } from './step-store.ts';
import { TimelineBar } from './TimelineBar.tsx';
import { texts } from './texts.ts';

interface RunTimelineProps {
  readonly run: RunDetail;
  readonly steps: StepStore;
  readonly usual: ReadonlyMap<string, number>;
  readonly selected: string | undefined;
  /** The step whose row is to be in sight. */
  readonly sought: string | undefined;
  readonly onSelect: (step: string) => void;
}

const NAMES = 164;
const ROW = 20;
const AXIS = 24;
/** Where the label of a bar stands that ends last. */
const RIGHT = 104;

/** When each step ran: bars on one axis, and dashed what is usually still to come. */
export function RunTimeline(props: RunTimelineProps) {
  const { run, steps, usual, selected, sought, onSelect } = props;
  const now = useSharedNow();
  const rows = runNodes(run);
  const details = useStore(steps);
  const soughtAt = rows.findIndex(({ key }) => key === sought);
  const { frame, view, shown, onFocus } = useRowsInSight(rows.length, soughtAt);
  const drawn = shown.flatMap((index) => {
    const row = rows[index];
    return row === undefined ? [] : [{ ...row, index }];
  });
  useAttemptsOf(drawn, steps);
  const at = rows.findIndex(({ key }) => key === selected);
  const width = Math.max(120, view.width - NAMES - RIGHT);
  const isOver = run.finishedAt !== '';
  const expected = isOver
    ? new Map<string, TimeSpan>()
    : expectedSpans(rows.map(timesOf), usual, now);
  const span = spanOf(run, [...expected.values()], now);
  const height = rows.length * ROW + 8;
  const isShort = span.to - span.from < 10 * 60_000;
  const times = ticks(span, Math.min(12, Math.floor(width / (isShort ? 64 : 48))));
  const nowAt = position(now, span, width);
  return (
    <div
      className="timeline"
      ref={frame}
      tabIndex={0}
      role="region"
      aria-label={texts.views.timelineOf(run.nodes.length)}
    >
      <svg className="timeline-axis" width={NAMES + width + RIGHT} height={AXIS} aria-hidden="true">
        {times
          .filter((time) => isOver || Math.abs(position(time, span, width) - nowAt) > 52)
          .map((time) => (
            <text key={time} x={NAMES + position(time, span, width)} y={13} className="middle">
              {(isShort ? clockTime : hourMinute)(new Date(time).toISOString())}
            </text>
          ))}
        {!isOver && (
          <>
            <rect className="now-pill" x={NAMES + nowAt - 29} y={4} width={58} height={18} rx={4} />
            <text className="middle now-text" x={NAMES + nowAt} y={13}>
              {clockTime(new Date(now).toISOString())}
            </text>
          </>
        )}
      </svg>
      <div className="timeline-body" style={{ height }}>
        <svg width={NAMES + width + RIGHT} height={height} aria-hidden="true">
          {at >= 0 && <rect className="row-selected" y={at * ROW} width="100%" height={ROW} />}
          <g transform={`translate(${NAMES} 0)`}>
            {times.map((time) => (
              <path
                key={time}
                className="grid-line"
                d={`M${Math.round(position(time, span, width)) + 0.5} 0V${height}`}
              />
            ))}
            {drawn.map(({ key, node, index }) => (
              <g key={index} className={key === selected ? 'selected' : undefined}>
                <TimelineBar
                  node={node}
                  attempts={node.attempts > 1 ? knownAttempts(details, key) : []}
                  expected={expected.get(key)}
                  span={span}
                  width={width}
                  room={RIGHT}
                  now={now}
                  y={index * ROW}
                />
              </g>
            ))}
            {!isOver && <path className="now-line" d={`M${nowAt} 0V${height}`} />}
          </g>
        </svg>
        {drawn.map(({ key, node, index }) => (
          <button
            key={index}
            type="button"
            className={node.statusLabel === 'not_started' ? 'timeline-name idle' : 'timeline-name'}
            style={{ top: index * ROW, width: NAMES - 12 }}
            aria-pressed={key === selected}
            title={key}
            onFocus={() => onFocus(index)}
            onClick={() => onSelect(key)}
          >
            <span className={`status tone-${statusWords(node.statusLabel).tone}`}>
              <Icon name={node.statusLabel} />
              <span className="unseen">{statusWords(node.statusLabel).word}</span>
            </span>
            <span className="cut">{key}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** The rows in sight, and the one with the focus, which would lose it if it were not drawn. */
function useRowsInSight(count: number, sought: number) {
  const { scroller: scrollerRef, items } = useEndlessRows(count, undefined, ROW);
  const [watch, view] = useElementSize();
  const [focused, onFocus] = useState<number>();
  const frame = useCallback(
    (element: HTMLDivElement | null) => {
      scrollerRef.current = element;
      return watch(element);
    },
    [scrollerRef, watch],
  );
  useLayoutEffect(() => {
    if (scrollerRef.current !== null && sought >= 0) bringIntoSight(scrollerRef.current, sought);
  }, [scrollerRef, sought]);
  const inSight = items.map(({ index }) => index);
  const isAway = focused !== undefined && focused < count && !inSight.includes(focused);
  const shown = isAway ? [...inSight, focused].sort((a, b) => a - b) : inSight;
  return { frame, view, shown, onFocus };
}

/** Scrolls the least that shows all of a row. The times stay at the top, over what would be there. */
function bringIntoSight(frame: HTMLElement, row: number): void {
  const top = row * ROW;
  const least = top + ROW - (frame.clientHeight - AXIS);
  frame.scrollTop = Math.min(top, Math.max(least, frame.scrollTop));
}

function spanOf(run: RunDetail, expected: readonly TimeSpan[], now: number): TimeSpan {
  const from = Date.parse(run.startedAt || run.queuedAt) || now - 1000;
  const end = run.finishedAt === '' ? now : Date.parse(run.finishedAt);
  const to = Math.max(end, from + 1000, ...expected.map((span) => span.to));
  // A little room at the end, so that the last label and the now line are not at the edge.
  return { from, to: to + (to - from) * 0.04 };
}

const MAX_LOADED = 40;

/** Steps that were executed more than once show each execution, once it is known. */
function useAttemptsOf(rows: readonly RunNode[], steps: StepStore): void {
  const several = rows.filter(({ node }) => node.attempts > 1).slice(0, MAX_LOADED);
  const wanted = JSON.stringify(
    several.map(({ key, node }) => [key, node.attempts, node.statusLabel, node.stage]),
  );
  useEffect(() => {
    // The effect hangs on what `wanted` says, and so it reads the names from there.
    const names = JSON.parse(wanted) as readonly (readonly [string, ...unknown[]])[];
    for (const [name] of names) void steps.getState().loadAttempts(name);
  }, [wanted, steps]);
}

function timesOf({ key, node }: RunNode) {
  const time = (text: string) => (text === '' ? undefined : Date.parse(text));
  const isDone = !['not_started', 'running', 'waiting'].includes(node.statusLabel);
  return {
    name: key,
    depends: node.step.depends,
    startedAt: time(node.startedAt),
    finishedAt: time(node.finishedAt) ?? (isDone ? 0 : undefined),
  };
}
