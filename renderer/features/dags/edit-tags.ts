import { isAlias, isMap, isScalar, isSeq, type Document, type Scalar, type YAMLMap } from 'yaml';
import { withEntry } from './edit-entry.ts';
import { texts } from './texts.ts';

/** Tags in their normal form: `key` or `key=value` in lower case. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

type IsKept = (tag: string) => boolean;

/** The text of a DAG with other tags, in the form that they have: a list, a map or one text. */
export function withTags(text: string, { add, remove }: TagChange): string {
  return withEntry(text, 'tags', (entry) => {
    const has = tagsIn(entry.get('tags', true)).map(normal);
    const fresh = add.filter((tag) => !has.includes(tag));
    if (fresh.length === 0 && !has.some((tag) => remove.includes(tag))) return false;
    changeTags(entry, fresh, (tag) => !remove.includes(normal(tag)));
    return true;
  });
}

/** The text of a DAG in another group; an empty name takes it out of its group. */
export function withGroup(text: string, group: string): string {
  return withEntry(text, 'group', (entry) => {
    if (String(entry.get('group') ?? '') === group) return false;
    entry.set('group', group);
    return true;
  });
}

function changeTags(entry: Document, fresh: readonly string[], isKept: IsKept): void {
  const tags = entry.get('tags', true);
  if (isSeq(tags)) {
    tags.items = tags.items.filter((item) => isLeft(item, isKept));
    for (const tag of fresh) tags.add(entry.createNode(tag));
    if (tags.items.length === 0) tags.flow = true;
  } else if (isMap(tags)) {
    isLeft(tags, isKept);
    for (const tag of fresh) addToMap(tags, tag);
    if (tags.items.length === 0) tags.flow = true;
  } else if (isScalar(tags) && textOf(tags) !== '') {
    const separator = textOf(tags).includes(',') ? ', ' : ' ';
    tags.value = [...tagsIn(tags).filter(isKept), ...fresh].join(separator);
  } else {
    entry.set('tags', entry.createNode(fresh, { flow: true }));
  }
}

/** Takes out of an item of a list, or of a map, what is not kept. Says whether anything is left of it. */
function isLeft(item: unknown, isKept: IsKept): boolean {
  if (!isMap(item)) return isKept(textOf(item));
  item.items = item.items.filter(({ key, value }) => isKept(tagOf(key, value)));
  return item.items.length > 0;
}

function addToMap(tags: YAMLMap, tag: string): void {
  const [key = '', value] = tag.split('=');
  if (tags.has(key)) throw new Error(texts.bulk.oneValue(key));
  tags.set(key, value ?? null);
}

/** The tags of a node as they are written. */
function tagsIn(node: unknown): readonly string[] {
  if (isAlias(node)) throw new Error(texts.bulk.byHand('tags'));
  if (isSeq(node)) return node.items.flatMap((item) => (isMap(item) ? tagsIn(item) : textOf(item)));
  if (isMap(node)) return node.items.map(({ key, value }) => tagOf(key, value));
  return textOf(node)
    .split(/[\s,]+/)
    .filter(Boolean);
}

function tagOf(key: unknown, value: unknown): string {
  const text = textOf(value);
  return text === '' ? textOf(key) : `${textOf(key)}=${text}`;
}

/** As it is written: a number keeps its zeros. */
function textOf(node: unknown): string {
  if (!isScalar(node)) return '';
  const { value, source }: Scalar = node;
  return value === null ? '' : (source ?? String(value));
}

function normal(tag: string): string {
  return tag.trim().toLowerCase();
}
