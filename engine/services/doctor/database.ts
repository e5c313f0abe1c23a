import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { readHolder } from '../../platform/engine-holder.ts';
import { checkDatabase } from '../../storage/check-database.ts';
import { lostDatabase } from '../home/lost-database.ts';
import { ok, problem, type Check, type Verdict } from './check.ts';

/** Whether the store can be read and written, and who holds it. */
export const databaseCheck: Check = {
  name: 'database',
  look: ({ engine, config: { paths } }) => {
    if (engine === null) return [unserved(paths)];
    return engine.problem === null
      ? [ok(`The database accepts writes. The engine (process ${process.pid}) is using it.`)]
      : [problem(engine.problem, 'When you have fixed this, the engine accepts new work again.')];
  },
};

function unserved(paths: Config['paths']): Verdict {
  const { dataDir } = paths;
  const file = join(dataDir, 'engine.db');
  const state = checkDatabase(file);
  switch (state.kind) {
    case 'absent':
      return absent(paths);
    case 'sound':
      return ok('The database is intact and not in use.');
    case 'older':
      return ok(
        `The database is intact, with schema ${state.schema}. The next start makes a backup and upgrades it.`,
      );
    case 'newer':
      return problem(
        `The database ${file} was written by a newer version (schema ${state.schema}).`,
        'Install that version to keep all data, or set SVC_HOME to another folder.',
      );
    case 'damaged':
      return problem(
        `The database ${file} is damaged: ${state.why}.`,
        'Recover what can be read with `dagwright doctor --repair`, or restore a backup.',
      );
    case 'in use':
      return heldBy(dataDir);
  }
}

function absent(paths: Config['paths']): Verdict {
  const lost = lostDatabase(paths);
  if (lost !== null) return problem(lost.why, lost.fix);
  return ok('There is no database yet. The first start creates it.');
}

function heldBy(dataDir: string): Verdict {
  const holder = readHolder(dataDir);
  if (holder === null) {
    return problem(
      `The database of ${dataDir} is in use by an unknown process.`,
      'Stop that process. On Linux, `fuser -v engine.db` in that folder names it.',
    );
  }
  return problem(
    `The engine that uses the database (process ${holder.pid}, started ${holder.startedAt}) does not respond.`,
    `Wait a moment. If it still does not respond, end process ${holder.pid} and start the engine again. Running steps continue.`,
  );
}
