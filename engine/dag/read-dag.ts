import { withBase, type BaseDag, type Shared } from './base.ts';
import type { Dag } from './definition.ts';
import type { WrittenParams } from './fields/params-field.ts';
import { readFields } from './fields/read-fields.ts';
import { rootFields, type RootValues } from './fields/root-fields.ts';
import { joinHandlers, reportHandlerClashes } from './join-handlers.ts';
import { joinSteps } from './join-steps.ts';
import { readParamSchema, withSchemaParams } from './param-schema.ts';
import { placesOf } from './places.ts';
import {
  describeNode,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from './source/source-node.ts';
import type { LoaderTools } from './type-steps.ts';

export interface DocumentOptions extends LoaderTools {
  /** Null: the document must bring its own. */
  readonly name: string | null;
  readonly base: BaseDag | null;
  /** Whether it gets the handlers of the base. */
  readonly handlers: boolean;
}

export interface ReadDag {
  readonly dag: Dag;
  /** Entries with a value, by key. */
  readonly given: ReadonlyMap<string, MapEntry>;
  /** Steps and handlers with the places of their parts. */
  readonly drafts: Pick<RootValues, 'steps' | 'handlerOn'>;
}

/** Reads one document of a DAG file. */
export function readDag(root: SourceNode, options: DocumentOptions): ReadDag {
  const { report, base } = options;
  if (root.kind !== 'map') {
    report.error(root, `a DAG must be a map of fields, got ${describeNode(root)}`);
  }
  const { values, given, refused } = readFields(
    root.kind === 'map' ? root : NO_FIELDS,
    rootFields,
    report,
  );
  if (options.name === null && root.kind === 'map' && !given.has('name')) {
    report.error({ start: root.start, end: root.start }, 'a DAG after `---` requires a `name`');
  }
  const drafts = values.handlerOn;
  const s3 = values.s3 ?? (given.has('s3') ? null : base?.values.s3);
  const places = placesOf(given, base?.given ?? NO_KEYS, report);
  const hasModel = given.has('llm') || (base?.values.llm ?? null) !== null;
  const hasBucket = (s3?.bucket ?? null) !== null;
  const tools = { ...options, ...places, hasBucket, hasModel };
  const own = { ...values, handlerOn: joinHandlers(drafts, tools) };
  const keys = new Set(given.keys());
  const shared = base ? withBase(own, base, { ...options, given: keys }) : own;
  reportHandlerClashes(shared.handlerOn, { drafts: values.steps.flat(), own: drafts }, report);
  const type = shared.type ?? 'chain';
  const dag = {
    ...withSlotPolicy(shared),
    ...paramsOf(shared.params),
    name: values.name ?? options.name ?? '',
    type,
    steps: joinSteps(values.steps, refused.has('type') ? null : type, tools),
  };
  return { dag, given, drafts: values };
}

function paramsOf({ definitions, schema }: WrittenParams): Pick<Dag, 'params' | 'paramSchema'> {
  const read = schema?.kind === 'inline' ? readParamSchema(schema.json) : undefined;
  return {
    params: read === undefined ? definitions : withSchemaParams(definitions, read),
    paramSchema: schema,
  };
}

function withSlotPolicy(
  shared: Shared,
): Omit<Dag, 'name' | 'type' | 'steps' | 'params' | 'paramSchema'> {
  const { skipIfSuccessful, restartWaitSec, catchupWindowMs, overlapPolicy, jitterSec, ...rest } =
    shared;
  return {
    ...rest,
    slotPolicy: { skipIfSuccessful, restartWaitSec, catchupWindowMs, overlapPolicy, jitterSec },
  };
}

const NO_KEYS: ReadonlySet<string> = new Set();

export const NO_FIELDS: MapNode = { kind: 'map', entries: [], start: 0, end: 0 };
