import type { Webhook } from '#contract/webhook.ts';
import { Button } from '../../components/Button.tsx';
import { Switch } from '../../components/Switch.tsx';
import { Moment } from './Moment.tsx';
import { signatureNames } from './sender/signature-options.ts';
import { texts } from './texts.ts';

interface WebhookFactsProps {
  readonly fileName: string;
  readonly webhook: Webhook;
  readonly now: number;
  readonly onToggle: (isOn: boolean) => void;
  readonly onForms: (isOn: boolean) => void;
  /** A change that is asked about first. */
  readonly onAsk: (what: 'regenerate' | 'signature') => void;
}

/** What is known of a webhook, with what can be changed beside it. */
export function WebhookFacts(props: WebhookFactsProps) {
  const { fileName, webhook, now, onToggle, onForms, onAsk } = props;
  const { enabled, tokenPrefix, signature, formBodies, createdAt, lastUsedAt } = webhook;
  return (
    <dl className="settings-facts">
      <dt>{texts.webhooks.requests}</dt>
      <dd>
        <Switch
          label={texts.webhooks.label(fileName)}
          words={enabled ? texts.webhooks.accepted : texts.webhooks.refused}
          isOn={enabled}
          onChange={(isOn) => onToggle(isOn)}
        />
      </dd>
      <dt>{texts.webhooks.token}</dt>
      <dd className="row">
        <code>{tokenPrefix}…</code>
        <Button size="small" onPress={() => onAsk('regenerate')}>
          {texts.webhooks.regenerate}
        </Button>
        {signature !== 'none' && <span className="secondary">{texts.webhooks.optional}</span>}
      </dd>
      <dt>{texts.webhooks.signature}</dt>
      <dd className="row">
        {signatureNames[signature]}
        <Button size="small" onPress={() => onAsk('signature')}>
          {texts.page.edit}
        </Button>
      </dd>
      <dt>{texts.webhooks.bodies}</dt>
      <dd>
        <Switch
          label={texts.webhooks.bodiesOf(fileName)}
          words={formBodies ? texts.webhooks.forms : texts.webhooks.onlyJson}
          isOn={formBodies}
          onChange={(isOn) => onForms(isOn)}
        />
      </dd>
      <dt>{texts.webhooks.created}</dt>
      <dd>
        <Moment at={createdAt} now={now} never="" />
      </dd>
      <dt>{texts.webhooks.lastUsed}</dt>
      <dd>
        <Moment at={lastUsedAt} now={now} never={texts.page.never} />
      </dd>
    </dl>
  );
}
