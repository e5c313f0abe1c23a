import { existsSync } from 'node:fs';
import { StartError } from '../../lib/start-error.ts';
import { indexedDags } from '../../storage/dag-index.ts';
import type { EngineServices } from '../engine-services.ts';
import { installSamples } from '../home/install-samples.ts';
import { FILE_INSTEAD, isFile } from './file-problems.ts';

/**
 * Reads the folder of DAGs, and puts samples into an empty one where there are any.
 *
 * @throws StartError when it cannot be read.
 */
export async function readDags(
  { config, log, db, catalog }: Pick<EngineServices, 'config' | 'log' | 'db' | 'catalog'>,
  samplesDir: string | null,
): Promise<void> {
  const folder = config.paths.dagsDir;
  try {
    // A folder that had DAGs was moved away, or its disk is not there: a new one in its place would have none of them.
    const isLost = !existsSync(folder) && indexedDags(db).length > 0;
    if (isLost) log.error('The DAGs folder does not exist', { folder });
    else if (await installSamples(samplesDir, folder)) {
      log.info('Samples were installed', { folder });
    }
    if (isFile(folder)) throw new Error(FILE_INSTEAD);
    await catalog.start();
  } catch (error) {
    throw new StartError(`Cannot read the DAGs folder ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
