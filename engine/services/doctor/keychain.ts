import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../platform/find-program.ts';
import { exitCodeOf, runCommand } from '../../platform/run-command.ts';
import { ok, warning, type Check, type DoctorContext, type Verdict } from './check.ts';

const TIMEOUT_MS = 5000;
const SERVICE = 'org.freedesktop.secrets';
const INSTALL =
  'Install and unlock a keyring, for example gnome-keyring or KWallet, and start the engine in the desktop session.';

/** Whether secrets can be kept in the keychain of the system. */
export const keychainCheck: Check = {
  name: 'keychain',
  look: async (context) => [await lookAtKeychain(context)],
};

type Place = Pick<DoctorContext, 'env' | 'platform'>;

/** The same, for those who have found that it cannot be used. */
export async function lookAtKeychain(place: Place): Promise<Verdict> {
  if (place.platform === 'win32') return ok('The Windows Credential Manager is available.');
  return place.platform === 'darwin' ? macKeychain(place) : secretService(place);
}

async function macKeychain(context: Place): Promise<Verdict> {
  const code = await exitCodeOf('security show-keychain-info', setting(context)).catch(() => 1);
  if (code === 0) return ok('The keychain is available and unlocked.');
  return warning('The keychain is locked or does not exist.', 'Run `security unlock-keychain`.');
}

async function secretService(context: Place): Promise<Verdict> {
  const { env } = context;
  const bus = busOf(env);
  if (bus === null) {
    return warning(
      'There is no session bus (DBUS_SESSION_BUS_ADDRESS is not set), so no keychain is available.',
      'Start the engine in a desktop session, or with `dbus-run-session`, and unlock a keyring there, for example gnome-keyring or KWallet.',
    );
  }
  const names = await namesOnBus(context, bus);
  if (names === null) {
    return warning(
      `The session bus ${bus} does not respond, or neither gdbus nor dbus-send is installed.`,
      `Install gdbus (glib) or dbus-send, and check that the session bus runs. ${INSTALL}`,
    );
  }
  if (names.includes(SERVICE)) return ok('A keychain (secret service) is available.');
  return warning(`The session bus has no secret service (${SERVICE}).`, INSTALL);
}

function busOf(env: NodeJS.ProcessEnv): string | null {
  if (env['DBUS_SESSION_BUS_ADDRESS']) return env['DBUS_SESSION_BUS_ADDRESS'];
  const socket = env['XDG_RUNTIME_DIR'] ? join(env['XDG_RUNTIME_DIR'], 'bus') : null;
  return socket !== null && existsSync(socket) ? `unix:path=${socket}` : null;
}

/** Names that are there, or would be started when asked for. Null: nobody answers, or nobody can ask. */
async function namesOnBus(context: Place, bus: string): Promise<string | null> {
  const path = context.env['PATH'] ?? '';
  const ask = (method: string): string | null => {
    if (findProgram('gdbus', path, '/') !== null) {
      return `gdbus call --session --timeout 3 --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus --method org.freedesktop.DBus.${method}`;
    }
    if (findProgram('dbus-send', path, '/') === null) return null;
    return `dbus-send --session --print-reply --reply-timeout=3000 --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.${method}`;
  };
  const commands = ['ListNames', 'ListActivatableNames'].map(ask);
  const options = setting(context, { DBUS_SESSION_BUS_ADDRESS: bus });
  try {
    const answers = await Promise.all(
      commands.map((command) => (command === null ? null : runCommand(command, options))),
    );
    return answers.includes(null) ? null : answers.join('\n');
  } catch {
    // A bus that refuses or hangs is one that does not answer.
    return null;
  }
}

function setting({ env }: Place, more: Readonly<Record<string, string>> = {}) {
  const { PATH = '', HOME = tmpdir() } = env;
  const own = { PATH, HOME, ...more };
  return { shell: ['/bin/sh'], workingDir: tmpdir(), env: own, timeoutMs: TIMEOUT_MS };
}
