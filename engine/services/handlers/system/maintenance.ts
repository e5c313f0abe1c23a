import { EngineError } from '../../../contract/errors.ts';
import { isDagName } from '../../../contract/fields.ts';
import type {
  OperationHandlers,
  OperationInput,
  OperationOutput,
} from '../../../contract/operations.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { isoTime } from '../../../lib/clock.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import { countExpiredRuns } from '../../../storage/expired-runs.ts';
import { latestRunOf } from '../../../storage/runs.ts';
import { requireLoadable } from '../../find.ts';
import type { ShortSecret } from '../../doctor/check.ts';
import { examine } from '../../doctor/examine.ts';
import { shortSecretsIn } from '../../doctor/short-secrets.ts';
import { testConnection } from '../../sync/test-connection.ts';
import type { EngineServices } from '../../engine-services.ts';

type Handlers = Pick<OperationHandlers, 'runs.cleanup' | 'system.doctor'>;

const DAY_MS = 86_400_000;

/** What keeps a home in order. */
export function maintenanceHandlers(services: EngineServices): Handlers {
  const { config, clock, home, admission, ages, catalog } = services;
  return {
    'runs.cleanup': (input) => cleanUp(services, input),
    'system.doctor': async () => {
      const entries = [...catalog.entries()];
      const broken = entries.filter(({ errors }) => errors.length > 0);
      const findings = await examine({
        config,
        clock,
        env: process.env,
        platform: process.platform,
        engine: { problem: admission.problem(), notice: ages.notice(), home },
        testSync: () => testConnection(services),
        dags: async () => ({
          files: entries.length,
          broken: broken.map(({ fileName }) => fileName),
          ignored: catalog.problems(),
          folderProblem: catalog.folderProblem(),
        }),
        shortSecrets: () => shortSecretsOfAll(services),
      });
      return { findings };
    },
  };
}

/** In turns: a home may have thousands of definitions. */
async function shortSecretsOfAll(services: EngineServices): Promise<readonly ShortSecret[]> {
  const found: ShortSecret[] = [];
  for (const { fileName } of [...services.catalog.listed()]) {
    await nextTurn();
    found.push(...(await shortSecretsOf(services, fileName)));
  }
  return found;
}

async function shortSecretsOf({ catalog }: EngineServices, fileName: string) {
  try {
    await catalog.warm(fileName);
    const read = catalog.read(fileName);
    const dag = read?.loaded.dag ?? null;
    return read && dag ? await shortSecretsIn({ dag, path: read.file.path }, process.env) : [];
  } catch (error) {
    if (error instanceof EngineError) return []; // It cannot be read, and another check says so.
    throw error;
  }
}

async function cleanUp(
  services: EngineServices,
  { fileName, retentionDays, retentionRuns, dryRun }: OperationInput<'runs.cleanup'>,
): Promise<OperationOutput<'runs.cleanup'>> {
  const name = historyOf(services, fileName);
  const before = services.clock.now() - retentionDays * DAY_MS;
  const expiry = { before, newest: retentionRuns };
  const { runs, first, last } = countExpiredRuns(services.db, { dagName: name }, expiry);
  const dagRuns = dryRun ? runs : await services.retention.cleanUp(name, expiry);
  return { dagRuns, firstFinishedAt: isoTime(first), lastFinishedAt: isoTime(last) };
}

/** The name of the DAG's runs. They outlive its file. */
function historyOf({ catalog, db }: EngineServices, fileName: string): string {
  const stem = stemOf(fileName);
  const read = isDagName(stem) ? catalog.read(stem) : null;
  if (read?.nameTakenBy !== undefined) requireLoadable(read);
  if (read !== null) return (read.loaded.dag ?? read.loaded.partial).name;
  if (latestRunOf(db, stem) !== undefined) return stem;
  throw new EngineError('not_found', `DAG ${stem} not found`);
}
