import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fingerprintOfKey,
  hostName,
  judgeHostKey,
  knownTypes,
  readKnownHosts,
  typeOfKey,
} from '../../../../engine/lib/ssh/known-hosts.ts';

/** A key as it goes over the line: its kind, then its bytes. */
function aKey(type = 'ssh-ed25519', body: Buffer = randomBytes(32)): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(type.length);
  return Buffer.concat([size, Buffer.from(type), body]);
}

const line = (host: string, key: Buffer): string =>
  `${host} ${typeOfKey(key)} ${key.toString('base64')}`;

function judge(text: string, name: string, key: Buffer): string {
  return judgeHostKey(readKnownHosts(text), name, key);
}

function hashed(name: string): string {
  const salt = randomBytes(20);
  const hash = createHmac('sha1', salt).update(name).digest('base64');
  return `|1|${salt.toString('base64')}|${hash}`;
}

describe('the key of a host', () => {
  const key = aKey();

  it.each([
    ['its name', 'example.org'],
    ['one of its names', 'other.net,example.org'],
    ['capitals', 'Example.ORG'],
    ['a pattern', '*.org'],
    ['a pattern of single characters', 'e?ample.org'],
    ['a hash', hashed('example.org')],
  ])('is known by %s', (_, host) => {
    expect(judge(line(host, key), 'example.org', key)).toBe('known');
  });

  it.each([
    ['another name', 'example.com'],
    ['a dot that is none', 'exampleXorg'],
    ['a name that is left out', '*.org,!example.org'],
    ['the hash of another one', hashed('example.com')],
    ['a port of its own', '[example.org]:2222'],
  ])('is not known by %s', (_, host) => {
    expect(judge(line(host, key), 'example.org', key)).toBe('unknown');
  });

  it('is known on another port by its name with the port', () => {
    expect(hostName('example.org', 2222)).toBe('[example.org]:2222');
    expect(judge(line('[example.org]:2222', key), hostName('example.org', 2222), key)).toBe(
      'known',
    );
    expect(judge(line(hashed('[example.org]:2222'), key), '[example.org]:2222', key)).toBe('known');
  });

  it('has changed where another one of its kind is known, and not where one of another kind is', () => {
    expect(judge(line('example.org', aKey()), 'example.org', key)).toBe('changed');
    expect(judge(line('example.org', aKey('ssh-rsa')), 'example.org', key)).toBe('unknown');
    expect(
      judge(`${line('example.org', aKey())}\n${line('example.org', key)}`, 'example.org', key),
    ).toBe('known');
  });

  it('is refused where it is revoked, also where it is known as well', () => {
    const text = `${line('example.org', key)}\n@revoked ${line('*', key)}`;

    expect(judge(text, 'example.org', key)).toBe('revoked');
  });

  it('is not vouched for by an authority, a comment or half a line', () => {
    const text = `@cert-authority ${line('*', key)}\n# ${line('example.org', key)}\nexample.org ssh-ed25519\n\n`;

    expect(judge(text, 'example.org', key)).toBe('unknown');
    expect(knownTypes(readKnownHosts(text), 'example.org')).toEqual([]);
  });

  it('is asked for by the kinds that are known', () => {
    const text = `${line('example.org', key)}\n${line('example.org', aKey('ssh-rsa'))}\n${line('other', aKey('x'))}`;

    expect(knownTypes(readKnownHosts(text), 'example.org')).toEqual(['ssh-ed25519', 'ssh-rsa']);
  });

  it('is shown as OpenSSH shows it', () => {
    // ssh-keygen -l of this key.
    const known = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';

    expect(fingerprintOfKey(Buffer.from(known, 'base64'))).toBe(
      'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    );
  });

  it('is never known by what is no line', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(judge(text, 'example.org', key)).not.toBe('known');
      }),
    );
  });
});
