import type { Gate, TypedContext } from '../step-type.ts';
import type { GateWork } from '../work.ts';

/** A wait for a person, with what the person is asked. */
export async function work({ config, expand }: TypedContext<Gate>): Promise<GateWork> {
  const { input, required } = config;
  const prompt = await expand(config.prompt);
  const lines = [
    `waiting for approval${prompt === '' ? '' : `: ${prompt}`}`,
    ...(input.length === 0 ? [] : [`inputs: ${input.join(', ')}`]),
    ...(required.length === 0 ? [] : [`required: ${required.join(', ')}`]),
  ];
  return { kind: 'gate', prompt, print: `${lines.join('\n')}\n` };
}
