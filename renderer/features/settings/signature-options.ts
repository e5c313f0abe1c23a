import { signatureForms, type SignatureForm } from '#contract/webhook.ts';

export const signatureWords: Readonly<Record<SignatureForm, string>> = {
  none: 'None',
  github: 'As GitHub',
  stripe: 'As Stripe',
};

const details: Readonly<Record<SignatureForm, string>> = {
  none: 'The token alone is checked.',
  github: 'The header X-Hub-Signature-256 signs the body with a shared secret.',
  stripe: 'The header Stripe-Signature signs the time and the body with a shared secret.',
};

/** How requests may have to be signed, as choices. */
export const signatureOptions = signatureForms.map((form) => ({
  value: form,
  label: signatureWords[form],
  detail: details[form],
}));
