import type { RunDetail } from '#contract/run.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { LeaveQueueDialog } from '../../components/LeaveQueueDialog.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import type { Attempt } from '../../lib/attempt.ts';
import { texts } from './texts.ts';

interface StopDialogProps {
  readonly run: RunDetail;
  readonly attempt: Attempt;
  readonly onClose: () => void;
}

/** Asks before a run is stopped, or leaves its queue. */
export function StopDialog(props: StopDialogProps) {
  return props.run.statusLabel === 'queued' ? <LeaveDialog {...props} /> : <EndDialog {...props} />;
}

/** As on the page of the queues, where the same is offered. */
function LeaveDialog({ run, attempt, onClose }: StopDialogProps) {
  const engine = useEngine();
  const now = useSharedNow();
  const leave = () => {
    onClose();
    const { name, dagRunId } = run;
    // And not `runs.stop`, which would end the steps of a run that has just left its queue to begin.
    void attempt(() => engine.call('runs.dequeue', { name, dagRunId }));
  };
  return <LeaveQueueDialog run={run} now={now} onConfirm={leave} onClose={onClose} />;
}

/** Names the steps that would end. */
function EndDialog({ run, attempt, onClose }: StopDialogProps) {
  const engine = useEngine();
  const named = (status: 'running' | 'waiting') =>
    run.nodes.filter((node) => node.statusLabel === status).map((node) => node.step.name);
  const stop = () => {
    onClose();
    const { name, dagRunId } = run;
    void attempt(() => engine.call('runs.stop', { name, dagRunId }));
  };
  return (
    <AskDialog
      title={texts.stop.title(run.name)}
      verb={texts.stop.confirm}
      isDanger
      onConfirm={stop}
      onClose={onClose}
    >
      <p>{stopWords(named('running'), named('waiting'))}</p>
    </AskDialog>
  );
}

function stopWords(running: readonly string[], waiting: readonly string[]): string {
  if (running.length > 0) return texts.stop.running(listed(running));
  return waiting.length > 0 ? texts.stop.waiting(listed(waiting)) : texts.stop.idle;
}

function listed(names: readonly string[]): string {
  const [last = ''] = names.slice(-1);
  if (names.length === 1) return last;
  if (names.length > 5) return texts.stop.steps(names.length);
  return texts.stop.and(names.slice(0, -1).join(', '), last);
}
