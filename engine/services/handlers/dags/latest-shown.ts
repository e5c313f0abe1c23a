import type { LatestRun } from '../../../contract/run.ts';
import { isActiveRun } from '../../../contract/status.ts';
import { isSameDay } from '../../../lib/local-time.ts';
import type { RunRow } from '../../../storage/run-search.ts';
import type { EngineServices } from '../../engine-services.ts';
import { neverRan, toSummary } from '../../present-run.ts';

/** The newest run of a DAG as lists show it; with `latest_status_today` only one of today, or one that goes on. */
export function latestShown(
  { config, clock }: Pick<EngineServices, 'config' | 'clock'>,
  dagName: string,
  latest: RunRow | undefined,
): LatestRun {
  if (latest === undefined) return neverRan(dagName);
  if (!config.latestStatusToday || isActiveRun(latest.status)) return toSummary(latest);
  const at = latest.startedAt ?? latest.queuedAt ?? 0;
  return isSameDay(at, clock.now(), config.timezone) ? toSummary(latest) : neverRan(dagName);
}
