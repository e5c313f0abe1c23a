import { rmSync } from 'node:fs';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { API_PREFIX } from '../contract/rest.ts';
import { makePrivateFolder } from '../lib/folders.ts';
import { readText } from '../lib/regular-file.ts';
import { replaceText } from '../lib/write-file.ts';
import { folderMark, isMarkOf, markOf } from './folder-mark.ts';
import { nodeHttp, nodeHttps, noServerName } from './node-http.ts';
import { processStarted } from './process-identity.ts';

const endpointSchema = z.object({
  pid: z.int(),
  /** When that process began, as the system measures it: a later process of the same number is another one. */
  processStarted: z.string().nullable(),
  url: z.url(),
  /** Unix socket by which the owner needs no password; null: there is none. */
  socket: z.string().nullable().default(null),
  startedAt: z.string(),
  version: z.string(),
  /** Whether it stays; false: it ends with the command that it is part of, and has the socket alone. */
  isService: z.boolean().default(true),
  /** The folder of the home: a copy of the file in a copy of the home leads to another engine. */
  folder: folderMark.optional(),
});

/** Where the engine of a home answers. */
export type Endpoint = z.infer<typeof endpointSchema>;

type About = Pick<Endpoint, 'url' | 'startedAt' | 'version'> &
  Partial<Pick<Endpoint, 'socket' | 'isService'>>;

const ANSWER_MS = 3000;

/** Tells other programs of this user where this process answers. Call it when REST is up. */
export function writeEndpoint(dataDir: string, endpoint: About): void {
  const { pid } = process;
  makePrivateFolder(dataDir);
  const own = { pid, processStarted: processStarted(pid), folder: markOf(dataDir) };
  const whole: Endpoint = { ...own, socket: null, isService: true, ...endpoint };
  replaceText(fileIn(dataDir), `${JSON.stringify(whole)}\n`);
}

/** Removes the file of this process; one that another engine has written since stays. */
export function removeEndpoint(dataDir: string): void {
  if (readFile(dataDir)?.pid === process.pid) rmSync(fileIn(dataDir), { force: true });
}

/** Whether the file names this process, alive or not: one that ends in order takes it away before it closes its ways in. */
export function isNamed(dataDir: string, { pid }: Pick<Endpoint, 'pid'>): boolean {
  return readFile(dataDir)?.pid === pid;
}

/** The endpoint of the home's engine, if that very process is alive and answers. A crash leaves its file behind. */
export async function readEndpoint(dataDir: string): Promise<Endpoint | null> {
  const endpoint = readFile(dataDir);
  if (endpoint === null || processStarted(endpoint.pid) !== endpoint.processStarted) return null;
  if (endpoint.folder !== undefined && !isMarkOf(dataDir, endpoint.folder)) return null;
  return (await answers(endpoint)) ? endpoint : null;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'engine.json');
}

function readFile(dataDir: string): Endpoint | null {
  try {
    return endpointSchema.parse(JSON.parse(readText(fileIn(dataDir), { links: 'refuse' })));
  } catch {
    // Absent, not ours to read, or no file at all, which the next start replaces: either way nobody can be reached by it.
    return null;
  }
}

/**
 * By the socket where there is one. Else whatever certificate will do, since which process it is is known and nothing is
 * told to it; whoever calls it then decides whom to trust.
 */
async function answers({ url, socket }: Endpoint): Promise<boolean> {
  const health = new URL(`${url}${API_PREFIX}/health`);
  const options = { signal: AbortSignal.timeout(ANSWER_MS), agent: false as const };
  const asked =
    socket === null
      ? health.protocol === 'https:'
        ? nodeHttps().get(health, { ...options, rejectUnauthorized: false })
        : nodeHttp().get(health, options)
      : nodeHttp().get({
          ...options,
          ...noServerName,
          socketPath: socket,
          path: health.pathname,
        });
  try {
    const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage];
    // 503 is an engine too: what is wrong with it, it says itself.
    return statusCode === 200 || statusCode === 503;
  } catch {
    return false;
  } finally {
    asked.destroy();
  }
}
