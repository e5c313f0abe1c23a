import { useEffect, useMemo, useState } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { logSources, type LogMode } from './log-source.ts';
import type { LogStore } from './log-store.ts';

/** Which log is on show: of the selected step, of all steps, or of the run; and the store that follows the choice. */
export function useLogChoice(log: LogStore, run: RunDetail, selected: string | undefined) {
  const [wanted, setMode] = useState<LogMode>('stdout');
  const node = run.nodes.find((one) => one.step.name === selected);
  const isMerged = node !== undefined && node.stdout === node.stderr && node.stdout !== '';
  const mode = isMerged && wanted === 'stderr' ? 'stdout' : wanted;
  const isStep = mode === 'stdout' || mode === 'stderr';
  const started = run.nodes.filter((one) => one.startedAt !== '').length;
  const hasStarted = node !== undefined && node.startedAt !== '';
  // The list of logs is remade when a step starts, and not with every tick of a status.
  const key = JSON.stringify([mode, selected, mode === 'all' ? started : hasStarted]);
  const sources = useMemo(
    () => (isStep && !hasStarted ? [] : logSources(run, mode, selected)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` holds what the sources depend on.
    [key],
  );
  useEffect(() => void log.getState().show(sources), [log, sources]);
  return { mode, setMode, isStep, isMerged, node };
}
