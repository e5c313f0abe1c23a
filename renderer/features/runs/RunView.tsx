import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { ContextMenu, type ContextMenuRequest } from '../../components/ContextMenu.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { WarningList } from '../../components/WarningList.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { usePageCommands, type PageCommands } from '../../components/page-commands.ts';
import { Splitter, usePaneSize } from '../../components/Splitter.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useStable } from '../../components/use-stable.ts';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { GateBand } from './GateBand.tsx';
import { HeaderCommands } from './HeaderCommands.tsx';
import type { LogStore } from './log/log-store.ts';
import { LogPane } from './log/LogPane.tsx';
import { addressOf } from './run-calls.ts';
import type { RunIdentity } from './run-identity.ts';
import { findNode, runNodes } from './run-nodes.ts';
import { RunAgainDialog } from './RunAgainDialog.tsx';
import { RunClock } from './RunClock.tsx';
import { runParams } from './run-params.ts';
import type { RunStore } from './run-store.ts';
import { RunHeader } from './RunHeader.tsx';
import { RunPictures, type PictureView } from './RunPictures.tsx';
import { StopDialog } from './StopDialog.tsx';
import type { StepStore } from './step-store.ts';
import type { StepActs } from './StepRow.tsx';
import { StepTree } from './StepTree.tsx';
import { followedStep, hasFailed, neighbor, speakers } from './step-choice.ts';
import type { RunCommands } from './run-commands.ts';
import { useAnswer } from './use-answer.ts';
import { useRunActs } from './use-run-acts.ts';
import { texts } from './texts.ts';

interface RunViewProps {
  readonly run: RunDetail;
  readonly identity: RunIdentity;
  readonly store: RunStore;
  readonly log: LogStore;
  readonly steps: StepStore;
}

/** The panes of a run, and what joins them: the selected step and the commands. */
export function RunView({ run, identity, store, log, steps }: RunViewProps) {
  const { missing, problem, usual, callers, dismiss } = useStore(store);
  const isNarrow = useNarrow();
  const [view, setView] = useState<PictureView>(() => (isNarrow ? 'steps' : 'graph'));
  const [menu, setMenu] = useState<ContextMenuRequest>();
  const [isStopping, setStopping] = useState(false);
  const [topHeight, setTopHeight] = usePaneSize('run.top', 372);

  const { nodes, selected, entry, sought, select } = useSelection(run, identity, store);
  const [isRepeating, setRepeating] = useState(false);
  const { commandsFor, gate, runAgain } = useRunActs({
    store,
    identity,
    onStop: () => setStopping(true),
    onRunAgain: () => (runParams(run.params).length > 0 ? setRepeating(true) : runAgain({})),
  });
  const { statusLabel, parentDAGRunId } = run;
  const { stop, retry } = useMemo(
    () => commandsFor({ statusLabel, parentDAGRunId }, undefined),
    [commandsFor, statusLabel, parentDAGRunId],
  );
  const commands = useMemo(
    () => commandsFor({ statusLabel, parentDAGRunId }, entry),
    [commandsFor, statusLabel, parentDAGRunId, entry],
  );
  const acts = useStable<StepActs>({
    select,
    openMenu: (key, x, y) => {
      const { step: own } = commandsFor(run, findNode(run, key));
      if (own.length > 0) setMenu({ x, y, label: texts.steps.menu(key), commands: own });
    },
  });
  const answer = useAnswer(run, entry, acts);
  const menuCommands = useMenu(answer.command, stop, commands.run);
  useRunKeys({ nodes, selected, select }, { stop, retry, answer: answer.command });

  const shownView = isNarrow ? view : view === 'steps' ? 'graph' : view;
  const tree = <StepTree run={run} steps={steps} selected={selected} acts={acts} />;
  return (
    <RunClock status={run.statusLabel}>
      <RunHeader run={run} callers={callers} usual={usual.run}>
        <HeaderCommands name={run.name} stop={stop} retry={retry} more={menuCommands} />
      </RunHeader>
      {(problem ?? missing) && <ErrorNote message={problem ?? missing ?? ''} onDismiss={dismiss} />}
      <WarningList warnings={run.warnings} />
      <div className="run-body">
        {!isNarrow && <SidePane>{tree}</SidePane>}
        <div className="run-right">
          <section
            className="pane"
            style={{ height: topHeight, flex: isNarrow ? '1.1 1 0' : 'none' }}
            aria-label={texts.views.pane}
          >
            <RunPictures
              run={run}
              store={store}
              steps={steps}
              view={shownView}
              tree={isNarrow ? tree : undefined}
              entry={entry}
              sought={sought}
              commands={commands.step}
              acts={acts}
              onView={setView}
            />
          </section>
          <Splitter
            label={texts.views.height}
            axis="y"
            value={topHeight}
            min={120}
            max={900}
            onChange={setTopHeight}
          />
          <LogPane log={log} run={run} selected={selected} onSelect={select}>
            {entry && <GateBand node={entry.node} acts={gate(entry.key)} form={answer.form} />}
          </LogPane>
        </div>
      </div>
      <ContextMenu request={menu} onClose={() => setMenu(undefined)} />
      {isRepeating && (
        <RunAgainDialog
          run={run}
          onConfirm={(changes) => {
            setRepeating(false);
            runAgain(changes);
          }}
          onClose={() => setRepeating(false)}
        />
      )}
      {isStopping && (
        <StopDialog
          run={run}
          attempt={store.getState().attempt}
          onClose={() => setStopping(false)}
        />
      )}
    </RunClock>
  );
}

