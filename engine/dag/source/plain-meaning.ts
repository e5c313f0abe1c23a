import type { ScalarNode } from './source-node.ts';

/** What unquoted text means by the core schema of YAML 1.2. */
export function plainMeaning(text: string): ScalarNode['plain'] {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return 'null';
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text)) return 'boolean';
  if (/^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/.test(text)) return 'integer';
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return 'number';
  return /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/.test(text) ? 'number' : 'text';
}
