import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A file with a webhook that was taken away. */
export interface GoneFile {
  readonly fileName: string;
  /** Of what it said. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** All files with a webhook that are gone. */
export function goneFiles(db: Database): readonly GoneFile[] {
  const text = `SELECT file_name AS fileName, gone_hash AS hash, gone_at AS at FROM webhook WHERE gone_hash IS NOT NULL`;
  return prepared(db, text).all() as GoneFile[];
}

/** Notes that a file is gone, where it has a webhook. */
export function noteGoneFile(db: Database, file: GoneFile): void {
  prepared(
    db,
    'UPDATE webhook SET gone_hash = :hash, gone_at = :at WHERE file_name = :fileName',
  ).run(file);
}

/** Notes that it is there again. */
export function forgetGoneFile(db: Database, fileName: string): void {
  prepared(db, 'UPDATE webhook SET gone_hash = NULL, gone_at = NULL WHERE file_name = ?').run(
    fileName,
  );
}
