import type { EngineConnection } from '../../../client/engine-connection.ts';
import { ownZone } from '../../../lib/format-day.ts';
import { startWords } from '../../../lib/start-time.ts';
import type { Toasts } from '../../../lib/toasts.ts';
import { texts } from './texts.ts';

/** What a person gives to a run. */
export interface RunRequest {
  readonly params?: string | undefined;
  /** When it is to start; now if left out. */
  readonly at?: string | undefined;
}

interface Asked extends RunRequest {
  readonly fileName: string;
  /** Name of the DAG. */
  readonly name: string;
  readonly operation: 'dags.start' | 'dags.enqueue';
}

/** Starts or queues a run, says when it starts where that is later, and gives its id. */
export async function beginRun(
  engine: EngineConnection,
  toasts: Toasts,
  { operation, name, fileName, params, at }: Asked,
): Promise<string> {
  const given = {
    ...(params === undefined ? {} : { params }),
    ...(at === undefined ? {} : { at }),
  };
  const { dagRunId, plannedAt } = await engine.call(operation, { fileName, ...given });
  if (plannedAt !== undefined) {
    const starts = startWords(plannedAt, Date.now());
    toasts.getState().tell({ text: texts.planned(name, starts, ownZone) });
  }
  return dagRunId;
}
