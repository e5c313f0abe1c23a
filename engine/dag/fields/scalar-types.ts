import { suggest } from '../../lib/suggest.ts';
import { describeNode, isNull, quoted, type SourceNode } from '../source/source-node.ts';
import type { FieldContext, ValueType } from './field.ts';

/** Numbers and booleans are taken by their source text: `version: 1.10` is the text `1.10`. */
export const text: ValueType<string> = {
  read: (node, { label, report }) => {
    if (node.kind === 'scalar') return node.text;
    report.error(node, `${label} must be text, got ${describeNode(node)}`);
    return undefined;
  },
  schema: { type: ['string', 'number', 'boolean'] },
};

/** Text, where the empty text is the same as none. */
export const optionalText: ValueType<string | null> = {
  read: (node, context) => {
    const read = text.read(node, context);
    return read === '' ? null : read;
  },
  schema: text.schema,
};

export interface IntegerLimits {
  readonly min: number;
  readonly max?: number;
}

/** 68 years in seconds; what fits the narrowest counter that a value may meet. */
const LARGEST = 2 ** 31 - 1;

/** A whole number within both limits, which count as allowed. */
export function integer({ min, max = LARGEST }: IntegerLimits): ValueType<number> {
  return {
    read: (node, { label, report }) => {
      if (node.kind !== 'scalar' || node.plain !== 'integer') {
        report.error(node, `${label} must be an integer, got ${describeNode(node)}`);
        return undefined;
      }
      const value = Number(node.text.replace(/^\+/, '')) + 0; // -0 becomes 0
      if (value >= min && value <= max) return value;
      const rule = value < min ? `must not be less than ${min}` : `must not be more than ${max}`;
      report.error(node, `${label} ${rule}, got ${quoted(node.text)}`);
      return undefined;
    },
    schema: { type: 'integer', minimum: min, maximum: max },
  };
}

export const boolean: ValueType<boolean> = {
  read: (node, { label, report }) => {
    if (node.kind === 'scalar' && node.plain === 'boolean')
      return node.text.toLowerCase() === 'true';
    report.error(node, `${label} must be true or false, got ${describeNode(node)}`);
    return undefined;
  },
  schema: { type: 'boolean' },
};

/** One word of a fixed set. */
export function oneOf<const Word extends string>(words: readonly Word[]): ValueType<Word> {
  return {
    read: (node, { label, report }) => {
      const word = node.kind === 'scalar' ? words.find((known) => known === node.text) : undefined;
      if (word !== undefined) return word;
      const known = words.map((each) => `\`${each}\``).join(words.length === 2 ? ' or ' : ', ');
      const meant = node.kind === 'scalar' ? suggest(node.text, words) : undefined;
      report.error(node, `${label} must be ${known}, got ${describeNode(node)}`, meant);
      return undefined;
    },
    schema: { enum: words },
  };
}

/** Text with the place where it stands. */
export interface TextAt {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One text or a list of them. */
export const texts: ValueType<readonly TextAt[]> = {
  read: (node, { label, report }) => {
    const read = (node.kind === 'list' ? node.items : [node]).flatMap((item): TextAt[] => {
      if (isText(item)) return [{ text: item.text, start: item.start, end: item.end }];
      report.error(item, `${label} must be text or a list of texts, got ${describeNode(item)}`);
      return [];
    });
    return read.length === (node.kind === 'list' ? node.items.length : 1) ? read : undefined;
  },
  schema: { anyOf: [text.schema, { type: 'array', items: text.schema }] },
};

function isText(node: SourceNode): node is SourceNode & { kind: 'scalar' } {
  return node.kind === 'scalar' && !isNull(node);
}

/** Reads with `type` and then refuses or changes what it read. */
export function refined<T, U>(
  type: ValueType<T>,
  refine: (value: T, node: SourceNode, context: FieldContext) => U | undefined,
): ValueType<U> {
  return {
    read: (node, context) => {
      const value = type.read(node, context);
      return value === undefined ? undefined : refine(value, node, context);
    },
    schema: type.schema,
  };
}
