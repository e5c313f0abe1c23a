import { durationText } from '../../lib/duration.ts';
import type { BaseDag } from '../base.ts';
import type { Dag, ValueSource } from '../definition.ts';
import { rootFields } from '../fields/root-fields.ts';
import { manualRootFields, type ManualField } from '../manual/manual-fields.ts';
import type { ReadDag } from '../read-dag.ts';
import type { Position } from '../source/line-index.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { Explanation, ExplainedSource } from './explanation.ts';
import { loadedValue, writtenValue } from './plain-value.ts';

/** What `explain` knows of a file. */
export interface Explained {
  readonly read: ReadDag;
  readonly base: BaseDag | null;
  readonly sources: Readonly<Record<string, ValueSource>>;
  readonly positionOf: (offset: number) => Position;
}

/** Every key of the DAG with the value that holds. */
export function explainRoot(explained: Explained): readonly Explanation[] {
  return manualRootFields().map((field) => ({
    field,
    path: field.key,
    value: rootValue(field, explained),
    source: rootSource(field.key, explained),
    node: explained.read.given.get(field.key)?.value ?? null,
  }));
}

/** What the file says where it alone decides, else what the loader made of file, base and defaults. */
function rootValue({ key, fallback }: ManualField, { read, sources }: Explained): unknown {
  const entry = read.given.get(key);
  if (entry && sources[key] === 'dag') return writtenValue(entry.value);
  if (key === 'name') return read.dag.name;
  if (key === 'type') return read.dag.type;
  if (sources[key] === 'default')
    return fallback === null ? null : (JSON.parse(fallback) as unknown);
  return loadedValue(loadedProperty(read.dag, key));
}

function loadedProperty(dag: Dag, key: string): unknown {
  const property = Object.entries(rootFields.fields).find(([, field]) => field.key === key)?.[0];
  const values: Readonly<Record<string, unknown>> = {
    ...dag,
    ...policyWords(dag),
    params: paramWords(dag),
  };
  return property === undefined ? null : values[property];
}

/** In the form of a list, which base.yaml and the file may have given together. */
function paramWords({ params }: Dag): readonly object[] {
  return params.map(({ name, defaultValue }) => ({ name, value: defaultValue ?? '' }));
}

/** The fields for slots by themselves, as they are written. */
export function policyWords({ slotPolicy }: Dag): Readonly<Record<string, unknown>> {
  const { catchupWindowMs } = slotPolicy;
  return {
    ...slotPolicy,
    catchupWindowMs: catchupWindowMs === null ? null : durationText(catchupWindowMs),
  };
}

function rootSource(key: string, { read, sources, positionOf }: Explained): ExplainedSource {
  const entry = read.given.get(key);
  const source = sources[key];
  if (entry) return fileSource(entry.value, positionOf, source === 'merged');
  if (key === 'name') return { kind: 'implied', by: 'the name of the file' };
  return { kind: source === 'base' ? 'base' : 'default' };
}

/** The place of a value in the file. */
export function fileSource(
  { start }: SourceNode,
  positionOf: Explained['positionOf'],
  isMerged = false,
): ExplainedSource {
  return { kind: isMerged ? 'file and base' : 'file', ...positionOf(start) };
}
