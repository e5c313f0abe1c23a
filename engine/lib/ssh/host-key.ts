import type { ServerHostKeyAlgorithm } from 'ssh2';
import { readText } from '../regular-file.ts';
import { inHome } from './in-home.ts';
import {
  fingerprintOfKey,
  hostName,
  judgeHostKey,
  knownTypes,
  readKnownHosts,
  typeOfKey,
} from './known-hosts.ts';
import { SshError } from './ssh-error.ts';

/** Judges the key that a host shows. */
export interface HostKeyCheck {
  /** Kinds of keys to ask for, the best first. */
  readonly kinds: ServerHostKeyAlgorithm[];
  /** Undefined: it is the right one. */
  readonly refusal: (key: Buffer) => SshError | undefined;
}

/** All but those that are signed with SHA-1. */
const hostKeys: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

/** Takes any key. */
export const anyHostKey: HostKeyCheck = { kinds: [...hostKeys], refusal: () => undefined };

/** Takes the keys that a file of known hosts has. @throws SshError for a file that cannot be read. */
export function knownHostKeys(host: string, port: number, path: string): HostKeyCheck {
  const file = inHome(path);
  const name = hostName(host, port);
  const known = readKnown(file);
  return {
    kinds: inOrder(knownTypes(known, name)),
    refusal: (key) => {
      const verdict = judgeHostKey(known, name, key);
      return verdict === 'known' ? undefined : refusedKey(verdict, { key, name, file });
    },
  };
}

function readKnown(file: string): ReturnType<typeof readKnownHosts> {
  try {
    return readKnownHosts(readText(file, { links: 'follow' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new SshError('host-key', `Cannot read ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Kinds of keys that are known first: of another one the host could not be recognized. */
function inOrder(known: readonly string[]): ServerHostKeyAlgorithm[] {
  const isKnown = (kind: string): boolean =>
    known.includes(kind.startsWith('rsa-') ? 'ssh-rsa' : kind);
  return [...hostKeys.filter(isKnown), ...hostKeys.filter((kind) => !isKnown(kind))];
}

interface ShownKey {
  readonly key: Buffer;
  readonly name: string;
  readonly file: string;
}

function refusedKey(
  verdict: 'unknown' | 'changed' | 'revoked',
  { key, name, file }: ShownKey,
): SshError {
  const shown = `${typeOfKey(key)} ${fingerprintOfKey(key)}`;
  if (verdict === 'unknown') {
    return new SshError(
      'host-key',
      `The host key of ${name} is not known: ${shown}. If it is the right one, add this line to ${file}: \`${name} ${typeOfKey(key)} ${key.toString('base64')}\``,
    );
  }
  const why = verdict === 'revoked' ? 'is revoked' : 'has changed, which may be an attack';
  return new SshError(
    'host-key',
    `The host key of ${name} ${why}: it shows ${shown}. If the new key is right, replace the line of ${name} in ${file}.`,
  );
}
