import type { SourceNode } from '../source/source-node.ts';
import type { ValueType } from './field.ts';

/** A value that somebody else reads who knows more: `config` by the type of its step. */
export const rawNode: ValueType<SourceNode> = { read: (node) => node, schema: {} };
