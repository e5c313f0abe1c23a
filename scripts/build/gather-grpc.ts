import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const NAME = '@opentelemetry/otlp-grpc-exporter-base';

/**
 * Takes the exporter of traces by gRPC in its form for `require`. The other one asks for gRPC when it runs, where no build
 * sees it: that is another copy than ours, whose classes it then refuses, and an installed app has none.
 */
export const gatherGrpc: Plugin = {
  name: 'gather-grpc',
  enforce: 'pre',
  resolveId: (source) =>
    source === NAME ? createRequire(import.meta.url).resolve(NAME) : undefined,
};
