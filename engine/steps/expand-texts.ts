import { isJsonObject } from '../dag/json-text.ts';

export type Expand = (text: string) => Promise<string>;

/** Expands the texts within a parsed JSON value; names of members stay as they are. */
export async function expandTexts(value: unknown, expand: Expand): Promise<unknown> {
  if (typeof value === 'string') return expand(value);
  if (Array.isArray(value)) return Promise.all(value.map((part) => expandTexts(part, expand)));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    async ([name, part]) => [name, await expandTexts(part, expand)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
