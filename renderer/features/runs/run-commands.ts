import type { RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import type { Refusal } from '../../client/use-refusal.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { leaveQueueLook } from '../../components/leave-queue.ts';
import { refused } from '../../components/refused.ts';
import type { RunNode } from './run-nodes.ts';
import { texts } from './texts.ts';

/** What of a run says what can be done to it. */
export type CommandedRun = Pick<RunDetail, 'statusLabel' | 'parentDAGRunId'>;

/** What the commands of a run do when they are chosen. */
export interface RunActs {
  readonly stop: () => void;
  readonly retry: (stepName?: string) => void;
  readonly reschedule: () => void;
  readonly mark: (stepName: string, status: 2 | 4) => void;
  readonly copyId: () => void;
  /** Why the person may not do one of these. */
  readonly refusal: Refusal;
}

/** Those that are about a run as a whole. */
export type OwnActs = Omit<RunActs, 'mark'>;

interface OwnCommands {
  readonly stop: Command | undefined;
  /** Absent for a sub-run: the run that called it is retried. */
  readonly retry: Command | undefined;
  readonly reschedule: Command | undefined;
  readonly copy: Command;
}

export interface RunCommands extends Pick<OwnCommands, 'stop' | 'retry'> {
  /** For the menu of the run. */
  readonly run: readonly Command[];
  /** For the selected step: its details and its menu. */
  readonly step: readonly Command[];
}

/** Everything that can be done to a run and to one of its steps, each under its one name. */
export function runCommands(
  run: CommandedRun,
  selected: RunNode | undefined,
  acts: RunActs,
): RunCommands {
  const { stop, retry, reschedule, copy } = ownCommands(run, acts);
  const step = selected === undefined ? [] : stepCommands(run, selected, acts);
  return {
    // A main button is left out for who may not press it.
    stop: stop?.isDisabled ? undefined : stop,
    retry,
    run: [retry, reschedule, ...step, copy].filter((one) => one !== undefined),
    step,
  };
}

/** What can be done to a run as a whole; its page and its row in a list have the same. */
export function ownCommands(run: CommandedRun, acts: OwnActs): OwnCommands {
  const isSubRun = run.parentDAGRunId !== '';
  const copy: Command = {
    id: 'copy',
    label: texts.commands.copyId,
    icon: 'copy',
    run: acts.copyId,
  };
  if (isSubRun) return { stop: undefined, retry: undefined, reschedule: undefined, copy };
  const { refusal } = acts;
  return {
    stop: isActiveRun(run.statusLabel)
      ? refused(stopCommand(run, acts), refusal('runs.stop'))
      : undefined,
    retry: refused(retryCommand(run, acts), refusal('runs.retry')),
    reschedule: refused(rescheduleCommand(acts), refusal('runs.reschedule')),
    copy,
  };
}

function stopCommand(run: CommandedRun, acts: OwnActs): Command {
  return { id: 'stop', shortcut: 's', run: acts.stop, ...stopLook(run) };
}

function rescheduleCommand(acts: OwnActs): Command {
  return {
    id: 'reschedule',
    label: texts.commands.runAgain,
    detail: texts.commands.runAgainDetail,
    icon: 'again',
    run: acts.reschedule,
  };
}

/** What has not begun is not stopped: it leaves its queue, and is called so there too. */
function stopLook({ statusLabel }: CommandedRun): Pick<Command, 'label' | 'icon'> {
  return statusLabel === 'queued' ? leaveQueueLook : { label: texts.commands.stop, icon: 'stop' };
}

function retryCommand(run: CommandedRun, acts: OwnActs): Command {
  const refusal = retryRefusal(run);
  return {
    id: 'retry',
    label: texts.commands.retry,
    detail: refusal || texts.commands.retryDetail,
    icon: 'retry',
    shortcut: 'r',
    isDisabled: refusal !== '',
    run: () => acts.retry(),
  };
}

function retryRefusal(run: CommandedRun): string {
  if (isActiveRun(run.statusLabel)) return texts.commands.retryWhileActive;
  return run.statusLabel === 'succeeded' ? texts.commands.retryNothing : '';
}

function stepCommands(
  run: CommandedRun,
  { key, node, isHandler }: RunNode,
  acts: RunActs,
): readonly Command[] {
  if (isHandler) return [];
  const isActive = isActiveRun(run.statusLabel);
  const wait = texts.commands.whileActive;
  const markRefusal = acts.refusal('runs.setStepStatus');
  const mark = (status: 2 | 4, word: 'succeeded' | 'failed'): Command => ({
    id: `mark-${word}`,
    label: texts.commands.mark[word],
    detail: isActive
      ? wait
      : node.statusLabel === word
        ? texts.commands.alreadyMarked[word](key)
        : texts.commands.markDetail[word](key),
    icon: word === 'succeeded' ? 'succeeded' : 'failed',
    isDisabled: isActive || node.statusLabel === word,
    run: () => acts.mark(key, status),
  });
  const retry: Command = {
    id: 'retry-step',
    label: texts.commands.retryStep,
    detail: isActive ? wait : texts.commands.retryStepDetail(key),
    icon: 'retry',
    isDisabled: isActive,
    run: () => acts.retry(key),
  };
  const marks = [mark(4, 'succeeded'), mark(2, 'failed')].map((one) => refused(one, markRefusal));
  return run.parentDAGRunId === '' ? [refused(retry, acts.refusal('runs.retry')), ...marks] : marks;
}
