/** Spans for one collector. */
export interface SpanBatch {
  readonly collector: Collector;
  /** What sends them, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly spans: readonly TraceSpan[];
}

/** What takes traces by OTLP, the protocol of OpenTelemetry. */
export interface Collector {
  /** An `http://` or `https://` URL; anything else is the `host:port` of a gRPC server. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** gRPC without TLS. */
  readonly isInsecure: boolean;
  readonly timeoutMs: number;
}

/** Names a span everywhere: 32 and 16 hexadecimal digits (W3C Trace Context). */
export interface SpanId {
  readonly traceId: string;
  readonly spanId: string;
}

/** A run or a step that has ended. */
export interface TraceSpan extends SpanId {
  /** Null: the first span of its trace. */
  readonly parentSpanId: string | null;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly SpanId[];
  /** Null: it did not fail. */
  readonly error: string | null;
}
