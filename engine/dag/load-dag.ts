import type { Dag, LoadResult } from './definition.ts';
import { readFields } from './fields/read-fields.ts';
import { rootFields } from './fields/root-fields.ts';
import { joinSteps } from './join-steps.ts';
import { readYaml } from './source/read-yaml.ts';
import { createReport, type Report } from './source/report.ts';
import {
  describeNode,
  quoted,
  type MapNode,
  type Range,
  type SourceNode,
} from './source/source-node.ts';

export interface LoadOptions {
  /** What a first document without `name` is called: the name of its file. */
  readonly name: string;
}

/**
 * Reads and checks the text of a DAG file. Takes any text whatsoever, ends soon, never throws, and reports all errors
 * at once, each where it stands.
 */
export function loadDag(text: string, options: LoadOptions): LoadResult {
  const report = createReport(text);
  const documents = readYaml(text, report);
  const read = documents.map(({ root, broken }, index) => {
    // What a broken document seems to say is shown, but its mistakes would mostly be echoes of the break.
    const own = broken ? createReport(text) : report;
    return { dag: readDag(root, { name: index === 0 ? options.name : null }, own), root };
  });
  const [first, ...later] = read;
  if (!first && !report.hasErrors()) report.error({ start: 0, end: 0 }, NO_DAG);
  checkNames(read, report);
  const partial = first?.dag ?? emptyDag(options.name);
  return {
    dag: report.hasErrors() ? null : partial,
    localDags: later.map(({ dag }) => dag),
    partial,
    issues: report.issues(),
  };
}

const NO_DAG = 'the file holds no DAG: it is empty';

/** A null name: the document must bring its own. */
function readDag(
  root: SourceNode,
  { name }: { readonly name: string | null },
  report: Report,
): Dag {
  if (root.kind !== 'map')
    report.error(root, `a DAG must be a map of fields, got ${describeNode(root)}`);
  const map: MapNode = root.kind === 'map' ? root : NO_FIELDS;
  const { values, given, refused } = readFields(map, rootFields, report);
  if (name === null && root.kind === 'map' && !given.has('name')) {
    report.error(startOf(root), 'a DAG after `---` needs a `name`');
  }
  const type = values.type ?? 'chain';
  return {
    ...values,
    name: values.name ?? name ?? '',
    type,
    steps: joinSteps(values.steps, refused.has('type') ? null : type, report),
  };
}

const NO_FIELDS: MapNode = { kind: 'map', entries: [], start: 0, end: 0 };

function emptyDag(name: string): Dag {
  return readDag(NO_FIELDS, { name }, createReport(''));
}

/** Steps find a DAG of their own file by its name. */
function checkNames(
  read: readonly { readonly dag: Dag; readonly root: SourceNode }[],
  report: Report,
): void {
  const taken = new Map<string, SourceNode>();
  for (const { dag, root } of read) {
    const first = taken.get(dag.name);
    if (!first) taken.set(dag.name, root);
    else if (dag.name !== '') {
      const place = report.placeOf(nameAt(first));
      report.error(
        nameAt(root),
        `the name ${quoted(dag.name)} is already that of the DAG at ${place}`,
      );
    }
  }
}

function nameAt(root: SourceNode): Range {
  const entry =
    root.kind === 'map' ? root.entries.find(({ key }) => key.text === 'name') : undefined;
  return entry?.value ?? startOf(root);
}

function startOf({ start }: Range): Range {
  return { start, end: start };
}
