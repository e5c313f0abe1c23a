import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Config } from '../../engine/config/config.ts';
import { homes } from '../../engine/storage/migrations/0010-homes.ts';
import { placesIn } from '../../engine/storage/stored-paths.ts';

/** Turns a home that nobody serves into what it was before homes had ids: absolute paths, and folders that tell no home. */
export function asEarlierHome({ paths }: Config): void {
  const db = new SQLite(join(paths.dataDir, 'engine.db'));
  const { toAbsolute } = placesIn(paths);
  db.function('earlier', (text: unknown) => toAbsolute(String(text)));
  db.exec(`
    UPDATE run SET log_folder = earlier(log_folder), context = json_replace(context,
      '$.workingDir', earlier(context ->> '$.workingDir'), '$.homeFolder', earlier(context ->> '$.homeFolder'),
      '$.env.DAG_RUN_LOG_FILE', earlier(context ->> '$.env.DAG_RUN_LOG_FILE'));
    UPDATE node SET stdout = earlier(stdout), stderr = earlier(stderr);
    DROP TABLE home;
    ALTER TABLE slot DROP COLUMN starts_at;
    DROP TABLE mail;
    DROP TABLE conversation;
    DROP TABLE run_commit;
    DROP TABLE sync_state;
    DROP TABLE sync_item;
    ALTER TABLE dag_index DROP COLUMN retention_runs;
    ALTER TABLE run DROP COLUMN retention_runs;
    ALTER TABLE run DROP COLUMN planned_at;
    DROP INDEX planned_queue_item;
    ALTER TABLE queue_item DROP COLUMN due_at;
    ALTER TABLE queue_item DROP COLUMN is_direct;
    DROP TABLE seen_boot;
    DROP TABLE used_signature;
    ALTER TABLE webhook_delivery DROP COLUMN is_stranger;
    ALTER TABLE webhook DROP COLUMN form_bodies;
    ALTER TABLE webhook DROP COLUMN gone_hash;
    ALTER TABLE webhook DROP COLUMN gone_at;
    DROP TABLE age_mark;
    DROP TABLE name_holder;
    ALTER TABLE dag_index DROP COLUMN name_line;
    ALTER TABLE dag_index DROP COLUMN name_column;
    DROP INDEX root_run_of_file;
    DROP INDEX ended_inline_run;
    DROP TABLE file_retention;
    DROP INDEX dag_index_by_name;
    ALTER TABLE dag_index DROP COLUMN retention_days;
    PRAGMA user_version = ${homes.version - 1};
  `);
  const keys = db.prepare('SELECT key, log_folder FROM run').raw().all() as [string, string][];
  for (const [key, logFolder] of keys) {
    const earlier = randomUUID();
    const work = join(paths.dataDir, 'work');
    for (const parent of [dirname(logFolder), work]) {
      if (existsSync(join(parent, key))) renameSync(join(parent, key), join(parent, earlier));
    }
    const change = { key, earlier };
    db.prepare(
      `UPDATE node SET stdout = replace(stdout, :key, :earlier), stderr = replace(stderr, :key, :earlier)`,
    ).run(change);
    db.prepare(
      `UPDATE run SET key = :earlier, log_folder = replace(log_folder, :key, :earlier),
         context = replace(context, :key, :earlier) WHERE key = :key`,
    ).run(change);
  }
  db.close();
  rmSync(join(paths.dataDir, 'engine.home'), { force: true });
}
