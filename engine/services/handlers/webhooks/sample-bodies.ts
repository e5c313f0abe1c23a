import type { SignatureForm } from '../../../contract/webhook.ts';
import type { WebhookRow } from '../../../storage/webhooks.ts';

export interface SampleBody {
  readonly isForm: boolean;
  readonly text: string;
}

const greeting = { greeting: 'hello' };

/** What each sender sends, as far as DAGs often read it. */
const samples: Readonly<Record<SignatureForm, (id: string) => object>> = {
  none: () => greeting,
  hmac: () => greeting,
  github: () => ({
    ref: 'refs/heads/main',
    before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    after: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
    repository: { name: 'sample', full_name: 'octocat/sample' },
    pusher: { name: 'octocat' },
    head_commit: { message: 'Test delivery' },
  }),
  gitlab: () => ({
    object_kind: 'push',
    ref: 'refs/heads/main',
    user_username: 'sample',
    project: { name: 'sample', path_with_namespace: 'group/sample' },
    commits: [{ message: 'Test delivery' }],
  }),
  slack: (id) => ({
    command: '/sample',
    text: 'test delivery',
    user_name: 'sample',
    channel_name: 'general',
    team_domain: 'sample',
    trigger_id: id,
  }),
  stripe: (id) => ({
    id: `evt_${id}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: 'pi_sample', object: 'payment_intent', amount: 2000, currency: 'usd' } },
  }),
};

/**
 * A body as the sender of a webhook would send it: a command of Slack is a form where forms are taken. The id tells deliveries
 * of one second apart, where their signatures hold once.
 */
export function sampleOf(
  { signature, formBodies }: Pick<WebhookRow, 'signature' | 'formBodies'>,
  id: string,
): SampleBody {
  const sample = samples[signature](id);
  const isForm = signature === 'slack' && formBodies === 1;
  const text = isForm
    ? String(new URLSearchParams(sample as Record<string, string>))
    : JSON.stringify(sample);
  return { isForm, text };
}
