import type { DagListItem } from '#contract/dag.ts';
import type { RunSummary } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import type { Refusal } from '../client/use-refusal.ts';
import type { IconName } from '../components/icons.tsx';
import { relativeTime } from '../lib/format-time.ts';
import { paths } from '../lib/paths.ts';
import { plannedWords } from '../lib/start-time.ts';
import type { PaletteAction, PaletteItem } from './palette-item.ts';
import { texts } from './texts.ts';

/** A step that waits for a person. */
export interface OpenGate {
  readonly run: RunSummary;
  readonly step: string;
}

interface ActSources {
  readonly dags: readonly DagListItem[];
  readonly runs: readonly RunSummary[];
  readonly gates: readonly OpenGate[];
  /** Why the person may not do one of these. */
  readonly refusal: Refusal;
  readonly now: number;
}

const { sections, acts: words } = texts.palette;
const MAX_ACTS = 5;

/** What can be done about runs that go on and about schedules. Like starts it is offered by name, once there is a text. */
export function paletteActs(wanted: string, sources: ActSources): readonly PaletteItem[] {
  if (wanted === '') return [];
  return [stops(sources), gateActs(sources), switches(sources)].flatMap((items) =>
    items.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, MAX_ACTS),
  );
}

/** The page of the run asks before it stops. Sub-runs end with the run that called them. */
function stops({ runs, refusal, now }: ActSources): readonly PaletteItem[] {
  return runs
    .filter((run) => isActiveRun(run.statusLabel) && run.parentDAGRunId === '')
    .map((run) => {
      const isQueued = run.statusLabel === 'queued';
      return act({
        id: `stop ${run.name} ${run.dagRunId}`,
        title: isQueued ? words.dequeue(run.name) : words.stop(run.name),
        detail: isQueued
          ? (plannedWords(run, now) ?? words.queued(relativeTime(run.queuedAt, now)))
          : words.started(relativeTime(run.startedAt, now)),
        icon: isQueued ? 'trash' : 'stop',
        refusal: refusal(isQueued ? 'runs.dequeue' : 'runs.stop'),
        action: { kind: 'onRun', href: paths.run(run), command: 'stop' },
      });
    });
}

function gateActs({ gates, refusal, now }: ActSources): readonly PaletteItem[] {
  return gates.map(({ run, step }) =>
    act({
      id: `answer ${run.dagRunId} ${step}`,
      title: words.answer(step, run.name),
      detail: words.started(relativeTime(run.startedAt, now)),
      icon: 'waiting',
      refusal: refusal('runs.approve'),
      action: { kind: 'onRun', href: pageOf({ run, step }), command: 'answer' },
    }),
  );
}

/** A run that another one called has its page below the first of its callers. */
function pageOf({ run, step }: OpenGate): string {
  const root = { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId };
  return run.parentDAGRunId === '' ? paths.run(run, step) : paths.subRun(root, run, step);
}

function switches({ dags, refusal }: ActSources): readonly PaletteItem[] {
  return dags
    .filter(({ dag, suspended }) => dag.schedule.length > 0 || suspended)
    .map(({ dag: { name }, fileName, suspended }) =>
      act({
        id: `suspend ${fileName}`,
        title: suspended ? words.resume(name) : words.suspend(name),
        detail: '',
        icon: 'schedule',
        refusal: refusal('dags.suspend'),
        action: { kind: 'suspend', fileName, suspend: !suspended },
      }),
    );
}

interface Act {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: IconName;
  readonly refusal: string | undefined;
  readonly action: PaletteAction;
}

function act({ refusal, detail, ...item }: Act): PaletteItem {
  return {
    ...item,
    section: sections.commands,
    details: [refusal ?? detail].filter(Boolean),
    hint: '',
    isStatus: false,
    isRefused: refusal !== undefined,
  };
}
