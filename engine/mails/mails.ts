import { rmSync } from 'node:fs';
import { runLogFile } from '../execution/keep/run-folders.ts';
import type { Snapshots } from '../execution/state/load-run.ts';
import { createRunLog } from '../execution/state/run-log.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import { noteTry, openMails, type MailRow } from '../storage/mails.ts';
import { runById, type RunRecord } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { mailFolder, sendMail, type Posted } from './send-mail.ts';

export interface MailsOptions {
  readonly db: Database;
  readonly snapshots: Snapshots;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  /** Called after it was stored how a try ended. */
  readonly tried: (run: RunRecord) => void;
}

/** A server that is slow holds up no more than its own mails, and many failures at once start few programs. */
const MAX_AT_ONCE = 4;
/** Pauses before further tries: a workstation that wakes up has no network yet. */
const PAUSES_MS = [60_000, 600_000];
/** How long the end of the engine waits for what is on its way. */
const END_MS = 5000;

/**
 * Sends the mails about runs that are stored, and notes what became of each. One that could not be sent for a moment is
 * tried again, by the next engine too. An engine that is killed between the answer of the server and its own note sends
 * one again, under the same id: mail programs show it once.
 */
export class Mails {
  readonly #options: MailsOptions;
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #end = new AbortController();
  #isClosed = false;
  #cancelNext: () => void = () => undefined;

  constructor(options: MailsOptions) {
    this.#options = options;
  }

  /** Goes on with what an earlier engine left. */
  start(): void {
    // What an engine that was killed left may hold a password.
    rmSync(mailFolder(this.#options.dataDir), { recursive: true, force: true });
    this.wake();
  }

  /** Sends what is due. */
  wake(): void {
    this.#cancelNext();
    if (this.#isClosed) return;
    const { db, clock } = this.#options;
    const open = openMails(db, 2 * MAX_AT_ONCE).filter(({ id }) => !this.#underWay.has(id));
    for (const mail of open) {
      if (this.#underWay.size >= MAX_AT_ONCE) return;
      const left = (mail.dueAt ?? 0) - clock.now();
      if (left > 0) {
        this.#cancelNext = clock.after(left, () => this.wake());
        return;
      }
      this.#underWay.set(mail.id, this.#send(mail));
    }
  }

  /** Sends no more, and waits a moment for what is on its way. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    this.#cancelNext();
    const cancel = this.#options.clock.after(END_MS, () => this.#end.abort());
    await Promise.all(this.#underWay.values());
    cancel();
  }

  async #send(mail: MailRow): Promise<void> {
    const { db } = this.#options;
    const run = runById(db, mail.runId);
    if (run !== undefined) {
      const posted = await this.#post(mail, run);
      // What was ended with the engine is sent by the next one.
      if (posted !== null) await this.#note(mail, run, posted);
    }
    this.#underWay.delete(mail.id);
    this.wake();
  }

  async #post(mail: MailRow, run: RunRecord): Promise<Posted | null> {
    try {
      return await sendMail(mail, run, { ...this.#options, signal: this.#end.signal });
    } catch (error) {
      this.#options.log.warn('Cannot send a mail about a run', { run: run.runId, error });
      return { error: (error as Error).message, mayPass: true, recipients: [] };
    }
  }

  /** Resolves when it is stored, so that nobody takes the mail for one that is still due. */
  #note(mail: MailRow, run: RunRecord, { error, mayPass, recipients }: Posted): Promise<void> {
    const { writes, clock, log, tried } = this.#options;
    const now = clock.now();
    const isSent = error === null;
    const pause = mayPass ? PAUSES_MS[mail.tries] : undefined;
    const end = {
      dueAt: isSent || pause === undefined ? null : now + pause,
      sentAt: isSent ? now : null,
      recipients: JSON.stringify(recipients),
      error: error ?? '',
    };
    const runLog = createRunLog(runLogFile(run.logFolder), {
      clock,
      logger: log,
      mask: (text) => text,
    });
    const noteInLog = (): void =>
      isSent
        ? runLog('mail sent', { event: mail.event, to: recipients.join(', ') })
        : runLog('mail not sent', { event: mail.event, error });
    return new Promise((resolve) => {
      writes.commit(
        (db) => noteTry(db, mail.id, end),
        () => {
          noteInLog();
          tried(run);
          resolve();
        },
      );
    });
  }
}
