import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { eventually } from './eventually.ts';
import { freePort, temporaryFolder } from './home.ts';

/** A real registry of images on loopback, which lets one user alone push and pull. */
export interface Registry {
  /** As it stands before the slash of an image. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

const [username, password] = ['ada', 'correct horse'];
/** Of that password, by bcrypt. */
const HASH = '$2y$05$91B5nb2A5xiRSN5IWYr70ek3vYV.wgiUMaUovKgRv6A8uD4nzliVW';

export function registryOfFile(program: string): () => Registry {
  let registry: (Registry & { readonly stop: () => Promise<void> }) | undefined;
  beforeAll(async () => {
    registry = await startRegistry(program);
  });
  afterAll(() => registry?.stop());
  return () => {
    if (registry === undefined) throw new Error('The registry starts before the first test.');
    return registry;
  };
}

async function startRegistry(program: string) {
  const folder = temporaryFolder('registry');
  const host = `127.0.0.1:${await freePort()}`;
  const users = join(folder, 'users');
  writeFileSync(users, `${username}:${HASH}\n`);
  const settings = join(folder, 'config.yml');
  writeFileSync(
    settings,
    `version: 0.1
storage: { filesystem: { rootdirectory: ${join(folder, 'images')} } }
http: { addr: "${host}" }
auth: { htpasswd: { realm: test, path: ${users} } }
`,
  );
  const child = spawn(program, ['serve', settings], { stdio: 'ignore' });
  const answers = (): Promise<boolean> =>
    fetch(`http://${host}/v2/`).then(
      ({ status }) => status === 401,
      () => false,
    );
  await eventually(answers, 'the registry answers');
  const stop = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { host, username, password, stop };
}
