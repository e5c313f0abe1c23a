import type { NodeObject } from '#contract/run.ts';
import type { LogMode } from './log-source.ts';
import { texts } from './texts.ts';

interface EmptyLog {
  readonly mode: LogMode;
  /** The step whose log it is. */
  readonly node: NodeObject | undefined;
  readonly isLive: boolean;
}

/** Why a log has no lines: what a person would otherwise take for a fault. */
export function emptyLogWords({ mode, node, isLive }: EmptyLog): string {
  if (mode === 'all' || mode === 'run') return isLive ? texts.noneYet : texts.empty;
  if (node === undefined) return '';
  if (node.attempts === 0 && (node.finishedAt !== '' || !isLive)) return texts.didNotRun;
  if (node.startedAt === '') return texts.notStarted;
  if (node.finishedAt !== '' || !isLive) {
    return mode === 'stdout' ? texts.printedNothing : texts.noErrorOutput;
  }
  return node.step.run === '' ? texts.noneYet : texts.callPrintsLater;
}
