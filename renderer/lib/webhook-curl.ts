import type { SignatureForm } from '#contract/webhook.ts';

interface WebhookCall {
  /** Scheme, host and port of the engine. */
  readonly baseUrl: string;
  readonly fileName: string;
  /** The token, or what stands for it. */
  readonly token: string;
  readonly signature: SignatureForm;
}

const body = `{"payload":{"greeting":"hello"}}`;

/** Lines for a shell that send a request to a webhook, signed as it asks for. */
export function webhookCurl({ baseUrl, fileName, token, signature }: WebhookCall): string {
  const url = `${baseUrl}/api/v1/webhooks/${encodeURIComponent(fileName)}`;
  const head = [
    `curl -X POST ${url} \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    `  -H "Content-Type: application/json" \\`,
  ];
  const { before, header } = signatures[signature];
  if (header === undefined) return [...head, `  -d '${body}'`].join('\n');
  return [`BODY='${body}'`, ...before, ...head, `  -H "${header}" \\`, `  -d "$BODY"`].join('\n');
}

const hmac = `openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //'`;

const signatures: Readonly<
  Record<SignatureForm, { readonly before: readonly string[]; readonly header?: string }>
> = {
  none: { before: [] },
  github: {
    before: [`SIGNATURE=$(printf %s "$BODY" | ${hmac})`],
    header: 'X-Hub-Signature-256: sha256=$SIGNATURE',
  },
  stripe: {
    before: [`TIME=$(date +%s)`, `SIGNATURE=$(printf %s "$TIME.$BODY" | ${hmac})`],
    header: 'Stripe-Signature: t=$TIME,v1=$SIGNATURE',
  },
};
