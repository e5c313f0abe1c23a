import type { Parallel, ParallelItem } from '../../dag/definition.ts';
import { isJsonObject, jsonValueText, parseJson } from '../../dag/json-text.ts';
import type { TextParam } from '../../dag/param-text.ts';

/** One item of a `parallel`, expanded. */
export interface Item {
  /** The value of `${ITEM}`; JSON text for an object. */
  readonly text: string;
  /** Parameters of a call that writes none itself; null: `text` is a JSON object of them, and stays one (decisions 4). */
  readonly params: readonly TextParam[] | null;
}

const MOST_ITEMS = 1000;

/**
 * The items of a `parallel` in their order, duplicates kept (decisions 23, 34).
 *
 * @throws Error for text that is no list, and for more items than are allowed.
 */
export async function itemsOf(
  { items }: Parallel,
  expand: (text: string) => Promise<string>,
): Promise<readonly Item[]> {
  const found =
    items.kind === 'text'
      ? readItems(await expand(items.text))
      : await Promise.all(items.items.map((item) => expandItem(item, expand)));
  if (found.length > MOST_ITEMS) {
    throw new Error(`\`parallel\` has ${found.length} items, more than the ${MOST_ITEMS} allowed`);
  }
  return found;
}

async function expandItem(
  item: ParallelItem,
  expand: (text: string) => Promise<string>,
): Promise<Item> {
  if (item.kind === 'scalar') return scalarItem(await expand(item.text));
  const params = await Promise.all(
    item.entries.map(async ({ name, value }) => ({ name, value: await expand(value) })),
  );
  const values = params.map(({ name, value }) => [name, value] as const);
  return { text: JSON.stringify(Object.fromEntries(values)), params };
}

/** A JSON list, or texts on lines or between commas. */
function readItems(text: string): readonly Item[] {
  if (!/^\s*[[{]/.test(text)) {
    const parts = text.split(/[\n,]/).map((part) => part.trim());
    return parts.filter((part) => part !== '').map(scalarItem);
  }
  const json = parseJson(text);
  if (Array.isArray(json)) return json.map(jsonItem);
  throw new Error(
    json === undefined
      ? 'the items of `parallel` start like JSON but cannot be read as JSON'
      : 'the items of `parallel` must be a JSON list, got an object',
  );
}

function jsonItem(value: unknown): Item {
  if (!isJsonObject(value) || Array.isArray(value)) return scalarItem(jsonValueText(value));
  return { text: jsonValueText(value), params: null };
}

function scalarItem(text: string): Item {
  return { text, params: [{ name: null, value: text }] };
}
