import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { logSources, type LogMode, type LogSource } from './log-source.ts';
import type { LogStore } from './log-store.ts';
import { findNode, runNodes } from '../run-nodes.ts';

/** Which log is on show: of the selected step, of all steps, or of the run; and the store that follows the choice. */
export function useLogChoice(log: LogStore, run: RunDetail, selected: string | undefined) {
  const [wanted, setMode] = useState<LogMode>();
  const [silent, setSilent] = useState<string>();
  const node = findNode(run, selected)?.node;
  const isMerged = node !== undefined && node.stdout === node.stderr && node.stdout !== '';
  const hasFailed = node?.statusLabel === 'failed';
  // Where nobody has chosen, a failed step without output shows its message.
  const fitting = hasFailed && silent === selected ? 'stderr' : 'stdout';
  const mode = isMerged && (wanted ?? fitting) === 'stderr' ? 'stdout' : (wanted ?? fitting);
  const isStep = mode === 'stdout' || mode === 'stderr';
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
  return { mode, setMode, isStep, isMerged, node };
}

function countStarted(run: RunDetail): number {
  return runNodes(run).filter(({ node }) => node.startedAt !== '').length;
}
