import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SQLite, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

function aQueue() {
  const statements: unknown[] = [];
  const db = new SQLite(':memory:', { verbose: (sql) => statements.push(sql) });
  db.exec('CREATE TABLE word (text TEXT NOT NULL UNIQUE) STRICT');
  const complaints: Complaint[] = [];
  const clock = manualClock();
  return {
    db,
    clock,
    complaints,
    queue: new WriteQueue(db, { clock, log: silentLogger(complaints) }),
    words: () => db.prepare('SELECT text FROM word').pluck().all(),
    transactions: () => statements.filter((sql) => sql === 'COMMIT').length,
  };
}

const insert = (text: string) => (db: Database) => {
  db.prepare('INSERT INTO word VALUES (?)').run(text);
};

/** Lets the disk be full: no page more than there are. */
function fillDisk(db: Database): void {
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
}
const freeDisk = (db: Database): void => void db.pragma('max_page_count = 1000000');
const large = 'x'.repeat(100_000);

describe('copies of what can be read again', () => {
  it('wait for each other, and share a commit', async () => {
    const { queue, clock, words, transactions } = aQueue();

    queue.commitLater(insert('one'));
    await queue.commitSynced(insert('urgent'));
    queue.commitLater(insert('two'));
    expect(words()).toEqual(['urgent']);
    clock.advance(50);
    await nextTurn();

    expect(words()).toEqual(['urgent', 'one', 'two']);
    expect(transactions()).toBe(2);
  });

  it('are written at the latest when the queue closes', () => {
    const { queue, words } = aQueue();

    queue.commitLater(insert('one'));
    queue.close();

    expect(words()).toEqual(['one']);
  });
});

describe('the writes of one turn', () => {
  it('are one transaction', async () => {
    const { queue, words, transactions } = aQueue();

    queue.commit(insert('one'));
    queue.commit(insert('two'));
    await Promise.all([queue.commitSynced(insert('three')), queue.commitSynced(insert('four'))]);

    expect(words()).toEqual(['one', 'two', 'three', 'four']);
    expect(transactions()).toBe(1);
  });

  it('are told of after their commit only, in their order', async () => {
    const { queue, db } = aQueue();
    const told: string[] = [];
    const tell = (text: string) => () => told.push(`${text} ${db.inTransaction}`);

    queue.commit(insert('one'), tell('one'));
    queue.commit(insert('two'), tell('two'));
    expect(told).toEqual([]);
    await queue.commitSynced(insert('three'));

    expect(told).toEqual(['one false', 'two false']);
  });

  it('take in what they ask for themselves', async () => {
    const { queue, words, transactions } = aQueue();
    const told: string[] = [];

    await queue.commitSynced((db) => {
      insert('outer')(db);
      queue.commit(insert('inner'), () => told.push('inner'));
    });

    expect(words()).toEqual(['outer', 'inner']);
    expect(told).toEqual(['inner']);
    expect(transactions()).toBe(1);
  });

  it('answer with what the write returns', async () => {
    const { queue } = aQueue();

    expect(await queue.commitSynced(() => 42)).toBe(42);
  });
});

describe('a write that is refused', () => {
  it('is undone alone, with what it asked for, and rejects with its error', async () => {
    const { queue, words } = aQueue();

    queue.commit(insert('before'));
    const refused = queue.commitSynced((db) => {
      insert('half')(db);
      queue.commit(insert('child'));
      throw new EngineError('already_exists', 'There is one.');
    });
    const after = queue.commitSynced(insert('after'));

    await expect(refused).rejects.toMatchObject({ code: 'already_exists' });
    await after;
    expect(words()).toEqual(['before', 'after']);
  });

  it('of the engine itself is logged and forgotten', async () => {
    const { queue, words, complaints } = aQueue();
    await queue.commitSynced(insert('same'));
    let told = false;

    queue.commit(insert('same'), () => (told = true));
    await queue.commitSynced(insert('other'));

    expect(words()).toEqual(['same', 'other']);
    expect(told).toBe(false);
    expect(complaints.map(({ message }) => message)).toEqual(['A write of the engine failed']);
  });
});

