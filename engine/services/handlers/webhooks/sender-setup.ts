import type { Config } from '../../../config/config.ts';
import { operations, type OperationOutput } from '../../../contract/operations.ts';
import { API_PREFIX, fillPath } from '../../../contract/rest.ts';
import type { SignatureForm } from '../../../contract/webhook.ts';
import { isLoopback } from '../../../lib/loopback.ts';
import type { WebhookRow } from '../../../storage/webhooks.ts';

interface Sender {
  /** Whether forms are among what it sends, unless it is told otherwise. */
  readonly sendsForms: boolean;
  /** What to enter there. */
  readonly steps: readonly string[];
}

const anyRequest = 'Send POST requests with a JSON body to the address of this webhook.';

const senders: Readonly<Record<SignatureForm, Sender>> = {
  none: {
    sendsForms: false,
    steps: [anyRequest, 'Add the header `Authorization: Bearer`, followed by the token.'],
  },
  github: {
    sendsForms: true,
    steps: [
      'On GitHub, open Settings, Webhooks of the repository or organization, and select Add webhook.',
      'Payload URL: enter the address of this webhook.',
      'Content type: select `application/json`.',
      'Secret: enter the secret of this webhook.',
      'Select the events, and then Add webhook. GitHub sends a ping at once, which queues a run: only the payload of a ping has the field `zen`.',
    ],
  },
  gitlab: {
    sendsForms: false,
    steps: [
      'On GitLab, open Settings, Webhooks of the project or group, and select Add new webhook.',
      'URL: enter the address of this webhook.',
      'Secret token: enter the secret of this webhook.',
      'Select the triggers, and then Add webhook.',
    ],
  },
  slack: {
    sendsForms: true,
    steps: [
      'On api.slack.com/apps, open your app and its Basic Information, and copy the Signing Secret.',
      'Set the copied text as the secret of this webhook: Slack does not accept another one.',
      'Slash Commands, Interactivity or Event Subscriptions: enter the address of this webhook as the Request URL.',
    ],
  },
  stripe: {
    sendsForms: false,
    steps: [
      'In the Stripe Dashboard, open Webhooks, and add an endpoint for the events that you want.',
      'Endpoint URL: enter the address of this webhook.',
      'Copy the signing secret of the endpoint (whsec_…), and set it as the secret of this webhook: Stripe does not accept another one.',
    ],
  },
  hmac: {
    sendsForms: false,
    steps: [
      anyRequest,
      'Sign the bytes of the body by HMAC-SHA256 with the secret of this webhook.',
      'Add the header `X-Signature-256` with `sha256=` and the signature in hex digits.',
    ],
  },
};

/** Whether forms are among what a sender sends, unless it is told otherwise. */
export function sendsForms(signature: SignatureForm): boolean {
  return senders[signature].sendsForms;
}

/** Where a sender reaches a webhook, and what is to be entered there. */
export function setupOf(
  { host, basePath, tunnel, allowedHosts }: SetupConfig,
  { fileName, signature }: Pick<WebhookRow, 'fileName' | 'signature'>,
): OperationOutput<'webhooks.setup'> {
  const path = fillPath(operations['webhooks.trigger'].path, () => encodeURIComponent(fileName));
  const isHidden = isLoopback(host) && tunnel === null && allowedHosts.length === 0;
  return {
    path: `${basePath}${API_PREFIX}${path}`,
    steps: [...(isHidden ? [HIDDEN] : []), ...senders[signature].steps],
  };
}

type SetupConfig = Pick<Config, 'host' | 'basePath' | 'tunnel' | 'allowedHosts'>;

const HIDDEN =
  'Only this computer can reach this engine now. For a sender elsewhere, start the engine with `--tunnel`, or set `host`.';
