import type { QueueItem } from '#contract/queue.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { texts } from './texts.ts';

interface StopRunDialogProps {
  readonly run: QueueItem;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a run that holds a place is stopped. Which of its steps are running is on its own page. */
export function StopRunDialog({ run, onConfirm, onClose }: StopRunDialogProps) {
  return (
    <AskDialog
      title={texts.stop.title(run.name)}
      verb={texts.stop.confirm}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.stop.body}</p>
    </AskDialog>
  );
}
