import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { NodeAttempt } from '#contract/run.ts';
import { useSharedNow } from '../../components/now-context.ts';
import { Status } from '../../components/Status.tsx';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { exactTime } from '../../lib/format-time.ts';
import { formatCause, formatExit, hasFailed } from './format-attempt.ts';
import type { RunNode } from './run-nodes.ts';
import type { StepStore } from './step-store.ts';
import { texts } from './texts.ts';

interface AttemptRowsProps {
  readonly entry: RunNode;
  readonly steps: StepStore;
}

const MAX_SHOWN = 12;

/** The last executions of a step below it in the tree. */
export function AttemptRows({ entry, steps }: AttemptRowsProps) {
  const now = useSharedNow();
  const loaded = useAttempts(steps, entry);
  if (loaded === undefined || loaded.phase === 'loading') return null;
  if (loaded.phase === 'failed') {
    return (
      <div className="step-row nested tone-failed small" role="presentation">
        <span className="step-reason">{loaded.message}</span>
      </div>
    );
  }
  const more = loaded.value.length - MAX_SHOWN;
  return (
    <>
      {more > 0 && (
        <div className="step-row nested" role="presentation">
          <span className="step-reason secondary">{texts.steps.earlierAttempts(more)}</span>
        </div>
      )}
      {loaded.value.slice(-MAX_SHOWN).map((attempt) => (
        <div
          key={attempt.number}
          role="treeitem"
          aria-level={2}
          aria-selected={false}
          tabIndex={-1}
          className="step-row nested"
          title={exactTime(attempt.startedAt)}
        >
          <span />
          <Status status={attemptStatus(attempt)} size="glyph" />
          <span className="cut">
            {texts.steps.attempt(attempt.number)}{' '}
            <span className="secondary small">
              {formatCause(attempt)}
              {hasFailed(attempt) && ` · ${formatExit(attempt)}`}
            </span>
          </span>
          <span className="step-time">{durationOf(attempt, now)}</span>
        </div>
      ))}
    </>
  );
}

/** The executions of a step, fetched anew whenever there is another one or the step changes. */
export function useAttempts(steps: StepStore, { key, node }: RunNode) {
  const { attempts, statusLabel, stage } = node;
  useEffect(
    () => void steps.getState().loadAttempts(key),
    [steps, key, attempts, statusLabel, stage],
  );
  return useStore(steps, (state) => state.attempts.get(key));
}

/** The status that an attempt is shown with. */
export function attemptStatus(attempt: NodeAttempt) {
  if (attempt.finishedAt === '') return 'running';
  return hasFailed(attempt) ? 'failed' : 'succeeded';
}

/** How long an attempt took, or takes so far; empty where it has not begun. */
export function durationOf(attempt: NodeAttempt, now: number): string {
  const elapsed = elapsedBetween(attempt.startedAt, attempt.finishedAt, now);
  return elapsed === undefined ? '' : formatDuration(elapsed);
}
