import type { OperationOutput } from '#contract/operations.ts';
import type { RunDetail } from '#contract/run.ts';
import { Link } from '../../components/Link.tsx';
import { useGridKeys } from '../../components/use-grid-keys.ts';
import { Icon } from '../../components/Icon.tsx';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { paths } from '../../lib/paths.ts';
import { nodeStatusOf, statusWords } from '../../lib/status-vocabulary.ts';
import { exactTime } from '../../lib/format-time.ts';
import { texts } from './texts.ts';

interface HistoryGridProps {
  /** Newest first. */
  readonly runs: readonly RunDetail[];
  readonly grid: OperationOutput<'dags.runs'>['gridData'];
  readonly now: number;
}

const BAR = 40;

/** Steps down, runs across, the newest at the right. A tall bar is a long run. */
export function HistoryGrid({ runs, grid, now }: HistoryGridProps) {
  const columns = runs.map((run, index) => ({ run, index })).reverse();
  const times = runs.map((run) => elapsedBetween(run.startedAt, run.finishedAt, now) ?? 0);
  const longest = Math.max(1, ...times);
  // The runs above the steps are the first row.
  const { gridProps, cellProps } = useGridKeys(grid.length + 1, runs.length);
  return (
    <div className="history-grid">
      <table {...gridProps} aria-label={texts.history.grid}>
        <thead>
          <tr>
            <th scope="col" className="history-axis">
              {formatDuration(longest)}
            </th>
            {columns.map(({ run, index }, column) => {
              const words = texts.history.run(
                statusWords(run.statusLabel).word,
                formatDuration(times[index] ?? 0),
                exactTime(run.startedAt || run.queuedAt),
              );
              return (
                <th key={run.dagRunId} scope="col">
                  <Link
                    {...cellProps(0, column)}
                    href={paths.run(run)}
                    title={words}
                    aria-label={words}
                  >
                    <i
                      className={`back-${statusWords(run.statusLabel).tone}`}
                      style={{ height: Math.max(3, ((times[index] ?? 0) / longest) * BAR) }}
                    />
                  </Link>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {grid.map((row, line) => (
            <tr key={row.name}>
              <th scope="row" className="cut" title={row.name}>
                {row.name}
              </th>
              {columns.map(({ run, index }, column) => {
                const status = nodeStatusOf(row.history[index] ?? -1);
                if (status === undefined) return <td key={run.dagRunId} />;
                const words = texts.history.step(row.name, statusWords(status).word);
                return (
                  <td key={run.dagRunId}>
                    <Link
                      {...cellProps(line + 1, column)}
                      href={paths.run(run, row.name)}
                      title={words}
                      aria-label={words}
                      className={`tone-${statusWords(status).tone}`}
                    >
                      <Icon name={status} />
                    </Link>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
