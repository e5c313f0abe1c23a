import type { EngineClient } from '../../contract/client.ts';
import type { Cli } from '../cli.ts';
import { remark } from '../say.ts';

/** Tells the user what an engine says of an order that it has taken all the same, whatever the command does with the answer. */
export function tellingClient(cli: Cli, client: EngineClient): EngineClient {
  const call: EngineClient['call'] = async (name, input) => {
    const answer = await client.call(name, input);
    for (const warning of warningsOf(answer)) remark(cli, `Warning: ${warning}`);
    return answer;
  };
  return { ...client, call };
}

/** The warnings of an order are texts; those of a definition are more, and shown with it. */
function warningsOf(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null || !('warnings' in answer)) return [];
  const { warnings } = answer;
  return Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string') : [];
}
