import { EngineError } from '../contract/errors.ts';

/** `localhost` is not looked up: a hosts file could send it anywhere. */
const loopback = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['::1', '::1'],
]);

/**
 * The address to listen on.
 *
 * @throws EngineError `bad_request` for one that lets others in who need not prove who they are.
 */
export function addressOf(host: string, authenticates: boolean): string {
  const address = loopback.get(host) ?? (authenticates && host !== '' ? host : undefined);
  if (address !== undefined) return address;
  throw new EngineError(
    'bad_request',
    `Cannot listen on ${host}: an address other than loopback (127.0.0.1, ::1 or localhost) requires \`auth.mode: builtin\`.`,
  );
}

/** Where this machine reaches an address: one that means all of them is none to ask. */
export function urlHostOf(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return address.includes(':') ? `[${address}]` : address;
}

/** What is dangerous about being reached by a network, as sentences. */
export function opennessOf(host: string, hasTls: boolean): readonly string[] {
  if (loopback.has(host) || hasTls) return [];
  return [
    `The engine listens on ${host} WITHOUT TLS: passwords, tokens and everything else cross the network unencrypted. Set \`tls.cert_file\` and \`tls.key_file\`, or use a reverse proxy with HTTPS.`,
  ];
}
