import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAudit, type NewAuditEntry } from '../../../engine/services/audit/audit.ts';
import { findAudit } from '../../../engine/storage/audit.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

const done = (target: string): NewAuditEntry => ({
  actor: 'ann',
  actorKind: 'user',
  origin: '127.0.0.1',
  operation: 'dags.start',
  target,
  outcome: 'done',
  code: '',
  message: 'x'.repeat(300),
});

function aStage() {
  const db = openDatabase(join(temporaryFolder(), 'engine.db'));
  const clock = manualClock();
  const complaints: Complaint[] = [];
  const log = silentLogger(complaints);
  const writes = new WriteQueue(db, { clock, log });
  onTestFinished(() => {
    writes.close();
    db.close();
  });
  const config = { audit: { enabled: true, retentionDays: 7 } };
  const audit = createAudit({ config, clock, log, writes });
  const targets = (): string[] => findAudit(db, { limit: 99 }).rows.map(({ target }) => target);
  return { db, clock, complaints, writes, audit, targets };
}

/** Lets the disk be full: no page more than there are. */
function fillDisk(db: Database): void {
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
}
const freeDisk = (db: Database): void => void db.pragma('max_page_count = 1000000');

describe('lines of the audit log', () => {
  it('are written with what else the turn writes', async () => {
    const { audit, writes, targets } = aStage();

    audit.record(done('one'));
    audit.record(done('two'));
    expect(targets()).toEqual([]);
    const seen = await writes.commitSynced(() => targets());

    expect(seen).toEqual(['two', 'one']);
  });

  it('wait for a disk that is full, and are then there once', () => {
    const { db, clock, audit, writes, targets } = aStage();
    const words = Array.from({ length: 60 }, (_, index) => `line-${index}`);
    fillDisk(db);

    for (const word of words.slice(0, 40)) audit.record(done(word));
    writes.flush();
    for (const word of words.slice(40)) audit.record(done(word));
    clock.advance(1000);
    expect(targets()).toEqual([]);
    freeDisk(db);
    clock.advance(1000);

    expect(targets().toReversed()).toEqual(words);
  });

  it('that wait are so many at most, and the log of the engine says what is missing', () => {
    const { db, clock, complaints, audit, writes } = aStage();
    fillDisk(db);
    for (let count = 0; count < 10_001; count += 1) audit.record(done('many'));
    writes.flush();
    freeDisk(db);
    clock.advance(1000);
    audit.record(done('later'));
    writes.flush();

    expect(db.prepare('SELECT count(*) FROM audit').pluck().get()).toBe(10_001);
    expect(complaints.filter(({ message }) => message.includes('cannot keep up'))).toHaveLength(1);
  });
});
