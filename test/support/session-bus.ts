import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './home.ts';

const SECRETS = 'org.freedesktop.secrets';

export interface SessionBus {
  /** For the variable `DBUS_SESSION_BUS_ADDRESS`. */
  readonly address: string;
  readonly end: () => Promise<void>;
}

/** A session bus of the test's own. `startable` is a name that it would start a program for when somebody asks. */
export async function startSessionBus(startable = ''): Promise<SessionBus> {
  const folder = temporaryFolder('bus');
  if (startable !== '') {
    const service = `[D-BUS Service]\nName=${startable}\nExec=/bin/false\n`;
    writeFileSync(join(folder, `${startable}.service`), service);
  }
  const settings = join(folder, 'bus.conf');
  writeFileSync(settings, settingsOf(folder));
  const file = join(folder, 'address');
  const daemon = execa(
    'dbus-daemon',
    [`--config-file=${settings}`, '--nofork', '--print-address'],
    {
      stdout: { file },
      reject: false,
    },
  );
  const read = (): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  await eventually(() => read() !== '', 'the bus is there');
  return {
    address: read(),
    end: async () => {
      daemon.kill('SIGKILL');
      await daemon;
    },
  };
}

/** As a session has it, but that services of the system are not among those that it starts. */
function settingsOf(folder: string): string {
  return `<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'socket')}</listen>
  <servicedir>${folder}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>`;
}

export interface Keyring extends SessionBus {
  /** Nobody is there to unlock it when it is asked for something. */
  readonly lock: () => Promise<void>;
  readonly unlock: () => Promise<void>;
  /** Leaves questions without an answer; the returned function ends that. */
  readonly pause: () => () => void;
}

/** A session bus with a new keyring (`gnome-keyring-daemon`) that is open. */
export async function startKeyring(program: string): Promise<Keyring> {
  const bus = await startSessionBus();
  const home = temporaryFolder('keyring');
  const env = {
    DBUS_SESSION_BUS_ADDRESS: bus.address,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
  };
  const start = () =>
    execa(program, ['--foreground', '--unlock', '--components=secrets'], {
      env,
      input: 'the password of the keyring',
      reject: false,
    });
  let daemon = start();
  await eventually(() => isOnBus(env), 'the keyring is there');
  return {
    ...bus,
    lock: async () => {
      const service = '/org/freedesktop/secrets';
      const call = [`--dest=${SECRETS}`, service, 'org.freedesktop.Secret.Service.Lock'];
      const login = `array:objpath:${service}/collection/login`;
      await execa('dbus-send', ['--session', '--print-reply', ...call, login], { env });
    },
    unlock: async () => {
      daemon.kill('SIGKILL');
      await daemon;
      await eventually(() => !isOnBus(env), 'the keyring is gone');
      daemon = start();
      await eventually(() => isOnBus(env), 'the keyring is back');
    },
    pause: () => {
      daemon.kill('SIGSTOP');
      return () => void daemon.kill('SIGCONT');
    },
    end: async () => {
      daemon.kill('SIGKILL');
      await daemon;
      await bus.end();
    },
  };
}

function isOnBus(env: Readonly<Record<string, string>>): boolean {
  const question = 'org.freedesktop.DBus.GetNameOwner';
  const words = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', question];
  const asked = spawnSync('dbus-send', [...words, `string:${SECRETS}`], {
    env: { ...process.env, ...env },
  });
  return asked.status === 0;
}
