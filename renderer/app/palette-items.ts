import type { DagListItem } from '#contract/dag.ts';
import type { RunSummary } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import type { Refusal } from '../client/use-refusal.ts';
import type { Command } from '../components/CommandMenu.tsx';
import type { IconName } from '../components/icons.tsx';
import { gitWords, type GitState } from '../lib/git-state.ts';
import { paths } from '../lib/paths.ts';
import type { SettingsSection } from '../features/settings/sections.ts';
import { bareName } from '../lib/bare-name.ts';
import { formatSchedules } from '../lib/format-schedule.ts';
import type { StatusKey } from '../lib/status-vocabulary.ts';
import { relativeTime } from '../lib/format-time.ts';
import { themeNames, themes } from '../lib/theme.ts';
import { paletteActs, type OpenGate } from './palette-acts.ts';
import type { PaletteAction, PaletteItem } from './palette-item.ts';
import { texts } from './texts.ts';

interface PaletteSources {
  readonly dags: readonly DagListItem[];
  readonly runs: readonly RunSummary[];
  /** Steps that wait for a person. */
  readonly gates: readonly OpenGate[];
  /** Items of Git Sync about which something is to be done. */
  readonly git: ReadonlyMap<string, GitState>;
  /** What can be done in the view behind the palette. */
  readonly commands: readonly Command[];
  /** Why the person may not do one thing or another. */
  readonly refusal: Refusal;
  /** Whether the person may start and queue runs. */
  readonly mayRun: boolean;
  readonly mayCreate: boolean;
  /** Parts of the settings that the person may see. */
  readonly settings: readonly Pick<SettingsSection, 'id' | 'label' | 'icon'>[];
  /** The file name of the DAG that is shown behind the palette. */
  readonly shown: string | undefined;
  /** Ids of the items that were chosen before, the latest first. */
  readonly recent: readonly string[];
  readonly now: number;
}

const { sections, ...words } = texts.palette;
const MAX_DAGS = 8;
const MAX_RUNS = 6;

/** What fits a text, best first; of what fits alike, what is about the DAG on show, then what was chosen last. */
export function paletteItems(text: string, sources: PaletteSources): readonly PaletteItem[] {
  const wanted = text.trim().toLowerCase();
  const ranked = (items: readonly PaletteItem[], recent = sources.recent) =>
    rankedBy(recentFirst(items, recent), wanted);
  const dags = ranked(sources.dags.flatMap((item) => dagItems(item, sources)));
  const runs = ranked(sources.runs.map((run) => runItem(run, sources.now)));
  const own = ownFirst(sources);
  const commands = ranked(
    [
      ...sources.commands.flatMap(pageItem),
      ...dagStarts(sources.mayRun ? own.dags : [], wanted),
      ...paletteActs(wanted, { ...sources, dags: own.dags }),
      ...(wanted === '' ? [] : gitCommands(sources.git)),
      ...fixedCommands(sources),
    ],
    own.recent,
  );
  return [...dags.slice(0, MAX_DAGS), ...runs.slice(0, MAX_RUNS), ...commands];
}

/** Whoever looks at a DAG means it: another one that starts in its place would be a mistake. */
function ownFirst({ dags, shown, recent }: PaletteSources) {
  if (shown === undefined) return { dags, recent };
  return {
    dags: dags.toSorted((a, b) => Number(b.fileName === shown) - Number(a.fileName === shown)),
    recent: [`run ${shown}`, `enqueue ${shown}`, `suspend ${shown}`, ...recent],
  };
}

