import type { Step } from '../definition.ts';
import { suggest } from '../../lib/suggest.ts';
import { quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** Words for a type of step, with the type that they mean. */
const STEP_TYPES: ReadonlyMap<string, Step['type']> = new Map([
  ['shell', 'shell'],
  ['command', 'shell'],
]);

/** Step types of the interface that this version refuses. */
export const unavailableStepTypes: readonly string[] = [
  ...[
    'docker',
    'container',
    'ssh',
    'sftp',
    's3',
    'http',
    'archive',
    'mail',
    'jq',
    'redis',
    'postgres',
  ],
  ...['sqlite', 'chat', 'hitl', 'dag', 'router', 'gha', 'github_action', 'github-action'],
];

export const stepType: ValueType<Step['type']> = {
  ...refined(text, (word, node, { label, report }) => {
    const type = STEP_TYPES.get(word);
    if (type) return type;
    if (unavailableStepTypes.includes(word)) {
      report.error(node, `${label}: ${quoted(word)} is not available in this version`);
      return undefined;
    }
    const meant = suggest(word, [...STEP_TYPES.keys(), ...unavailableStepTypes]);
    const hint = meant ? `: did you mean \`${meant}\`?` : '';
    report.error(node, `${label}: unknown step type ${quoted(word)}${hint}`, meant);
    return undefined;
  }),
  schema: { enum: [...STEP_TYPES.keys()] },
};
