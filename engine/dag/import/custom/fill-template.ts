import type { Scalar } from 'yaml';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { textOf } from '../actions/steps-of.ts';
import { valueOf } from '../actions/value-of.ts';
import { keepText } from '../actions/written.ts';

/** Why a template cannot be filled in, as the end of a sentence. */
export class TemplateError extends Error {}

/** Finds what stands at a path of the inputs, such as `a.b`. */
export type Inputs = Node | undefined;

/**
 * Fills in `{{ .input.name }}`, `{{ json .input.name }}` and `{$input: name}`; a copy, with its comments.
 *
 * @throws TemplateError for what only a template engine can do.
 */
export function fillTemplate(template: Node, inputs: Inputs): Node {
  if (isMap(template)) {
    const path = template.items.length === 1 ? textOf(template.get('$input', true)) : null;
    if (path !== null) return inputAt(inputs, path).clone() as Node;
  }
  const copy = template.clone() as Node;
  if (isMap(copy))
    for (const pair of copy.items)
      pair.value = pair.value && fillTemplate(pair.value as Node, inputs);
  else if (isSeq(copy)) copy.items = copy.items.map((item) => fillTemplate(item as Node, inputs));
  else if (isScalar(copy)) fillScalar(copy, inputs);
  return copy;
}

function fillScalar(scalar: Scalar, inputs: Inputs): void {
  const written = textOf(scalar) ?? '';
  const parts = templateParts(written, '.input.');
  const text = parts.map((part) => ('text' in part ? part.text : textAt(inputs, part))).join('');
  if (text === written) return;
  scalar.value = text;
  keepText(scalar);
}

/** A part of a template: a text that stays, or a value that is filled in. */
type Part = { readonly text: string } | { readonly path: string; readonly isJson: boolean };

/**
 * Takes a template apart. A dash beside the braces takes the blanks away that stand there.
 *
 * @param root What stands before the names of values.
 * @throws TemplateError for what is more than a value.
 */
export function templateParts(template: string, root: string): readonly Part[] {
  const trimmed = template.replace(/\s*\{\{-\s/g, '{{ ').replace(/\s-\}\}\s*/g, ' }}');
  return trimmed.split(/(\{\{.*?\}\})/gs).map((text, index): Part => {
    if (index % 2 === 0) return { text };
    const inner = text.slice(2, -2).trim();
    const [, json, path = inner] = /^(json +)(.*)$/.exec(inner) ?? [];
    const [value = '', piped] = path.split(/ *\| */);
    const name = value.startsWith(root) ? value.slice(root.length) : '';
    const isJson = json !== undefined || piped === 'json';
    if (/^\w+(?:\.\w+)*$/.test(name) && (piped === undefined || isJson))
      return { path: name, isJson };
    throw new TemplateError(`\`${text}\` is more than a value`);
  });
}

/** @throws TemplateError where there is no such value, or no single one. */
export function textAt(inputs: Inputs, { path, isJson }: Exclude<Part, { text: string }>): string {
  const node = inputAt(inputs, path);
  return isJson ? JSON.stringify(valueOf(node)) : printed(node, path);
}

function printed(node: Node, path: string): string {
  const value = isScalar(node) ? valueOf(node) : null;
  if (value === null || typeof value === 'object')
    throw new TemplateError(`\`${path}\` is no single value`);
  return String(value);
}

/** @throws TemplateError where there is none. */
function inputAt(inputs: Inputs, path: string): Node {
  let at: unknown = inputs;
  for (const part of path.split('.'))
    at = isMap(at) ? at.get(part, true) : isSeq(at) ? at.items[Number(part)] : undefined;
  if (at === undefined || at === null) throw new TemplateError(`there is no input \`${path}\``);
  return at as Node;
}
