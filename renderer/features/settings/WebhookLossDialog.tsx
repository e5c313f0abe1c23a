import type { Webhook } from '#contract/webhook.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { relativeTime } from '../../lib/format-time.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

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
  const used = lastUsedAt
    ? texts.webhooks.usedAt(relativeTime(lastUsedAt, now))
    : texts.webhooks.neverUsed;
  const isDelete = loss === 'delete';
  return (
    <AskDialog
      title={
        isDelete ? texts.webhooks.deleteTitle(fileName) : texts.webhooks.regenerateTitle(fileName)
      }
      verb={isDelete ? texts.webhooks.confirmDelete : texts.webhooks.confirmRegenerate}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <Sentence
          text={isDelete ? texts.webhooks.deleteBody : texts.webhooks.regenerateBody}
          parts={{ prefix: <code>{tokenPrefix}</code>, used }}
        />
      </p>
    </AskDialog>
  );
}
