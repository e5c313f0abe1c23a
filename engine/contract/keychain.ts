import { z } from 'zod';
import { shape, type ValueOf } from './shape.ts';

/** What the engine keeps in the keychain of the system. */
export const secretKinds = [
  'secret',
  'node-token',
  'git-sync-token',
  'git-sync-passphrase',
] as const;
export const secretKind = z.enum(secretKinds);
export type SecretKind = z.infer<typeof secretKind>;

/** What an entry of the keychain is about. A home has one entry of each kind, and of tokens of nodes one for each node. */
export const secretEntry = shape(() =>
  z.object({
    kind: secretKind,
    name: z.string().describe('Name of the remote node; empty for all other kinds.'),
  }),
);
export type SecretEntry = ValueOf<typeof secretEntry>;

/** An entry of the keychain, without what it holds. */
export const storedSecret = shape(() =>
  secretEntry().extend({
    savedAt: z.string().describe('Time at which it was saved; empty if unknown.'),
    isReadable: z
      .boolean()
      .describe(
        'Whether the keychain returns it now: not while it is locked or after it was removed.',
      ),
  }),
);
export type StoredSecret = ValueOf<typeof storedSecret>;
