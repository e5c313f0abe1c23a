import type { OtelSettings } from '../definition.ts';
import { ENDPOINT_PATTERN, endpointProblem } from '../otel-endpoint.ts';
import { quoted } from '../source/source-node.ts';
import { duration } from './duration-field.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { boolean, refined, text } from './scalar-types.ts';
import { textMap } from './text-map-field.ts';

const endpoint: ValueType<string> = {
  ...refined(text, (written, node, { label, report }) => {
    const problem = endpointProblem(written);
    if (problem === null) return written;
    report.error(node, `${label} ${problem}, got ${quoted(written)}`);
    return undefined;
  }),
  schema: { ...text.schema, pattern: ENDPOINT_PATTERN },
};

const otelFields: FieldSet<OtelSettings> = {
  what: 'otel',
  fields: {
    enabled: {
      key: 'enabled',
      about: 'Send a trace of each run when it has ended.',
      type: boolean,
      fallback: false,
    },
    endpoint: {
      key: 'endpoint',
      about:
        'Where the collector listens: a URL such as `http://localhost:4318` for OTLP over HTTP, `host:port` or `grpc://host:port` for gRPC.',
      type: endpoint,
      fallback: '',
    },
    headers: {
      key: 'headers',
      about: 'Headers to send along, such as a token. Keep it in a secret.',
      type: textMap,
      fallback: [],
    },
    insecure: {
      key: 'insecure',
      about: 'Use gRPC without TLS. The URL says so for HTTP.',
      type: boolean,
      fallback: false,
    },
    timeoutMs: {
      key: 'timeout',
      about: 'How long a collector may take, such as `5s`.',
      type: duration,
      fallback: 10_000,
    },
    resource: {
      key: 'resource',
      about: 'Attributes of the sender, such as `service.name` (default: `dagwright`).',
      type: textMap,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

/** Where traces of runs go. */
export const otel: ValueType<OtelSettings> = mapValue({
  set: otelFields,
  build: ({ values, refused }, map, { label, report }) => {
    if (!values.enabled || values.endpoint !== '' || refused.has('endpoint')) return values;
    report.error(map, `${label} requires \`endpoint\` when it is enabled`);
    return undefined;
  },
});
