import type { QueueItem } from '#contract/queue.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { formatParams } from '../../lib/params.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

interface RemoveDialogProps {
  readonly item: QueueItem;
  /** There is a way back for ten seconds. */
  readonly canComeBack: boolean;
  readonly now: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A run that left its queue does not go back, only a new one in its place: what is lost is named first. */
export function RemoveDialog({ item, canComeBack, now, onConfirm, onClose }: RemoveDialogProps) {
  const params = formatParams(item.params);
  const waited = formatDuration(Math.max(0, now - Date.parse(item.queuedAt)));
  return (
    <AskDialog
      title={texts.remove.title(item.name)}
      verb={texts.remove.confirm}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.remove.body(item.name, waited, canComeBack)}</p>
      {params !== '' && params !== '{}' && (
        <p>
          <Sentence text={texts.remove.parameters} parts={{ params: <code>{params}</code> }} />
        </p>
      )}
    </AskDialog>
  );
}
