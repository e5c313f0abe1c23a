import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { API_PREFIX } from '../contract/rest.ts';
import { processStarted } from './process-identity.ts';

const endpointSchema = z.object({
  pid: z.int(),
  /** When that process began, as the system measures it: a later process of the same number is another one. */
  processStarted: z.string().nullable(),
  url: z.url(),
  startedAt: z.string(),
  version: z.string(),
});

/** Where the engine of a home answers. */
export type Endpoint = z.infer<typeof endpointSchema>;

const ANSWER_MS = 3000;

/** Tells other programs of this user where this process answers. Call it when REST is up. */
export function writeEndpoint(dataDir: string, endpoint: Omit<Endpoint, 'pid' | 'processStarted'>) {
  const { pid } = process;
  const whole: Endpoint = { pid, processStarted: processStarted(pid), ...endpoint };
  mkdirSync(dataDir, { recursive: true });
  // A reader sees the old file or the new one, never a half.
  const draft = `${fileIn(dataDir)}.${pid}`;
  writeFileSync(draft, `${JSON.stringify(whole)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dataDir));
}

/** Removes the file of this process; one that another engine has written since stays. */
export function removeEndpoint(dataDir: string): void {
  if (readFile(dataDir)?.pid === process.pid) rmSync(fileIn(dataDir), { force: true });
}

/** The endpoint of the home's engine, if that very process is alive and answers. A crash leaves its file behind. */
export async function readEndpoint(dataDir: string): Promise<Endpoint | null> {
  const endpoint = readFile(dataDir);
  if (endpoint === null || processStarted(endpoint.pid) !== endpoint.processStarted) return null;
  return (await answers(endpoint)) ? endpoint : null;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'engine.json');
}

function readFile(dataDir: string): Endpoint | null {
  try {
    return endpointSchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    // Absent, or not ours to read: either way nobody can be reached by it.
    return null;
  }
}

async function answers({ url }: Endpoint): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`${url}${API_PREFIX}/health`, { signal, redirect: 'error' });
    await answer.body?.cancel();
    // 503 is an engine too: what is wrong with it, it says itself.
    return answer.ok || answer.status === 503;
  } catch {
    return false;
  }
}
