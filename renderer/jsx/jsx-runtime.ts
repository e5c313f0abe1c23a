import type { ElementType, Key, ReactElement } from 'react';
import { jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import { visibleLines } from '#contract/visible-text.ts';

export { Fragment, type JSX } from 'react/jsx-runtime';

/** What is read out or floats above an element is text too. */
const texts: ReadonlySet<string> = new Set([
  'children',
  'title',
  'alt',
  'placeholder',
  'textValue',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
]);

/** JSX of the window: no text of an element can turn the direction of what stands beside it, or hide. */
export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return plainJsx(type, visibleProps(props), key);
}

/** The same for several children. */
export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  return plainJsxs(type, visibleProps(props), key);
}

function visibleProps(props: object): object {
  let shown: Record<string, unknown> | undefined;
  // Each element of each drawing comes through here: a list of its entries would be most of the work.
  for (const name in props) {
    if (!texts.has(name)) continue;
    const value = (props as Readonly<Record<string, unknown>>)[name];
    const visible = visibleNode(value);
    if (visible !== value) shown = { ...(shown ?? props), [name]: visible };
  }
  return shown ?? props;
}

// Nearly every node is fine as it is, and then stays the same object.
function visibleNode(node: unknown): unknown {
  if (typeof node === 'string') return visibleLines(node);
  if (!Array.isArray(node)) return node;
  const shown = node.map(visibleNode);
  return shown.some((one, index) => one !== node[index]) ? shown : node;
}
