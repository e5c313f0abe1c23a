import { manualConfigFields } from '../../engine/dag/manual/manual-fields.ts';
import type { StepTypeDefinition } from '../../engine/dag/step-type.ts';
import { keyTable } from './field-section.ts';
import { code, yaml } from './markdown.ts';

/** One type of step. */
export function typeSection(type: StepTypeDefinition): string {
  const { name, aliases, about, takes, needs, handles, refuses = {} } = type;
  const refused = Object.keys(refuses);
  const facts = [
    `In addition to the keys of every step it takes ${list(takes)}.`,
    ...needs.map((keys) => `It requires ${keys.map(code).join(' or ')}.`),
    ...(aliases.length === 0 ? [] : [`It is also called ${list(aliases)}.`]),
    ...(refused.length === 0 ? [] : [`It cannot have ${list(refused)}.`]),
    ...(handles ? [] : ['A handler cannot have this type.']),
  ];
  const fields = manualConfigFields(type);
  const config = fields.length === 0 ? [] : ['Its `config`:', ...keyTable(fields)];
  return [`### type: ${name}`, about, facts.join(' '), ...config, yaml(type.example)].join('\n\n');
}

function list(words: readonly string[]): string {
  return words.map(code).join(', ');
}
