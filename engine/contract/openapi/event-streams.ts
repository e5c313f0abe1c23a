import { engineEvent, eventFilter } from '../events.ts';
import { jsonSchema } from '../json-schema.ts';
import { EVENTS_PATH, RUN_EVENTS_PATH } from '../rest.ts';
import type { ValueOf } from '../shape.ts';
import { parameter, type Json } from './describe-operation.ts';
import type { Examples } from './example.ts';
import { codesOfEvents, failures } from './failures.ts';
import { securityOfEvents, whoMayCall } from './security.ts';

interface Stream {
  readonly id: string;
  readonly summary: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly (keyof ValueOf<typeof eventFilter>)[];
}

/** The paths of the event streams, which are no operations: an operation has one answer. */
export function eventStreamPaths(examples: Examples): Json {
  const all: Stream = {
    id: 'events',
    summary: 'Events of the engine, as server-sent events.',
    inPath: [],
    inQuery: ['name', 'dagRunId', 'remoteNode'],
  };
  const ofRun: Stream = {
    id: 'runEvents',
    summary: 'Events of one run, as server-sent events; the run can be `latest`.',
    inPath: ['name', 'dagRunId'],
    inQuery: ['remoteNode'],
  };
  return {
    [EVENTS_PATH]: { get: describe(all, examples) },
    [RUN_EVENTS_PATH]: { get: describe(ofRun, examples) },
  };
}

const how =
  'The data of each message is one event as JSON, with this schema. A client that reconnects with the id of its last message gets the events that it missed.';

function describe({ id, summary, inPath, inQuery }: Stream, examples: Examples): Json {
  const { shape } = eventFilter();
  const text = { type: 'string' };
  const place = { operation: id, shape: '', field: '' };
  return {
    operationId: id,
    summary,
    description: `${whoMayCall({ access: 'viewer' })} ${how}`,
    tags: ['events'],
    security: securityOfEvents,
    'x-dagwright-role': 'viewer',
    parameters: [
      ...inPath.map((name) => {
        const field = { name, place: 'path', isRequired: true, schema: text } as const;
        return parameter(field, examples.of(text, { ...place, field: name }));
      }),
      ...inQuery.map((name) => {
        const schema = jsonSchema(shape[name]);
        return parameter({ name, place: 'query', isRequired: false, schema }, undefined);
      }),
      lastEventId,
    ],
    responses: { ...success(examples), ...failures(codesOfEvents) },
  };
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last message that the client received.',
  schema: { type: 'string' },
};

function success(examples: Examples): Json {
  const schema = jsonSchema(engineEvent());
  const example = examples.of(schema, { operation: 'events', shape: '', field: '' });
  const content = { 'text/event-stream': { schema, example } };
  return { 200: { description: 'A stream that stays open.', content } };
}
