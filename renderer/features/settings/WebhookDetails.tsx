import { useState } from 'react';
import { useStore } from 'zustand';
import type { Webhook } from '#contract/webhook.ts';
import { useEngine } from '../../client/engine-context.ts';
import { Button } from '../../components/Button.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useNow } from '../../components/use-now.ts';
import { webhookCurl } from '../../lib/webhook-curl.ts';
import { baseUrlOf } from './base-url.ts';
import { Moment } from './Moment.tsx';
import { SignatureDialog } from './SignatureDialog.tsx';
import { signatureWords } from './signature-options.ts';
import { WebhookLossDialog } from './WebhookLossDialog.tsx';

interface WebhookDetailsProps {
  readonly fileName: string;
  readonly webhook: Webhook;
  readonly onChange: (work: () => Promise<unknown>) => Promise<void>;
  /** A new token is to be shown. */
  readonly onToken: (token: string) => void;
}

type Asking = 'regenerate' | 'delete' | 'signature';

export function WebhookDetails({ fileName, webhook, onChange, onToken }: WebhookDetailsProps) {
  const engine = useEngine();
  const baseUrl = useStore(engine.state, baseUrlOf);
  const [asking, setAsking] = useState<Asking>();
  const now = useNow(30_000);
  const close = () => setAsking(undefined);
  const { enabled, tokenPrefix, signature, createdAt, lastUsedAt } = webhook;
  const regenerate = async () =>
    onToken((await engine.call('webhooks.regenerate', { fileName })).token);
  const remove = () => engine.call('webhooks.delete', { fileName });
  const toggle = (isOn: boolean) =>
    onChange(() => engine.call('webhooks.toggle', { fileName, enabled: isOn }));
  return (
    <>
      <dl className="settings-facts">
        <dt>Requests</dt>
        <dd>
          <Switch
            label={`Webhook of ${fileName}`}
            words={enabled ? 'are accepted' : 'are refused'}
            isOn={enabled}
            onChange={(isOn) => void toggle(isOn)}
          />
        </dd>
        <dt>Token</dt>
        <dd className="row">
          <code>{tokenPrefix}…</code>
          <Button size="small" onPress={() => setAsking('regenerate')}>
            Regenerate…
          </Button>
        </dd>
        <dt>Signature</dt>
        <dd className="row">
          {signatureWords[signature]}
          <Button size="small" onPress={() => setAsking('signature')}>
            Change…
          </Button>
        </dd>
        <dt>Made</dt>
        <dd>
          <Moment at={createdAt} now={now} never="" />
        </dd>
        <dt>Last used</dt>
        <dd>
          <Moment at={lastUsedAt} now={now} never="Never" />
        </dd>
      </dl>
      <h3 className="settings-heading">How to call it</h3>
      <CodeBlock
        label="Request"
        text={webhookCurl({ baseUrl, fileName, token: '$TOKEN', signature })}
      />
      <p className="small secondary">
        A run finds what stands under <code>payload</code> in <code>WEBHOOK_PAYLOAD</code>. A{' '}
        <code>dagRunId</code> beside it makes repeated requests queue one run.
      </p>
      <div className="row">
        <Button icon="trash" onPress={() => setAsking('delete')}>
          Delete webhook…
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
