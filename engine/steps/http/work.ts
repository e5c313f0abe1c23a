import type { TextOrJson } from '../../dag/definition.ts';
import type { TextEntry } from '../../dag/fields/text-map-field.ts';
import { parseJson } from '../../dag/json-text.ts';
import type { NamedText } from '../../lib/redirect.ts';
import { expandTexts, type Expand } from '../expand-texts.ts';
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
    headers: withType(await expandAll(config.headers), config.body),
    query: await expandAll(config.query),
    body: await bodyOf(config.body, expand),
  };
  return { kind: 'program', task: { program: 'http', input } };
}

/** A value stays text of its own within JSON: no quote or line end in it can break the body. */
async function bodyOf(body: TextOrJson, expand: Expand): Promise<string> {
  return body.kind === 'text'
    ? expand(body.text)
    : JSON.stringify(await expandTexts(parseJson(body.json), expand));
}

function withType(headers: readonly NamedText[], { kind }: TextOrJson): readonly NamedText[] {
  const isNamed = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return kind === 'text' || isNamed
    ? headers
    : [...headers, { name: 'Content-Type', value: 'application/json' }];
}
