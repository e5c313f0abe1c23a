import { writtenItems } from '../../dag/call-names.ts';
import type { Parallel, TextOrJson } from '../../dag/definition.ts';
import { isJsonObject, jsonValueText, parseJson } from '../../dag/json-text.ts';
import { expandTexts, type Expand } from '../expand-texts.ts';

/** One item of a `parallel`, expanded. */
export interface Item {
  /** The value of `${ITEM}`: texts bare, null empty, all else compact JSON. */
  readonly text: string;
  /** A JSON object: the parameters of a call that writes none itself, which stay JSON. Other items are one positional value. */
  readonly isObject: boolean;
}

const MAX_ITEMS = 1000;

/**
 * The items of a `parallel` in their order, duplicates kept.
 *
 * @throws Error for text that seems to be JSON and is not, and for more items than are allowed.
 */
export async function itemsOf({ items }: Parallel, expand: Expand): Promise<readonly Item[]> {
  const values =
    items.kind === 'text'
      ? await expandText(items.text, expand)
      : await Promise.all(items.items.map((item) => expandItem(item, expand)));
  if (values.length > MAX_ITEMS) {
    throw new Error(`\`parallel\` has ${values.length} items, more than the limit of ${MAX_ITEMS}`);
  }
  return values.map((value) => ({
    text: jsonValueText(value),
    isObject: isJsonObject(value) && !Array.isArray(value),
  }));
}

async function expandText(text: string, expand: Expand): Promise<readonly unknown[]> {
  const written = writtenItems(text);
  if (written === null) return readItems(await expand(text));
  return Promise.all(written.map((item) => expandTexts(item, expand)));
}

function expandItem(item: TextOrJson, expand: Expand): Promise<unknown> {
  return item.kind === 'text' ? expand(item.text) : expandTexts(parseJson(item.json), expand);
}

/** A JSON list, a JSON object, JSON values one a line, or texts on lines or between commas. */
function readItems(text: string): readonly unknown[] {
  const json = parseJson(text);
  if (Array.isArray(json)) return json;
  if (json !== undefined) return [json];
  const lines = nonEmpty(text.split('\n'));
  const values = lines.map(parseJson);
  const broken = lines[values.indexOf(undefined)];
  if (broken === undefined) return values;
  if (!/^\s*[[{]/.test(text)) return nonEmpty(text.split(/[\n,]/));
  throw new Error(
    'the items of `parallel` start like JSON but are not valid JSON: use one list, one object, or one value per line',
  );
}

function nonEmpty(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
