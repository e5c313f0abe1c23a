import { join } from 'node:path';
import { mayHoldHome } from '../../platform/home-file.ts';
import { homeOfFile } from '../../storage/check-database.ts';
import type { HomeRow } from '../../storage/home.ts';
import { arrivalOf, originalOf, placeOf } from '../home/take-home.ts';
import { ok, warning, type Check, type Verdict } from './check.ts';

/** Whether this home is a copy of another one, with which it would share its schedules. */
export const homeCheck: Check = {
  name: 'home',
  look: ({ engine, config: { paths } }) => {
    const home = engine === null ? homeOfFile(join(paths.dataDir, 'engine.db')) : engine.home;
    if (home === null) return [ok('This home has no identity yet. The next start records it.')];
    return [engine === null ? beforeStart(home, paths.dataDir) : sinceStart(home)];
  },
};

function beforeStart(home: HomeRow, dataDir: string): Verdict {
  const here = placeOf(dataDir);
  switch (arrivalOf(home, here)) {
    case 'copied':
      return warning(
        `This home is a copy of ${originalOf(home, here)}. An engine that starts here takes over none of its runs, and follows the schedules as well.`,
        'Start it if you want both to run. To replace the original on this machine, move the original away first.',
      );
    case 'moved':
      return ok(`This home was moved from ${home.path}. The next start continues here.`);
    case 'same':
    case 'unknown':
      return sinceStart(home);
  }
}

function sinceStart(home: HomeRow): Verdict {
  if (home.copyOfPath === '') return ok('This home is not a copy of another one.');
  const original = { path: home.copyOfPath, machine: home.copyOfMachine };
  const copy = `This home is a copy of ${originalOf(original, home)}`;
  const isNear = original.machine === '' || original.machine === home.machine;
  if (!isNear || !mayHoldHome(original.path, home.copyOfIdentity)) {
    return ok(`${copy}, and follows its own schedules.`);
  }
  return warning(
    `${copy}, which still exists. If both have an engine, both follow their schedules.`,
    'Run only one of them, or suspend the DAGs of one. Delete the one that you do not need.',
  );
}
