import type { NodeAttempt, NodeObject } from '#contract/run.ts';
import { formatDuration } from '../../lib/duration.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { position, type TimeSpan } from '../../lib/timeline.ts';
import { formatAttempt, hasFailed } from './format-attempt.ts';
import { nodeReason, nodeTime } from './format-run.ts';
import { texts } from './texts.ts';

interface TimelineBarProps {
  readonly node: NodeObject;
  /** Its executions, where there were several and they are known. */
  readonly attempts: readonly NodeAttempt[];
  /** What is usually still to come of the step. */
  readonly expected: TimeSpan | undefined;
  readonly span: TimeSpan;
  readonly width: number;
  /** At the right of the axis, for labels. */
  readonly room: number;
  readonly now: number;
  readonly y: number;
}

const MIN_WIDTH = 3;
const GAP = 6;
/** About how wide a letter of a label is. */
const LETTER = 6;

/** One step on the time axis, with its duration beside it. */
export function TimelineBar(props: TimelineBarProps) {
  const { node, attempts, expected, span, width, room, now, y } = props;
  const at = (time: number) => position(time, span, width);
  const { tone } = statusWords(node.statusLabel);
  const from = Date.parse(node.startedAt);
  const middle = y + 10;
  if (node.statusLabel === 'skipped') {
    const x = Number.isNaN(from) ? 0 : at(from);
    return (
      <>
        <path className={`skip-mark tone-${tone}`} d={`M${x} ${middle}h8`} />
        <text className="reason" x={x + 16} y={middle}>
          {nodeReason(node) || texts.views.skipped}
        </text>
      </>
    );
  }
  const isOpen = node.finishedAt === '';
  const end = isOpen ? now : Date.parse(node.finishedAt);
  const hasBar = !Number.isNaN(from);
  const barX = hasBar ? at(from) : 0;
  const barWidth = hasBar ? Math.max(MIN_WIDTH, at(end) - barX) : 0;
  const ghostX = expected === undefined ? 0 : at(expected.from);
  const ghostWidth = expected === undefined ? 0 : Math.max(4, at(expected.to) - ghostX);
  const label = labelOf(node, expected, now);
  const after = Math.max(barX + barWidth, ghostX + ghostWidth) + GAP;
  const before = (hasBar ? barX : ghostX) - GAP;
  // Near the right edge a label goes to the left of its bar, unless the names are there.
  const length = label.length * LETTER;
  const isBefore = after + length > width + room && before > length;
  return (
    <>
      {expected && (
        <rect
          className="ghost"
          x={ghostX + 0.5}
          y={y + 4.5}
          width={ghostWidth}
          height={11}
          rx={2}
        />
      )}
      {hasBar && attempts.length > 0 && <AttemptBars {...props} from={barX} to={barX + barWidth} />}
      {hasBar && attempts.length === 0 && (
        <rect
          className={isWait(node) ? 'gate' : `fill-${tone}`}
          x={barX}
          y={y + 4}
          width={barWidth}
          height={12}
          rx={2}
        />
      )}
      {label && !(hasBar && isOpen) && (
        <text x={isBefore ? before : after} y={middle} className={isBefore ? 'end' : ''}>
          {label}
        </text>
      )}
    </>
  );
}

/** The time of a gate is one in which a person was waited for, whatever came of it. */
function isWait({ statusLabel, step }: NodeObject): boolean {
  return statusLabel === 'waiting' || (step.gate !== null && statusLabel === 'succeeded');
}

interface AttemptBarsProps extends TimelineBarProps {
  readonly from: number;
  readonly to: number;
}

/** A bar for each execution, joined by a line for the pauses between them. */
function AttemptBars({ node, attempts, span, width, now, y, from, to }: AttemptBarsProps) {
  const last = attempts.at(-1);
  return (
    <>
      <path className="attempt-line" d={`M${from} ${y + 10}H${to}`} />
      {attempts.map((attempt) => {
        const start = position(Date.parse(attempt.startedAt), span, width);
        const ended = attempt.finishedAt === '' ? now : Date.parse(attempt.finishedAt);
        const length = Math.max(MIN_WIDTH, position(ended, span, width) - start);
        const own = attempt === last ? statusWords(node.statusLabel).tone : toneOf(attempt);
        return (
          <rect
            key={attempt.number}
            className={`fill-${own}`}
            x={start}
            y={y + 4}
            width={length}
            height={12}
            rx={2}
          />
        );
      })}
    </>
  );
}

function toneOf(attempt: NodeAttempt): string {
  return hasFailed(attempt) ? 'failed' : 'ok';
}

function labelOf(node: NodeObject, expected: TimeSpan | undefined, now: number): string {
  if (node.startedAt === '') {
    return expected === undefined
      ? ''
      : texts.views.usually(formatDuration(expected.to - expected.from));
  }
  return [formatAttempt(node), nodeTime(node, now)].filter(Boolean).join(' · ');
}
