import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { logSources, type LogMode, type LogSource, type Stream } from './log-source.ts';
import type { LogStore } from './log-store.ts';
import { findNode, runNodes } from '../run-nodes.ts';

/**
 * Which log is on show: of the selected step, of all steps, or of the run; and the store that follows the choice. What a person
 * chooses holds for all steps, and a stream that was looked for in one step for that step.
 */
export function useLogChoice(log: LogStore, run: RunDetail, selected: string | undefined) {
  const [wanted, setWanted] = useState<LogMode>();
  const [sought, setSought] = useState<{ readonly step: string; readonly stream: Stream }>();
  const [silent, setSilent] = useState<string>();
  const node = findNode(run, selected)?.node;
  const isMerged = node !== undefined && node.stdout === node.stderr && node.stdout !== '';
  const hasFailed = node?.statusLabel === 'failed';
  // Where nobody has chosen, a failed step without output shows its message.
  const fitting = hasFailed && silent === selected ? 'stderr' : 'stdout';
  const asked = (sought?.step === selected ? sought?.stream : undefined) ?? wanted ?? fitting;
  const mode = isMerged && asked === 'stderr' ? 'stdout' : asked;
  const isStep = isStream(mode);
  const hasStarted = node !== undefined && node.startedAt !== '';
  // The list of logs is remade when a step starts, and not with every tick of a status.
  const key = JSON.stringify([mode, selected, mode === 'all' ? countStarted(run) : hasStarted]);
  const sources = useMemo(
    () => (isStep && !hasStarted ? [] : logSources(run, mode, selected)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` holds what the sources depend on.
    [key],
  );
  const show = useEffectEvent((shown: readonly LogSource[]) =>
    log.getState().show(shown, isActiveRun(run.statusLabel)),
  );
  useEffect(() => void show(sources), [log, sources]);
  const isEmpty = useStore(
    log,
    (state) => state.sources === sources && state.phase === 'ready' && state.rows === 0,
  );
  // Drawn again at once, before anybody has seen the empty log.
  if (isEmpty && hasFailed && mode === 'stdout' && silent !== selected) setSilent(selected);
  const setMode = useCallback((next: LogMode) => {
    setWanted(next);
    setSought(undefined);
  }, []);
  const showStream = useCallback((step: string, stream: Stream) => {
    setSought({ step, stream });
    // Whoever goes to a step leaves the log of all, or of the run; a stream that was chosen holds for the others.
    setWanted((before) => (isStream(before) ? before : undefined));
  }, []);
  return { mode, setMode, showStream, isStep, isMerged, node };
}

function isStream(mode: LogMode | undefined): mode is Stream {
  return mode === 'stdout' || mode === 'stderr';
}

function countStarted(run: RunDetail): number {
  return runNodes(run).filter(({ node }) => node.startedAt !== '').length;
}
