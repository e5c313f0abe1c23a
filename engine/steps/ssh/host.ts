import type { SshLogin, HostSettings } from '../../dag/ssh.ts';
import type { SshHost, SshTarget } from '../../lib/ssh/connect-ssh.ts';
import type { WorkContext } from '../work.ts';

const USUAL_PORT = 22;
const USUAL_TIMEOUT_MS = 30_000;
/** A host is asked this often before it counts as lost. */
const QUESTIONS = 3;

/** What a step says, and for the rest what its DAG says. */
export function joinedSettings(own: HostSettings, shared: HostSettings | null): HostSettings {
  const said = Object.entries(own).filter(([, value]) => value !== null);
  // Properties of the step by their own names: a part of what it has.
  return { ...(shared ?? own), ...(Object.fromEntries(said) as Partial<HostSettings>) };
}

/** Where a step goes, with all values filled in. @throws Error in words for a person. */
export async function hostOf(
  settings: HostSettings,
  expand: WorkContext['expand'],
): Promise<SshTarget> {
  const { strictHostKey, timeoutMs, bastion } = settings;
  const filled = async (text: string | null): Promise<string | null> =>
    text === null ? null : (await expand(text)) || null;
  const host = await loginAt(settings, filled);
  const password = await filled(settings.password);
  const readyMs = timeoutMs ?? USUAL_TIMEOUT_MS;
  return {
    ...host,
    credentials: { ...host.credentials, password },
    knownHosts:
      strictHostKey === false
        ? null
        : ((await filled(settings.knownHostFile)) ?? '~/.ssh/known_hosts'),
    readyMs,
    aliveMs: readyMs / QUESTIONS,
    bastion: bastion === null ? null : await loginAt(besides(bastion, settings), filled),
  };
}

/** A bastion lets in whom the host lets in, unless it says otherwise. No password is told to it. */
function besides(bastion: SshLogin, { user, key, passphrase }: HostSettings): SshLogin {
  const ofKey = bastion.key === null ? { key, passphrase } : {};
  return { ...bastion, user: bastion.user ?? user, ...ofKey };
}

async function loginAt(
  { user, host, port, key, passphrase }: SshLogin,
  filled: (text: string | null) => Promise<string | null>,
): Promise<SshHost> {
  return {
    host: required(await filled(host), 'host'),
    port: port ?? USUAL_PORT,
    user: required(await filled(user), 'user'),
    credentials: {
      keyFile: await filled(key),
      passphrase: await filled(passphrase),
      password: null,
      agent: process.env['SSH_AUTH_SOCK'] ?? null,
    },
  };
}

function required(value: string | null, key: string): string {
  if (value === null) throw new Error(`\`${key}\` of the SSH server is empty`);
  return value;
}
