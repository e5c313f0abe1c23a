import { nextTurn } from './next-turn.ts';

/** Characters that are written in one turn. */
const A_TURN = 512 * 1024;
/** A list of so many items may be long to write. */
const LONG = 50;

/** The same text as `JSON.stringify`, of which a long one is written in turns: an answer of 16 MiB takes longer than most requests. */
export async function jsonInTurns(value: unknown): Promise<string> {
  if (!hasLongList(value)) return JSON.stringify(value);
  const parts: string[] = [];
  let written = 0;
  for (const part of partsOf(value)) {
    parts.push(part);
    written += part.length;
    if (written < A_TURN) continue;
    written = 0;
    await nextTurn();
  }
  return parts.join('');
}

/** Whether it is worth to look into: lists of answers stand at the top, or in the items of another list. */
function hasLongList(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const own: readonly unknown[] = Array.isArray(value) ? [value] : Object.values(value);
  return own.some(
    (each) => Array.isArray(each) && (each.length > LONG || each.slice(0, LONG).some(hasLongList)),
  );
}

function* partsOf(value: unknown): Generator<string, void> {
  if (!hasLongList(value)) {
    // As in a list, where nothing else can stand for it. Of undefined, JSON.stringify makes no text.
    yield value === undefined ? 'null' : JSON.stringify(value);
    return;
  }
  if (Array.isArray(value)) yield* listed(value);
  else yield* fieldsOf(value);
}

function* listed(items: readonly unknown[]): Generator<string, void> {
  yield '[';
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* partsOf(item);
  }
  yield ']';
}

function* fieldsOf(value: object): Generator<string, void> {
  let between = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${between}${JSON.stringify(name)}:`;
    between = ',';
    yield* partsOf(field);
  }
  yield between === '{' ? '{}' : '}';
}
