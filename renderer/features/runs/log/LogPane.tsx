import './log.css';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { Clocked } from '../../../components/Clocked.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Segments } from '../../../components/Segments.tsx';
import { Status } from '../../../components/Status.tsx';
import { useShortcuts } from '../../../components/use-shortcuts.ts';
import { remember, remembered } from '../../../lib/remembered.ts';
import { rowOfLine } from '../../../lib/log-window.ts';
import { LogActions } from './LogActions.tsx';
import { LogToggles } from './LogToggles.tsx';
import { LogSearchBar } from './LogSearchBar.tsx';
import { LogView, type LogViewHandle } from './LogView.tsx';
import type { LogMatch, LogMode } from './log-source.ts';
import type { LogStore } from './log-store.ts';
import { emptyLogWords } from './empty-log.ts';
import { runNodes } from '../run-nodes.ts';
import { nodeTime } from '../format-run.ts';
import { firstFailed } from '../step-choice.ts';
import { useErrorJump } from './use-error-jump.ts';
import { useLogChoice } from './use-log-choice.ts';
import { texts } from './texts.ts';

interface LogPaneProps {
  readonly log: LogStore;
  readonly run: RunDetail;
  readonly selected: string | undefined;
  readonly onSelect: (step: string) => void;
  /** What stands above the lines. */
  readonly children?: ReactNode;
}

/** The log of the selected step, of all steps, or of the run itself. */
export function LogPane({ log, run, selected, onSelect, children }: LogPaneProps) {
  const choice = useLogChoice(log, run, selected);
  const { mode, setMode, showStream, isStep, isMerged, node } = choice;
  const [isFollowing, setFollowing] = useState(true);
  const [isWrapping, wrap] = useWrapping();
  const [isSearching, setSearching] = useState(false);
  const view = useRef<LogViewHandle>(null);
  const problem = useStore(log, (state) => state.problem);
  const isLive = isActiveRun(run.statusLabel);

  const showMatch = useCallback(
    ({ segment, line }: LogMatch) =>
      view.current?.show(rowOfLine(log.getState().segments, segment, line)),
    [log],
  );
  const seekError = useErrorJump({
    log,
    mode,
    hasStderr: !isMerged,
    onStream: useCallback(
      (stream) => selected !== undefined && showStream(selected, stream),
      [selected, showStream],
    ),
    onFound: showMatch,
  });
  const failed = useMemo(() => firstFailed(runNodes(run)), [run]);
  const goToError = () => {
    if (failed !== undefined && !(isStep && node?.statusLabel === 'failed')) {
      showStream(failed.key, 'stdout');
      onSelect(failed.key);
    }
    seekError();
  };
  useShortcuts({
    '/': { label: texts.search, run: () => setSearching(true) },
    f: { label: texts.follow, run: () => setFollowing((on) => !on) },
    e: { label: texts.firstError, run: goToError },
    w: { label: texts.wrap, run: wrap },
  });

  return (
    <section className="pane log-pane" aria-label={texts.label}>
      <div className="bar log-bar">
        <span className="strong cut">{isStep ? (selected ?? texts.noStep) : run.name}</span>
        {isStep && node && (
          <span className="row small">
            <Clocked>
              {(now) => (
                <Status status={node.statusLabel} label={nodeTime(node, now) || undefined} />
              )}
            </Clocked>
          </span>
        )}
        <span className="small log-tabs">
          <Segments label={texts.source} value={mode} options={tabs(isMerged)} onChange={setMode} />
        </span>
        <span className="grow" />
        {failed && (
          <button type="button" className="plain tone-failed small jump" onClick={goToError}>
            {texts.firstError} <kbd>e</kbd>
          </button>
        )}
        <span className="log-buttons">
          <LogToggles
            isLive={isLive}
            isSearching={isSearching}
            isWrapping={isWrapping}
            isFollowing={isFollowing}
            onSearch={setSearching}
            onWrap={wrap}
            onFollow={setFollowing}
          />
          <LogActions log={log} />
        </span>
      </div>
      {problem && <ErrorNote message={problem} />}
      {children}
      {isSearching && (
        <LogSearchBar
          log={log}
          onShow={(row, text) => view.current?.show(row, text)}
          onClear={() => view.current?.clear()}
          onClose={() => {
            setSearching(false);
            view.current?.clear();
            view.current?.focus();
          }}
        />
      )}
      <LogView
        ref={view}
        log={log}
        isLive={isLive}
        emptyWords={<Clocked>{(now) => emptyLogWords({ mode, node, isLive, now })}</Clocked>}
        isFollowing={isFollowing}
        isWrapping={isWrapping}
        onFollowing={setFollowing}
      />
    </section>
  );
}

function tabs(isMerged: boolean): readonly { value: LogMode; label: string }[] {
  return [
    { value: 'stdout', label: isMerged ? texts.output : texts.stdout },
    ...(isMerged ? [] : [{ value: 'stderr', label: texts.stderr } as const]),
    { value: 'all', label: texts.allSteps },
    { value: 'run', label: texts.runLog },
  ];
}

/** Whether long lines are wrapped, remembered. */
function useWrapping(): readonly [boolean, () => void] {
  const [isWrapping, setWrapping] = useState(() => remembered('log.wrap') === 'yes');
  const toggle = useCallback(() => {
    setWrapping(!isWrapping);
    remember('log.wrap', isWrapping ? 'no' : 'yes');
  }, [isWrapping]);
  return [isWrapping, toggle];
}
