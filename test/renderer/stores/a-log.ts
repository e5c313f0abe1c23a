import type { LogPage } from '#contract/run.ts';
import type { LogSource } from '../../../renderer/features/runs/log/log-source.ts';
import { createLogStore } from '../../../renderer/features/runs/log/log-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

export const run = { name: 'etl', dagRunId: 'r1' };
export const source = (stepName: string, title?: string): LogSource => ({
  key: `${stepName}/stdout`,
  title,
  stepName,
  stream: 'stdout',
});
export const load = source('load');

/** A log of so many lines, each of which is its number. */
export function pageOf(
  total: number,
  input: { readonly offset?: unknown },
  note?: string,
): LogPage {
  const first = Number(input.offset);
  const last = Math.min(total, first + 499);
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => `${first + i}`);
  return {
    content: lines.join('\n'),
    lineCount: lines.length,
    totalLines: total,
    hasMore: last < total,
    isEstimate: false,
    ...(note === undefined ? {} : { note }),
  };
}

export async function aLog(lines: number, sources: readonly LogSource[] = [load]) {
  const size = { of: lines };
  const engine = scriptedEngine({ 'runs.stepLog': (input) => pageOf(size.of, input) });
  const store = createLogStore(engine.connection, run);
  const begun = store.getState();
  await begun.show(sources);
  const offsets = () => engine.asked('runs.stepLog').map(({ offset }) => offset);
  return { engine, store, begun, size, offsets };
}