function recentFirst(
  items: readonly PaletteItem[],
  recent: readonly string[],
): readonly PaletteItem[] {
  const places = new Map(recent.map((id, place) => [id, place]));
  const placeOf = ({ id }: PaletteItem) => places.get(id) ?? recent.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function rankedBy(items: readonly PaletteItem[], wanted: string): readonly PaletteItem[] {
  if (wanted === '') return items;
  return items
    .map((item) => ({ item, at: item.title.toLowerCase().indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1))
    .map(({ item }) => item);
}

/** The newest run, unless one goes on that is older, and that one is only queued or has ended. */
function runOnTheWay({ dag, latestDAGRun }: DagListItem, runs: readonly RunSummary[]) {
  const isUnderWay = ({ statusLabel }: Pick<RunSummary, 'statusLabel'>): boolean =>
    isActiveRun(statusLabel) && statusLabel !== 'queued';
  if (isUnderWay(latestDAGRun)) return latestDAGRun;
  return runs.find((run) => run.name === dag.name && isUnderWay(run)) ?? latestDAGRun;
}

/** What a DAG is called among the choices that are remembered. */
export function dagChoice(fileName: string): string {
  return `dag ${bareName(fileName)}`;
}

/** The same of a run. */
export function runChoice({ name, dagRunId }: Pick<RunSummary, 'name' | 'dagRunId'>): string {
  return `run ${name} ${dagRunId}`;
}

/** The DAG; where a run of it goes on, that run before it. */
function dagItems(
  item: DagListItem,
  { now, mayRun, runs }: Pick<PaletteSources, 'now' | 'mayRun' | 'runs'>,
): readonly PaletteItem[] {
  const { dag, fileName } = item;
  const run = runOnTheWay(item, runs);
  const status: StatusKey = item.errors.length > 0 ? 'broken' : run.statusLabel;
  const shared = {
    id: dagChoice(fileName),
    section: sections.dags,
    title: dag.name,
    icon: status,
    isStatus: true,
    ...(mayRun && { other: startOf('run', item) }),
  } as const;
  const next = relativeTime(item.nextRun, now);
  const schedule = item.suspended ? words.off : formatSchedules(dag.schedule);
  const details = [dag.group, schedule, next].filter(Boolean);
  const action = { kind: 'go', href: paths.dag(fileName) } as const;
  if (!isActiveRun(run.statusLabel)) return [{ ...shared, details, hint: words.open, action }];
  const began = relativeTime(run.startedAt || run.queuedAt, now);
  return [
    {
      ...shared,
      details: [words.goToRun(began)],
      hint: words.openRun,
      action: { kind: 'go', href: paths.run(run) },
    },
    {
      ...{ ...shared, id: `open ${fileName}`, icon: 'dags', isStatus: false },
      details: [words.openDag, ...details],
      hint: words.open,
      action,
    },
  ];
}

function runItem(run: RunSummary, now: number): PaletteItem {
  return {
    id: runChoice(run),
    section: sections.runs,
    title: run.name,
    details: [relativeTime(run.startedAt || run.queuedAt, now), run.error].filter(Boolean),
    hint: words.openRun,
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
      section: sections.commands,
      title: label,
      details: [detail].filter(Boolean),
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
    const close = dags.filter((item) =>
      words.start(verb, item.dag.name).toLowerCase().includes(wanted),
    );
    return close.slice(0, 5).map((item) => ({
      id: `${kind} ${item.fileName}`,
      section: sections.commands,
      title: words.start(verb, item.dag.name),
      details: item.dag.params.length > 0 ? [words.parameters[kind]] : [],
      hint: verb,
      icon,
      isStatus: false,
      action: startOf(kind, item),
    }));
  });
}

/** A run with parameters shows them first. */
function startOf(kind: 'run' | 'enqueue', { fileName, dag }: DagListItem): PaletteAction {
  if (kind === 'run' && dag.params.length > 0) return { kind: 'go', href: paths.runForm(fileName) };
  return { kind, fileName, name: dag.name };
}

const starts = [
  { kind: 'run', verb: words.run, icon: 'play' },
  { kind: 'enqueue', verb: words.enqueue, icon: 'queues' },
] as const;

/**
 * Publishing leads to the summary of the commit, all else to the item, where it is shown what would be done. Like starts they
 * are offered once there is a name.
 */
function gitCommands(git: PaletteSources['git']): readonly PaletteItem[] {
  return [...git].map(([itemId, state]) => {
    const { word, verb } = gitWords(state);
    const isPublished = state === 'modified' || state === 'untracked';
    return {
      id: `git ${itemId}`,
      section: sections.commands,
      title: words.inGit(verb, itemId),
      details: [word],
      hint: isPublished ? verb : words.open,
      icon: 'git',
      isStatus: false,
      action: { kind: 'go', href: isPublished ? paths.publish(itemId) : paths.git(itemId) },
    };
  });
}

function fixedCommands({
  mayCreate,
  settings,
}: Pick<PaletteSources, 'mayCreate' | 'settings'>): readonly PaletteItem[] {
  const command = (title: string, icon: IconName, action: PaletteAction): PaletteItem => ({
    id: title,
    section: sections.commands,
    title,
    details: [],
    hint: '',
    icon,
    isStatus: false,
    action,
  });
  return [
    ...(mayCreate
      ? [
          command(words.newDag, 'plus', { kind: 'go', href: paths.newDag() }),
          command(words.importDags, 'download', { kind: 'go', href: paths.importDags() }),
        ]
      : []),
    command(words.goToDags, 'dags', { kind: 'go', href: paths.dags() }),
    command(words.goToRuns, 'runs', { kind: 'go', href: paths.runs() }),
    command(words.goToSchedule, 'schedule', { kind: 'go', href: paths.schedule() }),
    command(words.goToQueues, 'queues', { kind: 'go', href: paths.queues() }),
    command(words.goToGit, 'git', { kind: 'go', href: paths.git() }),
    command(words.goToSettings, 'settings', { kind: 'go', href: paths.settings() }),
    command(words.failedRuns, 'runs', { kind: 'go', href: paths.runs({ status: 'failed' }) }),
    command(words.gatedRuns, 'waiting', { kind: 'go', href: paths.runs({ status: 'waiting' }) }),
    ...settings.map(({ id, label, icon }) =>
      command(words.openSettings(label), icon, { kind: 'go', href: paths.settings(id) }),
    ),
    ...themes.map((theme) =>
      command(words.switchTo(themeNames[theme]), 'theme', { kind: 'theme', theme }),
    ),
  ];
}
