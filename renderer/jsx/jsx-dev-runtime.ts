import type { ElementType, Key, ReactElement } from 'react';
import { jsx, jsxs } from './jsx-runtime.ts';

export { Fragment, type JSX } from './jsx-runtime.ts';

type Given = readonly [
  type: ElementType,
  props: object,
  key: Key | undefined,
  hasSeveralChildren: boolean,
];

/** What the compiler calls where a page is built for development, as that of the test of texts is. */
export function jsxDEV(...[type, props, key, hasSeveralChildren]: Given): ReactElement {
  return hasSeveralChildren ? jsxs(type, props, key) : jsx(type, props, key);
}
