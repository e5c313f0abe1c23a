import type { DagListItem } from '#contract/dag.ts';
import type { RunSummary } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import type { Command } from '../components/CommandMenu.tsx';
import type { IconName } from '../components/icons.tsx';
import { paths } from '../lib/paths.ts';
import { scheduleWords } from '../lib/schedule-words.ts';
import type { StatusKey } from '../lib/status-vocabulary.ts';
import { relativeTime } from '../lib/time-words.ts';
import { themes, type Theme } from '../lib/theme.ts';

/** What choosing an item does. */
export type PaletteAction =
  | { readonly kind: 'go'; readonly href: string }
  | { readonly kind: 'run' | 'enqueue'; readonly fileName: string; readonly name: string }
  | { readonly kind: 'command'; readonly run: () => void }
  | { readonly kind: 'theme'; readonly theme: Theme };

export interface PaletteItem {
  readonly id: string;
  readonly section: 'DAGs' | 'Runs' | 'Commands';
  readonly title: string;
  readonly detail: string;
  /** What Enter does, in a word or two. */
  readonly hint: string;
  readonly icon: IconName | StatusKey;
  readonly isStatus: boolean;
  readonly action: PaletteAction;
  /** What ⌘Enter does. */
  readonly other?: PaletteAction;
}

interface PaletteSources {
  readonly dags: readonly DagListItem[];
  readonly runs: readonly RunSummary[];
  /** What can be done in the view behind the palette. */
  readonly commands: readonly Command[];
  /** Whether the person may start and queue runs. */
  readonly mayRun: boolean;
  readonly now: number;
}

const MOST_DAGS = 8;
const MOST_RUNS = 6;

/** What fits a text, best first. */
export function paletteItems(text: string, sources: PaletteSources): readonly PaletteItem[] {
  const wanted = text.trim().toLowerCase();
  const dags = ranked(
    sources.dags.map((item) => dagItem(item, sources)),
    wanted,
  );
  const runs = ranked(
    sources.runs.map((run) => runItem(run, sources.now)),
    wanted,
  );
  const commands = ranked(
    [
      ...sources.commands.flatMap(pageItem),
      ...dagStarts(sources.mayRun ? sources.dags : [], wanted),
      ...fixedCommands(),
    ],
    wanted,
  );
  return [...dags.slice(0, MOST_DAGS), ...runs.slice(0, MOST_RUNS), ...commands.slice(0, 10)];
}

function ranked(items: readonly PaletteItem[], wanted: string): readonly PaletteItem[] {
  if (wanted === '') return items;
  return items
    .map((item) => ({ item, at: item.title.toLowerCase().indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1))
    .map(({ item }) => item);
}

function dagItem(
  item: DagListItem,
  { now, mayRun }: Pick<PaletteSources, 'now' | 'mayRun'>,
): PaletteItem {
  const { dag, fileName, latestDAGRun: run } = item;
  const status: StatusKey = item.errors.length > 0 ? 'broken' : run.statusLabel;
  const shared = {
    id: `dag ${fileName}`,
    section: 'DAGs',
    title: dag.name,
    icon: status,
    isStatus: true,
    ...(mayRun && { other: { kind: 'run', fileName, name: dag.name } as const }),
  } as const;
  if (isActiveRun(run.statusLabel)) {
    const began = relativeTime(run.startedAt || run.queuedAt, now);
    const action = { kind: 'go', href: paths.run(run) } as const;
    return { ...shared, detail: `Go to the run that started ${began}`, hint: 'Open run', action };
  }
  const next = relativeTime(item.nextRun, now);
  const words = item.suspended ? 'off' : scheduleWords(dag.schedule);
  return {
    ...shared,
    detail: [dag.group, words, next].filter(Boolean).join(' · '),
    hint: 'Open',
    action: { kind: 'go', href: paths.dag(fileName) },
  };
}

function runItem(run: RunSummary, now: number): PaletteItem {
  return {
    id: `run ${run.name} ${run.dagRunId}`,
    section: 'Runs',
    title: run.name,
    detail: [relativeTime(run.startedAt || run.queuedAt, now), run.error]
      .filter(Boolean)
      .join(' · '),
    hint: 'Open run',
    icon: run.statusLabel,
    isStatus: true,
    action: { kind: 'go', href: paths.run(run) },
  };
}

/** A command of the view; one that cannot be done now is not offered. */
function pageItem({ id, label, detail = '', icon, isDisabled, run }: Command): PaletteItem[] {
  if (isDisabled) return [];
  return [
    {
      id: `page ${id}`,
      section: 'Commands',
      title: label,
      detail,
      hint: '',
      icon: icon ?? 'right',
      isStatus: false,
      action: { kind: 'command', run },
    },
  ];
}

/** Starting and queueing are offered by name, once there is a name. */
function dagStarts(dags: readonly DagListItem[], wanted: string): readonly PaletteItem[] {
  if (wanted === '') return [];
  return starts.flatMap(({ kind, verb, icon }) => {
    const close = dags.filter((item) => `${verb} ${item.dag.name}`.toLowerCase().includes(wanted));
    return close.slice(0, 5).map(({ dag, fileName }) => ({
      id: `${kind} ${fileName}`,
      section: 'Commands' as const,
      title: `${verb} ${dag.name}`,
      detail: dag.params.length > 0 ? 'with its default parameters' : '',
      hint: verb,
      icon,
      isStatus: false,
      action: { kind, fileName, name: dag.name },
    }));
  });
}

const starts = [
  { kind: 'run', verb: 'Run', icon: 'play' },
  { kind: 'enqueue', verb: 'Enqueue', icon: 'queues' },
] as const;

function fixedCommands(): readonly PaletteItem[] {
  const command = (title: string, icon: IconName, action: PaletteAction): PaletteItem => ({
    id: title,
    section: 'Commands',
    title,
    detail: '',
    hint: '',
    icon,
    isStatus: false,
    action,
  });
  return [
    command('Go to DAGs', 'dags', { kind: 'go', href: paths.dags() }),
    command('Go to runs', 'runs', { kind: 'go', href: paths.runs() }),
    command('Go to schedule', 'schedule', { kind: 'go', href: paths.schedule() }),
    command('Go to queues', 'queues', { kind: 'go', href: paths.queues() }),
    command('Go to settings', 'settings', { kind: 'go', href: paths.settings() }),
    command('Show failed runs', 'runs', { kind: 'go', href: paths.runs({ status: 'failed' }) }),
    ...themes.map((theme) => {
      const title = theme === 'system' ? 'Theme as the system' : `Theme ${theme}`;
      return command(title, 'theme', { kind: 'theme', theme });
    }),
  ];
}