describe('a disk that is full', () => {
  it('refuses what people ask for and keeps what the engine must write', async () => {
    const { queue, db, clock, words } = aQueue();
    fillDisk(db);
    const told: string[] = [];

    queue.commit(insert(large), () => told.push('large'));
    queue.commit(insert('small'), () => told.push('small'));
    const asked = queue.commitSynced(insert('asked'));

    await expect(asked).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'The database does not accept writes: database or disk is full.',
    });
    expect(queue.problem).toContain('full');
    expect(words()).toEqual([]);
    expect(told).toEqual([]);

    freeDisk(db);
    clock.advance(1000);
    expect(words()).toEqual([large, 'small']);
    expect(told).toEqual(['large', 'small']);
    expect(queue.problem).toBeNull();
  });

  it('is asked again until it has room, and takes later writes in their order', async () => {
    const { queue, db, clock, words } = aQueue();
    fillDisk(db);
    queue.commit(insert(large));
    await nextTurn();
    await nextTurn();

    queue.commit(insert('later'));
    clock.advance(5000);
    expect(words()).toEqual([]);
    freeDisk(db);
    clock.advance(1000);

    expect(words()).toEqual([large, 'later']);
  });

  it('is asked by one timer, however often others ask meanwhile', async () => {
    const { queue, db, clock, words } = aQueue();
    fillDisk(db);
    queue.commit(insert(large));

    queue.flush();
    queue.flush();
    queue.flush();
    expect(clock.pending()).toBe(1);
    freeDisk(db);
    queue.flush();

    expect(words()).toEqual([large]);
    expect(clock.pending()).toBe(0);
  });

  it('drops what a refused write had asked for', async () => {
    const { queue, db, clock, words, complaints } = aQueue();
    fillDisk(db);

    const refused = queue.commitSynced(() => {
      queue.commit(insert('first child'));
      queue.commit(insert(large));
      queue.commit(insert('last child'));
    });
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    freeDisk(db);
    clock.advance(1000);
    await queue.commitSynced(insert('next'));

    expect(words()).toEqual(['next']);
    expect(complaints.map(({ message }) => message)).toEqual([
      'The database does not accept writes',
    ]);
  });
});

describe('a write that asks for others', () => {
  it('asks for them anew when it is repeated, and is told before that it was undone', async () => {
    const { queue, db, clock, words } = aQueue();
    fillDisk(db);
    const told: string[] = [];
    let attempt = 0;
    const stands = new Promise<void>((resolve) => {
      queue.commit(
        () => {
          attempt += 1;
          queue.commit(insert(`child of attempt ${attempt}`));
          told.push(`attempt ${attempt}`);
        },
        resolve,
        () => told.push('undone'),
      );
    });
    queue.commit(insert(large));
    queue.flush();

    freeDisk(db);
    clock.advance(1000);
    await stands;

    expect(words()).toEqual([large, 'child of attempt 2']);
    expect(told).toEqual(['attempt 1', 'undone', 'attempt 2']);
  });
});

