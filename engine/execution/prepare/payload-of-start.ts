import type { Dag } from '../../dag/definition.ts';
import type { StartParams } from '../../dag/start-params.ts';
import { mayExpand } from '../../dag/text-parts.ts';

/** The parameter that holds what a webhook brought. */
export const PAYLOAD = 'WEBHOOK_PAYLOAD';

/** The parameter that names the event for which the sender called, where it says so. */
export const EVENT = 'WEBHOOK_EVENT';

/** Parameters that any DAG takes. */
export const ofWebhooks: readonly string[] = [PAYLOAD, EVENT];

/**
 * What a webhook brought with a start, else the defaults that `params` has for it. It is there before anything of the DAG is filled in, so that
 * `env` and other parameters can use it; a default that has to be filled in itself comes with its place among the parameters.
 */
export function payloadOfStart(
  { params }: Pick<Dag, 'params'>,
  { values }: Pick<StartParams, 'values'>,
): Readonly<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const wanted of ofWebhooks) {
    const given = values.find(({ name }) => name === wanted)?.value;
    const usual = params.find(({ name }) => name === wanted)?.defaultValue ?? '$';
    if (given !== undefined || !mayExpand(usual)) known[wanted] = given ?? usual;
  }
  return known;
}
