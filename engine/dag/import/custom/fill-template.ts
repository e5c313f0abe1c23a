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
  const text = fillText(written, (path) => inputAt(inputs, path));
  if (text === written) return;
  scalar.value = text;
  keepText(scalar);
}

/** A text with its `{{ … }}` filled in. A dash beside the braces takes the blanks away that stand there. */
export function fillText(text: string, inputOf: (path: string) => Node, root = 'input'): string {
  const trimmed = text.replace(/\s*\{\{-\s/g, '{{ ').replace(/\s-\}\}\s*/g, ' }}');
  return trimmed.replace(/\{\{(.*?)\}\}/gs, (whole, inner: string) => {
    const [, json, path = ''] =
      new RegExp(`^(json |)\\.${root}\\.([\\w.]+)$`).exec(inner.trim()) ?? [];
    const [, piped = ''] =
      new RegExp(`^\\.${root}\\.([\\w.]+) *\\| *json$`).exec(inner.trim()) ?? [];
    if (piped !== '') return JSON.stringify(valueOf(inputOf(piped)));
    if (path === '') throw new TemplateError(`\`${whole}\` is more than a value`);
    return json === '' ? printed(inputOf(path), path) : JSON.stringify(valueOf(inputOf(path)));
  });
}

function printed(node: Node, path: string): string {
  const value = isScalar(node) ? valueOf(node) : null;
  if (value === null || typeof value === 'object')
    throw new TemplateError(`\`${path}\` is no single value`);
  return String(value);
}

/** @throws TemplateError where there is none. */
export function inputAt(inputs: Inputs, path: string): Node {
  let at: unknown = inputs;
  for (const part of path.split('.'))
    at = isMap(at) ? at.get(part, true) : isSeq(at) ? at.items[Number(part)] : undefined;
  if (at === undefined || at === null) throw new TemplateError(`there is no input \`${path}\``);
  return at as Node;
}
