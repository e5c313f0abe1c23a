import type { SignatureForm } from '#contract/webhook.ts';

interface WebhookPlace {
  /** Scheme, host and port of the engine. */
  readonly baseUrl: string;
  readonly fileName: string;
}

interface WebhookCall extends WebhookPlace {
  /** The token, or what stands for it; none where a signature is the credential. */
  readonly token?: string;
  readonly signature: SignatureForm;
}

const body = `{"payload":{"greeting":"hello"}}`;

/** Where a sender reaches a webhook. */
export function webhookUrl({ baseUrl, fileName }: WebhookPlace): string {
  return `${baseUrl}/api/v1/webhooks/${encodeURIComponent(fileName)}`;
}

/** Lines for a shell that send a request to a webhook, signed as it asks for. */
export function webhookCurl({ token, signature, ...place }: WebhookCall): string {
  const head = [
    `curl -X POST ${webhookUrl(place)} \\`,
    ...(token === undefined ? [] : [`  -H "Authorization: Bearer ${token}" \\`]),
    `  -H "Content-Type: application/json" \\`,
  ];
  const { before, headers } = signatures[signature];
  if (headers.length === 0) return [...head, `  -d '${body}'`].join('\n');
  const signed = headers.map((header) => `  -H "${header}" \\`);
  return [`BODY='${body}'`, ...before, ...head, ...signed, `  -d "$BODY"`].join('\n');
}

const hmac = `openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //'`;
const ofBody = [`SIGNATURE=$(printf %s "$BODY" | ${hmac})`];

const signatures: Readonly<
  Record<SignatureForm, { readonly before: readonly string[]; readonly headers: readonly string[] }>
> = {
  none: { before: [], headers: [] },
  github: { before: ofBody, headers: ['X-Hub-Signature-256: sha256=$SIGNATURE'] },
  gitlab: { before: [], headers: ['X-Gitlab-Token: $SECRET'] },
  slack: {
    before: [`TIME=$(date +%s)`, `SIGNATURE=$(printf %s "v0:$TIME:$BODY" | ${hmac})`],
    headers: ['X-Slack-Request-Timestamp: $TIME', 'X-Slack-Signature: v0=$SIGNATURE'],
  },
  stripe: {
    before: [`TIME=$(date +%s)`, `SIGNATURE=$(printf %s "$TIME.$BODY" | ${hmac})`],
    headers: ['Stripe-Signature: t=$TIME,v1=$SIGNATURE'],
  },
  hmac: { before: ofBody, headers: ['X-Signature-256: sha256=$SIGNATURE'] },
};
