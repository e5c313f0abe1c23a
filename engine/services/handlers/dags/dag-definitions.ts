import { dirname } from 'node:path';
import { reaches } from '../../../contract/access.ts';
import type { Validation } from '../../../contract/dag.ts';
import { EngineError } from '../../../contract/errors.ts';
import { NAME_RULE, newFileName } from '../../../contract/fields.ts';
import type { Caller, OperationHandlers, OperationOutput } from '../../../contract/operations.ts';
import { toDagObject } from '../../../steps/dag-object.ts';
import { type LoadIssue, type LoadResult } from '../../../dag/definition.ts';
import { quoted } from '../../../dag/source/source-node.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import { deleteDagFile, type DagFile } from '../../../platform/dag-files.ts';
import { hashOf } from '../../../platform/file-stamp.ts';
import { isSuspended, setSuspended } from '../../../storage/dag-index.ts';
import { newestRows } from '../../../storage/run-search.ts';
import { changeFolder } from '../../change-folder.ts';
import { followDeletion } from '../../follow-dag.ts';
import { listDags } from './dag-list.ts';
import { noSuchDag, requireDag } from '../../find.ts';
import { latestShown } from './latest-shown.ts';
import { nextRunsOf } from './next-runs-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { withSchemaBeside } from './schema-beside.ts';
import { renameDag } from './rename-dag.ts';
import { searchDags } from './search-dags.ts';
import { errorsOf, localIssues } from '../../load-errors.ts';
import { judged, loadJudged } from '../../load-judged.ts';
import { createDefinition, replaceDefinition } from '../../store-definition.ts';
import type { ReadDag } from '../../catalog/dag-reader.ts';

type Name =
  | 'dags.list'
  | 'dags.tags'
  | 'dags.search'
  | 'dags.create'
  | 'dags.validate'
  | 'dags.get'
  | 'dags.delete'
  | 'dags.getSpec'
  | 'dags.updateSpec'
  | 'dags.rename'
  | 'dags.suspend';

const MINIMAL_SPEC = 'steps:\n  - command: echo hello\n';
const NAME_OF_NAMELESS = 'validated-dag';

/** The definitions themselves: reading, checking and changing the files. */
export function dagDefinitionHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { writes, events, admission, config } = services;

  return {
    'dags.list': (input) => listDags(services, input),
    'dags.tags': () => allTags(services),
    'dags.search': ({ q }) => searchDags(services, q),
    'dags.validate': ({ spec, name }, caller) => validate(services, { spec, name, caller }),
    'dags.create': async ({ name, spec = MINIMAL_SPEC }) => {
      admission.check();
      const fileName = stemOf(name);
      await createDefinition(services, { fileName, spec });
      return { name: fileName };
    },
    'dags.get': ({ fileName }, caller) =>
      toDetail(services, requireDag(services, fileName), caller),
    'dags.delete': async ({ fileName }) => {
      const { file } = requireDag(services, fileName);
      const isDeleted = await changeFolder(config.paths.dagsDir, () => deleteFile(file));
      if (!isDeleted) throw noSuchDag(file.fileName);
      await followDeletion(services, file.fileName);
    },
    'dags.getSpec': async ({ fileName }, caller) => {
      const read = requireDag(services, fileName);
      const { text, loaded } = read;
      return {
        dag: { name: (loaded.dag ?? loaded.partial).name },
        spec: text,
        errors: errorsOf(await judgedNow(services, read, caller)),
        version: hashOf(text),
      };
    },
    'dags.updateSpec': async ({ fileName, spec, version }) => {
      admission.check();
      const loaded = await replaceDefinition(services, { fileName, spec, version });
      return { errors: errorsOf(loaded) };
    },
    'dags.rename': async ({ fileName, newFileName }) => {
      admission.check();
      await renameDag(services, requireDag(services, fileName), stemOf(newFileName));
    },
    'dags.suspend': async ({ fileName, suspend }) => {
      const { file } = requireDag(services, fileName);
      await writes.commitSynced((db) => setSuspended(db, file.fileName, suspend));
      events.publish(() => ({ type: 'dag.changed', fileName: file.fileName, change: 'updated' }));
    },
  };
}

