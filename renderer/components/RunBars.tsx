import { memo } from 'react';
import type { RunStatus } from '#contract/status.ts';
import { statusWords } from '../lib/status-vocabulary.ts';
import { texts } from './texts.ts';

interface BarRun {
  readonly dagRunId: string;
  readonly statusLabel: RunStatus;
  readonly startedAt: string;
  readonly finishedAt: string;
}

interface RunBarsProps {
  /** Newest first. */
  readonly runs: readonly BarRun[];
  /** Whether nothing has run for want of a run, as opposed to something broken. */
  readonly slots?: number;
}

const WIDTH = 4;
const PITCH = 6;
const HEIGHT = 16;

/** The last runs as small bars, oldest at the left: height is duration, color is status. */
export const RunBars = memo(function RunBars({ runs, slots = 20 }: RunBarsProps) {
  const width = slots * PITCH - 2;
  const longest = Math.max(1, ...runs.map(durationOf));
  const shown = runs.slice(0, slots);
  return (
    <svg className="run-bars" width={width} height={HEIGHT} role="img" aria-label={summary(shown)}>
      {Array.from({ length: slots }, (_, slot) => {
        const run = shown[slots - 1 - slot];
        const height = run === undefined ? 1 : Math.max(3, (durationOf(run) / longest) * HEIGHT);
        return (
          <rect
            key={slot}
            x={slot * PITCH}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            rx={run === undefined ? 0 : 1}
            className={run === undefined ? 'bar-none' : `fill-${statusWords(run.statusLabel).tone}`}
          />
        );
      })}
    </svg>
  );
});

// An open run counts up to now. The root keeps a short run visible beside a long one.
function durationOf(run: BarRun): number {
  const end = run.finishedAt === '' ? Date.now() : Date.parse(run.finishedAt);
  const duration = end - Date.parse(run.startedAt);
  return Number.isNaN(duration) ? 0 : Math.sqrt(Math.max(0, duration));
}

function summary(runs: readonly BarRun[]): string {
  if (runs.length === 0) return texts.runBars.none;
  const failed = runs.filter((run) => run.statusLabel === 'failed').length;
  return texts.runBars.summary(runs.length, failed);
}
