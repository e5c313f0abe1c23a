import type { EngineClient } from '../../contract/client.ts';
import type { Cli } from '../cli.ts';
import { remark } from '../say.ts';

/** Tells the user what an engine says of an order that it has taken all the same, or of a run, whatever the command does with the answer. */
export function tellingClient(cli: Cli, client: EngineClient): EngineClient {
  const told = new Set<string>();
  const call: EngineClient['call'] = async (name, input) => {
    const answer = await client.call(name, input);
    for (const warning of warningsIn(answer)) {
      if (!told.has(warning)) remark(cli, `Warning: ${warning}`);
      told.add(warning);
    }
    return answer;
  };
  return { ...client, call };
}

/** Some are found only once a run has started. */
function warningsIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return [...textsIn(answer), ...('dagRun' in answer ? textsIn(answer.dagRun) : [])];
}

/** The warnings of an order are texts; those of a definition are more, and shown with it. */
function textsIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null || !('warnings' in answer)) return [];
  const { warnings } = answer;
  return Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string') : [];
}
