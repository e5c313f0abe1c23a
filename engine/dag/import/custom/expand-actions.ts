import { isMap, Pair, Scalar, YAMLMap, type Node } from 'yaml';
import { itemsOf, pairOf, stepsOf, textOf } from '../actions/steps-of.ts';
import { listNode, textNode } from '../actions/written.ts';
import { problemAt, remarkAt, UNCHANGED, type Note, type Written } from '../note.ts';
import { fillTemplate, TemplateError } from './fill-template.ts';

/** A step that is defined once, under a name of its own. */
interface CustomAction {
  readonly name: string;
  readonly template: YAMLMap;
  readonly schema: unknown;
  /** The type that it stands for; empty: its template says. */
  readonly type: string;
  readonly description: Node | undefined;
  readonly isChecked: boolean;
}

/** Actions may be made of each other. */
const MAX_DEPTH = 20;

/** Writes custom actions (`actions`, `step_types`) out in each step that asks for one, and takes their definitions away. */
export function expandActions(root: YAMLMap): Written {
  const pairs = ['actions', 'step_types', 'stepTypes'].flatMap((key) => pairOf(root, key) ?? []);
  if (pairs.length === 0) return UNCHANGED;
  const actions = new Map(pairs.flatMap(actionsIn).map((action) => [action.name, action]));
  const notes = stepsOf(root).flatMap((step) => expandStep(step, actions));
  if (notes.some(({ isProblem }) => isProblem)) return { hasChanged: true, notes };
  for (const pair of pairs) root.items.splice(root.items.indexOf(pair), 1);
  return { hasChanged: true, notes };
}

function actionsIn({ value }: Pair): readonly CustomAction[] {
  return itemsOf(value).flatMap(({ key, value: action }) => {
    const template = isMap(action) ? action.get('template', true) : undefined;
    if (!isMap(action) || !isMap(template)) return [];
    return [
      {
        name: textOf(key) ?? '',
        template,
        schema: action.get('input_schema', true),
        type: textOf(action.get('type', true)) ?? '',
        description: action.get('description', true) as Node | undefined,
        isChecked: action.has('output_schema'),
      },
    ];
  });
}

function expandStep(step: YAMLMap, actions: ReadonlyMap<string, CustomAction>): readonly Note[] {
  const notes: Note[] = [];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const name = textOf(step.get('action', true)) ?? textOf(step.get('type', true)) ?? '';
    const action = actions.get(name.trim());
    if (action === undefined) return notes;
    try {
      step.items = expanded(step, action);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return [
        ...notes,
        problemAt(
          step,
          `${told(name)} cannot be written out: ${error.message}. Write the step itself in its place`,
        ),
      ];
    }
    if (action.isChecked) notes.push(remarkAt(step, `${told(name)} ${CHECKED}`));
  }
  return [...notes, problemAt(step, 'The custom actions of this step are made of themselves')];
}

const told = (name: string): string => `The custom action \`${name}\``;
const CHECKED =
  'failed where its output did not keep to `output_schema`. Here it is not checked: let the step do that.';

/** What the step says itself beats the template, but for variables and conditions, of which both count. */
function expanded(step: YAMLMap, action: CustomAction): YAMLMap['items'] {
  const given = pairOf(step, 'with', 'config')?.value;
  const filled = fillTemplate(action.template, withDefaults(given, action.schema));
  const own = step.items.filter(
    ({ key }) => !/^(?:action|type|with|config)$/.test(textOf(key) ?? ''),
  );
  const types = isShell(action.type) ? [] : [new Pair(new Scalar('type'), textNode(action.type))];
  const ofTemplate = isMap(filled) ? filled.items : [];
  const described =
    action.description === undefined
      ? []
      : [new Pair(new Scalar('description'), action.description)];
  const all = [...own];
  for (const pair of [...described, ...types, ...ofTemplate]) {
    const key = textOf(pair.key) ?? '';
    const mine = own.find((one) => textOf(one.key) === key);
    if (mine === undefined) all.push(pair);
    else if (key === 'env' || key === 'preconditions') mine.value = joined(pair.value, mine.value);
  }
  return all;
}

const isShell = (type: string): boolean => /^(?:|command|shell)$/.test(type);

/** The entries of one value before those of another, as a list. */
export function joined(first: unknown, second: unknown): Node {
  return listNode([...entriesOf(first), ...entriesOf(second)]);
}

function entriesOf(value: unknown): readonly Node[] {
  if (value === null || value === undefined) return [];
  const { items } = value as { readonly items?: readonly unknown[] };
  // A map of variables has one entry for each; a condition that is a map is one.
  if (isMap(value) && !value.has('condition') && !value.has('command'))
    return value.items.map((pair) => {
      const map = new YAMLMap();
      map.items = [pair];
      return map;
    });
  return isMap(value) || items === undefined ? [value as Node] : (items as readonly Node[]);
}

/** What is given, with the defaults of the schema for what is not. */
function withDefaults(given: unknown, schema: unknown): YAMLMap {
  const inputs = isMap(given) ? (given.clone() as YAMLMap) : new YAMLMap();
  const properties = isMap(schema) ? schema.get('properties', true) : undefined;
  for (const { key, value } of itemsOf(properties)) {
    const usual = isMap(value) ? value.get('default', true) : undefined;
    if (usual !== undefined && !inputs.has(textOf(key) ?? '')) inputs.set(key, usual);
  }
  return inputs;
}
