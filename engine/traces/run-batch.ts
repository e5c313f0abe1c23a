import type { OtelSettings } from '../dag/definition.ts';
import { endedScope, trustedBy, type EndedScopeOptions } from '../execution/node/ended-scope.ts';
import type { TracedRun } from '../execution/state/traced-run.ts';
import type { Vault } from '../execution/state/vault.ts';
import { expandText } from '../dag/expand.ts';
import { endpointProblem } from '../dag/otel-endpoint.ts';
import type { SpanBatch } from '../step-programs/otel/span-batch.ts';
import type { RunRecord } from '../storage/runs.ts';

/** The trace of a run, and where it goes. */
export interface RunBatch {
  readonly run: RunRecord;
  readonly vault: Vault;
  readonly batch: SpanBatch;
  /** For the program that sends it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Fills in where a trace goes. @throws Error in words for a person. */
export async function batchOf(
  { state, vault, spans }: TracedRun,
  options: EndedScopeOptions,
): Promise<RunBatch> {
  const { otel } = state.dag;
  if (otel === null) throw new Error('a trace needs a collector: set `otel` of the DAG');
  const scope = endedScope({ state, vault }, options);
  const filled = async (entries: OtelSettings['headers']): Promise<Record<string, string>> => {
    const all = entries.map(async ({ name, value }) => [name, await expandText(value, scope)]);
    return Object.fromEntries(await Promise.all(all)) as Record<string, string>;
  };
  const endpoint = await expandText(otel.endpoint, scope);
  const problem = endpointProblem(endpoint);
  if (problem !== null) throw new Error(`\`endpoint\` of \`otel\`, ${otel.endpoint}, ${problem}`);
  const collector = {
    endpoint,
    headers: await filled(otel.headers),
    isInsecure: otel.insecure,
    timeoutMs: otel.timeoutMs,
  };
  const resource = { 'service.name': 'dagwright', ...(await filled(otel.resource)) };
  const batch = { collector, resource, spans };
  return { run: state.run, vault, batch, env: trustedBy(state.context, vault) };
}

/** Whether both can be sent in one message. */
export function isSameTarget(one: RunBatch, other: RunBatch): boolean {
  const target = ({ batch: { collector, resource }, env }: RunBatch): string =>
    JSON.stringify([collector, resource, env]);
  return target(one) === target(other);
}
