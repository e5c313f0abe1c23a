import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagObject, Validation } from '#contract/dag.ts';
import type { PlannedSlot } from '#contract/schedule.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { loading } from '../../lib/loading.ts';

/** The lines of a schedule by what they do, as the loader read them, with what puts off their starts. */
export interface ScheduleLines {
  readonly name?: string;
  readonly jitterSec?: number;
  readonly start: readonly string[];
  readonly stop: readonly string[];
  readonly restart: readonly string[];
}

export interface PreviewState {
  readonly slots: readonly PlannedSlot[];
  /** Zone of lines that name none. */
  readonly zone: string;
  readonly problem: string | undefined;
  readonly show: (lines: ScheduleLines) => Promise<void>;
}

const SLOTS = 5;

/** The lines of a definition that was read; none where it could not be. */
export function linesOf(dag: Validation['dag']): ScheduleLines {
  const texts = (entries: DagObject['schedule'] = []) => entries.map((entry) => entry.expression);
  return {
    name: dag?.name ?? '',
    jitterSec: dag?.jitterSec ?? 0,
    start: texts(dag?.schedule),
    stop: texts(dag?.stopSchedule),
    restart: texts(dag?.restartSchedule),
  };
}

/** Whether there is any line. */
export function isScheduled(lines: ScheduleLines): boolean {
  return lines.start.length + lines.stop.length + lines.restart.length > 0;
}

type Preview = Awaited<ReturnType<typeof ask>>;
export type AskPreview = (lines: ScheduleLines) => Promise<Preview>;

function ask(
  engine: EngineConnection,
  { start, stop, restart, name = '', jitterSec = 0 }: ScheduleLines,
) {
  // An engine of an earlier version knows no such fields.
  const jitter = jitterSec > 0 ? { name, jitterSec } : {};
  const lines = { start: [...start], stop: [...stop], restart: [...restart], ...jitter };
  return engine.call('schedule.preview', { ...lines, count: SLOTS });
}

/** Asks for the same lines once, whoever asks, until their first slot is past or the answer was none. */
export function askPreviewOnce(engine: EngineConnection, now = Date.now): AskPreview {
  let known: { readonly key: string; readonly answer: Promise<Preview>; end: number } | undefined;
  return (lines) => {
    const key = JSON.stringify(lines);
    if (known?.key === key && now() < known.end) return known.answer;
    const own = { key, answer: ask(engine, lines), end: Infinity };
    known = own;
    own.answer.then(
      ({ slots: [first] }) => {
        own.end = first === undefined ? Infinity : Date.parse(first.time);
      },
      () => {
        own.end = -Infinity;
      },
    );
    return own.answer;
  };
}

/** When the lines of a text would next be due, stored or not. */
export function createPreviewStore(askPreview: AskPreview): StoreApi<PreviewState> {
  return createStore<PreviewState>((set) => ({
    slots: [],
    zone: '',
    problem: undefined,
    show: loading(askPreview, (answer) =>
      set(
        answer.phase === 'ready'
          ? { slots: answer.slots, zone: answer.timezone, problem: undefined }
          : { slots: [], problem: answer.message },
      ),
    ),
  }));
}
