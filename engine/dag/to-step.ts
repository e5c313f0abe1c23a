import type { Step } from './definition.ts';
import type { TypedDraft } from './type-steps.ts';

/** What the other steps make of a step. */
export type Joined = Pick<Step, 'name' | 'depends' | 'routes' | 'routedBy'>;

/** A step as the engine takes it. The command of a type that takes a `call` is another way to write the call. */
export function toStep({ draft, type, config }: TypedDraft, joined: Joined): Step {
  const { values } = draft;
  const commands = values.commands.map(({ text }) => text);
  const isCall = type.takes.includes('call');
  return {
    ...values,
    ...joined,
    type: type.name,
    config,
    commands: isCall ? [] : commands,
    call: values.call ?? (isCall ? (commands[0] ?? null) : null),
  };
}
