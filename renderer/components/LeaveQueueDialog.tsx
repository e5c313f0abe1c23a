import type { QueueItem } from '#contract/queue.ts';
import { elapsedBetween, formatDuration } from '../lib/duration.ts';
import { formatParams } from '../lib/params.ts';
import { AskDialog } from './AskDialog.tsx';
import { Sentence } from './Sentence.tsx';
import { texts } from './texts.ts';

interface LeaveQueueDialogProps {
  readonly run: Pick<QueueItem, 'name' | 'queuedAt' | 'params'>;
  /** There is a way back for ten seconds. */
  readonly canComeBack?: boolean;
  readonly now: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A run that left its queue does not go back, only a new one in its place: what is lost is named first. */
export function LeaveQueueDialog(props: LeaveQueueDialogProps) {
  const { run, canComeBack = false, now, onConfirm, onClose } = props;
  const params = formatParams(run.params);
  const waited = formatDuration(elapsedBetween(run.queuedAt, '', now) ?? 0);
  return (
    <AskDialog
      title={texts.leaveQueue.title(run.name)}
      verb={texts.leaveQueue.confirm}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.leaveQueue.body(run.name, waited, canComeBack)}</p>
      {params !== '' && params !== '{}' && (
        <p>
          <Sentence text={texts.leaveQueue.parameters} parts={{ params: <code>{params}</code> }} />
        </p>
      )}
    </AskDialog>
  );
}
