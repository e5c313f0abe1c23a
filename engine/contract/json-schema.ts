import { z } from 'zod';
import { apiKey, auditEntry, session, user } from './auth.ts';
import {
  dagDetail,
  dagHead,
  dagListItem,
  dagObject,
  diagnostic,
  dryRun,
  validation,
} from './dag.ts';
import { wireError } from './errors.ts';
import { engineEvent } from './events.ts';
import { pagination } from './fields.ts';
import { nodeCheck, remoteNodeInfo, worker } from './node.ts';
import { queue, queueItem } from './queue.ts';
import {
  latestRun,
  logPage,
  nodeObject,
  runDetail,
  runOutputs,
  runSummary,
  subRun,
} from './run.ts';
import { calendar, plannedSlot, slot } from './schedule.ts';
import { stepObject } from './step.ts';
import { delivery, webhook } from './webhook.ts';

export type JsonSchema = Record<string, unknown>;

/** Shapes that have a name in the OpenAPI document; every other one stands where it is used. */
const named: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [apiKey(), 'APIKey'],
  [auditEntry(), 'AuditEntry'],
  [calendar(), 'Calendar'],
  [dagDetail(), 'DAGDetail'],
  [dagHead(), 'DAGHead'],
  [dagListItem(), 'DAGListItem'],
  [dagObject(), 'DAGObject'],
  [delivery(), 'WebhookDelivery'],
  [diagnostic(), 'Diagnostic'],
  [dryRun(), 'DryRun'],
  [engineEvent(), 'Event'],
  [latestRun(), 'LatestDAGRun'],
  [logPage(), 'LogPage'],
  [nodeCheck(), 'RemoteNodeCheck'],
  [nodeObject(), 'Node'],
  [pagination(), 'Pagination'],
  [plannedSlot(), 'PlannedSlot'],
  [queue(), 'Queue'],
  [queueItem(), 'QueueItem'],
  [remoteNodeInfo(), 'RemoteNode'],
  [runDetail(), 'DAGRunDetail'],
  [runOutputs(), 'Outputs'],
  [runSummary(), 'DAGRunSummary'],
  [session(), 'Session'],
  [slot(), 'Slot'],
  [stepObject(), 'Step'],
  [subRun(), 'SubRun'],
  [user(), 'User'],
  [validation(), 'Validation'],
  [webhook(), 'Webhook'],
  [wireError(), 'Error'],
  [worker(), 'Worker'],
]);

/** The JSON schemas of the named shapes, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...named].map(([schema, name]) => [
      name,
      convert(schema, { override: nameOrForgive(schema) }),
    ]),
  );
}

/** The JSON schema of any shape of the contract; named ones within it, or it itself, are references. */
export function jsonSchema(schema: z.core.$ZodType): JsonSchema {
  return convert(schema, { override: nameOrForgive(null) });
}

/** The same of a part of a request, which takes no fields beyond its own. */
export function requestSchema(schema: z.core.$ZodType): JsonSchema {
  return convert(schema, { override: ({ jsonSchema: json }) => withoutSafeBounds(json) });
}

/** `spelledOut` is the one named shape that is wanted in full. */
function nameOrForgive(spelledOut: z.core.$ZodType | null): Override {
  return ({ zodSchema, jsonSchema: json }) => {
    const name = zodSchema === spelledOut ? undefined : named.get(zodSchema);
    if (name !== undefined) become(json, { $ref: `#/components/schemas/${name}` });
    else forgive(json);
  };
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Shapes are described as they are after parsing: query integers are then integers, and not "any value". */
function convert(
  schema: z.core.$ZodType,
  { override }: { readonly override: Override },
): JsonSchema {
  const converted: JsonSchema = z.toJSONSchema(schema, { io: 'output', override });
  // OpenAPI 3.1 names the dialect once, for the whole document.
  delete converted.$schema;
  return converted;
}

function become(json: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, other);
}

/** New fields of an answer may come with any version. */
function forgive(json: JsonSchema): void {
  if (json.additionalProperties === false) delete json.additionalProperties;
  withoutSafeBounds(json);
}

/** The bounds of safe integers say nothing to a reader. */
function withoutSafeBounds(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}
