import { signatureForms, type SignatureForm } from '#contract/webhook.ts';
import { texts } from './texts.ts';

export const signatureNames: Readonly<Record<SignatureForm, string>> = texts.names;

/** What the secret is called where the sender makes it. */
export const secretLabels: Readonly<Partial<Record<SignatureForm, string>>> = texts.secretOf;

/** How requests may have to be signed, as choices. */
export const signatureOptions = signatureForms.map((form) => ({
  value: form,
  label: signatureNames[form],
  detail: texts.details[form],
}));