describe('a disk that has refused a write', () => {
  /** Lets the next statement of that kind fail once, as a disk does. */
  function failOnce(db: Database, sql: string): void {
    const real = db.prepare.bind(db);
    let isDue = true;
    // The declared type has parameters that a stand-in cannot name.
    db.prepare = ((text: string) => {
      const statement = real(text);
      if (text !== sql) return statement;
      const run = statement.run.bind(statement);
      statement.run = (...values) => {
        if (!isDue) return run(...values);
        isDue = false;
        throw new SQLite.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
      };
      return statement;
    }) as typeof db.prepare;
  }

  it('is asked again with nothing to write, until it takes a page', async () => {
    const { queue, db, clock } = aQueue();
    db.exec(`INSERT INTO word VALUES ('${large}'); DELETE FROM word; VACUUM`);
    fillDisk(db);
    await expect(queue.commitSynced(insert(large))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(queue.problem).toContain('full');

    freeDisk(db);
    clock.advance(1000);

    expect(queue.problem).toBeNull();
    expect(clock.pending()).toBe(0);
  });

  it('has not ended it, when even the way back fails', async () => {
    const { queue, db, clock, words } = aQueue();
    failOnce(db, 'COMMIT');
    failOnce(db, 'ROLLBACK');
    queue.commit(insert('kept'));
    await nextTurn();
    await nextTurn();
    expect(queue.problem).not.toBeNull();

    clock.advance(1000);

    expect(words()).toEqual(['kept']);
    expect(queue.problem).toBeNull();
  });
});

describe('what follows from a write', () => {
  it('fails alone: the others of its turn are told', async () => {
    const { queue, complaints } = aQueue();
    const told: string[] = [];

    queue.commit(insert('one'), () => {
      throw new Error('no');
    });
    queue.commit(insert('two'), () => told.push('two'));
    await queue.commitSynced(insert('three'));

    expect(told).toEqual(['two']);
    expect(complaints.map(({ message }) => message)).toEqual(['A follow-up of a write failed']);
  });
});

describe('a queue that is closed', () => {
  it('has committed what waited, and refuses the rest', async () => {
    const { queue, words, clock } = aQueue();
    queue.commit(insert('waiting'));

    queue.close();
    queue.commit(insert('late'));
    const asked = queue.commitSynced(insert('later'));

    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(words()).toEqual(['waiting']);
    expect(clock.pending()).toBe(0);
  });

  it('leaves nobody waiting, and no timer, when the disk is full', async () => {
    const { queue, db, clock } = aQueue();
    fillDisk(db);
    queue.commit(insert(large));
    const asked = queue.commitSynced(insert('asked'));

    queue.close();

    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(clock.pending()).toBe(0);
  });

  it('does not ask the disk any more', async () => {
    const { queue, db, clock, complaints } = aQueue();
    fillDisk(db);
    queue.commit(insert(large));

    queue.close();
    db.close();
    await nextTurn();
    await nextTurn();

    expect(clock.pending()).toBe(0);
    expect(complaints).toHaveLength(1);
  });
});

describe('a database that is damaged', () => {
  it('loses the writes that meet the damage, once, and takes the others', async () => {
    const file = join(temporaryFolder(), 'some.db');
    const whole = new SQLite(file);
    whole.exec('CREATE TABLE word (text TEXT) STRICT; CREATE TABLE bad (text TEXT) STRICT');
    const root = whole.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'bad'").pluck();
    const page = root.get() as number;
    whole.close();
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
    closeSync(descriptor);
    const db = new SQLite(file);
    const [damages, complaints]: [Error[], Complaint[]] = [[], []];
    const clock = manualClock();
    const queue = new WriteQueue(db, {
      clock,
      log: silentLogger(complaints),
      damaged: (error) => damages.push(error),
    });
    let tries = 0;
    const spoilt = (): void => {
      tries += 1;
      db.prepare("INSERT INTO bad VALUES ('x')").run();
    };

    queue.commit(insert('before'));
    queue.commit(spoilt);
    queue.commit(insert('after'));
    const accepted = queue.commitSynced(spoilt);
    await expect(accepted).rejects.toMatchObject({ code: 'service_unavailable' });
    await queue.commitSynced(insert('later'));
    clock.advance(60_000);
    await queue.synced();

    const words = db.prepare('SELECT text FROM word').pluck().all();
    expect(words).toEqual(['before', 'after', 'later']);
    expect(tries).toBe(1);
    expect(damages).toHaveLength(1);
    expect(complaints.map(({ message }) => message)).toEqual([
      'Gave up a write: the database is damaged',
    ]);
    expect(queue.problem).toBeNull();
    db.close();
  });
});
