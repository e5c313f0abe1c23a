import type { RemoteNode } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import { inTime } from '../platform/keychain/in-time.ts';

/** How a node knows that it is us. */
export interface NodeCredential {
  /** For a call, which somebody waits for. Throws Error with what is wrong with the credentials. */
  readonly ofCall: () => Promise<Headers>;
  /** For a stream, which is tried again and again by itself: what failed a while ago has failed. */
  readonly ofStream: () => Promise<Headers>;
}

type Headers = Readonly<Record<string, string>>;

export interface NodeCredentialOptions {
  readonly node: Pick<RemoteNode, 'name' | 'auth'>;
  /** The token or password that the keychain has; null: none. */
  readonly token: (node: string) => Promise<string | null>;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
}

/** Each question may show a person a window that asks for a password. */
const PAUSE_MS = 300_000;

/** What the settings say and what is left out there, which the keychain is asked for once. */
export function nodeCredential({ node, token, clock }: NodeCredentialOptions): NodeCredential {
  const { name, auth } = node;
  let asked: Promise<Headers> | null = null;
  let failed: { readonly error: unknown; readonly at: number } | null = null;

  async function ask(): Promise<Headers> {
    const secret = await token(name);
    if (secret === null) throw new Error(missing(name));
    failed = null;
    return headersOf(auth, secret);
  }

  async function ofCall(): Promise<Headers> {
    const secret = givenIn(auth);
    if (secret !== null) return headersOf(auth, secret);
    asked ??= ask().catch((error: unknown) => {
      asked = null;
      failed = { error, at: clock.elapsed() };
      throw error;
    });
    try {
      return await inTime(clock, asked);
    } catch (error) {
      // The sentence says it all; what the library of the keychain said stands in it.
      throw new Error((error as Error).message);
    }
  }

  return {
    ofCall,
    ofStream: async () => {
      if (failed !== null && clock.elapsed() - failed.at < PAUSE_MS) throw failed.error;
      return ofCall();
    },
  };
}

/** Null: it was left out. */
function givenIn(auth: RemoteNode['auth']): string | null {
  if (auth.type === 'none') return '';
  return auth.type === 'token' ? auth.token : auth.password;
}

function headersOf(auth: RemoteNode['auth'], secret: string): Headers {
  if (auth.type === 'none') return {};
  if (auth.type === 'token') return { Authorization: `Bearer ${secret}` };
  const pair = Buffer.from(`${auth.username}:${secret}`).toString('base64');
  return { Authorization: `Basic ${pair}` };
}

const missing = (name: string): string =>
  `its credentials are neither in config.yaml nor in the keychain. Set them with \`dagwright nodes set-token ${name}\`, or in the settings`;
