import { useStore } from 'zustand';
import type { SignatureForm } from '#contract/webhook.ts';
import { useEngine } from '../../client/engine-context.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { ShowOnceDialog } from '../../components/ShowOnceDialog.tsx';
import { webhookCurl } from '../../lib/webhook-curl.ts';
import { baseUrlOf } from './base-url.ts';
import { texts } from './texts.ts';

interface WebhookTokenProps {
  readonly fileName: string;
  readonly token: string;
  readonly signature: SignatureForm;
  readonly onClose: () => void;
}

/** The token of a webhook, with a request that works as it stands. */
export function WebhookToken({ fileName, token, signature, onClose }: WebhookTokenProps) {
  const baseUrl = useStore(useEngine().state, baseUrlOf);
  return (
    <ShowOnceDialog
      title={texts.webhooks.tokenTitle(fileName)}
      what={texts.webhooks.tokenName}
      value={token}
      onClose={onClose}
    >
      <p>{texts.webhooks.tokenUsage(fileName)}</p>
      <CodeBlock
        label={texts.page.request}
        text={webhookCurl({ baseUrl, fileName, token, signature })}
      />
    </ShowOnceDialog>
  );
}
