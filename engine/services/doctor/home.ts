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
    if (home === null)
      return [ok('Nothing tells yet which home this is; the next start notes it.')];
    return [engine === null ? beforeStart(home, paths.dataDir) : sinceStart(home)];
  },
};

function beforeStart(home: HomeRow, dataDir: string): Verdict {
  const here = placeOf(dataDir);
  switch (arrivalOf(home, here)) {
    case 'copied':
      return warning(
        `This home is a copy of ${originalOf(home, here)}. When an engine starts here, it ends what goes on there and acts on schedules of its own.`,
        'Start it if both are meant to run. To go on in place of the original on this machine, move that away first.',
      );
    case 'moved':
      return ok(`This home was moved from ${home.path}; the next start goes on here.`);
    case 'same':
    case 'unknown':
      return sinceStart(home);
  }
}

function sinceStart(home: HomeRow): Verdict {
  if (home.copyOfPath === '') return ok('This home is no copy of another one.');
  const original = { path: home.copyOfPath, machine: home.copyOfMachine };
  const copy = `This home is a copy of ${originalOf(original, home)}`;
  const isNear = original.machine === '' || original.machine === home.machine;
  if (!isNear || !mayHoldHome(original.path, home.copyOfIdentity)) {
    return ok(`${copy}, and acts on schedules of its own.`);
  }
  return warning(
    `${copy}, which is still there: where both have an engine, both act on their schedules.`,
    'Suspend the DAGs of one of them, or run one of them alone; delete the one that is not needed.',
  );
}
