import type { GateWork, WorkContext } from '../work.ts';
import type { HitlConfig } from './definition.ts';

/** A wait for a person, with what the person is asked. */
export async function work({ step, expand }: WorkContext): Promise<GateWork> {
  // The table of this type has read it.
  const { prompt, input, required } = step.config as HitlConfig;
  const lines = [
    `waiting for approval${prompt === '' ? '' : `: ${await expand(prompt)}`}`,
    ...(input.length === 0 ? [] : [`inputs: ${input.join(', ')}`]),
    ...(required.length === 0 ? [] : [`required: ${required.join(', ')}`]),
  ];
  return { kind: 'gate', print: `${lines.join('\n')}\n` };
}
