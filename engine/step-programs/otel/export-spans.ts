import {
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type HrTime,
  type SpanContext,
} from '@opentelemetry/api';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { rootCause } from '../../lib/root-cause.ts';
import type { Program } from '../task.ts';
import type { Collector, SpanBatch, SpanId, TraceSpan } from './span-batch.ts';

/** Where OTLP over HTTP takes traces when an endpoint names no path (specification of OTLP exporters). */
const TRACES_PATH = '/v1/traces';

/** Hands spans to a collector. @throws Error in words for a person. */
export const exportSpans: Program<SpanBatch> = async ({ collector, resource, spans }) => {
  const exporter = await exporterFor(collector);
  const own = resourceFromAttributes(resource);
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  exporter.export(
    spans.map((span) => readable(span, own)),
    ({ error, code }) => resolve(code === 0 ? undefined : (error ?? new Error('refused'))),
  );
  const error = await promise;
  await exporter.shutdown();
  if (error) throw new Error(`${collector.endpoint}: ${rootCause(error)}`, { cause: error });
};

async function exporterFor(collector: Collector): Promise<SpanExporter> {
  const { endpoint, headers, timeoutMs: timeoutMillis } = collector;
  if (!/^https?:\/\//i.test(endpoint)) return grpcExporter(collector);
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = TRACES_PATH;
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url: url.href, headers: { ...headers }, timeoutMillis });
}

async function grpcExporter({
  endpoint,
  headers,
  isInsecure,
  timeoutMs: timeoutMillis,
}: Collector): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-grpc');
  const { credentials, Metadata } = await import('@grpc/grpc-js');
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  const channel = isInsecure ? credentials.createInsecure() : credentials.createSsl();
  const url = `${isInsecure ? 'http' : 'https'}://${endpoint.replace(/^grpcs?:\/\//i, '')}`;
  return new OTLPTraceExporter({ url, metadata, credentials: channel, timeoutMillis });
}

function readable(span: TraceSpan, resource: Resource): ReadableSpan {
  const { parentSpanId, name, startedAt, endedAt, attributes, links, error } = span;
  const parent = parentSpanId === null ? null : { ...span, spanId: parentSpanId };
  return {
    name,
    kind: SpanKind.INTERNAL,
    spanContext: () => contextOf(span),
    ...(parent && { parentSpanContext: contextOf(parent) }),
    startTime: hrTime(startedAt),
    endTime: hrTime(endedAt),
    duration: hrTime(endedAt - startedAt),
    ended: true,
    status:
      error === null ? { code: SpanStatusCode.OK } : { code: SpanStatusCode.ERROR, message: error },
    attributes: { ...attributes },
    links: links.map((link) => ({ context: contextOf(link) })),
    events: [],
    resource,
    instrumentationScope: { name: 'dagwright' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf({ traceId, spanId }: SpanId): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** Seconds and nanoseconds. */
function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
