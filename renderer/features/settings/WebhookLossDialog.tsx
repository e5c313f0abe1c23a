import type { Webhook } from '#contract/webhook.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { relativeTime } from '../../lib/time-words.ts';

interface WebhookLossDialogProps {
  readonly fileName: string;
  readonly webhook: Webhook;
  /** The token alone, or the webhook with it. */
  readonly loss: 'regenerate' | 'delete';
  readonly now: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Names the token that is lost before it is. */
export function WebhookLossDialog(props: WebhookLossDialogProps) {
  const { fileName, webhook, loss, now, onConfirm, onClose } = props;
  const { tokenPrefix, lastUsedAt } = webhook;
  const used = lastUsedAt ? `was last used ${relativeTime(lastUsedAt, now)}` : 'was never used';
  const isDelete = loss === 'delete';
  return (
    <AskDialog
      title={isDelete ? `Delete the webhook of ${fileName}` : `Regenerate the token of ${fileName}`}
      verb={isDelete ? 'Delete webhook' : 'Regenerate token'}
      keep="Keep it"
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        The token that begins with <code>{tokenPrefix}</code> {used}. Whatever sends it is refused
        at once
        {isDelete ? ', and the list of its deliveries goes with it.' : ' and needs the new one.'}
      </p>
    </AskDialog>
  );
}
