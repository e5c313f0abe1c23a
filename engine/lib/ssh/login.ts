import { existsSync } from 'node:fs';
import ssh2 from 'ssh2';
import type { AnyAuthMethod, ParsedKey } from 'ssh2';
import { readText } from '../regular-file.ts';
import { inHome } from './in-home.ts';
import { SshError } from './ssh-error.ts';

/** What somebody has to be let in with. Without a key and a password, the agent and the usual keys are tried. */
export interface SshCredentials {
  /** A private key, OpenSSH or PEM. */
  readonly keyFile: string | null;
  readonly passphrase: string | null;
  readonly password: string | null;
  /** Socket of an agent. */
  readonly agent: string | null;
}

export interface Login {
  /** In the order in which they are tried. */
  readonly methods: AnyAuthMethod[];
  /** What it means that a host takes none of them. */
  readonly refused: string;
}

/** Where `ssh-keygen` puts keys. */
const usualKeys = ['~/.ssh/id_ed25519', '~/.ssh/id_ecdsa', '~/.ssh/id_rsa'];

/** @throws SshError where a key cannot be used, or there is nothing to be let in with. */
export function loginOf(user: string, credentials: SshCredentials): Login {
  const { keyFile, passphrase, password } = credentials;
  const keys = keyFile === null ? [] : [withKey(user, readKey(keyFile, passphrase))];
  const methods = [...keys, ...(password === null ? [] : withPassword(user, password))];
  if (methods.length > 0) {
    return { methods, refused: refusal(user, keyFile !== null, password !== null) };
  }
  const usual = usualMethods(user, credentials);
  if (usual.length === 0)
    throw new SshError(
      'login',
      `There is nothing to log in with as ${user}: set a key or a password, or start an SSH agent.`,
    );
  const refused = `accepts neither a key of the SSH agent nor a usual one for the user ${user}. Add a public key there, or set another key.`;
  return { methods: usual, refused };
}

function refusal(user: string, hasKey: boolean, hasPassword: boolean): string {
  if (!hasPassword)
    return `does not accept the key for the user ${user}. Add its public key there, or set another one.`;
  return hasKey
    ? `accepts neither the key nor the password for the user ${user}. Check them.`
    : `does not accept the password for the user ${user}. Check both.`;
}

function withKey(user: string, key: ParsedKey): AnyAuthMethod {
  return { type: 'publickey', username: user, key };
}

/** Some hosts ask for it in a conversation alone. */
function withPassword(user: string, password: string): readonly AnyAuthMethod[] {
  return [
    { type: 'password', username: user, password },
    {
      type: 'keyboard-interactive',
      username: user,
      // What is to be seen as it is typed is no password.
      prompt: (...[, , , prompts, finish]) =>
        finish(prompts.map(({ echo }) => (echo === true ? '' : password))),
    },
  ];
}

function usualMethods(user: string, { agent, passphrase }: SshCredentials): AnyAuthMethod[] {
  const ofAgent: AnyAuthMethod[] = agent === null ? [] : [{ type: 'agent', username: user, agent }];
  const keys = usualKeys.filter((file) => existsSync(inHome(file)));
  const ofFiles = keys.flatMap((file) => {
    const key = ssh2.utils.parseKey(readKeyFile(file), passphrase ?? undefined);
    // One that a passphrase locks is for the agent.
    return key instanceof Error ? [] : [withKey(user, key)];
  });
  return [...ofAgent, ...ofFiles];
}

function readKey(file: string, passphrase: string | null): ParsedKey {
  const text = readKeyFile(file);
  const key = ssh2.utils.parseKey(text, passphrase ?? undefined);
  if (key instanceof Error) throw unreadable(file, key, passphrase);
  if (!key.isPrivateKey()) throw unreadable(file, new Error('it is a public key'), passphrase);
  return key;
}

function readKeyFile(file: string): string {
  try {
    return readText(inHome(file), { links: 'follow' });
  } catch (error) {
    throw new SshError('login', `Cannot read the SSH key ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function unreadable(file: string, error: Error, passphrase: string | null): SshError {
  const isLocked = /passphrase|bad decrypt|integrity/i.test(error.message);
  const what = isLocked
    ? passphrase === null
      ? 'it has a passphrase, and none is set'
      : 'the passphrase is not right'
    : error.message;
  return new SshError('login', `Cannot use the SSH key ${file}: ${what}.`, { cause: error });
}
