import type { Measure } from './measure.ts';
import { burst } from './measures/burst.ts';
import { calls } from './measures/calls.ts';
import { dags } from './measures/dags.ts';
import { health } from './measures/health.ts';
import { history } from './measures/history.ts';
import { idle } from './measures/idle.ts';
import { logs } from './measures/logs.ts';
import { runList } from './measures/run-list.ts';
import { start } from './measures/start.ts';
import { chain, fan } from './measures/steps.ts';

/** In the order in which a round takes them: the idle server first, lists when there is something to list. */
export const measures: readonly Measure[] = [
  idle,
  health,
  start,
  chain,
  fan,
  burst,
  runList,
  dags,
  logs,
  calls,
  history,
];
