import type { Gate, TypedContext } from '../step-type.ts';
import type { GateWork } from '../work.ts';

/** A wait for a person, with what the person is asked. */
export async function work({ config, expand }: TypedContext<Gate>): Promise<GateWork> {
  const { prompt, input, required } = config;
  const lines = [
    `waiting for approval${prompt === '' ? '' : `: ${await expand(prompt)}`}`,
    ...(input.length === 0 ? [] : [`inputs: ${input.join(', ')}`]),
    ...(required.length === 0 ? [] : [`required: ${required.join(', ')}`]),
  ];
  return { kind: 'gate', print: `${lines.join('\n')}\n` };
}
