import { createHash, createHmac } from 'node:crypto';

/** What the file of known hosts says of a key that a host showed. */
export type HostKeyVerdict = 'known' | 'unknown' | 'changed' | 'revoked';

interface KnownHost {
  readonly patterns: string;
  readonly type: string;
  readonly key: Buffer;
  readonly isRevoked: boolean;
}

/** Of `ssh -o …`, section "SSH_KNOWN_HOSTS FILE FORMAT" of sshd(8). Lines that say nothing of a single key are passed over. */
export function readKnownHosts(text: string): readonly KnownHost[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const marker = words[0]?.startsWith('@') ? words.shift() : undefined;
    const [patterns = '', type, key] = words;
    // A certificate authority vouches for certificates, which are not asked for.
    if (patterns.startsWith('#') || key === undefined || type === undefined) return [];
    if (marker !== undefined && marker !== '@revoked') return [];
    const isRevoked = marker === '@revoked';
    return [{ patterns, type, key: Buffer.from(key, 'base64'), isRevoked }];
  });
}

/** The name that a host has in the file. */
export function hostName(host: string, port: number): string {
  return port === 22 ? host : `[${host}]:${port}`;
}

/** A key that is revoked for the host is refused, also where another line knows it. `changed`: another key of its type is known. */
export function judgeHostKey(
  known: readonly KnownHost[],
  name: string,
  key: Buffer,
): HostKeyVerdict {
  const ofHost = known.filter(({ patterns }) => isFor(patterns, name));
  const same = ofHost.filter((each) => each.key.equals(key));
  if (same.some(({ isRevoked }) => isRevoked)) return 'revoked';
  if (same.length > 0) return 'known';
  const type = typeOfKey(key);
  return ofHost.some((each) => !each.isRevoked && each.type === type) ? 'changed' : 'unknown';
}

/** Kinds of keys that are known of a host: those are asked for first, for another kind would be unknown. */
export function knownTypes(known: readonly KnownHost[], name: string): readonly string[] {
  const types = known.filter((each) => !each.isRevoked && isFor(each.patterns, name));
  return [...new Set(types.map(({ type }) => type))];
}

/** As `ssh` and `ssh-keygen -l` show it. */
export function fingerprintOfKey(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Its first field, by RFC 4253, 6.6. */
export function typeOfKey(key: Buffer): string {
  const length = key.length < 4 ? 0 : key.readUInt32BE(0);
  return key.subarray(4, 4 + length).toString('latin1');
}

function isFor(patterns: string, name: string): boolean {
  if (patterns.startsWith('|1|')) return isHashOf(patterns, name);
  const words = patterns.toLowerCase().split(',');
  const matches = (pattern: string): boolean => wildcard(pattern).test(name.toLowerCase());
  if (words.some((word) => word.startsWith('!') && matches(word.slice(1)))) return false;
  return words.some((word) => !word.startsWith('!') && matches(word));
}

function isHashOf(pattern: string, name: string): boolean {
  const [, , salt = '', hash = ''] = pattern.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}

function wildcard(pattern: string): RegExp {
  const text = pattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${text.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
