import { handlersThatRan, type NodeObject, type RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatSize } from '../../lib/format-size.ts';
import { texts } from './texts.ts';

/** What a step used as label and value; nothing where nothing was measured. */
export function usageFacts({
  usage,
}: Pick<NodeObject, 'usage'>): readonly (readonly [string, string])[] {
  if (usage === null) return [];
  const facts: (readonly [string, string])[] = [[texts.details.cpuTime, cpuWords(usage.cpuMs)]];
  if (usage.peakMemoryBytes > 0)
    facts.push([texts.details.peakMemory, formatSize(usage.peakMemoryBytes)]);
  return facts;
}

/**
 * What a run used: CPU time of all its steps together, and the peak of the step that had most, since steps that ran one
 * after the other shared their memory. Null where nothing was measured, and while the run is active: a step that goes on is
 * measured at its end only, and what the others used would pass for all of it.
 */
export function runUsage(run: RunDetail): NodeObject['usage'] {
  if (isActiveRun(run.statusLabel)) return null;
  let isMeasured = false;
  let cpuMs = 0;
  let peakMemoryBytes = 0;
  for (const nodes of [run.nodes, handlersThatRan(run)]) {
    for (const { usage } of nodes) {
      if (usage === null) continue;
      isMeasured = true;
      cpuMs += usage.cpuMs;
      peakMemoryBytes = Math.max(peakMemoryBytes, usage.peakMemoryBytes);
    }
  }
  return isMeasured ? { cpuMs, peakMemoryBytes } : null;
}

/** `1m 44s CPU, 412 MB`; empty where nothing was measured. */
export function formatUsage(usage: NodeObject['usage']): string {
  if (usage === null) return '';
  const memory = usage.peakMemoryBytes > 0 ? formatSize(usage.peakMemoryBytes) : '';
  return texts.header.usage(cpuWords(usage.cpuMs), memory);
}

/** An idle step used some CPU time too, only not a whole millisecond. */
function cpuWords(cpuMs: number): string {
  return cpuMs < 1 ? texts.details.underOneMillisecond : formatDuration(cpuMs);
}
