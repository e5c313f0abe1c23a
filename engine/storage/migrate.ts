import type { Migration } from './migrations/migration.ts';
import type { Database } from 'better-sqlite3';
import { runs } from './migrations/0001-runs.ts';
import { language } from './migrations/0002-language.ts';
import { access } from './migrations/0004-access.ts';
import { schedulesAndQueues } from './migrations/0003-schedules-and-queues.ts';
import { replacedSchedules } from './migrations/0005-replaced-schedules.ts';
import { runTallies } from './migrations/0006-run-tallies.ts';
import { stopwatches } from './migrations/0007-stopwatches.ts';
import { queuedAttempt } from './migrations/0008-queued-attempt.ts';
import { waitedFor } from './migrations/0009-waited-for.ts';
import { homes } from './migrations/0010-homes.ts';
import { sync } from './migrations/0011-sync.ts';
import { missingItems } from './migrations/0012-missing-items.ts';
import { mails } from './migrations/0013-mails.ts';
import { runCommits } from './migrations/0015-run-commits.ts';
import { conversations } from './migrations/0016-conversations.ts';
import { retentionDays } from './migrations/0017-retention-days.ts';
import { retentionByFile } from './migrations/0018-retention-by-file.ts';
import { reviews } from './migrations/0019-reviews.ts';
import { nameHolders } from './migrations/0020-name-holders.ts';
import { ageMark } from './migrations/0021-age-mark.ts';
import { goneFiles } from './migrations/0022-gone-files.ts';
import { webhookSenders } from './migrations/0023-webhook-senders.ts';
import { usedSignatures } from './migrations/0024-used-signatures.ts';
import { plannedStarts } from './migrations/0025-planned-starts.ts';
import { retentionRuns } from './migrations/0026-retention-runs.ts';
import { jitter } from './migrations/0027-jitter.ts';
import { pulledTexts } from './migrations/0014-pulled-texts.ts';

export const migrations: readonly Migration[] = [
  runs,
  language,
  schedulesAndQueues,
  access,
  replacedSchedules,
  runTallies,
  stopwatches,
  queuedAttempt,
  waitedFor,
  homes,
  sync,
  missingItems,
  mails,
  pulledTexts,
  runCommits,
  conversations,
  retentionDays,
  retentionByFile,
  reviews,
  nameHolders,
  ageMark,
  goneFiles,
  webhookSenders,
  usedSignatures,
  plannedStarts,
  retentionRuns,
  jitter,
];

export const schemaVersion = migrations.length;

/** Brings the schema up to date, or up to an earlier version, each step in a transaction of its own. */
export function migrate(db: Database, to = schemaVersion): void {
  const current = userVersion(db);
  for (const { version, sql, fill } of migrations.slice(current, to)) {
    db.transaction(() => {
      db.exec(sql);
      fill?.(db);
      db.pragma(`user_version = ${version}`);
    })();
  }
}

/** How many migrations a database has seen; 0 for a new one. */
export function userVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
