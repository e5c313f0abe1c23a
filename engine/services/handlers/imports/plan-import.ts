import { newFileName } from '../../../contract/fields.ts';
import { MAX_IMPORT_FILES, type PlannedImport } from '../../../contract/imports.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import type { LoadResult, Schedules } from '../../../dag/definition.ts';
import { dagOfEntry } from '../../../dag/import/crontab/dag-of-entry.ts';
import { hasUserColumn } from '../../../dag/import/crontab/has-user-column.ts';
import { nameOfEntry } from '../../../dag/import/crontab/name-entries.ts';
import { readCrontab, type CrontabEntry } from '../../../dag/import/crontab/read-crontab.ts';
import type { Columns } from '../../../dag/import/crontab/words-of-entry.ts';
import type { Remark } from '../../../dag/import/remark.ts';
import type { Turned } from '../../../dag/import/turn-older-forms.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import { userName } from '../../../platform/user-name.ts';
import { hashOf } from '../../../platform/file-stamp.ts';
import type { EngineServices } from '../../engine-services.ts';
import { findDag } from '../../find.ts';

type Text = OperationInput<'imports.plan'>['files'][number];

/** The DAGs that texts would become, in their order. */
export async function planImport(
  services: EngineServices,
  { kind, files, system }: OperationInput<'imports.plan'>,
): Promise<PlannedImport[]> {
  const planned: PlannedImport[] = [];
  const taken = new Set<string>();
  for (const file of files) {
    if (kind === 'dagu') planned.push(await planDefinition(services, file, taken));
    else {
      const hasUser = system ?? hasUserColumn(file.name, file.text);
      planned.push(...(await planCrontab(services, { ...file, hasUser }, taken)));
    }
  }
  return planned;
}

async function planDefinition(
  services: EngineServices,
  { name, text }: Text,
  taken: Set<string>,
): Promise<PlannedImport> {
  const fileName = stemOf(name.replace(/^.*[\\/]/, ''));
  const { aside, base } = services;
  const turned = await aside.turnOlderForms(text, { name: fileName, under: base.current() });
  const planned = await plannedDag(services, { source: name, fileName, before: text, turned });
  const problem = nameProblem(fileName, taken);
  taken.add(fileName.toLowerCase());
  return problem === null ? planned : withProblem(planned, problem);
}

function nameProblem(fileName: string, taken: ReadonlySet<string>): string | null {
  const checked = newFileName.safeParse(fileName);
  if (!checked.success) return `The name of the file: ${checked.error.issues[0]?.message ?? ''}`;
  return taken.has(fileName.toLowerCase()) ? 'Another file of this import has this name.' : null;
}

function withProblem(planned: PlannedImport, message: string): PlannedImport {
  return { ...planned, problems: [{ line: 1, message }, ...planned.problems] };
}

async function planCrontab(
  services: EngineServices,
  { name, text, hasUser }: Text & Columns,
  taken: Set<string>,
): Promise<PlannedImport[]> {
  const planned: PlannedImport[] = [];
  for (const entry of readCrontab(text, { hasUser })) {
    const source = `${name}:${entry.line}`;
    const tooMany = planned.length >= MAX_IMPORT_FILES;
    const refused = entry.kind === 'refused' ? entry.reason : tooMany ? TOO_MANY : null;
    if (refused !== null) planned.push(refusedLine(source, entry, refused));
    if (tooMany) break;
    if (entry.kind === 'entry') planned.push(await planEntry(services, { entry, source }, taken));
  }
  return planned;
}

const TOO_MANY = `An import has at most ${MAX_IMPORT_FILES} entries: import this line and those below it in a second one.`;

function refusedLine(
  source: string,
  { line, text }: { readonly line: number; readonly text: string },
  message: string,
): PlannedImport {
  const problems = [{ line, message }];
  const nothing = { fileName: '', spec: '', remarks: [], schedules: [], existing: null };
  return { source, before: text, problems, ...nothing };
}

async function planEntry(
  services: EngineServices,
  { entry, source }: { readonly entry: CrontabEntry; readonly source: string },
  taken: Set<string>,
): Promise<PlannedImport> {
  const fileName = nameOfEntry(entry, taken);
  taken.add(fileName.toLowerCase());
  const spec = dagOfEntry(entry);
  const { issues } = await loadAs(services, fileName, spec);
  const errors = issues.filter(({ severity }) => severity === 'error');
  // Its own line is what its writer knows.
  const [first] = errors;
  if (first) return refusedLine(source, entry, first.message);
  const turned = { text: spec, remarks: remarksOf(entry, spec), problems: [] };
  return plannedDag(services, { source, fileName, before: entry.text, turned });
}

/** What cron does otherwise. */
function remarksOf({ variables, user }: CrontabEntry, spec: string): readonly Remark[] {
  const mails = variables.some(({ name, value }) => name === 'MAILTO' && value !== '');
  const own = userName();
  const isOther = user !== null && user !== own;
  return [
    ...(mails ? [{ line: lineOf(spec, 'error_mail:'), message: MAILS }] : []),
    ...(isOther ? [{ line: lineOf(spec, 'steps:'), message: otherUser(user, own) }] : []),
  ];
}

const otherUser = (user: string, own: string | null): string =>
  `cron runs this as ${user}; here it runs as ${own ?? 'the user'}, who runs the engine.`;

const MAILS =
  'cron mails whatever a command prints; here a failure is mailed, by the server in `smtp` of base.yaml.';

const lineOf = (text: string, start: string): number =>
  text.split('\n').findIndex((line) => line.startsWith(start)) + 1;

interface ToPlan {
  readonly source: string;
  readonly fileName: string;
  readonly before: string;
  readonly turned: Turned;
}

async function plannedDag(
  services: EngineServices,
  { source, fileName, before, turned: { text: spec, remarks, problems } }: ToPlan,
): Promise<PlannedImport> {
  const { dag } = await loadAs(services, fileName, spec);
  await services.catalog.warm(fileName);
  const stored = findDag(services, fileName);
  return {
    source,
    fileName,
    before,
    spec,
    remarks: [...remarks],
    problems: [...problems],
    schedules: dag === null ? [] : expressionsOf(dag.schedule),
    existing: stored && {
      version: hashOf(stored.text),
      spec: stored.text,
      same: stored.text === spec,
    },
  };
}

function expressionsOf({ start, stop, restart }: Schedules): string[] {
  return [...start, ...stop, ...restart].map(({ expression }) => expression);
}

function loadAs({ aside, base }: EngineServices, name: string, text: string): Promise<LoadResult> {
  return aside.load(text, { name, under: base.current() });
}