/** What the palette and the menu of the run offer. */
function useMenu(
  answer: Command | undefined,
  stop: Command | undefined,
  others: readonly Command[],
): PageCommands {
  return usePageCommands(
    useMemo(
      () => [answer, stop, ...others].filter((one) => one !== undefined),
      [answer, stop, others],
    ),
  );
}

/** The keys of a run: the next step and the one before, and its commands. */
function useRunKeys(
  { nodes, selected, select }: Omit<ReturnType<typeof useSelection>, 'entry' | 'sought'>,
  {
    stop,
    retry,
    answer,
  }: Pick<RunCommands, 'stop' | 'retry'> & {
    readonly answer: Command | undefined;
  },
): void {
  const step = (by: number) => {
    const next = neighbor(nodes, selected, by);
    if (next !== undefined) select(next);
  };
  useShortcuts({
    j: { label: texts.steps.next, run: () => step(1) },
    k: { label: texts.steps.previous, run: () => step(-1) },
    ...(stop ? { s: stop } : {}),
    ...(retry && retry.isDisabled !== true ? { r: retry } : {}),
    ...(answer && answer.isDisabled !== true ? { a: answer } : {}),
  });
}

/** The steps beside the picture, as wide as the person likes. */
function SidePane({ children }: { readonly children: ReactNode }) {
  const [width, setWidth] = usePaneSize('run.tree', 304);
  return (
    <>
      <section className="pane" style={{ width }} aria-label={texts.steps.title}>
        {children}
      </section>
      <Splitter
        label={texts.steps.width}
        axis="x"
        value={width}
        min={200}
        max={560}
        onChange={setWidth}
      />
    </>
  );
}

/** The step on show stands in the address; without one the page follows the run. */
function useSelection(run: RunDetail, identity: RunIdentity, store: RunStore) {
  const navigation = useNavigation();
  const asked = new URLSearchParams(useLocation().search).get('step') ?? undefined;
  const nodes = runNodes(run);
  const isActive = isActiveRun(run.statusLabel);
  const [before, setFollowed] = useState<string>();
  const spoken = useStore(store, (state) => state.spoken);
  const wanted = asked === undefined ? JSON.stringify(speakers(nodes, isActive)) : '[]';
  useEffect(() => {
    // The effect hangs on what `wanted` says, and so it reads the names from there.
    const names = JSON.parse(wanted) as readonly string[];
    if (names.length > 0) void store.getState().seekOutput(names);
  }, [wanted, store]);
  const followed = followedStep(nodes, { isActive, before, spoken });
  if (followed !== before) setFollowed(followed);
  const selected = asked ?? followed;
  const select = (step: string) => navigation.go(addressOf(identity, step), { replace: true });
  const entry = findNode(run, selected);
  const isStriking = entry !== undefined && hasFailed(entry);
  return { nodes, selected, entry, sought: isStriking ? selected : asked, select };
}
