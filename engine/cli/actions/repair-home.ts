import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isoTime } from '../../lib/clock.ts';
import { makePrivateFolder } from '../../lib/folders.ts';
import {
  readHolder,
  readHolderElsewhere,
  removeHolder,
  writeHolder,
} from '../../platform/engine-holder.ts';
import { lostDatabase } from '../../services/home/lost-database.ts';
import { checkDatabase } from '../../storage/check-database.ts';
import { repairDatabase, schemaOnDisk, type Repair } from '../../storage/repair/repair-database.ts';
import { configOf, type Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { repairText } from '../print/repair.ts';
import { report } from '../say.ts';
import type { DoctorOptions } from './run-doctor.ts';

/** Saves what is left of the home's database, where anything is wrong with it. */
export async function repairHome(cli: Cli, options: DoctorOptions): Promise<void> {
  if (cli.address().url !== null) {
    throw new CliError('The database of a remote engine cannot be repaired from here.', {
      hint: "Run this on its machine, as the engine's user.",
    });
  }
  const { paths } = configOf(cli, options);
  refuseHeld(paths);
  const file = join(paths.dataDir, 'engine.db');
  if (!needsRepair(file, paths)) {
    return report(cli, options.format, {
      answer: { repaired: false },
      words: existsSync(file)
        ? `The database ${file} is intact. There is nothing to repair.`
        : 'There is no database yet. There is nothing to repair.',
    });
  }
  // It may have gone with its database.
  makePrivateFolder(paths.dataDir);
  const repair = repairHeld(cli, paths, file);
  const { rows, notes } = repairText(repair, { file, out: cli.out });
  report(cli, options.format, {
    answer: { repaired: true, ...repair },
    words: `${rows}\n${notes}`,
  });
}

function refuseHeld({ dataDir, logDir }: Config['paths']): void {
  const holder = readHolder(dataDir) ?? readHolderElsewhere(logDir, dataDir);
  if (holder === null) return;
  throw new CliError(
    `The engine (process ${holder.pid}, started ${holder.startedAt}) is using the database of ${dataDir}.`,
    { hint: `Stop it first: it saves its data as it exits. Running steps continue.` },
  );
}

function needsRepair(file: string, paths: Config['paths']): boolean {
  const state = checkDatabase(file);
  switch (state.kind) {
    case 'sound':
    case 'older':
      return false;
    case 'absent':
      return lostDatabase(paths) !== null;
    case 'damaged':
      return true;
    case 'newer':
      // A number that no version has is damage.
      if (schemaOnDisk(file) === null) return true;
      throw new CliError(`The database ${file} was written by a newer version of Dagwright.`, {
        hint: 'Install that version to keep all data.',
      });
    case 'in use':
      throw new CliError(`The database ${file} is in use by an unknown process.`, {
        hint: 'Stop that process. On Linux, `fuser -v` with that file names it.',
      });
  }
}

/** No engine starts on the home meanwhile. */
function repairHeld({ clock }: Cli, paths: Config['paths'], file: string): Repair {
  const { dataDir } = paths;
  writeHolder(dataDir, { startedAt: isoTime(clock.now()), isService: false });
  try {
    return repairDatabase(file, clock.now(), paths);
  } finally {
    removeHolder(dataDir);
  }
}