function deleteFile(file: DagFile): boolean {
  try {
    return deleteDagFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    const message = `DAG ${file.fileName} is a folder with files in it: ${file.path}. Move them away, then delete it.`;
    throw new EngineError('conflict', message, { cause: error });
  }
}

interface ToValidate {
  readonly spec: string;
  readonly name: string | undefined;
  readonly caller: Caller;
}

async function validate(
  services: EngineServices,
  { spec, name, caller }: ToValidate,
): Promise<Validation> {
  const { base, catalog, config } = services;
  const stored = [...catalog.entries()].flatMap((entry) => [entry.fileName, entry.name]);
  const lint = { storedDags: new Set(stored) };
  const under = base.current();
  const loaded = await loadJudged(services, spec, {
    ...{ name: stemOf(name ?? NAME_OF_NAMELESS), under, lint },
    folder: readsFiles(caller) ? config.paths.dagsDir : null,
  });
  const issues = [...nameIssues(loaded, name), ...loaded.issues];
  const errors = errorsOf({ issues });
  return {
    valid: errors.length === 0,
    errors,
    dag: toDagObject(loaded.dag ?? loaded.partial),
    diagnostics: issues.map((issue) => ({ ...issue })),
  };
}

/** A spec with a name of its own does not use the one beside it; the answer is 200 in any case (specification). */
function nameIssues({ sources }: LoadResult, name: string | undefined): readonly LoadIssue[] {
  const checked = newFileName.optional().safeParse(name);
  if (checked.success || sources['name'] === 'dag') return [];
  const rule = checked.error.issues[0]?.message ?? NAME_RULE;
  const message = `\`name\`: ${quoted(name ?? '')} is not a valid DAG name. ${rule}`;
  return [{ severity: 'error', message, line: 1, column: 1, endLine: 1, endColumn: 1 }];
}

/** Files beside a definition are for those who can start it. */
const readsFiles = (caller: Caller): boolean => reaches('operator', caller);

/** What is wrong with a definition, by its schema as it is now. */
function judgedNow(
  services: EngineServices,
  { file, text, loaded }: ReadDag,
  caller: Caller,
): Promise<LoadResult> {
  const folder = readsFiles(caller) ? dirname(file.path) : null;
  return judged(services, { text, loaded, folder });
}

async function toDetail(services: EngineServices, read: ReadDag, caller: Caller) {
  const { file, loaded, nameTakenBy } = read;
  const now = await judgedNow(services, read, caller);
  const { db, clock, config } = services;
  const dag = loaded.dag ?? loaded.partial;
  const [latest] = nameTakenBy === undefined ? newestRows(db, dag.name, 1) : [];
  const suspended = isSuspended(db, file.fileName);
  const isDue = !suspended && nameTakenBy === undefined && dag.schedule.start.length > 0;
  const nextRuns = isDue ? await nextRunsOf(services, file.fileName, dag) : [];
  return {
    fileName: file.fileName,
    filePath: file.path,
    dag: toDagObject(await withSchemaBeside(services, { dag, file, caller })),
    localDags: loaded.localDags.map((local, index) => ({
      name: local.name,
      dag: toDagObject(local),
      errors: errorsOf({ issues: localIssues(now, index) }),
    })),
    latestDAGRun: latestShown({ config, clock }, dag.name, latest),
    suspended,
    errors: errorsOf(now),
    nextRuns,
  };
}

/** The tags of a definition that does not load may be incomplete, so it is named beside what is wrong in the folder. */
function allTags({ catalog }: EngineServices): OperationOutput<'dags.tags'> {
  const entries = [...catalog.entries()];
  const problems = catalog.problems();
  const isNamed = (fileName: string): boolean =>
    problems.some((problem) => problem.startsWith(`${fileName}: cannot read`));
  const broken = entries.flatMap(({ fileName, errors }) =>
    isNamed(fileName) ? [] : errors.slice(0, 1).map((error) => `${fileName}: ${error}`),
  );
  return {
    tags: [...new Set(entries.flatMap(({ tags }) => tags))].sort(),
    errors: [...problems, ...broken],
  };
}
