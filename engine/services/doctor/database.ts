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
      ? [ok(`The engine (process ${process.pid}) holds the database, and it takes writes.`)]
      : [problem(engine.problem, 'Once that is mended the engine takes new work again.')];
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
      return ok('The database is sound, and nobody holds it.');
    case 'older':
      return ok(
        `The database is sound and of schema ${state.schema}; the next start copies it and brings it up to date.`,
      );
    case 'newer':
      return problem(
        `The database ${file} was written by a newer version (schema ${state.schema}).`,
        'Install that version, or set SVC_HOME to another folder.',
      );
    case 'damaged':
      return problem(
        `The database ${file} is damaged: ${state.why}.`,
        'Let `dagwright doctor --repair` save what can be read into a new one, or put a copy of it back.',
      );
    case 'in use':
      return heldBy(dataDir);
  }
}

function absent(paths: Config['paths']): Verdict {
  const lost = lostDatabase(paths);
  if (lost !== null) return problem(lost.why, lost.fix);
  return ok('There is no database yet; the first start makes it.');
}

function heldBy(dataDir: string): Verdict {
  const holder = readHolder(dataDir);
  if (holder === null) {
    return problem(
      `The database of ${dataDir} is held by an unknown process.`,
      'End it; on Linux, `fuser -v engine.db` in that folder names it.',
    );
  }
  return problem(
    `The engine that holds the database (process ${holder.pid}, started ${holder.startedAt}) does not answer.`,
    `Wait a moment; if it stays so, end process ${holder.pid} and start it again. Steps go on meanwhile.`,
  );
}
