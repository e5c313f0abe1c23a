import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { homeInKey } from '../../lib/home-in-name.ts';
import type { HomeRow } from '../../storage/home.ts';
import { homeOf, isWithin, type HomeFolders } from '../../storage/stored-paths.ts';

/** What tells the folders of this home from those of others, which may lie beside them. */
export interface Owner extends Pick<HomeFolders, 'dataDir' | 'logDir'> {
  readonly home: Pick<HomeRow, 'identity' | 'ownsUnnamed' | 'copyOfPath'>;
}

/** Whether a folder that is named by the key of some run is of this home: it bears its id, or lies within. */
export async function isOwnFolder(owner: Owner, folder: string): Promise<boolean> {
  return homeInKey(basename(folder)) === owner.home.identity || liesWithin(owner, folder);
}

/** The same for a folder that a row of the store names: those that earlier versions made bear no id. */
export async function isOwnRunFolder(owner: Owner, folder: string): Promise<boolean> {
  const isUnnamed = homeInKey(basename(folder)) === null;
  return (isUnnamed && owner.home.ownsUnnamed === 1) || isOwnFolder(owner, folder);
}

/** Where it really is: a link in the home may lead to a folder that the original of this home uses as well. */
async function liesWithin({ home, dataDir, logDir }: Owner, folder: string): Promise<boolean> {
  try {
    const place = await realpath(dirname(folder));
    if (isWithin(place, await realpath(dataDir))) return true;
    const whole = homeOf({ dataDir, logDir });
    if (whole === null) return false;
    const around = await realpath(whole);
    // Beside its original a copy has only the data folder to itself.
    return dirname(home.copyOfPath) !== around && isWithin(place, around);
  } catch {
    // What is not there is nobody's.
    return false;
  }
}
