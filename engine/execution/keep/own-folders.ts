import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { newRunKey } from '../../lib/home-id.ts';
import { homeInKey } from '../../lib/home-in-name.ts';
import type { HomeRow } from '../../storage/home.ts';
import { homeOf, isWithin, type HomeFolders } from '../../storage/stored-paths.ts';

/** What tells the folders of this home from those of others, which may lie beside them. */
export interface Owner extends Pick<HomeFolders, 'dataDir' | 'logDir'> {
  readonly home: Pick<HomeRow, 'identity' | 'ownsUnnamed' | 'copyOfPath'>;
}

/** Whether a folder that is named by the key of some run is of this home: it bears its id, or lies within. */
export function isOwnFolder(owner: Owner, folder: string): boolean {
  return homeInKey(basename(folder)) === owner.home.identity || liesWithin(owner, folder);
}

/** The same for a folder that a row of the store names: those that earlier versions made bear no id. */
export function isOwnRunFolder(owner: Owner, folder: string): boolean {
  const isUnnamed = homeInKey(basename(folder)) === null;
  return (isUnnamed && owner.home.ownsUnnamed === 1) || isOwnFolder(owner, folder);
}

/** Tells where a run goes on to write its logs, which had this folder so far. */
export type OwnLogs = (folder: string) => string;

/** In a copy, a folder outside of the home is that of the original, which may write to it as well: there it gets another. */
export function ownLogsOf(owner: Owner): OwnLogs {
  return (folder) =>
    isOwnRunFolder(owner, folder) ? folder : join(dirname(folder), newRunKey(owner.home.identity));
}

/** Where it really is: a link in the home may lead to a folder that the original of this home uses as well. */
function liesWithin({ home, dataDir, logDir }: Owner, folder: string): boolean {
  try {
    const place = realpathSync(dirname(folder));
    if (isWithin(place, realpathSync(dataDir))) return true;
    const whole = homeOf({ dataDir, logDir });
    if (whole === null) return false;
    const around = realpathSync(whole);
    // Beside its original a copy has only the data folder to itself.
    return dirname(home.copyOfPath) !== around && isWithin(place, around);
  } catch {
    // What is not there is nobody's.
    return false;
  }
}
