import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { aCertificate } from '../../test/support/certificate.ts';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/home.ts';

export interface PostgresServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** What signed its certificate: that itself. */
  readonly certFile: string;
  /** How it is reached, or another port that leads to it. */
  readonly dsn: (port?: number) => string;
  /** Rows as objects. */
  readonly ask: (text: string) => Promise<readonly unknown[]>;
  readonly stop: () => Promise<void>;
}

/** A real server on loopback with a certificate of its own; `initdb` lies beside its program. */
export async function startPostgres(initdb: string, folder: string): Promise<PostgresServer> {
  const programs = dirname(realpathSync(initdb));
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  const [user, password] = ['tester', 'word-4711-sql'];
  const port = await freePort();
  writeFileSync(passwordFile, password);
  mkdirSync(data, { mode: 0o700 });
  const { certFile, keyFile } = aCertificate(folder);
  const owner = ownerOf([folder, data, passwordFile, keyFile]);
  const settings = ['-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
  const made = ['-D', data, '--locale=C', '--no-sync', ...settings];
  execFileSync(join(programs, 'initdb'), made, { ...owner, cwd: folder, stdio: 'ignore' });
  const secure = ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`];
  const where = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    data,
    '-F',
    ...secure.flatMap((one) => ['-c', one]),
  ];
  const child = spawn(join(programs, 'postgres'), where, {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const dsn = (to = port): string => `postgres://${user}:${password}@127.0.0.1:${to}/postgres`;
  const ask = async (text: string): Promise<readonly unknown[]> => {
    const client = new pg.Client(dsn());
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await eventually(() => ask('select 1').then(Boolean, () => false), 'PostgreSQL answers');
  return { port, user, password, certFile, dsn, ask, stop: () => stopped(child) };
}

/** The server refuses to run as root: then it is somebody else's, who must be able to come to its folder. */
function ownerOf(paths: readonly string[]): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  );
  for (const path of paths) chownSync(path, uid, gid);
  chmodSync(dirname(paths[0] ?? ''), 0o711);
  return { uid, gid };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // At once, whoever is connected.
  child.kill('SIGQUIT');
  await gone;
}
