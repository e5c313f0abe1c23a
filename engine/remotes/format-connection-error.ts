import { rootError } from '../lib/root-cause.ts';

/** Certificates whose issuer nobody here knows. What Node says of them is advice for those who start Node. */
const ofUnknownIssuer: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Why a node was not reached, and what to do where its settings are the reason. */
export function formatConnectionError(error: unknown): string {
  const root = rootError(error);
  if (!(root instanceof Error)) return String(root);
  const { code = '', message, name } = root as NodeJS.ErrnoException;
  if (ofUnknownIssuer.has(code))
    return 'its certificate is not trusted. Set `ca_file` of the node to the certificate of its authority';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it does not speak HTTPS. Write `http://` in `api_base_url` of the node';
  return message || code || name;
}
