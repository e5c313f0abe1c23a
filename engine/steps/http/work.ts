import type { TextEntry } from '../../dag/fields/text-map-field.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { HttpConfig } from './definition.ts';
import { requestLine } from './request-line.ts';

/** The request of a step, with all values filled in. */
export async function work({
  step,
  config,
  expand,
}: TypedContext<HttpConfig>): Promise<ProgramWork> {
  const command = await expand(step.commands[0] ?? '');
  const line = requestLine(command);
  if (line === null) throw new Error(`the command must be \`<METHOD> <URL>\`, got: ${command}`);
  const expandAll = (entries: readonly TextEntry[]): Promise<TextEntry[]> =>
    Promise.all(entries.map(async ({ name, value }) => ({ name, value: await expand(value) })));
  const input = {
    ...config,
    ...line,
    headers: await expandAll(config.headers),
    query: await expandAll(config.query),
    body: await expand(config.body),
  };
  return { kind: 'program', task: { program: 'http', input } };
}
