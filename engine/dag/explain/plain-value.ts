import { snakeCase } from '../../lib/snake-case.ts';
import { isNull, type ScalarNode, type SourceNode } from '../source/source-node.ts';

/** A value as the file says it. Numbers that would lose a digit stay text. */
export function writtenValue(node: SourceNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return writtenScalar(node);
    case 'list':
      return node.items.map(writtenValue);
    case 'map':
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [key.text, writtenValue(value)]),
      );
  }
}

function writtenScalar(node: ScalarNode): unknown {
  if (isNull(node)) return null;
  if (node.plain === 'boolean') return node.text.toLowerCase() === 'true';
  const isNumber = node.plain === 'integer' || node.plain === 'number';
  return isNumber && String(Number(node.text)) === node.text ? Number(node.text) : node.text;
}

/** A value of a loaded DAG in the words of the language: keys in snake case, named values as maps. */
export function loadedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loadedValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isVariable = 'name' in value && 'value' in value;
  if (isVariable) return { [String(value.name)]: value.value };
  return Object.fromEntries(
    entries
      .filter(([, part]) => !isNothing(part))
      .map(([key, part]) => [snakeCase(key), loadedValue(part)]),
  );
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
