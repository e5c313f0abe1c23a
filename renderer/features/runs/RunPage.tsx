import './run-page.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isActiveRun } from '#contract/status.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { Splitter, usePaneSize } from '../../components/Splitter.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useNow } from '../../components/use-now.ts';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { paths } from '../../lib/paths.ts';
import { createLogStore } from './log-store.ts';
import { LogPane } from './LogPane.tsx';
import { RunIdentityProvider } from './run-identity.ts';
import { createRunStore, type RunIdentity } from './run-store.ts';
import { RunHeader } from './RunHeader.tsx';
import { RunPictures, type RunView } from './RunPictures.tsx';
import { StepTree } from './StepTree.tsx';
import { initialStep, neighbour } from './step-choice.ts';

/** One run: its steps, their picture, and the log of the selected one. */
export function RunPage({ name, dagRunId }: RunIdentity) {
  const engine = useEngine();
  const identity = useMemo(() => ({ name, dagRunId }), [name, dagRunId]);
  const [store] = useState(() => createRunStore(engine, identity));
  const [log] = useState(() => createLogStore(engine, identity));
  useEffect(() => store.getState().start(log.getState().grew), [store, log]);
  const { run, missing, problem, usual, dismiss, refresh, stop } = useStore(store);

  const navigation = useNavigation();
  const asked = new URLSearchParams(useLocation().search).get('step') ?? undefined;
  const isNarrow = useNarrow();
  const isActive = run !== undefined && isActiveRun(run.statusLabel);
  const now = useNow(isActive ? 1000 : 60_000);
  const [view, setView] = useState<RunView>(() => (isNarrow ? 'steps' : 'graph'));
  const [isStopping, setStopping] = useState(false);
  const [treeWidth, setTreeWidth] = usePaneSize('run.tree', 304);
  const [topHeight, setTopHeight] = usePaneSize('run.top', 372);

  const nodes = useMemo(() => run?.nodes ?? [], [run]);
  const selected = asked ?? initialStep(nodes);
  const select = (step: string) =>
    navigation.go(paths.run({ name, dagRunId }, step), { replace: true });
  const step = (by: number) => {
    const next = neighbour(nodes, selected, by);
    if (next !== undefined) select(next);
  };
  useShortcuts({ j: () => step(1), k: () => step(-1), s: () => isActive && setStopping(true) });

  if (run === undefined) {
    return missing === undefined ? null : (
      <ErrorNote message={missing} onRetry={() => void refresh()} />
    );
  }
  const running = nodes.filter((node) => node.statusLabel === 'running');
  const shownView = isNarrow ? view : view === 'steps' ? 'graph' : view;
  const tree = <StepTree run={run} selected={selected} now={now} onSelect={select} />;
  return (
    <RunIdentityProvider value={identity}>
      <RunHeader run={run} usual={usual.run} now={now} onStop={() => setStopping(true)} />
      {(problem ?? missing) && <ErrorNote message={problem ?? missing ?? ''} onDismiss={dismiss} />}
      <div className="run-body">
        {!isNarrow && (
          <>
            <section className="pane" style={{ width: treeWidth }} aria-label="Steps">
              {tree}
            </section>
            <Splitter
              label="Width of the steps"
              axis="x"
              value={treeWidth}
              min={200}
              max={560}
              onChange={setTreeWidth}
            />
          </>
        )}
        <div className="run-right">
          <section
            className="pane"
            style={{ height: topHeight, flex: isNarrow ? '1.1 1 0' : 'none' }}
            aria-label="Picture"
          >
            <RunPictures
              store={store}
              view={shownView}
              tree={isNarrow ? tree : undefined}
              selected={selected}
              now={now}
              onView={setView}
              onSelect={select}
            />
          </section>
          <Splitter
            label="Height of the picture"
            axis="y"
            value={topHeight}
            min={120}
            max={900}
            onChange={setTopHeight}
          />
          <LogPane log={log} run={run} selected={selected} now={now} onSelect={select} />
        </div>
      </div>
      {isStopping && (
        <AskDialog
          title={`Stop ${run.name}`}
          verb="Stop run"
          keep="Let it run"
          isDanger
          onConfirm={() => {
            setStopping(false);
            void stop();
          }}
          onClose={() => setStopping(false)}
        >
          <p>{stopWords(running.map((node) => node.step.name))}</p>
        </AskDialog>
      )}
    </RunIdentityProvider>
  );
}

function stopWords(running: readonly string[]): string {
  if (running.length === 0) return 'Nothing runs at the moment; steps to come will not start.';
  return `This ends ${listed(running)}. Steps to come will not start.`;
}

function listed(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  if (names.length > 5) return `${names.length} steps`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
