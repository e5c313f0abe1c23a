import { join } from 'node:path';
import { loadRun, type Snapshots } from '../execution/state/load-run.ts';
import { pastVault } from '../execution/state/past-vault.ts';
import { trustedBy, type EndedScopeOptions } from '../execution/node/ended-scope.ts';
import { runTaskProgram } from '../execution/work/task-program.ts';
import type { MailRequest } from '../step-programs/mail/mail-request.ts';
import type { Database } from '../storage/database.ts';
import type { MailRow } from '../storage/mails.ts';
import type { RunRecord } from '../storage/runs.ts';
import { requestFor, type ToldRun } from './mail-about.ts';

/** A server that scans what it takes is slow, and one that says nothing ends by the program's own limits. */
const LIMIT_MS = 600_000;

/** Files of the program that sends mails. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mails');
}

/** What became of a try. Masked. */
export interface Posted {
  /** Null: the server took the mail. */
  readonly error: string | null;
  /** Whether another try may succeed: nobody got the mail, and the server did not refuse it for good. */
  readonly mayPass: boolean;
  readonly recipients: readonly string[];
}

export interface SendOptions extends EndedScopeOptions {
  readonly db: Database;
  readonly snapshots: Snapshots;
  readonly dataDir: string;
  readonly ownEnvironment: NodeJS.ProcessEnv;
}

/** Sends a mail about a run by what its definition says. Null: `signal` ended it. */
export async function sendMail(
  mail: MailRow,
  record: RunRecord,
  options: SendOptions,
): Promise<Posted | null> {
  const { db, snapshots, ownEnvironment, signal } = options;
  const run = await snapshots.holding(record, () => loadRun(db, record));
  if (run === null) return refused('this version cannot read the definition of the run');
  const told = { run, vault: await pastVault(options, record, ownEnvironment) };
  try {
    return await post(mail.id, await requestFor(mail, told, options), { told, options });
  } catch (error) {
    return signal.aborted ? null : refused(told.vault.mask((error as Error).message));
  }
}

function refused(error: string): Posted {
  return { error, mayPass: false, recipients: [] };
}

interface Post {
  readonly told: ToldRun;
  readonly options: SendOptions;
}

async function post(
  mailId: number,
  request: MailRequest,
  { told: { run, vault }, options }: Post,
): Promise<Posted | null> {
  const task = { program: 'mail', input: request } as const;
  const { isFine, error, facts } = await runTaskProgram(task, {
    folder: mailFolder(options.dataDir),
    name: String(mailId),
    timeoutMs: LIMIT_MS,
    signal: options.signal,
    env: trustedBy(run.context, vault),
  });
  if (options.signal.aborted) return null;
  const recipients = request.to.map(vault.mask);
  if (isFine) return { error: null, mayPass: false, recipients };
  const known = new Map(facts.map(({ name, value }) => [name, value]));
  const isFinal = known.has('recipients') || known.get('answer')?.startsWith('5') === true;
  const words = error ?? 'the program that sends mails ended before it was done';
  return { error: vault.mask(words), mayPass: !isFinal, recipients };
}
