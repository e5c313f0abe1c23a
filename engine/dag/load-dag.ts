import { valueSources, type BaseDag } from './base.ts';
import { issueText, type Dag, type LoadResult } from './definition.ts';
import { lintDocuments, type LintOptions } from './lint/lint-documents.ts';
import { NO_FIELDS, readDag, type ReadDag } from './read-dag.ts';
import { readYaml } from './source/read-yaml.ts';
import { createReport, type Report } from './source/report.ts';
import { quoted, type MapEntry, type Range, type SourceNode } from './source/source-node.ts';
import type { StepTypeDefinition } from './step-type.ts';
import { stepTypesOf, type StepTypes } from './type-steps.ts';

export interface LoadOptions {
  /** What a first document without `name` is called: the name of its file. */
  readonly name: string;
  /** The first one is that of steps which name none. */
  readonly stepTypes: readonly StepTypeDefinition[];
  /** What base.yaml says, as `loadBase` read it. */
  readonly base?: BaseDag | null;
  /** Whether another DAG calls this one, so that the handlers of the base are not its own. */
  readonly asCalled?: boolean;
  /** Looks for warnings too, in a file without errors. Who only runs it need not wait for that. */
  readonly lint?: LintOptions;
}

/**
 * Reads and checks the text of a DAG file. Takes any text whatsoever, ends soon, never throws, and reports all errors
 * at once, each where it stands.
 */
export function loadDag(text: string, options: LoadOptions): LoadResult {
  const { name, base = null, asCalled = false } = options;
  const { report, documents, types } = readDocuments(text, options);
  const [first, ...later] = documents;
  const handlers = !asCalled;
  const { dag: partial, given } =
    first ?? readDag(NO_FIELDS, { name, handlers, base, types, report: createReport('') });
  if (options.lint && !report.hasErrors()) {
    lintDocuments({ text, documents, base, types, report }, options.lint);
  }
  return {
    dag: report.hasErrors() ? null : partial,
    localDags: later.map(({ dag }) => dag),
    localLines: later.map(({ root }) => report.lineOf(root)),
    partial,
    issues: report.issues(),
    namePlace: report.spanOf(first === undefined ? START : ownNameAt(first.root)),
    sources: valueSources(base, { given: new Set(given.keys()), handlers }),
  };
}

/** What is known of a text that nobody will read: its name, and why. */
export function refusedText(
  text: string,
  {
    name,
    reason,
    stepTypes,
  }: Pick<LoadOptions, 'name' | 'stepTypes'> & { readonly reason: string },
): LoadResult {
  const report = createReport(text);
  report.error(START, reason);
  return {
    dag: null,
    localDags: [],
    localLines: [],
    partial: emptyDag(name, stepTypes),
    issues: report.issues(),
    namePlace: report.spanOf(START),
    sources: valueSources(null, { given: new Set(), handlers: true }),
  };
}

/** A DAG of which nothing is written. */
export function emptyDag(name: string, stepTypes: readonly StepTypeDefinition[]): Dag {
  const types = stepTypesOf(stepTypes);
  const report = createReport('');
  return readDag(NO_FIELDS, { name, handlers: true, base: null, types, report }).dag;
}

export interface ReadDocument extends ReadDag {
  readonly root: SourceNode;
}

interface ReadDocuments {
  readonly report: Report;
  readonly documents: readonly ReadDocument[];
  readonly types: StepTypes;
}

/** The documents of a DAG file with the places of what they say. The report has all errors, those of the base included. */
export function readDocuments(text: string, options: LoadOptions): ReadDocuments {
  const { name, base = null, asCalled = false } = options;
  const report = createReport(text);
  const types = stepTypesOf(options.stepTypes);
  const documents = readYaml(text, report).map(({ root, broken }, index): ReadDocument => {
    // What a broken document seems to say is shown, but its mistakes would mostly be echoes of the break.
    const own = broken ? createReport(text) : report;
    // Documents after the first are there to be called.
    const place = index === 0 ? { name, handlers: !asCalled } : { name: null, handlers: false };
    return { ...readDag(root, { ...place, base, types, report: own }), root };
  });
  if (documents.length === 0 && !report.hasErrors()) report.error(START, NO_DAG);
  checkNames(documents, report);
  for (const issue of base?.issues ?? [])
    report.error(START, base?.unread ?? `base.yaml ${issueText(issue)}`);
  return { report, documents, types };
}

const NO_DAG = 'the file is empty';
const START: Range = { start: 0, end: 0 };

/** Steps find a DAG of their own file by its name. */
function checkNames(read: readonly ReadDocument[], report: Report): void {
  const taken = new Map<string, SourceNode>();
  for (const { dag, root } of read) {
    const first = taken.get(dag.name);
    if (!first) taken.set(dag.name, root);
    else if (dag.name !== '') {
      const place = report.placeOf(nameAt(first));
      report.error(
        nameAt(root),
        `the name ${quoted(dag.name)} is already used by the DAG at ${place}`,
      );
    }
  }
}

function nameAt(root: SourceNode): Range {
  return namedIn(root)?.value ?? { start: root.start, end: root.start };
}

/** The key with its value: without a value, the key is what there is to see. */
function ownNameAt(root: SourceNode): Range {
  const entry = namedIn(root);
  return entry === undefined ? START : { start: entry.key.start, end: entry.value.end };
}

function namedIn(root: SourceNode): MapEntry | undefined {
  return root.kind === 'map' ? root.entries.find(({ key }) => key.text === 'name') : undefined;
}
