import { useState } from 'react';
import { useStore } from 'zustand';
import type { Webhook } from '#contract/webhook.ts';
import { useEngine } from '../../client/engine-context.ts';
import { Button } from '../../components/Button.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { useNow } from '../../components/use-now.ts';
import { webhookCurl } from '../../lib/webhook-curl.ts';
import { baseUrlOf } from './base-url.ts';
import { SenderSetup } from './sender/SenderSetup.tsx';
import { SignatureDialog } from './sender/SignatureDialog.tsx';
import { WebhookFacts } from './WebhookFacts.tsx';
import { WebhookLossDialog } from './WebhookLossDialog.tsx';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

interface WebhookDetailsProps {
  readonly fileName: string;
  readonly webhook: Webhook;
  readonly onChange: (work: () => Promise<unknown>) => Promise<void>;
  /** A new token is to be shown. */
  readonly onToken: (token: string) => void;
}

type Asking = 'regenerate' | 'delete' | 'signature';

/** One webhook: how it is called and used, and what can be changed. */
export function WebhookDetails({ fileName, webhook, onChange, onToken }: WebhookDetailsProps) {
  const engine = useEngine();
  const baseUrl = useStore(engine.state, baseUrlOf);
  const [asking, setAsking] = useState<Asking>();
  const now = useNow(30_000);
  const close = () => setAsking(undefined);
  const { signature } = webhook;
  const isSigned = signature !== 'none';
  const regenerate = async () =>
    onToken((await engine.call('webhooks.regenerate', { fileName })).token);
  const remove = () => engine.call('webhooks.delete', { fileName });
  const toggle = (isOn: boolean) =>
    void onChange(() => engine.call('webhooks.toggle', { fileName, enabled: isOn }));
  const takeForms = (isOn: boolean) =>
    void onChange(() => engine.call('webhooks.update', { fileName, formBodies: isOn }));
  return (
    <>
      <WebhookFacts
        fileName={fileName}
        webhook={webhook}
        now={now}
        onToggle={toggle}
        onForms={takeForms}
        onAsk={setAsking}
      />
      <SenderSetup key={signature} fileName={fileName} />
      <h3 className="settings-heading">{texts.webhooks.usage}</h3>
      <CodeBlock
        label={texts.page.request}
        text={webhookCurl({
          baseUrl,
          fileName,
          signature,
          ...(isSigned ? {} : { token: '$TOKEN' }),
        })}
      />
      <p className="small secondary">
        <Sentence
          text={texts.webhooks.payload}
          parts={{
            payload: <code>payload</code>,
            variable: <code>WEBHOOK_PAYLOAD</code>,
            id: <code>dagRunId</code>,
          }}
        />
      </p>
      <div className="row">
        <Button icon="trash" onPress={() => setAsking('delete')}>
          {texts.webhooks.delete}
        </Button>
      </div>
      {asking === 'signature' && (
        <SignatureDialog
          fileName={fileName}
          current={signature}
          onDone={() => void onChange(async () => {})}
          onClose={close}
        />
      )}
      {(asking === 'regenerate' || asking === 'delete') && (
        <WebhookLossDialog
          fileName={fileName}
          webhook={webhook}
          loss={asking}
          now={now}
          onConfirm={() => {
            close();
            void onChange(asking === 'delete' ? remove : regenerate);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
