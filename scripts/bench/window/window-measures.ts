import { graph } from './graph.ts';
import { graphMoves } from './graph-moves.ts';
import { graphStatuses } from './graph-statuses.ts';
import { list } from './list.ts';
import { logFirst } from './log-first.ts';
import { logFlood } from './log-flood.ts';
import { logLive } from './log-live.ts';
import { logMemory } from './log-memory.ts';
import { typing } from './typing.ts';
import { windowMeasure } from './window-row.ts';

/** What is known of the window, in the order in which it is measured; each row has an engine and a browser of its own. */
export const windowMeasures = [
  graph,
  graphMoves,
  graphStatuses,
  list,
  typing,
  logFirst,
  logLive,
  logFlood,
  logMemory,
].map(windowMeasure);
