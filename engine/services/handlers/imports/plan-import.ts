import { newFileName } from '../../../contract/fields.ts';
import { MAX_IMPORT_FILES, type PlannedImport } from '../../../contract/imports.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import { MAX_CHARACTERS } from '../../../dag/import/crontab/max-characters.ts';
import type { CallableDags } from '../../../dag/import/actions/dag-names.ts';
import type { LoadResult } from '../../../dag/definition.ts';
import { expressionsOf } from '../../../dag/import/expressions-of.ts';
import { nameDefinitions } from '../../../dag/import/name-definitions.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { hashOf } from '../../../platform/file-stamp.ts';
import { AnswerSize } from '../../answer-size.ts';
import type { EngineServices } from '../../engine-services.ts';
import { findDag } from '../../find.ts';
import { loadJudged } from '../../load-judged.ts';

type Input = OperationInput<'imports.plan'>;
type Text = Input['files'][number];

/** What has been planned, and the names that it has, in lower case. */
interface Planned {
  readonly dags: PlannedImport[];
  readonly taken: Set<string>;
  readonly size: AnswerSize;
  /** Characters that are left for definitions of crontabs. */
  left: number;
}

/** A definition, with the name that it gets. */
interface Named extends Text {
  readonly fileName: string;
  readonly renamed: string | null;
}

/** A file of which many lines become a DAG lets others go first, so that they need not wait for all of them. */
const LOOKED_UP_AT_ONCE = 16;

/** The DAGs that texts would become, in their order. What is large is read aside, by all that the request brings. */
export async function planImport(
  services: EngineServices,
  { kind, files, system, all }: Input,
): Promise<PlannedImport[]> {
  const size = new AnswerSize();
  const planned: Planned = { dags: [], taken: new Set(), size, left: MAX_CHARACTERS };
  if (kind === 'dagu') await planDefinitions(services, { files, all }, planned);
  else for (const file of files) await planCrontab(services, { ...file, system }, planned);
  return planned.dags;
}

async function planDefinitions(
  services: EngineServices,
  { files, all }: Pick<Input, 'files' | 'all'>,
  planned: Planned,
): Promise<void> {
  const { named, dags } = nameDefinitions(files, all);
  const stored = [...services.catalog.entries()].flatMap(({ fileName, name }) => [fileName, name]);
  const callable = new Map([...stored.map((name) => [name, name] as const), ...dags]);
  for (const file of named) await planDefinition(services, { file, callable }, planned);
}

async function planDefinition(
  services: EngineServices,
  { file, callable }: { readonly file: Named; readonly callable: CallableDags },
  { dags, taken, size }: Planned,
): Promise<void> {
  const { name, text, fileName, renamed } = file;
  const { aside, base } = services;
  const under = base.current();
  const {
    text: spec,
    remarks,
    problems,
  } = await aside.turnOlderForms(text, { name: fileName, under, dags: callable });
  // Viewers may ask for a plan; a schema in a file is asked when the DAG is created.
  const loaded = await loadJudged(services, spec, { name: fileName, under, folder: null });
  const found = problems.length > 0 ? [] : errorsIn(loaded);
  const problem = nameProblem(fileName, taken);
  taken.add(fileName.toLowerCase());
  const planned: PlannedImport = {
    ...{ source: name, fileName, before: text, spec },
    remarks: [...(renamed === null ? [] : [{ line: 1, message: renamed }]), ...remarks],
    problems: [...(problem === null ? [] : [{ line: 1, message: problem }]), ...problems, ...found],
    schedules: loaded.dag === null ? [] : expressionsOf(loaded.dag.schedule),
    existing: await existingDag(services, fileName, spec),
  };
  dags.push(size.add(planned));
}

/** What the turned text does not tell by itself. */
const errorsIn = ({ issues }: LoadResult): readonly PlannedImport['problems'][number][] =>
  issues.flatMap(({ severity, line, message }) =>
    severity === 'error' ? [{ line, message }] : [],
  );

function nameProblem(fileName: string, taken: ReadonlySet<string>): string | null {
  const checked = newFileName.safeParse(fileName);
  if (!checked.success) return `The name of the file: ${checked.error.issues[0]?.message ?? ''}`;
  return taken.has(fileName.toLowerCase()) ? 'Another file of this import has this name.' : null;
}

async function planCrontab(
  services: EngineServices,
  { name, text, system }: Text & Pick<Input, 'system'>,
  planned: Planned,
): Promise<void> {
  const { dags, taken, size } = planned;
  const { lines, left } = await services.aside.planCrontab({
    ...{ name, text, system, taken: [...taken], characters: planned.left },
    room: Math.max(0, MAX_IMPORT_FILES - dags.length),
    base: services.base.current()?.text ?? null,
  });
  planned.left = left;
  for (const [index, { line, ...own }] of lines.entries()) {
    if (index % LOOKED_UP_AT_ONCE === LOOKED_UP_AT_ONCE - 1) await nextTurn();
    const { fileName, spec, remarks, problems, schedules } = own;
    taken.add(fileName.toLowerCase());
    const dag: PlannedImport = {
      ...own,
      ...{ source: `${name}:${line}`, remarks: [...remarks], problems: [...problems] },
      schedules: [...schedules],
      existing: fileName === '' ? null : await existingDag(services, fileName, spec),
    };
    dags.push(size.add(dag));
  }
}

/** The DAG that has this name already; null: there is none. */
async function existingDag(
  services: EngineServices,
  fileName: string,
  spec: string,
): Promise<PlannedImport['existing']> {
  await services.catalog.warm(fileName);
  const stored = findDag(services, fileName);
  if (stored === null) return null;
  const { text } = stored;
  return { version: hashOf(text), spec: text, same: text === spec };
}
