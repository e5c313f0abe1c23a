import { onTestFinished, describe, expect, it } from 'vitest';
import {
  deleteOldAudit,
  findAudit,
  insertAudit,
  type AuditPlace,
  type AuditQuery,
  type AuditRow,
} from '../../../engine/storage/audit.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/home.ts';

const line: Omit<AuditRow, 'id'> = {
  at: 1000,
  actor: 'ann',
  actorKind: 'user',
  origin: '127.0.0.1',
  operation: 'dags.start',
  target: 'nightly',
  outcome: 'done',
  code: '',
  message: '',
};

function aStore(rows: readonly Partial<AuditRow>[]): Database {
  const db = openDatabase(join(temporaryFolder(), 'engine.db'));
  onTestFinished(() => void db.close());
  db.transaction(() => rows.forEach((row) => insertAudit(db, { ...line, ...row })))();
  return db;
}

const find = (db: Database, query: Partial<AuditQuery>) => findAudit(db, { limit: 10, ...query });

describe('the audit log', () => {
  it('keeps every field, newest first, and of one time the later one first', () => {
    const refused = {
      at: 2000,
      actor: '',
      actorKind: 'nobody',
      outcome: 'refused',
      code: 'unauthorized',
      message: 'No.',
    } as const;
    const db = aStore([{}, refused, { at: 2000 }]);

    const { rows, next } = find(db, {});

    expect(rows).toEqual([
      { ...line, at: 2000, id: 3 },
      { ...line, ...refused, id: 2 },
      { ...line, id: 1 },
    ]);
    expect(next).toBeNull();
  });

  it.each<[Partial<AuditQuery>, string]>([
    [{ actor: 'bob' }, 'b'],
    [{ actor: 'bo' }, ''],
    [{ operation: 'dags.start' }, 'ab'],
    [{ operation: 'users' }, 'c'],
    [{ operation: 'user' }, ''],
    [{ operation: 'users.%' }, ''],
    [{ outcome: 'failed' }, 'c'],
    [{ from: 2000 }, 'bc'],
    [{ to: 2000 }, 'ab'],
    [{ from: 2000, to: 2000, actor: 'bob', operation: 'dags', outcome: 'done' }, 'b'],
  ])('finds by %o the lines %s', (query, targets) => {
    const db = aStore([
      { target: 'a', at: 1000 },
      { target: 'b', at: 2000, actor: 'bob' },
      { target: 'c', at: 3000, operation: 'users.create', outcome: 'failed' },
    ]);

    const { rows } = find(db, query);

    expect(rows.map(({ target }) => target).toSorted()).toEqual([...targets]);
  });

  it('gives each line once over all pages, though many are of one time', () => {
    const times = Array.from({ length: 50 }, (_, index) => ({ at: 1000 + (index % 3) }));
    const db = aStore(times);
    const seen: number[] = [];
    let after: AuditPlace | undefined;

    for (let pages = 0; pages < 8; pages += 1) {
      const { rows, next } = find(db, { limit: 7, after, to: 1001 });
      seen.push(...rows.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(times.filter(({ at }) => at <= 1001).length);
  });

  it('looks at so many lines for one question, and goes on from there with the next', () => {
    const many = Array.from({ length: 20_001 }, () => ({}));
    const db = aStore([{ target: 'first', actor: 'bob' }, ...many]);

    const none = find(db, { actor: 'bob' });
    const found = find(db, { actor: 'bob', after: none.next ?? undefined });

    expect(none.rows).toEqual([]);
    expect(none.next).not.toBeNull();
    expect(found.rows.map(({ target }) => target)).toEqual(['first']);
    expect(found.next).toBeNull();
  });

  it('forgets what is older than a time, a portion at once', () => {
    const old = Array.from({ length: 1500 }, () => ({ at: 999 }));
    const db = aStore([...old, { at: 1000 }]);

    expect([deleteOldAudit(db, 1000), deleteOldAudit(db, 1000)]).toEqual([true, false]);
    expect(find(db, {}).rows.map(({ at }) => at)).toEqual([1000]);
  });
});
