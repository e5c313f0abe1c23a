import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeHolder } from '../../../../engine/platform/engine-holder.ts';
import { systemClock } from '../../../../engine/platform/system-clock.ts';
import { openStore } from '../../../../engine/services/home/open-store.ts';
import { silentLogger } from '../../../support/engine.ts';
import { temporaryConfig } from '../../../support/home.ts';

/** A home whose database somebody else has, until `letGo`. */
function aTakenHome() {
  const { paths } = temporaryConfig();
  mkdirSync(paths.dataDir, { recursive: true });
  const other = new SQLite(join(paths.dataDir, 'engine.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN EXCLUSIVE');
  return { paths, letGo: () => other.exec('COMMIT') };
}

const surroundings = { clock: systemClock, log: silentLogger(), isService: true };

describe('a database that another process has', () => {
  it('is taken when that lets go of it a moment later', async () => {
    const { paths, letGo } = aTakenHome();

    const opening = openStore(paths, surroundings);
    letGo();

    const store = await opening;
    onTestFinished(store.close);
    expect(store.db.open).toBe(true);
  });

  it('is left to the engine that says so a moment later', async () => {
    const { paths } = aTakenHome();

    const opening = openStore(paths, surroundings);
    writeHolder(paths.dataDir, { startedAt: '2026-02-03T10:00:00.000Z', isService: true });

    await expect(opening).rejects.toThrow(
      `Another Dagwright engine (process ${process.pid}, started 2026-02-03T10:00:00.000Z) already serves ${paths.dataDir}.`,
    );
  });

  it('is not refused for good while a command has it', async () => {
    const { paths } = aTakenHome();
    writeHolder(paths.dataDir, { startedAt: '2026-02-03T10:00:00.000Z', isService: false });

    const opening = openStore(paths, surroundings);

    await expect(opening).rejects.toMatchObject({
      pid: process.pid,
      isByCommand: true,
      message: `Another Dagwright command (process ${process.pid}, started 2026-02-03T10:00:00.000Z) is using ${paths.dataDir}. Wait until it ends, or set SVC_HOME to another folder.`,
    });
  });
});
