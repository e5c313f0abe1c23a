import { useSharedNow } from '../../components/now-context.ts';
import { Status } from '../../components/Status.tsx';
import { exactTime, shortTime } from '../../lib/format-time.ts';
import { attemptStatus, durationOf, useAttempts } from './AttemptRows.tsx';
import { formatCause, formatExit } from './format-attempt.ts';
import type { RunNode } from './run-nodes.ts';
import type { StepStore } from './step-store.ts';
import { texts } from './texts.ts';

interface AttemptTableProps {
  readonly entry: RunNode;
  readonly steps: StepStore;
}

/** Every execution of a step: why it was made, when, how long, and how it ended. */
export function AttemptTable({ entry, steps }: AttemptTableProps) {
  const now = useSharedNow();
  const loaded = useAttempts(steps, entry);
  return (
    <section aria-label={texts.attempts.title}>
      <h3 className="details-heading">{texts.attempts.title}</h3>
      {loaded?.phase === 'failed' && <p className="tone-failed">{loaded.message}</p>}
      {loaded?.phase === 'ready' && loaded.value.length === 0 && (
        <p className="secondary">{texts.attempts.none}</p>
      )}
      {loaded?.phase === 'ready' && loaded.value.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{texts.attempts.number}</th>
              <th scope="col">{texts.attempts.cause}</th>
              <th scope="col">{texts.attempts.started}</th>
              <th scope="col">{texts.attempts.duration}</th>
              <th scope="col">{texts.attempts.ended}</th>
            </tr>
          </thead>
          <tbody>
            {loaded.value.map((attempt) => (
              <tr key={attempt.number}>
                <td>{attempt.number}</td>
                <td>{formatCause(attempt)}</td>
                <td title={exactTime(attempt.startedAt)}>{shortTime(attempt.startedAt, now)}</td>
                <td>{durationOf(attempt, now)}</td>
                <td>
                  <Status status={attemptStatus(attempt)} label={formatExit(attempt)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
