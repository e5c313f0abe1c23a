import { suggest } from '../lib/suggest.ts';
import type { TextAt } from './fields/scalar-types.ts';
import type { Report } from './source/report.ts';
import { quoted } from './source/source-node.ts';
import type { StepTypeDefinition } from './step-type.ts';

/** Step types of the interface that this version refuses. */
export const unavailableStepTypes: readonly string[] = [];

/** The type that a word names; null after reporting that there is none. */
export function findStepType(
  word: TextAt,
  types: ReadonlyMap<string, StepTypeDefinition>,
  report: Report,
): StepTypeDefinition | null {
  const type = types.get(word.text);
  if (type) return type;
  if (unavailableStepTypes.includes(word.text)) {
    report.error(word, `\`type\`: ${quoted(word.text)} is not available in this version`);
    return null;
  }
  const meant = suggest(word.text, [...types.keys(), ...unavailableStepTypes]);
  const hint = meant ? `: did you mean \`${meant}\`?` : '.';
  const known = [...types.keys()].map((name) => `\`${name}\``).join(', ');
  report.error(
    word,
    `\`type\`: unknown step type ${quoted(word.text)}${hint} The types are ${known}`,
    meant,
  );
  return null;
}
