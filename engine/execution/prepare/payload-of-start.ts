import type { Dag } from '../../dag/definition.ts';
import type { StartParams } from '../../dag/start-params.ts';
import { mayExpand } from '../../dag/text-parts.ts';

/** The parameter that holds what a webhook brought. */
export const PAYLOAD = 'WEBHOOK_PAYLOAD';

/**
 * The payload of a start, else the default that `params` has for it. It is there before anything of the DAG is filled in, so that
 * `env` and other parameters can use it; a default that has to be filled in itself comes with its place among the parameters.
 */
export function payloadOfStart(
  { params }: Pick<Dag, 'params'>,
  { values }: Pick<StartParams, 'values'>,
): Readonly<Record<string, string>> {
  const given = values.find(({ name }) => name === PAYLOAD)?.value;
  const usual = params.find(({ name }) => name === PAYLOAD)?.defaultValue ?? '$';
  if (given === undefined && mayExpand(usual)) return {};
  return { [PAYLOAD]: given ?? usual };
}
