import type { Measure } from './measure.ts';
import { burst } from './measures/burst.ts';
import { calls } from './measures/calls.ts';
import { dags } from './measures/dags.ts';
import { engineSize } from './measures/engine-size.ts';
import { enqueue } from './measures/enqueue.ts';
import { fullMinute } from './measures/full-minute.ts';
import { grownDags, grownRuns } from './measures/grown.ts';
import { health } from './measures/health.ts';
import { history } from './measures/history.ts';
import { idleScheduled } from './measures/idle-scheduled.ts';
import { idleStreams } from './measures/idle-streams.ts';
import { idle } from './measures/idle.ts';
import { load } from './measures/load.ts';
import { longestTurn } from './measures/longest-turn.ts';
import { logs } from './measures/logs.ts';
import { queue } from './measures/queue.ts';
import { runList } from './measures/run-list.ts';
import { schedule } from './measures/schedule.ts';
import { start } from './measures/start.ts';
import { chain, fan } from './measures/steps.ts';
import { streams } from './measures/streams.ts';
import { sync } from './measures/sync.ts';
import { takeover } from './measures/takeover.ts';
import { wear } from './measures/wear.ts';
import { typeMeasures } from './types/type-measures.ts';
import { windowMeasures } from './window/window-measures.ts';

/** In the order in which a round takes them: the idle server first, lists when there is something to list. */
export const measures: readonly Measure[] = [
  idle,
  health,
  start,
  enqueue,
  chain,
  fan,
  burst,
  runList,
  dags,
  logs,
  calls,
  history,
  queue,
  load,
  engineSize,
  idleScheduled,
  schedule,
  fullMinute,
  streams,
  grownRuns,
  grownDags,
  takeover,
  wear,
  idleStreams,
  longestTurn,
  sync,
  ...typeMeasures,
  ...windowMeasures,
];
