import type { MapEntry, MapNode, SourceNode } from '../source/source-node.ts';
import type { Remark } from './remark.ts';
import { columnOf, type TextEdit } from './text-edits.ts';

export interface GraphEdits {
  readonly edits: readonly TextEdit[];
  readonly remarks: readonly Remark[];
}

const NOTHING: GraphEdits = { edits: [], remarks: [] };

/**
 * What `depends` without a `type` meant, the likelier one first: earlier versions let steps without it wait for the one
 * before, where every step can be named; versions before these began all such steps at once. The first would make a circle
 * of a definition that was written for the second.
 */
export function graphEdits(text: string, roots: readonly SourceNode[]): readonly GraphEdits[] {
  return [editsWithWaits, editsWithoutWaits].map((editsOf) => {
    const all = roots.map((root) => editsOf(text, root));
    return {
      edits: all.flatMap(({ edits }) => edits),
      remarks: all.flatMap(({ remarks }) => remarks),
    };
  });
}

function editsWithWaits(text: string, root: SourceNode): GraphEdits {
  const found = untypedSteps(text, root);
  if (found === null) return NOTHING;
  const { key, maps } = found;
  const waits = maps.slice(1).flatMap((step, index) => waitFor(text, step, maps[index]));
  if (waits.length < maps.slice(1).filter((step) => !entryOf(step, 'depends')).length)
    return NOTHING;
  return {
    edits: [lineBefore(text, key.start, 'type: graph'), ...waits],
    remarks: [{ line: 1, message: GRAPH }],
  };
}

function editsWithoutWaits(text: string, root: SourceNode): GraphEdits {
  const found = untypedSteps(text, root);
  if (found === null) return NOTHING;
  return {
    edits: [lineBefore(text, found.key.start, 'type: graph')],
    remarks: [{ line: 1, message: ALL_AT_ONCE }],
  };
}

/** The steps of a definition with `depends` and without `type`; null for any other one. */
function untypedSteps(text: string, root: SourceNode) {
  if (root.kind !== 'map' || text[root.start] === '{' || entryOf(root, 'type')) return null;
  const steps = entryOf(root, 'steps');
  if (steps?.value.kind !== 'list') return null;
  const maps = steps.value.items.filter((item) => item.kind === 'map');
  const isPlain = maps.length === steps.value.items.length;
  const isUntyped = isPlain && maps.some((step) => entryOf(step, 'depends'));
  return isUntyped ? { key: steps.key, maps } : null;
}

const GRAPH =
  '`type: graph` was added for `depends`, and steps without it now name the one before. Look at the graph. ' +
  'One step runs at a time unless `max_active_steps` allows more.';

const ALL_AT_ONCE =
  '`type: graph` was added for `depends`: steps without it start at once. Look at the graph. ' +
  'One step runs at a time unless `max_active_steps` allows more.';

function waitFor(text: string, step: MapNode, before: MapNode | undefined): readonly TextEdit[] {
  if (entryOf(step, 'depends') || !before) return [];
  const name = entryOf(before, 'name')?.value;
  const [first] = step.entries;
  // In braces there is no line of its own, and a name with other characters would need quotes.
  if (name?.kind !== 'scalar' || !/^[A-Za-z][\w-]*$/.test(name.text) || !first) return [];
  if (step.start !== first.key.start) return [];
  return [lineBefore(text, step.start, `depends: ${name.text}`)];
}

/** A key of the same map, above the one that begins here. */
function lineBefore(text: string, start: number, line: string): TextEdit {
  return { start, end: start, text: `${line}\n${' '.repeat(columnOf(text, start))}` };
}

function entryOf({ entries }: MapNode, name: string): MapEntry | undefined {
  return entries.find(({ key }) => key.text === name);
}
