import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  const data = temporaryFolder('data');
  const services = join(data, 'dbus-1', 'services');
  mkdirSync(services, { recursive: true });
  if (startable !== '') {
    const service = `[D-BUS Service]\nName=${startable}\nExec=/bin/false\n`;
    writeFileSync(join(services, `${startable}.service`), service);
  }
  const file = join(data, 'address');
  const daemon = execa('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env: { XDG_DATA_HOME: data, XDG_DATA_DIRS: data },
    stdout: { file },
    reject: false,
  });
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

/** A session bus with a new keyring (`gnome-keyring-daemon`) that is open. */
export async function startKeyring(program: string): Promise<SessionBus> {
  const bus = await startSessionBus();
  const home = temporaryFolder('keyring');
  const env = {
    DBUS_SESSION_BUS_ADDRESS: bus.address,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
  };
  const daemon = execa(program, ['--foreground', '--unlock', '--components=secrets'], {
    env,
    input: 'the password of the keyring',
    reject: false,
  });
  await eventually(() => isOnBus(env), 'the keyring is there');
  return {
    ...bus,
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
