import { Fragment, type ReactNode } from 'react';

/** The names that stand in braces in a text. */
type PlacesOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never;

interface SentenceProps<T extends string> {
  /** A text of a catalog: `Add {line} to a step.` */
  readonly text: T;
  readonly parts: Readonly<Record<PlacesOf<T>, ReactNode>>;
}

/** A sentence with elements in it. It stays one text in its catalog, so that its words can change their order. */
export function Sentence<const T extends string>({ text, parts }: SentenceProps<T>) {
  // What stands between braces is at the odd places.
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece as PlacesOf<T>]}</Fragment>
    ));
}
