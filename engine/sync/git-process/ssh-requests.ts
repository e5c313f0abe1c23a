import { once as event } from 'node:events';
import { basename } from 'node:path';
import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import type { ClientChannel } from 'ssh2';
import type { Clock } from '../../lib/clock.ts';
import type { SshConnection } from '../../lib/ssh/connect-ssh.ts';
import type { Address } from './address.ts';
import { GitError, type Remote } from './git.ts';
import type { GitLimits } from './limits.ts';
import { tooLarge } from './packs/scan-pack.ts';
import { advertisement, FLUSH, line } from './pkt-line.ts';
import { connectSsh } from './ssh-connection.ts';
import { cutLine, once, whole, type GitRequests } from './git-requests.ts';
import { remoteWords } from './remote-words.ts';
import { heardParts, hearing, type Hear } from './silence.ts';

const PART_BYTES = 64 * 1024;

type SshAddress = Extract<Address, { kind: 'ssh' }>;

/** One of git's programs on the other side, with what it has said. */
interface Program {
  readonly channel: ClientChannel;
  readonly ended: Promise<{ readonly code: number | null; readonly words: string }>;
}

/**
 * The same requests over SSH, where they are one conversation with a program of the other side: it names its branches as it
 * starts, takes one request and gives one answer.
 */
export function sshRequests(
  address: SshAddress,
  auth: Remote['auth'],
  { clock, limits }: { readonly clock: Pick<Clock, 'after'>; readonly limits: GitLimits },
): GitRequests {
  const hear = hearing(address.host, clock);
  let connection: Promise<SshConnection> | undefined;
  const programs = new Map<string, Program>();
  const send = async ({ url, method = 'GET', body }: GitHttpRequest): Promise<GitHttpResponse> => {
    const { pathname, searchParams } = new URL(url);
    if (method === 'GET') {
      connection ??= connectSsh(address, auth);
      const service = searchParams.get('service') ?? '';
      const program = await hear(start(await connection, service, address));
      programs.set(service, program);
      const refs = await hear(readRefs(program, address, limits));
      const head = `${line(`# service=${service}\n`)}${FLUSH}`;
      return answer(url, once(Buffer.concat([Buffer.from(head), refs])));
    }
    const program = programs.get(basename(pathname));
    if (program === undefined) throw new Error(`Nothing was started for ${pathname}.`);
    programs.delete(basename(pathname));
    await write(program.channel, await whole(body), hear);
    return answer(url, heardParts(outputOf(program, address), hear));
  };
  const close = (): void => {
    for (const { channel } of programs.values()) channel.destroy();
    void connection?.then(
      ({ end }) => end(),
      () => undefined,
    );
  };
  return { send, close };
}

function answer(url: string, body: AsyncIterableIterator<Uint8Array>): GitHttpResponse {
  const service = new URL(url).searchParams.get('service');
  const type = service === null ? 'result' : `${service}-advertisement`;
  const headers = { 'content-type': `application/x-${type}` };
  return { url, statusCode: 200, statusMessage: 'OK', headers, body };
}

/** A slow line is not a silent one. */
async function write(channel: ClientChannel, bytes: Buffer, hear: Hear): Promise<void> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.subarray(at, at + PART_BYTES);
    // What goes wrong with the line is told by the answer.
    await hear(new Promise<void>((resolve) => void channel.write(part, () => resolve())));
  }
  channel.end();
}

async function start(
  { exec }: SshConnection,
  service: string,
  { path }: SshAddress,
): Promise<Program> {
  // The other side gives the command to a shell.
  const channel = await exec(`${service} '${path.replaceAll("'", String.raw`'\''`)}'`);
  let words = '';
  channel.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4096);
  });
  let code: number | null = null;
  channel.on('exit', (status: number | null) => {
    code = status;
  });
  const ended = event(channel, 'close').then(() => ({ code, words: words.trim() }));
  // Whoever waits for the output learns of what went wrong there.
  ended.catch(() => undefined);
  return { channel, ended };
}

/** What it says first: its branches up to a flush. */
async function readRefs(
  program: Program,
  address: SshAddress,
  { refsBytes }: GitLimits,
): Promise<Buffer> {
  const { channel } = program;
  let read = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      for (let part = takePart(channel); part !== null; part = takePart(channel)) {
        read = Buffer.concat([read, part]);
      }
      const end = advertisement(read);
      if (end === null && read.length > refsBytes)
        reject(tooLarge(`It sends more than ${refsBytes} bytes at once.`));
      if (end === null) return;
      channel.off('readable', look);
      resolve(read.subarray(0, end));
    };
    channel.on('readable', look);
    program.ended.then(({ words }) => reject(said(words, address)), reject);
  });
}

const takePart = (channel: ClientChannel): Buffer | null => channel.read() as Buffer | null;

async function* outputOf(program: Program, address: SshAddress): AsyncIterableIterator<Uint8Array> {
  try {
    for await (const part of program.channel as AsyncIterable<Buffer>) yield part;
  } catch (error) {
    throw cutLine(address.host, error);
  }
  // Without an exit code the line was lost; with one, the program has said all there is.
  if ((await program.ended).code === null) throw cutLine(address.host);
}

/** Why the program of the other side ended before it named its branches. */
function said(words: string, { host, path }: SshAddress): GitError {
  const own = remoteWords(words);
  const quoted = own === '' ? '' : ` It says: ${own}`;
  if (/not found|does not appear to be a git repository|does not exist|no such/i.test(words)) {
    return new GitError(
      'not-found',
      `There is no repository ${path} on ${host}, or the key has no access to it.${quoted}`,
    );
  }
  if (/denied|not allowed|permission|access/i.test(words)) {
    return new GitError(
      'credential',
      `Access denied: ${host} does not open ${path} for this key.${quoted}`,
    );
  }
  return new GitError('failed', `${host} ended the connection.${quoted}`);
}
