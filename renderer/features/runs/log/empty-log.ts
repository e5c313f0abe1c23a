import type { NodeObject } from '#contract/run.ts';
import type { LogMode } from './log-source.ts';
import { texts } from './texts.ts';

interface EmptyLog {
  readonly mode: LogMode;
  /** The step whose log it is. */
  readonly node: NodeObject | undefined;
  readonly isLive: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** After this a person wonders where the output of a program is. */
const LONG_MS = 10_000;

/** Why a log has no lines: what a person would otherwise take for a fault. */
export function emptyLogWords({ mode, node, isLive, now }: EmptyLog): string {
  if (mode === 'all' || mode === 'run') return isLive ? texts.noneYet : texts.empty;
  if (node === undefined) return '';
  if (node.attempts === 0 && (node.finishedAt !== '' || !isLive)) return texts.didNotRun;
  if (node.startedAt === '') return texts.notStarted;
  if (node.finishedAt !== '' || !isLive) {
    return mode === 'stdout' ? printedNothing(node) : texts.noErrorOutput;
  }
  if (node.step.run !== '') return texts.callPrintsLater;
  const isLong = now - Date.parse(node.startedAt) > LONG_MS;
  return isLong && keepsOutput(node.step) ? texts.pythonPrintsLater : texts.noneYet;
}

/** Whether a step runs Python, which keeps what it prints to a file until that is much, or it ends. */
function keepsOutput({ shell, commands, script, env }: NodeObject['step']): boolean {
  const [firstLine = ''] = script.split('\n', 1);
  const interpreter = firstLine.startsWith('#!') ? firstLine : '';
  const texts = [shell.join(' '), ...commands, interpreter];
  const isUnbuffered =
    env.some((entry) => /^PYTHONUNBUFFERED=./.test(entry)) ||
    texts.some((text) => /PYTHONUNBUFFERED=|\bpython[\d.]*\s+-\w*u/.test(text));
  return !isUnbuffered && texts.some((text) => /(?:^|[\s/;&|("'])python[\d.]*(?=\s|$)/.test(text));
}

function printedNothing({ facts = [] }: NodeObject): string {
  const ended = facts.find(({ name }) => name === 'ended');
  return ended === undefined ? texts.printedNothing : texts.leftPrograms(ended.value);
}
