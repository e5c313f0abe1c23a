import type { QueueItem } from '#contract/queue.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { paramWords } from '../../lib/params.ts';

interface RemoveDialogProps {
  readonly item: QueueItem;
  readonly now: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A run that left its queue cannot go back, so what is lost is named first. */
export function RemoveDialog({ item, now, onConfirm, onClose }: RemoveDialogProps) {
  const params = paramWords(item.params);
  const waited = formatDuration(Math.max(0, now - Date.parse(item.queuedAt)));
  return (
    <AskDialog
      title={`Remove ${item.name} from its queue`}
      verb="Remove run"
      keep="Let it wait"
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        It has waited for {waited} and will not run. Its record stays, as aborted; to have it run
        after all, add {item.name} to the queue again, where it will be last.
      </p>
      {params !== '' && params !== '{}' && (
        <p>
          Its parameters: <code>{params}</code>
        </p>
      )}
    </AskDialog>
  );
}
