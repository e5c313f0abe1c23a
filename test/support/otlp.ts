import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Metadata } from '@grpc/grpc-js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import { onTestFinished } from 'vitest';

/** A message of spans as a collector takes it. */
export interface TakenTrace {
  /** Of HTTP; empty for gRPC. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly resource: Readonly<Record<string, string>>;
  readonly spans: readonly TakenSpan[];
}

export interface TakenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly links: readonly Pick<TakenSpan, 'traceId' | 'spanId'>[];
  readonly status: { readonly code?: number; readonly message?: string };
  /** Nanoseconds since the epoch. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

// The part of opentelemetry-proto that spans of runs use.
const { root } = protobuf.parse(`
syntax = "proto3";
message Traces { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message Link { bytes trace_id = 1; bytes span_id = 2; }
message Status { string message = 2; int32 code = 3; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  repeated Link links = 13; Status status = 15;
}`);
const message = root.lookupType('Traces');

/** A collector of traces by OTLP over HTTP, which refuses all with `status` where one is given. */
export async function aCollector(status = 200) {
  const taken: TakenTrace[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { url = '', headers } = request;
      taken.push({ path: url, headers, ...read(body) });
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { taken, port, endpoint: `http://127.0.0.1:${port}` };
}

/** The same by gRPC. */
export async function aGrpcCollector() {
  const taken: TakenTrace[] = [];
  const server = new Server();
  const method = {
    path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    requestStream: false,
    responseStream: false,
    requestSerialize: (bytes: Buffer) => bytes,
    requestDeserialize: (bytes: Buffer) => bytes,
    responseSerialize: (bytes: Buffer) => bytes,
    responseDeserialize: (bytes: Buffer) => bytes,
  };
  server.addService(
    { export: method },
    {
      export: (
        call: { readonly request: Buffer; readonly metadata: Metadata },
        done: (error: null, answer: Buffer) => void,
      ) => {
        const headers = call.metadata.getMap() as Record<string, string>;
        taken.push({ path: '', headers, ...read(call.request) });
        done(null, Buffer.alloc(0));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  onTestFinished(() => server.forceShutdown());
  return { taken, endpoint: `127.0.0.1:${port}` };
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function read(bytes: Buffer): Pick<TakenTrace, 'resource' | 'spans'> {
  const decoded = message.toObject(message.decode(bytes), { longs: String, arrays: true }) as {
    resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: RawSpan[] }[] }[];
  };
  const spans = decoded.resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((one) => one.spans),
  );
  const attributes = decoded.resourceSpans.flatMap(({ resource }) => resource.attributes);
  return { resource: toRecord(attributes), spans: spans.map(toSpan) };
}

type RawSpan = Omit<TakenSpan, 'attributes' | 'traceId' | 'spanId' | 'parentSpanId' | 'links'> & {
  readonly attributes: readonly KeyValue[];
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId?: Buffer;
  readonly links: readonly { readonly traceId: Buffer; readonly spanId: Buffer }[];
};

const hex = (bytes: Uint8Array = Buffer.alloc(0)): string => Buffer.from(bytes).toString('hex');

function toSpan(span: RawSpan): TakenSpan {
  const { traceId, spanId, parentSpanId, attributes, links } = span;
  return {
    ...span,
    traceId: hex(traceId),
    spanId: hex(spanId),
    parentSpanId: hex(parentSpanId),
    attributes: toRecord(attributes),
    links: links.map((link) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
  };
}

function toRecord(entries: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(
    entries.map(({ key, value }) => [key, String(Object.values(value)[0])]),
  );
}
